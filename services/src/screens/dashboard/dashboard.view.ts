import { Inject, Injectable } from '@nestjs/common';
import {
  adminView,
  type AffiliateTrendsView,
  affiliateView,
  type CashoutView,
  couponRules,
  type CouponsView,
  type CouponView,
  type DashboardView,
  type PaymentDetails,
  type PaymentMethodView,
  type OwnTermsView,
  refusals,
  rules,
  type SalesPageView,
  type SaleView,
  type Sealed,
  shownDetails,
  type Terms,
  toEuros,
  toPercent,
  type TrendRange,
} from '@framelift/contracts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { readTrend, type TrendPoint } from '../../engine/projecting/trend.ts';
import { pageOf } from '../../http/list-query.ts';
import { csvOf } from '../../platform/csv.ts';
import { sumsOf } from '../affiliate-sums.ts';
import { backReason } from '../back-reason.ts';
import type { DashboardRow } from './dashboard.projection.ts';
import { TermsHistory } from '../terms-history.ts';
import { notificationView } from './notifications.view.ts';
import { CLOCK, type Clock, POOL } from '../../platform/tokens.ts';

type Sale = DashboardRow<'sales'>;

interface SalesQuery {
  /** Behind this position. */
  after?: number;
  limit?: number;
  search?: string;
  status?: Sale['status'];
  /** ISO 8601, both included. */
  from?: string;
  to?: string;
}
const saleColumns = [
  'transactionId',
  'timestamp',
  'product',
  'customerEmail',
  'amount',
  'commissionAmount',
  'status',
  'availableAt',
  'attributedBy',
  'code',
  'campaign',
  'landing',
  'site',
] as const;

interface Rows {
  totals: DashboardRow<'totals'> | null;
  clicks: number | null;
  sales: Sale[];
  cashouts: DashboardRow<'cashouts'>[];
  methods: DashboardRow<'payment_methods'>[];
  coupons: DashboardRow<'coupons'>[];
  notifications: DashboardRow<'notifications'>[];
}

/** An e-mail address as affiliates see their buyers' (docs/rules.md#13-privacy). */
const masked = (email: unknown): string => (typeof email === 'string' ? email.replace(/^(.).*@/u, '$1•••@') : 'erased');

const time = (at: string): string => new Date(at).toISOString();

/** An affiliate's dashboard; one statement, so that all of it is of the same moment. */
@Injectable()
export class Dashboards {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly vault: Vault,
    private readonly terms: TermsHistory,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async readAffiliate(affiliateId: string): Promise<DashboardView> {
    const [{ totals, clicks, sales, cashouts, methods, coupons, notifications }, { terms, tierNames }] = await Promise.all([
      this.read(affiliateId),
      this.terms.inForce(),
    ]);
    if (!totals || totals.deleted) throw new Refused(refusals.affiliateNotFound, 'missing');
    const opened = await this.vault.open([
      totals.username,
      totals.email,
      totals.review_reason,
      ...sales.flatMap(sealedOf),
      ...coupons.map((c) => c.code),
      ...cashouts.map((c) => c.pay_to),
      ...cashouts.map(writtenAbout),
      ...notifications.map((n) => n.reason),
      ...methods.map((m) => m.details),
    ]);
    const [username, email, reviewReason] = opened.splice(0, 3);
    const ofSales = opened.splice(0, OPENED_OF_SALE * sales.length);
    const codes = opened.splice(0, coupons.length);
    const payTos = opened.splice(0, cashouts.length);
    const written = opened.splice(0, cashouts.length);
    const reasons = opened.splice(0, notifications.length);
    const primary = methods[0]?.payment_method_id;
    return {
      affiliate: {
        ...affiliateView({ id: affiliateId, username, email }, sumsOf(totals), { terms, now: this.time() }),
        coupons: [{ code: String(username ?? ''), discount: null }, ...coupons.flatMap((c, i) => couponView(c, codes[i]))],
        underReview: totals.under_review,
        reviewReason: textOf(reviewReason),
      },
      stats: { totalClicks: clicks ?? 0, totalSales: totals.net_sales },
      terms: ownTerms(terms, totals),
      recentSales: salesView(sales, ofSales),
      recentCashouts: cashouts.map((c, i): CashoutView => ({
        id: c.cashout_id,
        amount: toEuros(c.amount_cents),
        paymentType: c.payment_type,
        paymentDetails: shownDetails((payTos[i] ?? {}) as PaymentDetails),
        status: c.status,
        underReview: c.under_review,
        createdAt: time(c.requested_at),
        paidAt: c.paid_at && time(c.paid_at),
        reference: c.reference,
        reason: backReason(c) ?? textOf(written[i]),
        proofImageUrl: c.proof ? `/api/affiliate/cashouts/${c.cashout_id}/proof` : null,
      })),
      // The first is primary; when it goes, the oldest left is (docs/rules.md#9-payment-methods).
      paymentMethods: methods.map((m, i): PaymentMethodView => ({
        id: m.payment_method_id,
        paymentType: m.payment_type,
        paymentDetails: shownDetails((opened[i] ?? {}) as PaymentDetails),
        isPrimary: m.payment_method_id === primary,
        isVerified: m.verified,
      })),
      notifications: notifications.map((n, i) => notificationView(n, reasons[i], tierNames)),
    };
  }

