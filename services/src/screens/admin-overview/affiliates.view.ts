import { Inject, Injectable } from '@nestjs/common';
import {
  type AdminAffiliatesView,
  AdminAffiliateView,
  affiliateView,
  debtCents,
  forfeitedBy,
  heldCents,
  OneAffiliateView,
  refusals,
  type Then,
  toEuros,
} from '@framelift/contracts';
import { escapeLiteral } from 'pg';
import { Value } from 'typebox/value';
import type { ListQuery } from '../../http/list-query.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { CLOCK, type Clock, POOL } from '../../platform/tokens.ts';
import { availableSqlAt, sumsOf } from '../affiliate-sums.ts';
import type { DashboardRow } from '../dashboard/dashboard.projection.ts';
import { CLICKS, TOTALS } from '../dashboard/dashboard.tables.ts';
import { readPage } from '../listing.ts';
import { joinAccount, nameOf } from '../names.ts';
import { OPEN_SIGNALS_OF, type Signal, signalView } from '../review/review.tables.ts';
import { TermsHistory } from '../terms-history.ts';

type Row = Omit<DashboardRow<'totals'>, 'username' | 'email'> & { name: string; address: string; confirmed: boolean };
const columns = `a.*, ${nameOf('n', 'a.affiliate_id')} as name, coalesce(n.email, '') as address, coalesce(n.email_confirmed, false) as confirmed`;
const from = `${TOTALS} a ${joinAccount('n', 'a.affiliate_id')}`;

/** Affiliates as admins see them: the list, and one whole. */
@Injectable()
export class Affiliates {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly terms: TermsHistory,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async list(wanted: ListQuery, { status, tier }: { status?: string; tier?: string }): Promise<AdminAffiliatesView> {
    const then = await this.moment();
    const isNarrowed = (wanted.search ?? status ?? tier) !== undefined;
    const [page, total] = await Promise.all([
      readPage<Row>(
        this.pool,
        {
          select: columns,
          from,
          where: ['not a.deleted', '($1::text is null or a.status = $1)', '($2::text is null or a.tier = $2)'],
          values: [status ?? null, tier ?? null],
          searched: ['n.username', 'n.email', 'a.affiliate_id'],
          sorts: {
            createdAt: { by: 'a.position', type: 'bigint' },
            username: { by: `folded(${nameOf('n', 'a.affiliate_id')})`, type: 'text' },
            email: { by: `folded(coalesce(n.email, ''))`, type: 'text' },
            balance: { by: `greatest(0, ${availableSqlAt(this.now())})`, type: 'bigint' },
            totalSales: { by: 'a.net_sales', type: 'bigint' },
            commissionRate: { by: 'a.commission_bps', type: 'bigint' },
            tier: {
              by: `coalesce(array_position(array[${then.terms.tiers.map((step) => escapeLiteral(step.tier)).join()}], a.tier), 0)`,
              type: 'bigint',
            },
            status: { by: 'a.status', type: 'text' },
          },
          id: 'a.affiliate_id',
          defaultSort: '-createdAt',
        },
        wanted,
      ),
      isNarrowed ? null : this.count(),
    ]);
    const affiliates = page.rows.map((a) => Value.Clean(AdminAffiliateView, viewOf(a, then)) as AdminAffiliateView);
    return { affiliates, total, next: page.next };
  }

  /** @throws Refused when there is none, or it was deleted */
  async one(id: string): Promise<OneAffiliateView> {
    const then = await this.moment();
    const [{ rows }, signals] = await Promise.all([
      this.pool.query<Row & { clicks: number | null }>(
        `select ${columns}, (select clicks from ${CLICKS} where affiliate_id = $1) as clicks from ${from} where a.affiliate_id = $1 and not a.deleted`,
        [id],
      ),
      this.pool.query<Signal>(OPEN_SIGNALS_OF, [[id]]),
    ]);
    const row = rows[0];
    if (!row) throw new Refused(refusals.affiliateNotFound, 'missing');
    const { books, holds } = sumsOf(row);
    const view = {
      ...viewOf(row, then),
      totalPaid: toEuros(books.paidCents),
      totalClicks: row.clicks ?? 0,
      debt: toEuros(debtCents(books, heldCents(holds, then.now))),
      underReview: row.under_review,
      signals: signals.rows.map(signalView),
    };
    return Value.Clean(OneAffiliateView, view) as OneAffiliateView;
  }

  /** The counter of the overview: to count rows costs more than a page. */
  private async count(): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      'select coalesce(sum(affiliates), 0)::bigint as count from admin_overview.totals',
    );
    return rows[0]!.count;
  }

  private async moment(): Promise<Then> {
    const { terms } = await this.terms.inForce();
    return { terms, now: new Date(this.now()).toISOString() };
  }
}

const viewOf = (a: Row, then: Then) => ({
  ...affiliateView({ id: a.affiliate_id, username: a.name, email: a.address }, sumsOf(a), then),
  forfeits: toEuros(forfeitedBy(sumsOf(a).books)),
  minimumCashout: a.minimum_cashout_cents === null ? null : toEuros(a.minimum_cashout_cents),
  holdDays: a.hold_days,
  textsVersion: a.texts_version,
  emailConfirmed: a.confirmed,
});
