import { pause } from '../../platform/retrying.ts';

/** Between the starts of two batches, so that single events share a batch. */
const INTERVAL_MS = 30;

/** Slows a loop so that batches grow. After a pause the next one starts immediately. */
export class Throttle {
  private last = -Infinity;

  constructor(private readonly intervalMs = INTERVAL_MS) {}

  async next(signal: AbortSignal): Promise<void> {
    const early = this.last + this.intervalMs - performance.now();
    if (early > 0) await pause(early, signal);
    this.last = performance.now();
  }
}