  /** Admins get an empty response of the same screen, which tells the client that they are admins. */
  async readAdmin(adminId: string): Promise<DashboardView> {
    const { rows } = await this.pool.query<{ username: Sealed; email: Sealed }>(
      'select username, email from dashboard.admins where admin_id = $1',
      [adminId],
    );
    const [username, email] = await this.vault.open([rows[0]?.username, rows[0]?.email]);
    const { terms } = await this.terms.inForce();
    return {
      affiliate: {
        ...adminView({ id: adminId, username, email }, { terms, now: this.time() }),
        coupons: [],
        underReview: false,
        reviewReason: null,
      },
      stats: { totalClicks: 0, totalSales: 0 },
      terms: ownTerms(terms, { minimum_cashout_cents: null, hold_days: null, texts_version: null }),
      recentSales: [],
      recentCashouts: [],
      paymentMethods: [],
      notifications: [],
    };
  }

  async sales(affiliateId: string, { after, limit, search, status, from, to }: SalesQuery): Promise<SalesPageView> {
    const { rows } = await this.pool.query<Sale>(
      `select * from dashboard.sales where affiliate_id = $1 and position < $2 and ($3::text is null or status = $3)
         and ($4::timestamptz is null or sold_at >= $4) and ($5::timestamptz is null or sold_at <= $5)
         and ($6::text is null or folded(concat_ws(' ', invoice, product, campaign, landing, site)) like folded($6))
       order by position desc limit $7`,
      [
        affiliateId,
        after ?? Number.MAX_SAFE_INTEGER,
        status ?? null,
        from ?? null,
        to ?? null,
        search ? `%${search.replaceAll(/[\\%_]/g, '\\$&')}%` : null,
        limit === undefined ? null : limit + 1,
      ],
    );
    const page = pageOf(rows, limit ?? Infinity, (s) => [s.position]);
    const opened = await this.vault.open(page.rows.flatMap(sealedOf));
    return { sales: salesView(page.rows, opened), next: page.next };
  }

  /** The same as comma-separated values (RFC 4180), newest first. */
  async salesCsv(affiliateId: string, query: SalesQuery): Promise<string> {
    return csvOf(saleColumns, (await this.sales(affiliateId, query)).sales);
  }

  /** The codes that admins gave, the oldest first. */
  async coupons(affiliateId: string): Promise<CouponsView> {
    const { rows } = await this.pool.query<DashboardRow<'coupons'>>(
      'select * from dashboard.coupons where affiliate_id = $1 order by position',
      [affiliateId],
    );
    const codes = await this.vault.open(rows.map((c) => c.code));
    return { coupons: rows.flatMap((c, i) => couponView(c, codes[i])) };
  }

