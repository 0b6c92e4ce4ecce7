import { pause } from '../../platform/retrying.ts';

/** ms between the beginnings of two batches. Of facts that trickle in each would else be a batch of its own, for every reader. */
const INTERVAL_MS = 30;

/** Keeps a loop from turning many small batches where a few larger ones do. After a rest the next one begins at once. */
export class Throttle {
  private last = -Infinity;

  constructor(private readonly intervalMs = INTERVAL_MS) {}

  async next(signal: AbortSignal): Promise<void> {
    const early = this.last + this.intervalMs - performance.now();
    if (early > 0) await pause(early, signal);
    this.last = performance.now();
  }
}
