import { TOTALS } from '../dashboard/dashboard.tables.ts';
import { joinAccount, nameOf } from '../names.ts';
import { Inject, Injectable } from '@nestjs/common';
import {
  type AdminTrendsView,
  moveText,
  type OverviewView,
  rules,
  type SystemStatsView,
  type TierChangesView,
  tierOf,
  toEuros,
  type TrendRange,
} from '@framelift/contracts';
import { OnPages, type OnPagesAnswers } from '../../http/site/rendering.ts';
import type { Pool } from '../../platform/pg.ts';
import { readTrend, type TrendPoint } from '../../engine/projecting/trend.ts';
import { ownSql } from '../affiliate-sums.ts';
import { TermsHistory } from '../terms-history.ts';
import { CLOCK, type Clock, POOL } from '../../platform/tokens.ts';
import { digestOf } from '../../platform/keys.ts';

interface Sums {
  affiliates: number;
  active: number;
  clicks: number;
  revenue_cents: number;
  net_sales: number;
  pending: number;
  completed: number;
  rejected: number;
  paid_cents: number;
  outstanding_cents: number;
  debt_cents: number;
}

const SHOWN_CHANGES = 20;
/** The public figures of the programme on its page are at most this old (ms). */
const STATS_MS = 60_000;
const debtSql = `coalesce(sum(greatest(0, -${ownSql})), 0)::bigint`;

/** Admins' view of the whole programme. */
@Injectable()
export class AdminOverviews {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly terms: TermsHistory,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async overview(): Promise<OverviewView> {
    const sums = await this.sums();
    return {
      overview: {
        totalAffiliates: sums.affiliates,
        totalRevenue: toEuros(sums.revenue_cents),
        pendingCashouts: sums.pending,
        totalSales: sums.net_sales,
        activeAffiliates: sums.active,
        totalClicks: sums.clicks,
        totalOutstandingBalance: toEuros(sums.outstanding_cents),
        totalDebt: toEuros(sums.debt_cents),
        totalPaidOut: toEuros(sums.paid_cents),
      },
    };
  }

  async trends(range: TrendRange): Promise<AdminTrendsView> {
    const sums = ['clicks', 'sales', 'revenue_cents', 'paid_cents', 'owed_cents'] as const;
    const { unit, from, points, before } = await readTrend(this.pool, { table: 'admin_overview.days', sums }, range, this.now());
    // Days count debts against what is owed; without today's debts the last point is the overview's figure.
    const { rows } = await this.pool.query<{ owed_cents: number }>(
      `select coalesce(sum(owed_cents), 0)::bigint + (select ${debtSql} from ${TOTALS}) as owed_cents from admin_overview.days where day < $1`,
      [from],
    );
    let owed = rows[0]!.owed_cents;
    const next = (p: TrendPoint) => {
      const { clicks, sales, revenue_cents, paid_cents, owed_cents } = p as unknown as Record<(typeof sums)[number], number>;
      owed += owed_cents;
      const conversion = clicks ? Math.round((Math.max(0, sales) / clicks) * 10_000) / 100 : null;
      return {
        from: p.from,
        revenue: toEuros(revenue_cents),
        payouts: toEuros(paid_cents),
        outstanding: toEuros(owed),
        clicks,
        sales,
        conversion,
      };
    };
    // The earlier points first: the balance carries over from one to the next.
    const earlier = before?.map(next) ?? null;
    return { unit, points: points.map(next), before: earlier, products: await this.products(points[0]!.from) };
  }

  /** What was sold since a day, the most revenue first. */
  private async products(from: string): Promise<AdminTrendsView['products']> {
    const { rows } = await this.pool.query<{ product: string; sales: number; revenue_cents: number; commission_cents: number }>(
      `select product, sum(sales)::bigint as sales, sum(revenue_cents)::bigint as revenue_cents,
         sum(commission_cents)::bigint as commission_cents
       from admin_overview.product_days where day >= $1 group by product order by revenue_cents desc, product`,
      [from],
    );
    return rows.map(({ product, sales, revenue_cents, commission_cents }) => ({
      title: product,
      sales,
      revenue: toEuros(revenue_cents),
      commission: toEuros(commission_cents),
    }));
  }

