import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS, refusals, rules, SECOND_MS } from '@framelift/contracts';
import type { Config } from '../platform/config.ts';
import { Every } from '../platform/jobs.ts';
import type { Logger } from '../platform/logging.ts';
import type { Pool } from '../platform/pg.ts';
import { Refused, refuseIf } from '../platform/refused.ts';
import { CONFIG, LOGGER, POOL } from '../platform/tokens.ts';
import { StoreProvider } from './providers/sellauth/provider.ts';
import { Settling } from './settling.ts';

/** Bytes; a notification holds a few ids. */
const LARGEST = 16 * 1024;
const AT_ONCE = 4;
const MOST_ATTEMPTS = 14;
const KEPT = '30 days';
/** A notification wakes the job; this is for what another process left. */
const LOOK_MS = 2 * SECOND_MS;

interface Taken {
  key: string;
  invoice: string | null;
  attempts: number;
}

/**
 * What the store says happened. A notification is kept before it is answered and worked through from the table, so a crash
 * loses nothing; it says only which invoice to read, and reading it decides what happened.
 */
@Injectable()
export class NotificationInbox {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    private readonly provider: StoreProvider,
    private readonly settling: Settling,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Verifies the bytes as they came (a re-serialised body has another digest) and keeps the notification once. */
  async keep(raw: Buffer | undefined, signature: unknown, idempotencyKey: unknown): Promise<void> {
    refuseIf(raw !== undefined && raw.length > LARGEST, refusals.badRequest, 413);
    refuseIf(!raw || !this.signed(raw, signature), refusals.signatureInvalid, 401);
    const { event, invoice } = read(raw!);
    const key =
      typeof idempotencyKey === 'string' && /^[0-9a-f]{64}$/i.test(idempotencyKey)
        ? idempotencyKey.toLowerCase()
        : createHash('sha256').update(raw!).digest('hex');
    await this.pool.query('insert into store.notifications (key, event, invoice) values ($1, $2, $3) on conflict do nothing', [
      key,
      event,
      invoice,
    ]);
  }

  /** Works through what is due. Any number of processes may: each takes rows no other has. */
  @Every(LOOK_MS)
  async work(_now: number, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const taken = await this.take();
      if (!taken.length) return;
      await Promise.all(taken.map((notification) => this.process(notification)));
    }
  }

  @Every(HOUR_MS)
  async purge(): Promise<void> {
    await this.pool.query('delete from store.notifications where done_at < now() - $1::interval', [KEPT]);
  }

  /** Taken rows are due again in a minute: that is when another process takes up what a crashed one left. */
  private async take(): Promise<Taken[]> {
    const { rows } = await this.pool.query<Taken>({
      name: 'notifications.take',
      text: `update store.notifications n set attempts = attempts + 1, next_at = now() + interval '1 minute'
             from (select key from store.notifications where done_at is null and next_at <= now()
                   order by next_at limit $1 for update skip locked) due
             where n.key = due.key returning n.key, n.invoice, n.attempts`,
      values: [AT_ONCE],
    });
    return rows;
  }

  private async process({ key, invoice, attempts }: Taken): Promise<void> {
    let problem: string | null = null;
    try {
      const found = invoice === null ? null : await this.provider.readInvoice(invoice);
      if (invoice === null || (found && (await this.settling.settle(found)))) return await this.done(key, null);
      problem = found ? 'not announced yet' : 'the store does not know the invoice';
    } catch (error) {
      problem = error instanceof Error ? error.message : 'unknown';
      this.logger.warn({ err: error, notification: key, attempts }, 'a notification waits for another attempt');
    }
    if (attempts >= MOST_ATTEMPTS) return this.done(key, problem);
    await this.pool.query(
      `update store.notifications set problem = $2, next_at = now() + least(900, 2 * 2 ^ $3::int) * interval '1 second' where key = $1`,
      [key, problem, attempts - 1],
    );
  }

  /** What was given up is left to the reconciler, which polls the same invoices. */
  private async done(key: string, problem: string | null): Promise<void> {
    await this.pool.query('update store.notifications set done_at = now(), problem = $2 where key = $1', [key, problem]);
  }

  private signed(raw: Buffer, signature: unknown): boolean {
    if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/i.test(signature)) return false;
    const expected = createHmac('sha256', this.config.store.webhookSecret).update(raw).digest();
    return timingSafeEqual(Buffer.from(signature, 'hex'), expected);
  }
}

/** The event's name and the invoice it is about, if any. @throws Refused for another shop or no notification. */
function read(raw: Buffer): { event: string; invoice: string | null } {
  const { event, data, shop_id } = parse(raw);
  refuseIf(String(shop_id) !== String(rules.store.shopId) || typeof event !== 'string', refusals.badRequest);
  const id = (data as Record<string, unknown> | null | undefined)?.['invoice_id'];
  const named = (typeof id === 'string' && id.length <= 64 && id !== '') || Number.isSafeInteger(id);
  return { event: (event as string).slice(0, 200), invoice: named ? String(id) : null };
}

function parse(raw: Buffer): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(raw.toString());
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  } catch {
    // Refused below, as anything that is no object.
  }
  throw new Refused(refusals.badRequest);
}
