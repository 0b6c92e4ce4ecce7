/** Runs a job in the background, never concurrently: `everyMs` after it ended, or immediately when woken. Errors go to `failed`. */
export class Repeat {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private woken = false;

  constructor(
    private readonly everyMs: number,
    private readonly job: (stop: AbortSignal) => Promise<unknown>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Runs now if idle, else once more right after the current run. */
  wake(): void {
    if (this.stopping.signal.aborted) return;
    this.woken = true;
    this.running ??= this.run().finally(() => (this.running = undefined));
  }

  /** Waits for the current run to end; no other follows. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    clearTimeout(this.timer);
    while (this.woken && !this.stopping.signal.aborted) {
      this.woken = false;
      await this.job(this.stopping.signal).catch(this.failed);
    }
    if (!this.stopping.signal.aborted) this.timer = setTimeout(() => this.wake(), this.everyMs).unref();
  }
}
