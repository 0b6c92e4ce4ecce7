import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS, type ProviderName, SECOND_MS, type SellingProvider } from '@framelift/contracts';
import { Every } from '../platform/jobs.ts';
import { asHolder, hasHolderEnded, type Holder } from '../platform/locks.ts';
import type { Logger } from '../platform/logging.ts';
import { hasCome } from '../platform/moments.ts';
import type { Pool } from '../platform/pg.ts';
import { LOGGER, POOL } from '../platform/tokens.ts';
import { type StoreNotification, StoreUnavailable } from './invoice.ts';
import { StoreProviders } from './provider.ts';
import { Settling } from './settling.ts';

const BATCH = 4;
const MAX_ATTEMPTS = 14;
/** The store may ask for patience, up to this. */
const MAX_RETRY_AFTER_MS = HOUR_MS;
/** Another process takes up a taken one after this, where it hears of no end of the session: its host is gone. */
const LEASE = '1 minute';
const KEPT = '30 days';
/** A notification wakes the job; this is for what another process left. */
const INTERVAL_MS = 2 * SECOND_MS;

type Taken = Omit<StoreNotification, 'event'> & { attempts: number };

/** Notifications of the store, kept before they are answered, so a crash loses nothing. Reading the invoice decides what happened. */
@Injectable()
export class NotificationInbox {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly providers: StoreProviders,
    private readonly settling: Settling,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Keeps what the provider verified, once. */
  async keep(name: SellingProvider, raw: Buffer | undefined, headers: IncomingHttpHeaders): Promise<void> {
    const { provider, key, event, invoice } = this.providers.of(name).verifyNotification(raw ?? Buffer.alloc(0), headers);
    await this.pool.query(
      'insert into store.notifications (provider, key, event, invoice) values ($1, $2, $3, $4) on conflict do nothing',
      [provider, key, event, invoice],
    );
  }

  /** Works through what is due. Any number of processes may: each takes rows no other has. A provider that is slow holds up no other one. */
  @Every(INTERVAL_MS, 'reads the invoice of each stored notification and records its outcome; also at once')
  async work(_start: number, stop: AbortSignal): Promise<void> {
    const { rows } = await this.pool.query<Pick<Taken, 'provider'>>(
      'select distinct provider from store.notifications where done_at is null',
    );
    if (rows.length) await asHolder(this.pool, (holder) => Promise.all(rows.map(({ provider }) => this.workOf(provider, holder, stop))));
  }

  private async workOf(provider: ProviderName, holder: Holder, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const taken = await this.take(provider, holder);
      if (!taken.length) return;
      await Promise.all(taken.map((notification) => this.process(notification)));
    }
  }

  @Every(HOUR_MS, 'deletes old notifications that are done')
  async purge(): Promise<void> {
    await this.pool.query('delete from store.notifications where done_at < now() - $1::interval', [KEPT]);
  }

  private async take(provider: ProviderName, { id, client }: Holder): Promise<Taken[]> {
    const { rows } = await client.query<Taken>({
      name: 'notifications.take',
      text: `update store.notifications n set attempts = attempts + 1, next_at = now() + $3::interval, taken_by = $2
             from (select provider, key from store.notifications
                   where done_at is null and provider = $4 and taken_by is distinct from $2 and (${hasCome('next_at', 'now()', `${MAX_RETRY_AFTER_MS} milliseconds`)} or ${hasHolderEnded('taken_by')})
                   order by next_at limit $1 for update skip locked) due
             where (n.provider, n.key) = (due.provider, due.key) returning n.provider, n.key, n.invoice, n.attempts`,
      values: [BATCH, id, LEASE, provider],
    });
    return rows;
  }

  private async process(taken: Taken): Promise<void> {
    const { provider, key, invoice, attempts } = taken;
    let problem: string | null = null;
    let askedMs = 0;
    try {
      const found = invoice === null ? null : await this.providers.of(provider).readInvoice(invoice);
      if (invoice === null || (found && (await this.settling.settle(found)))) return await this.done(taken, null);
      problem = found ? 'not announced yet' : 'the store does not know the invoice';
    } catch (error) {
      problem = error instanceof Error ? error.message : 'unknown';
      if (error instanceof StoreUnavailable) askedMs = Math.min(error.retryAfterMs, MAX_RETRY_AFTER_MS);
      this.logger.warn({ err: error, notification: key, attempts }, 'a notification waits for another attempt');
    }
    if (attempts >= MAX_ATTEMPTS) return this.done(taken, problem);
    await this.pool.query(
      `update store.notifications set problem = $3, taken_by = null, next_at = now() + greatest($5, least(900, 2 * 2 ^ $4::int)) * interval '1 second'
       where (provider, key) = ($1, $2)`,
      [provider, key, problem, attempts - 1, askedMs / SECOND_MS],
    );
  }

  /** What was given up is left to the reconciler, which polls the same invoices. */
  private async done({ provider, key }: Taken, problem: string | null): Promise<void> {
    await this.pool.query(
      'update store.notifications set done_at = now(), problem = $3, taken_by = null where (provider, key) = ($1, $2)',
      [provider, key, problem],
    );
  }
}
