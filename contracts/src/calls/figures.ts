import { type Static, type TSchema, Type } from 'typebox';
import { TREND_RANGES } from '../rules/rules.ts';
import { type Call, forAdmins } from './call.ts';
import { Euros, Nullable } from './fields.ts';

/** Figures over time, as charts and the tables behind them show them. Money is decimal euros. */

export const OverviewView = Type.Object({
  overview: Type.Object({
    totalAffiliates: Type.Integer(),
    totalRevenue: Euros,
    pendingCashouts: Type.Integer(),
    totalSales: Type.Integer(),
    activeAffiliates: Type.Integer(),
    totalClicks: Type.Integer(),
    totalOutstandingBalance: Type.Number({ description: 'Decimal euros owed to affiliates; what others of them owe is not subtracted' }),
    totalDebt: Type.Number({ description: 'Decimal euros that affiliates owe, after refunds of commission already paid' }),
    totalPaidOut: Euros,
  }),
});
export type OverviewView = Static<typeof OverviewView>;

/** The dimensions of an affiliate's figures. */
export const BREAKDOWNS = ['campaign', 'page', 'referrer', 'product'] as const;
export const BreakdownBy = Type.Enum([...BREAKDOWNS]);
export type BreakdownBy = (typeof BREAKDOWNS)[number];

export const BreakdownView = Type.Object({
  rows: Type.Array(
    Type.Object({
      name: Nullable(Type.String({ description: 'Campaign, page, host or product; null: not known, or none' })),
      clicks: Type.Integer(),
      sales: Type.Integer({ description: 'Credited less reversed' }),
      conversion: Nullable(Type.Number({ description: 'Percent of clicks that became sales; null without clicks' })),
      commission: Euros,
    }),
    { description: 'The most commission first; all of them sum to the dashboard’s figures of the range. A product has no clicks' },
  ),
});
export type BreakdownView = Static<typeof BreakdownView>;
export const Range = Type.Enum([...TREND_RANGES], { description: 'Days, or all' });
const Day = Type.String({ format: 'date', description: 'First day (UTC) of what the figures are of' });
const Unit = Type.Enum(['day', 'week', 'month'], { description: 'The period of one point' });

const trends = <T extends Record<string, TSchema>>(figures: T) => {
  const points = Type.Array(Type.Object({ from: Day, ...figures }), { description: 'Oldest first, without gaps' });
  return Type.Object({
    unit: Unit,
    points,
    before: Type.Union([points, Type.Null()], { description: 'As many points right before them; null for `range=all`' }),
  });
};

/** All points of `range=all` sum to the dashboard’s figures: refunds count on the day they happen. */
export const AffiliateTrendsView = trends({
  clicks: Type.Integer(),
  sales: Type.Integer({ description: 'Credited less reversed' }),
  commission: Type.Number({ description: 'Earned less taken back' }),
});
export type AffiliateTrendsView = Static<typeof AffiliateTrendsView>;

const adminTrends = trends({
  revenue: Type.Number(),
  payouts: Type.Number(),
  outstanding: Type.Number({ description: 'Owed to affiliates at the end of it; what some of them owe today is not subtracted' }),
  clicks: Type.Integer(),
  sales: Type.Integer(),
  conversion: Type.Union([Type.Number(), Type.Null()], { description: 'Percent of clicks that became sales; null without clicks' }),
});
export const AdminTrendsView = Type.Object({
  ...adminTrends.properties,
  products: Type.Array(
    Type.Object({
      title: Type.String(),
      sales: Type.Integer({ description: 'Credited less reversed' }),
      revenue: Euros,
      commission: Euros,
    }),
    { description: 'What was sold in that time, the most revenue first; its sums are those of the points' },
  ),
});
export type AdminTrendsView = Static<typeof AdminTrendsView>;

/** An affiliate’s figures, over time and broken down. */
export const figureCalls = {
  'GET /api/affiliate/trends': {
    does: 'Clicks, sales and commission over time: `range` is 7, 30 or 90 days, or all.',
    permission: 'affiliate',
    query: { range: Range },
    answers: AffiliateTrendsView,
  },
  'GET /api/affiliate/breakdown': {
    does: 'Clicks, sales and commission by campaign, page, referring site or product: `by` and `range` (7, 30 or 90 days, or all).',
    permission: 'affiliate',
    query: { by: BreakdownBy, range: Range },
    answers: BreakdownView,
  },
  'GET /api/affiliate/breakdown.csv': {
    does: 'The same as comma-separated values.',
    permission: 'affiliate',
    query: { by: BreakdownBy, range: Range },
    answers: 'csv',
  },
} as const satisfies Record<string, Call>;

/** Figures of the programme. */
export const adminFigureCalls = forAdmins({
  'GET /api/admin/overview': { does: 'Totals of the programme.', scope: 'read:programme', noPersonalData: true, answers: OverviewView },
  'GET /api/admin/trends': {
    does: 'Revenue, payouts, what is outstanding and conversion over time, and revenue by product: `range` is 7, 30 or 90 days, or all.',
    scope: 'read:programme',
    noPersonalData: true,
    query: { range: Range },
    answers: AdminTrendsView,
  },
});
