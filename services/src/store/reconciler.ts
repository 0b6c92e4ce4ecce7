import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '../platform/logging.ts';
import type { Pool } from '../platform/pg.ts';
import { CLOCK, type Clock, LOGGER, POOL } from '../platform/tokens.ts';
import { invoiceFrom, StoreProblem, StoreProvider } from './providers/sellauth/provider.ts';
import { Settling } from './settling.ts';

const MINUTE = 60 * 1000;
/** Every poll reads this far back again: longer than an unannounced invoice waits, so none is passed by. */
const OVERLAP = 60 * MINUTE;
/** The first poll ever begins here; what was sold before is none of the programme's. */
const FIRST_LOOK_BACK = 24 * 60 * MINUTE;
const REFUNDS_EVERY = 60 * MINUTE;
const LOCK = 4_021_985;

interface Progress {
  began_at: Date;
  completed_until: Date;
  refunded_at: Date | null;
}

/** Polls the store for what notifications missed, since it announces no refund and gives up after 15 s (DESIGN §9). */
@Injectable()
export class Reconciler {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly provider: StoreProvider,
    private readonly settling: Settling,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One poll, by one process at a time; the others come back later. A process that dies loses the lock with its connection. */
  async run(stop: AbortSignal): Promise<void> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      const { rows } = await client.query<{ leads: boolean }>('select pg_try_advisory_lock($1) as leads', [LOCK]);
      if (!rows[0]!.leads) return;
      await this.reconcile(stop);
      await client.query('select pg_advisory_unlock($1)', [LOCK]);
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Recent invoices every time, all refunded ones hourly. Progress is kept only when every invoice was dealt with. */
  private async reconcile(stop: AbortSignal): Promise<void> {
    const now = this.now();
    const { began_at: began, completed_until, refunded_at } = await this.progress(now);
    const completedAfter = new Date(completed_until.getTime() - OVERLAP).toISOString();
    if (await this.settleAll({ statuses: ['completed', 'refunded'], completedAfter }, began, stop))
      await this.pool.query('update store.reconciliation set completed_until = $1', [new Date(now)]);
    if (refunded_at && now - refunded_at.getTime() < REFUNDS_EVERY) return;
    if (await this.settleAll({ statuses: ['refunded'] }, began, stop))
      await this.pool.query('update store.reconciliation set refunded_at = $1', [new Date(now)]);
  }

  /** False when one could not be dealt with, or the process is stopping. An unreadable invoice is reported and passed by. */
  private async settleAll(query: { statuses: string[]; completedAfter?: string }, began: Date, stop: AbortSignal): Promise<boolean> {
    let all = true;
    for await (const listed of this.provider.listInvoices(query)) {
      if (stop.aborted) return false;
      try {
        const invoice = invoiceFrom(listed);
        await this.settling.settle(invoice, { onlyKnown: Date.parse(invoice.createdAt) < began.getTime() });
      } catch (error) {
        if (!(error instanceof StoreProblem)) all = false;
        this.logger.error({ err: error }, 'an invoice could not be reconciled');
      }
    }
    return all;
  }

  private async progress(now: number): Promise<Progress> {
    const began = new Date(now - FIRST_LOOK_BACK);
    const { rows } = await this.pool.query<Progress>(
      `insert into store.reconciliation as r (began_at, completed_until) values ($1, $1)
       on conflict (one) do update set began_at = r.began_at returning began_at, completed_until, refunded_at`,
      [began],
    );
    return rows[0]!;
  }
}
