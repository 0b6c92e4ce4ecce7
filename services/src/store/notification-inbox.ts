import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS, SECOND_MS, type SellingProvider } from '@framelift/contracts';
import { Every } from '../platform/jobs.ts';
import type { Logger } from '../platform/logging.ts';
import type { Pool } from '../platform/pg.ts';
import { LOGGER, POOL } from '../platform/tokens.ts';
import type { StoreNotification } from './invoice.ts';
import { StoreProviders } from './provider.ts';
import { Settling } from './settling.ts';

const BATCH = 4;
const MAX_ATTEMPTS = 14;
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

  /** Works through what is due. Any number of processes may: each takes rows no other has. */
  @Every(INTERVAL_MS)
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
             from (select provider, key from store.notifications where done_at is null and next_at <= now()
                   order by next_at limit $1 for update skip locked) due
             where (n.provider, n.key) = (due.provider, due.key) returning n.provider, n.key, n.invoice, n.attempts`,
      values: [BATCH],
    });
    return rows;
  }

  private async process(taken: Taken): Promise<void> {
    const { provider, key, invoice, attempts } = taken;
    let problem: string | null = null;
    try {
      const found = invoice === null ? null : await this.providers.of(provider).readInvoice(invoice);
      if (invoice === null || (found && (await this.settling.settle(found)))) return await this.done(taken, null);
      problem = found ? 'not announced yet' : 'the store does not know the invoice';
    } catch (error) {
      problem = error instanceof Error ? error.message : 'unknown';
      this.logger.warn({ err: error, notification: key, attempts }, 'a notification waits for another attempt');
    }
    if (attempts >= MAX_ATTEMPTS) return this.done(taken, problem);
    await this.pool.query(
      `update store.notifications set problem = $3, next_at = now() + least(900, 2 * 2 ^ $4::int) * interval '1 second'
       where (provider, key) = ($1, $2)`,
      [provider, key, problem, attempts - 1],
    );
  }

  /** What was given up is left to the reconciler, which polls the same invoices. */
  private async done({ provider, key }: Taken, problem: string | null): Promise<void> {
    await this.pool.query('update store.notifications set done_at = now(), problem = $3 where (provider, key) = ($1, $2)', [
      provider,
      key,
      problem,
    ]);
  }
}
