/** The Postgres channel that says the log grew. It carries nothing: readers ask the log. */
export const CHANNEL = 'framelift_log';

/** Wakes whoever waits for the log to grow. */
export class Bell {
  rings = 0;
  private waiting = new Set<() => void>();

  ring(): void {
    this.rings++;
    const waiting = this.waiting;
    this.waiting = new Set();
    for (const wake of waiting) wake();
  }

  /** Until the bell has rung more than `heard` times, for at most `ms`. */
  async wait(heard: number, ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.rings > heard) return;
    await new Promise<void>((done) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        this.waiting.delete(wake);
        done();
      };
      const timer = setTimeout(wake, ms);
      signal.addEventListener('abort', wake, { once: true });
      this.waiting.add(wake);
    });
  }
}
