import { OWN_CODES } from '@framelift/contracts';
import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import type { PaypalSettings } from '../../../../platform/paypal-settings.ts';
import * as words from './paypal-words.ts';

const TIMEOUT_MS = 10_000;
/** A batch of a thousand payments takes PayPal longer than a question about one. */
const SEND_TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** A token is renewed this long before it ends. */
const EARLY_MS = 60_000;
const PAGE = 1_000;
/** Statuses that do not say whether the call was carried out. */
const UNCERTAIN = new Set([408, 409, 425]);

/** PayPal did not do what it was asked. The text names the call and PayPal's code, never contents: they may hold addresses. */
export class PaypalProblem extends Error {
  constructor(
    what: string,
    /** PayPal's name of it, or ours. */
    readonly code: string,
    /** It refused this call: nothing was done. Otherwise it may have been. */
    readonly isRefusal: boolean,
  ) {
    super(`PayPal did not ${what}: ${code}`);
  }
}

interface Ask {
  /** For messages. */
  what: string;
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  timeoutMs?: number;
}

/**
 * PayPal's Payouts API (v1), its documented calls and nothing else of it (docs/paypal.md). Its library is no longer kept
 * (docs/decisions/0036-paypal-is-asked-by-fetch.md).
 */
export class PayPal {
  private token: { text: string; until: number } | undefined;

  constructor(private readonly settings: PaypalSettings | null) {}

  get isSet(): boolean {
    return this.settings !== null;
  }
  /** It may notify. */
  get isNotified(): boolean {
    return Boolean(this.settings?.webhookId);
  }

  /** Sends a batch. @returns PayPal's name of it: of the earlier one where it had one of this run. @throws PaypalProblem */
  async send(runId: string, body: string): Promise<string> {
    const what = 'take a batch';
    // Without a token nothing is sent.
    await this.fresh().catch((problem: PaypalProblem) => {
      throw new PaypalProblem(what, problem.code, true);
    });
    // PayPal does not rely on it for payouts: what makes a batch one is `sender_batch_id`.
    const ask: Ask = { what, method: 'POST', path: '/v1/payments/payouts', body, timeoutMs: SEND_TIMEOUT_MS };
    const answer = await this.asked(ask, { 'PayPal-Request-Id': runId });
    if (answer.ok) return this.shaped(words.sentShape, answer.body, what).batch_header.payout_batch_id;
    const earlier = words.earlierBatch(answer.body);
    if (earlier?.batchId) return earlier.batchId;
    if (earlier) throw new PaypalProblem(what, 'DUPLICATE_BATCH', false);
    throw this.problem(what, answer);
  }

  /** A batch with all its payments; undefined: PayPal does not know it. @throws PaypalProblem */
  async batch(batchId: string): Promise<words.PaypalBatch | undefined> {
    const what = 'show a batch';
    const items: words.PaypalItem[] = [];
    for (let page = 1; ; page++) {
      const path = `/v1/payments/payouts/${encodeURIComponent(batchId)}?page_size=${PAGE}&page=${page}&total_required=true`;
      const answer = await this.asked({ what, method: 'GET', path });
      if (answer.status === 404) return undefined;
      const { batch_header: header, items: found = [], total_pages = 1 } = this.shaped(words.batchShape, this.good(what, answer), what);
      items.push(...found.map(words.itemOf));
      if (page < total_pages && found.length) continue;
      const feeCents = header.fees && words.centsOf(header.fees);
      const senderId = header.sender_batch_header.sender_batch_id;
      return { batchId: header.payout_batch_id, senderId, status: header.batch_status.toUpperCase(), feeCents, items };
    }
  }

  /** Takes back a payment that nobody accepted. False: PayPal does not hold it. @throws PaypalProblem */
  async cancel(itemId: string): Promise<boolean> {
    const what = 'cancel a payment';
    const answer = await this.asked({
      what,
      method: 'POST',
      path: `/v1/payments/payouts-item/${encodeURIComponent(itemId)}/cancel`,
      body: '',
    });
    if (answer.ok) return words.itemOf(this.shaped(words.itemShape, answer.body, what)).status === 'RETURNED';
    const problem = this.problem(what, answer);
    if (!problem.isRefusal || [401, 403, 429].includes(answer.status)) throw problem;
    return false;
  }

  /** Whether PayPal sent a notification. @throws PaypalProblem */
  async sent({ raw, headers }: words.PaypalNotice): Promise<boolean> {
    const what = 'confirm a notification';
    const fields = JSON.stringify({ ...headers, webhook_id: this.settings!.webhookId });
    // Its bytes as they came: PayPal signed these, not what a program writes of them.
    const body = `${fields.slice(0, -1)},"webhook_event":${raw}}`;
    const answer = await this.asked({ what, method: 'POST', path: '/v1/notifications/verify-webhook-signature', body });
    if (answer.status === 400 || answer.status === 422) return false;
    return this.shaped(words.verifiedShape, this.good(what, answer), what).verification_status === 'SUCCESS';
  }

  /** With a new token where PayPal no longer accepts the old one. */
  private async asked(ask: Ask, headers?: Record<string, string>): Promise<Answered> {
    await this.fresh();
    const answer = await this.fetched(ask, headers);
    if (answer.status !== 401) return answer;
    await this.fresh();
    return this.fetched(ask, headers);
  }

  private async fresh(): Promise<void> {
    if (this.token && this.token.until > performance.now()) return;
    const what = 'sign in';
    const { clientId, secret } = this.settings!;
    const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
    const headers = { Authorization: authorization, 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await this.fetched({ what, method: 'POST', path: '/v1/oauth2/token', body: 'grant_type=client_credentials' }, headers);
    if (answer.status === 401) throw new PaypalProblem(what, OWN_CODES.credentials, true);
    const { access_token: text, expires_in } = this.shaped(words.tokenShape, this.good(what, answer), what);
    this.token = { text, until: performance.now() + expires_in * 1_000 - EARLY_MS };
  }

  private async fetched(
    { what, method, path, body, timeoutMs = TIMEOUT_MS }: Ask,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    try {
      const response = await fetch(this.settings!.apiUrl + path, {
        method,
        headers: {
          Accept: 'application/json',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(this.token ? { Authorization: `Bearer ${this.token.text}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status === 401) this.token = undefined;
      return { ok: response.ok, status: response.status, body: await parsed(response) };
    } catch {
      throw new PaypalProblem(what, OWN_CODES.noAnswer, false);
    }
  }

  private good(what: string, answer: Answered): unknown {
    if (!answer.ok) throw this.problem(what, answer);
    return answer.body;
  }

  private problem(what: string, { status, body }: Answered): PaypalProblem {
    const named = words.problemShape.Check(body) ? (words.codeOf(body.name) ?? words.codeOf(body.error)) : undefined;
    const isRefusal = status >= 400 && status < 500 && !UNCERTAIN.has(status);
    return new PaypalProblem(what, named ?? `HTTP_${status}`, isRefusal);
  }

  private shaped<T extends TSchema, R>(validator: Validator<{}, T, unknown, R>, value: unknown, what: string): R {
    if (!validator.Check(value)) throw new PaypalProblem(what, 'UNDOCUMENTED_ANSWER', false);
    return value as R;
  }
}

interface Answered {
  ok: boolean;
  status: number;
  /** Undefined: it is no JSON. */
  body: unknown;
}

async function parsed(response: Response): Promise<unknown> {
  let bytes = 0;
  const parts: Uint8Array[] = [];
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('the answer is too large');
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString());
  } catch {
    return undefined;
  }
}
