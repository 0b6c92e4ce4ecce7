import { Inject, Injectable } from '@nestjs/common';
import { type NotCreditedReason, notCreditedReasons, type NotCreditedView, toEuros } from '@framelift/contracts';
import { pageOf } from '../../http/list-query.ts';
import type { Pool } from '../../platform/pg.ts';
import { POOL } from '../../platform/tokens.ts';

/** The paid amount, if in another currency. */
export const paidInstead = (o: { foreign_cents: number | null; foreign_currency: string | null }) =>
  o.foreign_cents === null ? null : { amount: o.foreign_cents / 100, currency: o.foreign_currency! };

/** The outcomes of checkouts through an affiliate's link. */
@Injectable()
export class Attributions {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Sales that earned the affiliate nothing, newest first. One credited by hand later is no longer among them. */
  async notCredited(affiliateId: string, limit: number, after?: number): Promise<NotCreditedView> {
    const { rows } = await this.pool.query<{
      invoice: string;
      sold_at: Date;
      paid_cents: number;
      foreign_cents: number | null;
      foreign_currency: string | null;
      reason: NotCreditedReason;
      position: number;
    }>(
      `select invoice, sold_at, paid_cents, foreign_cents, foreign_currency, reason, position from attribution.outcomes
       where affiliate_id = $1 and outcome = 'notCredited' and position < $2 order by position desc limit $3`,
      [affiliateId, after ?? Number.MAX_SAFE_INTEGER, limit + 1],
    );
    const page = pageOf(rows, limit, (o) => [o.position]);
    return {
      entries: page.rows.map((o) => ({
        transactionId: o.invoice,
        timestamp: o.sold_at.toISOString(),
        amount: toEuros(o.paid_cents),
        foreign: paidInstead(o),
        reason: notCreditedReasons[o.reason],
      })),
      next: page.next,
    };
  }
}
