import { setTimeout as wait } from 'node:timers/promises';

const ATTEMPTS = 3;
const TIMEOUT_MS = 10_000;

/** Sends notifications as providers do: three attempts, lost with a restart (docs/sellauth.md#notifications). */
export class SandboxNotifier {
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    /** Between attempts, ms. */
    private readonly retryAfter: number,
  ) {}

  /** `sign`: the headers of an attempt. */
  send(url: string, body: string, sign: () => Record<string, string>): void {
    const delivery = this.deliver(url, body, sign)
      .catch(() => {})
      .finally(() => this.underWay.delete(delivery));
    this.underWay.add(delivery);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.underWay);
  }

  private async deliver(url: string, body: string, sign: () => Record<string, string>): Promise<void> {
    const { signal } = this.stopping;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (attempt > 1) await wait(this.retryAfter, undefined, { signal });
      const headers = { 'content-type': 'application/json', ...sign() };
      const request = { method: 'POST', headers, body, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) };
      const response = await fetch(url, request).catch(() => undefined);
      if (response?.ok) return;
    }
  }
}
