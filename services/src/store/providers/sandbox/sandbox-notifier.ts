import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sellauth } from '@framelift/contracts';

const ATTEMPTS = 3;
const TIMEOUT_MS = 10_000;

/** Sends notifications as the provider does: signed, three attempts, lost with a restart (docs/sellauth.md#notifications). */
export class SandboxNotifier {
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly webhookUrl: string,
    private readonly secret: string,
    /** Between attempts, ms. */
    private readonly retryAfter: number,
  ) {}

  send(event: string, invoiceId: number): void {
    const body = JSON.stringify({ event, data: { invoice_id: invoiceId }, shop_id: sellauth.shopId });
    const delivery = this.deliver(body)
      .catch(() => {})
      .finally(() => this.underWay.delete(delivery));
    this.underWay.add(delivery);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.underWay);
  }

  private async deliver(body: string): Promise<void> {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': randomBytes(32).toString('hex'),
      'x-timestamp': String(Math.floor(Date.now() / 1000)),
      'x-signature': createHmac('sha256', this.secret).update(body).digest('hex'),
    };
    const { signal } = this.stopping;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (attempt > 1) await wait(this.retryAfter, undefined, { signal });
      const request = { method: 'POST', headers, body, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) };
      const response = await fetch(this.webhookUrl, request).catch(() => undefined);
      if (response?.ok) return;
    }
  }
}
