// What the server answers about the programme to an admin. No two figures of a screen are equal, so that one in another's place shows.
import { AdminAffiliateView } from '@framelift/contracts';
import type { AnswerOf, Answers } from '../screen.tsx';
import { dashboard, session as affiliateSession } from './affiliate.ts';
import { terms } from './affiliates.ts';
import { nullsOf } from './nulls.ts';

type Affiliate = AnswerOf<'GET /api/admin/affiliates'>['affiliates'][number];
type Cashout = AnswerOf<'GET /api/admin/cashouts'>['cashouts'][number];

const account = { ...affiliateSession.affiliate, id: 'admin1', username: 'root', email: 'root@house.example', isAdmin: true };

/** Who is signed in. */
export const session: AnswerOf<'POST /api/affiliate/login'> = { token: 'head.eyJzdWIiOiJhZG1pbjEifQ.tail', affiliate: account };

export const overview: AnswerOf<'GET /api/admin/overview'> = {
  overview: {
    totalAffiliates: 1_201,
    totalRevenue: 98_765.43,
    pendingCashouts: 17,
    totalSales: 2_302,
    activeAffiliates: 903,
    totalClicks: 45_404,
    totalOutstandingBalance: 6_505.06,
    totalDebt: 9.09,
    totalPaidOut: 7_606.07,
  },
};

export const trends: AnswerOf<'GET /api/admin/trends'> = {
  unit: 'day',
  points: [
    { from: '2026-04-19', revenue: 310.5, payouts: 41, outstanding: 620, clicks: 200, sales: 11, conversion: 5.5 },
    { from: '2026-04-20', revenue: 120.25, payouts: 9, outstanding: 700, clicks: 100, sales: 4, conversion: 4 },
  ],
  before: [
    { from: '2026-04-17', revenue: 200, payouts: 25, outstanding: 500, clicks: 90, sales: 3, conversion: 3.3333 },
    { from: '2026-04-18', revenue: 100, payouts: 0, outstanding: 560, clicks: 60, sales: 3, conversion: 5 },
  ],
  products: [
    { title: 'Framelift Premium', sales: 12, revenue: 380.7, commission: 76.14 },
    { title: 'Framelift Pro', sales: 3, revenue: 50.05, commission: 10.01 },
  ],
};

const affiliate = (id: string, username: string, fields: Partial<Affiliate>): Affiliate => ({
  id,
  username,
  email: `${username}@mail.example`,
  emailConfirmed: true,
  balance: 0,
  forfeits: fields.balance ?? 0,
  commissionRate: 20,
  tierCommissionRate: 20,
  tier: 'bronze',
  tierName: 'Bronze',
  totalSales: 0,
  status: 'active',
  ...nullsOf(AdminAffiliateView),
  ...fields,
});
export const affiliates: Affiliate[] = [
  affiliate('a3', 'nina', {
    balance: 412.34,
    commissionRate: 21.5,
    tierCommissionRate: 23.25,
    tier: 'silver',
    tierName: 'Silver',
    totalSales: 62,
    minimumCashout: 80,
    holdDays: 21,
  }),
  affiliate('a2', 'omar', { emailConfirmed: false, balance: -15.5, tierCommissionRate: 25, totalSales: 1_005, status: 'suspended' }),
  affiliate('a1', 'zoe', { balance: 7, tierCommissionRate: 30, tier: 'diamond', tierName: 'Diamond', totalSales: 3, status: 'banned' }),
];

/** One of them whole. */
export const nina: AnswerOf<'GET /api/admin/affiliates/:id'> = {
  ...affiliates[0]!,
  totalEarned: 1_903.21,
  totalGenerated: 9_804.5,
  totalPaid: 1_480.12,
  totalClicks: 45_605,
  onHold: 31.07,
  underReviewAmount: 0,
  debt: 0,
  underReview: false,
  signals: [],
};

const unknownPayee = { paidBefore: 0, cashoutsBefore: 0, detailsChangedAt: null, payableAt: null, debt: 0, signals: [] };
const checksOf: Record<string, Cashout['checks']> = {
  c6: {
    ...unknownPayee,
    debt: 9,
    signals: [
      {
        rule: 'firstCashout',
        title: 'First cashout',
        evidence: 'Nothing was paid before, and the account is 9 days old',
        alarm: true,
        happenedAt: '2026-04-16T12:00:00.000Z',
        position: 61,
      },
    ],
  },
  c5: unknownPayee,
  c4: { ...unknownPayee, paidBefore: 250.5, cashoutsBefore: 3 },
};

