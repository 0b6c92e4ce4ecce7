import { setTimeout } from 'node:timers/promises';

/** ms between the beginnings of two batches. Of facts that trickle in each would else be a batch of its own, for every reader. */
const APART = 30;

/** Resolves after `ms`, or once stopped. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> => setTimeout(ms, undefined, { signal }).catch(() => {});

/** Keeps a loop from turning many small batches where a few larger ones do. After a rest the next one begins at once. */
export class Pace {
  private last = -Infinity;

  async next(signal: AbortSignal): Promise<void> {
    const early = this.last + APART - performance.now();
    if (early > 0) await pause(early, signal);
    this.last = performance.now();
  }
}