  async trends(affiliateId: string, range: TrendRange): Promise<AffiliateTrendsView> {
    const of = { column: 'affiliate_id', value: affiliateId };
    const daily = { table: 'dashboard.days', of, sums: ['clicks', 'sales', 'commission_cents'] };
    const { unit, points, before } = await readTrend(this.pool, daily, range, this.now());
    return { unit, points: points.map(pointView), before: before?.map(pointView) ?? null };
  }

  private time(): string {
    return new Date(this.now()).toISOString();
  }

  private async read(affiliateId: string): Promise<Rows> {
    const { rows } = await this.pool.query<Rows>({
      name: 'dashboard.read',
      text: `select (select to_json(t) from dashboard.totals t where affiliate_id = $1) as totals,
        (select clicks from dashboard.clicks where affiliate_id = $1) as clicks,
        ${newest('sales', 'position desc', rules.recentSales)} as sales,
        ${newest('cashouts', 'position desc', rules.recentSales)} as cashouts,
        ${newest('payment_methods', 'position', rules.maximumPaymentMethods)} as methods,
        ${newest('coupons', 'position', couponRules.perAffiliate)} as coupons,
        ${newest('notifications', 'version desc', rules.recentNotifications)} as notifications`,
      values: [affiliateId],
    });
    return rows[0]!;
  }
}

/** The newest rows of a table as one JSON value. */
const newest = (table: string, order: string, limit: number) =>
  `(select coalesce(json_agg(r), '[]') from (select * from dashboard.${table} where affiliate_id = $1 order by ${order} limit ${limit}) r)`;

const pointView = (p: TrendPoint) => ({
  from: p.from,
  clicks: p['clicks']!,
  sales: p['sales']!,
  commission: toEuros(p['commission_cents']!),
});

/** The terms as they are for one affiliate, by their own where they have any. */
const ownTerms = (
  terms: Terms,
  own: Pick<DashboardRow<'totals'>, 'minimum_cashout_cents' | 'hold_days' | 'texts_version'>,
): OwnTermsView => ({
  minimumCashout: toEuros(own.minimum_cashout_cents ?? terms.minimumCashoutCents),
  holdDays: own.hold_days ?? terms.holdDays,
  windowDays: terms.windowDays,
  paymentTypes: [...terms.paymentTypes],
  ownPurchases: terms.ownPurchases,
  detailsWaitDays: terms.detailsWaitDays,
  textsVersion: own.texts_version,
});

/** A code whose key was destroyed is left out. */
const couponView = ({ discount_bps }: DashboardRow<'coupons'>, code: unknown): CouponView[] =>
  typeof code === 'string' ? [{ code, discount: discount_bps && toPercent(discount_bps) }] : [];

/** What the admin wrote to the affiliate who reviews it, or else decided about it. */
const writtenAbout = (row: Pick<Sale, 'under_review' | 'review_reason' | 'reason'>) => (row.under_review ? row.review_reason : row.reason);

const textOf = (opened: unknown): string | null => (typeof opened === 'string' ? opened : null);

/** What `saleView` shows opened, in its order. */
const sealedOf = (s: Sale) => [s.customer_email, s.code, writtenAbout(s)];
const OPENED_OF_SALE = 3;
const salesView = (sales: readonly Sale[], opened: readonly unknown[]): SaleView[] =>
  sales.map((s, i) => saleView(s, opened.slice(OPENED_OF_SALE * i, OPENED_OF_SALE * (i + 1))));

const saleView = (s: Sale, [email, code, reason]: readonly unknown[]): SaleView => ({
  transactionId: s.invoice,
  product: s.product,
  customerEmail: masked(email),
  timestamp: time(s.sold_at),
  amount: toEuros(s.amount_cents),
  commissionAmount: toEuros(s.commission_cents),
  availableAt: s.available_at && time(s.available_at),
  attributedBy: s.attributed_by,
  code: textOf(code),
  campaign: s.campaign,
  landing: s.landing,
  site: s.site,
  status: s.status,
  underReview: s.under_review,
  reason: textOf(reason),
});