export const cashouts: Cashout[] = dashboard.recentCashouts.map((cashout) => ({
  ...cashout,
  affiliate: { id: `a-${cashout.id}`, username: `user-of-${cashout.id}` },
  outcomeUnknown: false,
  runId: cashout.id === 'c5' ? 'r1' : null,
  checks: checksOf[cashout.id] ?? null,
  internalNote: cashout.id === 'c2' ? 'Asked twice' : null,
}));

export const actions: AnswerOf<'GET /api/admin/actions'> = {
  actions: [
    {
      id: 'x2',
      actionType: 'process_cashout',
      adminUsername: 'root',
      targetUsername: 'nina',
      amount: 61.07,
      internalNote: 'Asked twice',
      createdAt: '2026-05-02T12:00:00.000Z',
    },
    {
      id: 'x1',
      actionType: 'recalculate_tiers',
      adminUsername: 'ada',
      targetUsername: null,
      amount: null,
      internalNote: null,
      createdAt: '2026-05-01T12:00:00.000Z',
    },
  ],
  next: null,
};

export const accesses: AnswerOf<'GET /api/admin/accesses'> = {
  accesses: [
    {
      id: 'r3',
      recordedAt: '2026-05-03T12:00:00.000Z',
      kind: 'read',
      accountId: null,
      username: null,
      keyName: 'Shop',
      about: 'a3',
      call: 'GET /api/admin/affiliates',
      status: 200,
      from: '1f2e3d',
    },
    {
      id: 'r2',
      recordedAt: '2026-05-02T12:00:00.000Z',
      kind: 'refused',
      accountId: null,
      username: null,
      keyName: null,
      about: null,
      call: 'POST /api/affiliate/login',
      status: 401,
      from: '4c5b6a',
    },
    {
      id: 'r1',
      recordedAt: '2026-05-01T12:00:00.000Z',
      kind: 'signedIn',
      accountId: 'admin-admin1',
      username: 'root',
      keyName: null,
      about: null,
      call: 'POST /api/affiliate/login',
      status: 201,
      from: '7d8e9f',
    },
  ],
  next: null,
};

export const attention: AnswerOf<'GET /api/admin/attention'> = {
  items: [
    { kind: 'missingSales', count: 3, amountCents: null, oldestAt: '2026-04-02T12:00:00.000Z', says: null },
    { kind: 'cashouts', count: 2, amountCents: 137_50, oldestAt: '2026-04-20T12:00:00.000Z', says: null },
    { kind: 'alarms', count: 14, amountCents: 61_20, oldestAt: '2026-04-28T12:00:00.000Z', says: null },
  ],
  counts: { cashouts: 2, sales: 3, review: 14 },
  verifiedAt: '2026-04-30T10:00:00.000Z',
  verifiedRows: 29_981,
  differingRows: 0,
};

export const firstRun: AnswerOf<'GET /api/admin/first-run'> = {
  isOver: true,
  steps: [
    { step: 'brand', state: 'done' },
    { step: 'products', state: 'open' },
    { step: 'provider', state: 'open' },
    { step: 'mail', state: 'open' },
    { step: 'affiliate', state: 'skipped' },
  ],
  provider: 'sandbox',
  mail: 'sandbox',
  mailbox: '/sandbox/mail',
  missing: {
    sellauth: ['STORE_PROVIDER', 'STORE_API_URL', 'STORE_API_KEY', 'STORE_WEBHOOK_SECRET'],
    stripe: ['STORE_PROVIDER', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    mail: ['SMTP_URL', 'MAIL_FROM'],
  },
};

/** Everything that the admin dashboard asks for before a tab does. */
export const adminAnswers: Answers = {
  'GET /api/affiliate/stats': { ...dashboard, affiliate: { ...dashboard.affiliate, ...account } },
  'GET /api/admin/overview': overview,
  'GET /api/admin/attention': attention,
  'GET /api/admin/first-run': firstRun,
  'GET /api/admin/newer-version': { here: '1.0.0', newer: null },
  'GET /api/admin/affiliates': { affiliates, total: affiliates.length, next: null },
  'GET /api/admin/affiliates/:id': nina,
  'GET /api/admin/terms': terms,
  'GET /api/admin/cashouts': { cashouts, next: null },
  'GET /api/admin/actions': actions,
  'GET /api/admin/trends': trends,
  'GET /api/admin/accesses': accesses,
  'GET /api/admin/withdrawn-events': { events: [], open: 0, next: null },
  'GET /api/admin/unmatched-payments': { payments: [], next: null },
  'GET /api/admin/losses': { losses: [], missing: null },
  'GET /api/admin/notices': { notices: [] },
};
