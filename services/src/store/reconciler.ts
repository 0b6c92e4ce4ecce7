import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS, type ProviderName, SECOND_MS } from '@framelift/contracts';
import { Every } from '../platform/jobs.ts';
import { ifAlone, locks } from '../platform/locks.ts';
import type { Logger } from '../platform/logging.ts';
import type { Pool } from '../platform/pg.ts';
import { LOGGER, POOL } from '../platform/tokens.ts';
import { type Invoice, StoreProblem, StoreUnavailable } from './invoice.ts';
import { type StoreProvider, StoreProviders } from './provider.ts';
import { Settling } from './settling.ts';

/** Every poll reads this far back again, longer than an unannounced invoice waits, so it misses none. */
const OVERLAP_MS = HOUR_MS;
/** The first poll starts here; earlier sales do not count. */
const FIRST_LOOK_BACK_MS = DAY_MS;
const REFUNDS_INTERVAL_MS = HOUR_MS;

interface Progress {
  began_at: Date;
  completed_until: Date;
  refunded_at: Date | null;
}

/** Polls the store for what notifications missed: refunds, and outages beyond 15 s (docs/sellauth.md#notifications). */
@Injectable()
export class Reconciler {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly providers: StoreProviders,
    private readonly settling: Settling,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One poll, by one process at a time; the others come back later. */
  @Every(({ store }) => store.reconcileSeconds * SECOND_MS, 'one process polls invoices for missed notifications')
  async run(now: number, stop: AbortSignal): Promise<void> {
    await ifAlone(this.pool, locks.reconciler, async () => {
      // One that does not respond does not delay others.
      const polls = await Promise.allSettled(this.providers.all.map((provider) => this.reconcile(provider, now, stop)));
      const failed = polls.flatMap((poll) => (poll.status === 'rejected' ? [poll.reason as unknown] : []));
      if (failed.length) throw failed[0];
    });
  }

  /** Recent invoices every time, refunded ones hourly. Progress is saved only once every invoice is handled. */
  private async reconcile(provider: StoreProvider, now: number, stop: AbortSignal): Promise<void> {
    const { name } = provider;
    const { began_at: began, completed_until, refunded_at } = await this.progress(name, now);
    // Progress in the future comes from a fast clock: start like the first poll.
    const since = (time: Date) => new Date((time.getTime() > now ? now - FIRST_LOOK_BACK_MS : time.getTime()) - OVERLAP_MS).toISOString();
    if (await this.settleAll(provider.completedSince(since(completed_until)), began, stop))
      await this.reached(name, 'completed_until', now);
    if (refunded_at && Math.abs(now - refunded_at.getTime()) < REFUNDS_INTERVAL_MS) return;
    const refunded = provider.refundedSince(since(refunded_at ?? began));
    if (await this.settleAll(refunded, began, stop)) await this.reached(name, 'refunded_at', now);
  }

  /** False when one could not be dealt with, or the process is stopping. An unreadable invoice is reported and skipped. */
  private async settleAll(invoices: AsyncIterable<Invoice | StoreProblem>, began: Date, stop: AbortSignal): Promise<boolean> {
    let all = true;
    for await (const invoice of invoices) {
      if (stop.aborted) return false;
      try {
        if (invoice instanceof StoreProblem) throw invoice;
        await this.settling.settle(invoice, { onlyKnown: Date.parse(invoice.createdAt) < began.getTime() });
      } catch (error) {
        if (!(error instanceof StoreProblem) || error instanceof StoreUnavailable) all = false;
        this.logger.error({ err: error }, 'an invoice could not be reconciled');
      }
    }
    return all;
  }

  private async progress(provider: ProviderName, now: number): Promise<Progress> {
    const began = new Date(now - FIRST_LOOK_BACK_MS);
    const { rows } = await this.pool.query<Progress>(
      `insert into store.reconciliation as r (provider, began_at, completed_until) values ($1, $2, $2)
       on conflict (provider) do update set began_at = r.began_at returning began_at, completed_until, refunded_at`,
      [provider, began],
    );
    return rows[0]!;
  }

  private async reached(provider: ProviderName, column: 'completed_until' | 'refunded_at', now: number): Promise<void> {
    await this.pool.query(`update store.reconciliation set ${column} = $2 where provider = $1`, [provider, new Date(now)]);
  }
}
