import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS, MINUTE_MS, type ProviderName, SECOND_MS, type SellingProvider } from '@framelift/contracts';
import { Claimed, type ClaimedRow, isDue, NotYet } from '../engine/reacting/claimed.ts';
import type { Config } from '../platform/config.ts';
import { Every } from '../platform/jobs.ts';
import type { Logger } from '../platform/logging.ts';
import type { Pool } from '../platform/pg.ts';
import { CONFIG, LOGGER, POOL } from '../platform/tokens.ts';
import type { StoreNotification } from './invoice.ts';
import { StoreProviders } from './provider.ts';
import { Settling } from './settling.ts';

/** Notifications given up are left to the reconciler, which polls the same invoices. */
const PAUSES_MS = Array.from({ length: 13 }, (_, n) => Math.min(2 ** (n + 1) * SECOND_MS, 15 * MINUTE_MS));
const KEPT_MS = 30 * DAY_MS;
/** A notification wakes the job; the interval is for those of other processes. */
const INTERVAL_MS = 2 * SECOND_MS;

type Notification = Omit<StoreNotification, 'event'> & ClaimedRow;

/** Notifications of the store, stored before the response, so a crash loses nothing. The invoice read afterwards decides. */
@Injectable()
export class NotificationInbox {
  private readonly claimed: Claimed<Notification>;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly providers: StoreProviders,
    private readonly settling: Settling,
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) config: Pick<Config, 'clockAheadMs'>,
  ) {
    this.claimed = new Claimed(pool, logger, config, {
      table: 'store.notifications',
      key: ['provider', 'key'],
      due: `select * from store.notifications l where done_at is null and provider = $5 and ${isDue('l')} order by next_at`,
      pausesMs: PAUSES_MS,
      attempt: (notification) => this.settle(notification),
    });
  }

  /** Stores a verified notification once. */
  async keep(name: SellingProvider, raw: Buffer | undefined, headers: IncomingHttpHeaders): Promise<void> {
    const { provider, key, event, invoice } = this.providers.of(name).verifyNotification(raw ?? Buffer.alloc(0), headers);
    await this.pool.query(
      'insert into store.notifications (provider, key, event, invoice) values ($1, $2, $3, $4) on conflict do nothing',
      [provider, key, event, invoice],
    );
  }

  /** Works on due notifications. A slow provider does not delay others. */
  @Every(INTERVAL_MS, 'reads the invoice of each stored notification and records its outcome; also at once')
  async work(_now: number, stop: AbortSignal): Promise<void> {
    const { rows } = await this.pool.query<{ provider: ProviderName }>(
      'select distinct provider from store.notifications where done_at is null',
    );
    await Promise.all(rows.map(({ provider }) => this.claimed.work(stop, async () => [provider])));
  }

  @Every(HOUR_MS, 'deletes old notifications that are done')
  async purge(): Promise<void> {
    await this.claimed.purge(KEPT_MS);
  }

  private async settle({ provider, invoice }: Notification): Promise<void> {
    if (invoice === null) return;
    const found = await this.providers.of(provider).readInvoice(invoice);
    if (!found) throw new NotYet('the store does not know the invoice');
    if (!(await this.settling.settle(found))) throw new NotYet('not announced yet');
  }
}