  /** The figures of the landing page; the defaults apply without history (docs/rules.md#14-numbers). */
  @OnPages()
  onPages(): OnPagesAnswers {
    // A query over all affiliates of a year.
    return { '/api/affiliate/system-stats': { ask: async () => ({ data: await this.systemStats(), example: false }), everyMs: STATS_MS } };
  }

  async systemStats(): Promise<SystemStatsView> {
    const sums = await this.sums();
    if (!sums.affiliates) return { ...rules.systemStats };
    const now = new Date(this.now());
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1)).toISOString().slice(0, 10);
    const { rows } = await this.pool.query<{ net_cents: number; months: number }>(
      `select coalesce(sum(net_cents), 0)::bigint as net_cents, count(*) filter (where sales > 0) as months
       from admin_overview.affiliate_months where month >= $1::date`,
      [first],
    );
    const { net_cents, months } = rows[0]!;
    const decided = sums.completed + sums.rejected;
    return {
      activeAffiliates: sums.active,
      totalPayouts: toEuros(sums.paid_cents),
      successRate: decided ? Math.round((sums.completed / decided) * 1000) / 10 : rules.systemStats.successRate,
      avgMonthlyEarnings: months ? toEuros(Math.max(0, Math.round(net_cents / months))) : rules.systemStats.avgMonthlyEarnings,
    };
  }

  /** The moves that a recalculation would make: to the tier that the net count of sales reaches. */
  async tierChanges(): Promise<TierChangesView> {
    const { terms, tierNames } = await this.terms.inForce();
    const { rows } = await this.pool.query<{ affiliate_id: string; tier: string; net_sales: number }>(
      `select affiliate_id, tier, net_sales from ${TOTALS} where not deleted order by position`,
    );
    const stepOf = (tier: string) => terms.tiers.findIndex((step) => step.tier === tier);
    const moved = rows.flatMap(({ affiliate_id, tier, net_sales }) => {
      const to = tierOf(terms.tiers, net_sales);
      return to === tier ? [] : [{ affiliate_id, from: tier, to, isDown: stepOf(to) < stepOf(tier) }];
    });
    const shown = moved.toSorted((a, b) => Number(b.isDown) - Number(a.isDown)).slice(0, SHOWN_CHANGES);
    const names = await this.pool.query<{ username: string }>(
      `select ${nameOf('n', 'i.id')} as username from unnest($1::text[]) with ordinality as i (id, at) ${joinAccount('n', 'i.id')} order by i.at`,
      [shown.map(({ affiliate_id }) => affiliate_id)],
    );
    const nameOfTier = (tier: string) => tierNames[tier] ?? tier;
    const down = moved.filter(({ isDown }) => isDown).length;
    return {
      shown: digestOf(moved.map(({ affiliate_id: affiliateId, from, to }) => moveText({ affiliateId, from, to }))),
      up: moved.length - down,
      down,
      changes: shown.map(({ affiliate_id: id, from, to, isDown }, i) => ({
        affiliate: { id, username: names.rows[i]!.username },
        from: nameOfTier(from),
        to: nameOfTier(to),
        isDown,
      })),
    };
  }

  /** Totals of all partitions; what is not a sum of events (who is active, what is owed) is counted over affiliates. */
  private async sums(): Promise<Sums> {
    const { rows } = await this.pool.query<Sums>({
      name: 'admin-overview.sums',
      text: `select t.*, a.* from
        (select coalesce(sum(affiliates), 0)::bigint as affiliates, coalesce(sum(clicks), 0)::bigint as clicks,
           coalesce(sum(revenue_cents), 0)::bigint as revenue_cents, coalesce(sum(net_sales), 0)::bigint as net_sales,
           coalesce(sum(pending_cashouts), 0)::bigint as pending, coalesce(sum(completed_cashouts), 0)::bigint as completed,
           coalesce(sum(rejected_cashouts), 0)::bigint as rejected, coalesce(sum(paid_cents), 0)::bigint as paid_cents
         from admin_overview.totals) t,
        (select count(*) filter (where status = 'active' and not deleted) as active,
           coalesce(sum(greatest(0, ${ownSql}) + reserved_cents), 0)::bigint as outstanding_cents, ${debtSql} as debt_cents
         from ${TOTALS}) a`,
    });
    return rows[0]!;
  }
}
