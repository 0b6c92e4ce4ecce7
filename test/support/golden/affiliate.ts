// What the server answers about one affiliate. No two figures of a screen are equal, so that one in another's place shows.
import { StatementsView } from '@framelift/contracts';
import type { AnswerOf, Answers } from '../screen.tsx';
import { nullsOf } from './nulls.ts';

type Dashboard = AnswerOf<'GET /api/affiliate/stats'>;
type Sale = Dashboard['recentSales'][number];

const affiliate = {
  id: 'a1',
  username: 'nina',
  email: 'nina@mail.example',
  commissionRate: 21.5,
  status: 'suspended',
  balance: 412.34,
  totalEarned: 987.65,
  totalGenerated: 4321.09,
  isAdmin: false,
  onHold: 87.21,
  releases: [
    { date: '2099-03-04', amount: 11.01 },
    { date: '2099-03-05', amount: 22.02 },
    { date: '2099-03-07', amount: 24.08 },
    { date: '2099-03-09', amount: 30.1 },
  ],
  underReviewAmount: 33.47,
  tier: 'silver',
  tierName: 'Silver',
  tierCommissionRate: 23.25,
  nextTier: 'gold',
  nextTierName: 'Gold',
  salesNeededForNextTier: 17,
  progressToNextTier: 41,
  totalSales: 62,
} satisfies AnswerOf<'POST /api/affiliate/login'>['affiliate'];

/** Who is signed in. */
export const session: AnswerOf<'POST /api/affiliate/login'> = { token: 'head.eyJzdWIiOiJhMSJ9.tail', affiliate };

const sale = (transactionId: string, fields: Pick<Sale, 'amount' | 'commissionAmount' | 'timestamp'> & Partial<Sale>): Sale => ({
  transactionId,
  product: `Product ${transactionId}`,
  customerEmail: `${transactionId}***@buyer.example`,
  availableAt: null,
  attributedBy: 'click',
  code: null,
  campaign: null,
  landing: null,
  site: null,
  status: 'completed',
  underReview: false,
  reason: null,
  ...fields,
});
export const sales: Sale[] = [
  sale('s7', {
    amount: 70.07,
    commissionAmount: 17.51,
    timestamp: '2026-03-27T12:00:00.000Z',
    availableAt: '2099-03-04T00:00:00.000Z',
    campaign: 'spring',
    landing: '/premium',
    site: 'videos.example',
  }),
  sale('s6', {
    amount: 60.06,
    commissionAmount: 15.01,
    timestamp: '2026-03-26T12:00:00.000Z',
    availableAt: '2099-03-05T00:00:00.000Z',
    attributedBy: 'coupon',
    code: 'NINA10',
    underReview: true,
    reason: 'We check this purchase first',
  }),
  sale('s5', {
    amount: 50.05,
    commissionAmount: 12.51,
    timestamp: '2026-03-25T12:00:00.000Z',
    availableAt: '2099-03-06T00:00:00.000Z',
    status: 'refunded',
    reason: 'The card was stolen',
  }),
  sale('s4', { amount: 40.04, commissionAmount: 10.02, timestamp: '2026-03-24T12:00:00.000Z', attributedBy: 'hand' }),
  sale('s3', { amount: 30.03, commissionAmount: 7.53, timestamp: '2026-03-23T12:00:00.000Z', attributedBy: 'coupon' }),
  sale('s2', { amount: 20.02, commissionAmount: 5.04, timestamp: '2026-03-22T12:00:00.000Z', landing: '/tweaks' }),
];

export const dashboard: Dashboard = {
  affiliate: {
    ...affiliate,
    coupons: [
      { code: 'nina', discount: null },
      { code: 'NINA10', discount: 10 },
    ],
    underReview: false,
    reviewReason: null,
  },
  stats: { totalClicks: 56_789, totalSales: 1_234 },
  terms: {
    minimumCashout: 75.5,
    holdDays: 14,
    windowDays: 60,
    paymentTypes: ['paypal', 'solana'],
    ownPurchases: 'refused',
    detailsWaitDays: 3,
    textsVersion: '2026-01',
  },
  recentSales: sales,
  recentCashouts: (
    [
      ['c6', 106.6, 'pending', '2026-04-16', false],
      ['c5', 105.5, 'pending', '2026-04-15', true],
      ['c4', 104.4, 'approved', '2026-04-14', false],
      ['c3', 103.3, 'completed', '2026-04-13', false],
      ['c2', 102.2, 'rejected', '2026-04-12', false],
      ['c1', 101.1, 'returned', '2026-04-11', false],
    ] as const
  ).map(([id, amount, status, day, underReview]) => ({
    id,
    amount,
    status,
    underReview: Boolean(underReview),
    createdAt: `${day}T12:00:00.000Z`,
    paidAt: id === 'c3' || id === 'c1' ? `${day}T18:00:00.000Z` : null,
    reference: id === 'c3' ? 'PAYPAL-7XK21' : null,
    reason: id === 'c2' ? 'PayPal does not know this address' : null,
    ...(id === 'c4'
      ? { paymentType: 'solana' as const, paymentDetails: { address: '4Nd1mYxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxRJg5' } }
      : { paymentType: 'paypal' as const, paymentDetails: { email: `${id}@pay.example` } }),
    proofImageUrl: id === 'c3' ? '/api/affiliate/cashouts/c3/proof' : null,
  })),
  paymentMethods: [
    { id: 'm1', paymentType: 'paypal', paymentDetails: { email: 'own@pay.example' }, isPrimary: false, isVerified: true },
    { id: 'm2', paymentType: 'solana', paymentDetails: { address: '7'.repeat(44) }, isPrimary: true, isVerified: false },
  ],
  notifications: [
    { id: 'n1', title: 'Cashout paid', message: 'We sent you €103.30.', isRead: false, createdAt: '2026-04-20T12:00:00.000Z' },
    { id: 'n2', title: 'New sale', message: 'You earned €17.51.', isRead: true, createdAt: '2026-04-19T12:00:00.000Z' },
    { id: 'n3', title: 'Silver', message: 'You are on another tier.', isRead: false, createdAt: '2026-04-18T12:00:00.000Z' },
  ],
};

export const trends: AnswerOf<'GET /api/affiliate/trends'> = {
  unit: 'day',
  points: [
    { from: '2026-04-19', clicks: 31, sales: 4, commission: 62.5 },
    { from: '2026-04-20', clicks: 27, sales: 3, commission: 41.25 },
  ],
  before: [
    { from: '2026-04-17', clicks: 50, sales: 2, commission: 80 },
    { from: '2026-04-18', clicks: 0, sales: 0, commission: 0 },
  ],
};

export const breakdown: AnswerOf<'GET /api/affiliate/breakdown'> = {
  rows: [
    { name: 'spring', clicks: 1_801, sales: 36, conversion: 2, commission: 640.5 },
    { name: null, clicks: 250, sales: 5, conversion: 2.456, commission: 71.1 },
    { name: 'stream', clicks: 0, sales: 1, conversion: null, commission: 12.34 },
  ],
};

export const ledger: AnswerOf<'GET /api/affiliate/ledger'> = {
  entries: [
    {
      position: 9,
      recordedAt: '2026-05-09T12:00:00.000Z',
      kind: 'sale',
      amount: 17.51,
      balance: 412.34,
      reason: 'Sale s7',
      availableAt: '2099-03-04T00:00:00.000Z',
      product: 'Quiet Pro',
    },
    {
      position: 8,
      recordedAt: '2026-05-08T12:00:00.000Z',
      kind: 'reversal',
      amount: -12.51,
      balance: 394.83,
      reason: 'Refund of s5',
      availableAt: null,
      product: null,
    },
    {
      position: 7,
      recordedAt: '2026-05-07T12:00:00.000Z',
      kind: 'restored',
      amount: 9.09,
      balance: 407.34,
      reason: 'Dispute won',
      availableAt: null,
      product: null,
    },
    {
      position: 6,
      recordedAt: '2026-05-06T12:00:00.000Z',
      kind: 'cashoutRequested',
      amount: -106.6,
      balance: 398.25,
      reason: 'Cashout c6',
      availableAt: null,
      product: null,
    },
    {
      position: 5,
      recordedAt: '2026-05-05T12:00:00.000Z',
      kind: 'cashoutRejected',
      amount: 102.2,
      balance: 504.85,
      reason: 'Cashout c2',
      availableAt: null,
      product: null,
    },
    {
      position: 4,
      recordedAt: '2026-05-04T12:00:00.000Z',
      kind: 'paymentReturned',
      amount: 101.1,
      balance: 402.65,
      reason: 'Cashout c1',
      availableAt: null,
      product: null,
    },
    {
      position: 3,
      recordedAt: '2026-05-03T12:00:00.000Z',
      kind: 'forfeited',
      amount: -3.03,
      balance: 301.55,
      reason: 'Closed account',
      availableAt: null,
      product: null,
    },
    {
      position: 2,
      recordedAt: '2026-05-02T12:00:00.000Z',
      kind: 'saleImported',
      amount: 55.55,
      balance: 304.58,
      reason: 'Invoice stripe-cs_test_a1b2c3d4e5f6g7h8i9j0k1l2m3n4',
      availableAt: null,
      product: null,
    },
    {
      position: 1,
      recordedAt: '2026-05-01T12:00:00.000Z',
      kind: 'surprise',
      amount: -1.23,
      balance: -249.03,
      reason: 'Something new',
      availableAt: null,
      product: null,
    },
  ],
  balance: 445.81,
  next: null,
};

export const notCredited: AnswerOf<'GET /api/affiliate/not-credited'> = {
  entries: [
    { transactionId: 'x2', timestamp: '2026-02-12T12:00:00.000Z', amount: 29.99, foreign: null, reason: 'Your own purchase' },
    {
      transactionId: 'x1',
      timestamp: '2026-02-11T12:00:00.000Z',
      amount: 0,
      foreign: { amount: 31.5, currency: 'USD' },
      reason: 'Not paid in euros',
    },
  ],
  next: null,
};

export const statements: AnswerOf<'GET /api/affiliate/statements'> = {
  months: ['2026-04', '2026-03'],
  payouts: [
    { cashoutId: 'c3', amount: 103.3, paidAt: '2026-04-14T12:00:00.000Z' },
    { cashoutId: 'c0', amount: 100.01, paidAt: '2026-03-14T12:00:00.000Z' },
  ],
  billing: {
    ...nullsOf(StatementsView.properties.billing),
    name: 'Nina GmbH',
    address: '1 Main Street\nBerlin',
    country: 'Germany',
    taxNumber: 'DE 123',
  },
};

export const statement: AnswerOf<'GET /api/affiliate/statement'> = {
  of: 'framelift.example',
  affiliate: { id: 'a1', username: 'nina' },
  balance: 445.81,
  at: '2026-05-10T12:00:00.000Z',
  head: { position: 12_345, hash: 'abc123' },
  checkpoint: 'framelift.example/log\n12345\n…',
  signed: { text: 'All of it', publicKey: 'MCowKEY', signature: 'SiGn==' },
};

export const missingSales: AnswerOf<'GET /api/affiliate/missing-sales'> = {
  missingSales: [
    {
      id: 'q3',
      boughtOn: '2026-02-23',
      invoice: 'INV-3',
      customerEmail: 'kim@buyer.example',
      reportedAt: '2026-02-26T12:00:00.000Z',
      state: 'open',
      notes: 'By phone',
      answeredAt: null,
      transactionId: null,
      reason: null,
    },
    {
      id: 'q2',
      boughtOn: '2026-02-22',
      invoice: 'INV-2',
      customerEmail: null,
      reportedAt: '2026-02-25T12:00:00.000Z',
      state: 'credited',
      notes: null,
      answeredAt: '2026-02-28T12:00:00.000Z',
      transactionId: 't-22',
      reason: 'Found it',
    },
    {
      id: 'q1',
      boughtOn: '2026-02-21',
      invoice: null,
      customerEmail: 'max@buyer.example',
      reportedAt: '2026-02-24T12:00:00.000Z',
      state: 'refused',
      notes: null,
      answeredAt: '2026-02-27T12:00:00.000Z',
      transactionId: null,
      reason: 'Bought before the click',
    },
  ],
  next: null,
};

export const account: AnswerOf<'GET /api/account'> = {
  username: 'nina',
  email: 'nina@mail.example',
  isAdmin: false,
  passwordChangedAt: '2026-01-15T12:00:00.000Z',
  totp: false,
  totpRequired: false,
  recoveryCodesLeft: 0,
};

export const mails: AnswerOf<'GET /api/account/mails'> = {
  email: 'nina@mail.example',
  confirmed: true,
  pendingEmail: null,
  sales: 'daily',
  cashouts: true,
  tiers: false,
};

export const checkpoint: AnswerOf<'GET /api/account/checkpoint'> = {
  note: 'framelift.example/log\n12345\nrwBZsZ26R0yfMJcOEQPZv0aUd+yLWVdzYvbK5DhIJcc=\nmap AAAA\n\n— framelift.example/log AAAA\n',
  size: 12_345,
  signedAt: '2026-05-10T12:00:00.000Z',
  key: 'framelift.example/log+1a2b3c4d+AddZ',
  continues: [],
  witnesses: [
    { name: 'accountant.example/w', size: 12_300, signedAt: '2026-05-10T11:46:00.000Z', error: null },
    { name: 'friend.example/w', size: 12_000, signedAt: '2026-05-10T10:00:00.000Z', error: 'The witness did not answer' },
    { name: 'new.example/w', size: null, signedAt: null, error: 'The witness does not know this log: give it the key of the log' },
  ],
};

/** Everything that the affiliate dashboard asks for. */
/** One of a payment, and one that cancels an earlier one. */
export const invoices: AnswerOf<'GET /api/affiliate/invoices'> = {
  invoices: [
    {
      number: '2026-000009',
      cashoutId: 'c1',
      issuedAt: '2026-05-05T12:00:00.000Z',
      net: -84.1,
      tax: -15.98,
      total: -100.08,
      taxation: 'own',
      cancels: '2025-000008',
    },
    {
      number: '2025-000008',
      cashoutId: 'c1',
      issuedAt: '2025-05-04T12:00:00.000Z',
      net: 84.1,
      tax: 15.98,
      total: 100.08,
      taxation: 'own',
      cancels: null,
    },
  ],
  years: [2025],
};

export const receipts: AnswerOf<'GET /api/affiliate/receipts'> = {
  allowed: true,
  receipts: [
    {
      id: 'r4mq7c2x9tz0k5ab',
      name: 'Nina P.',
      figure: 'paid',
      month: null,
      days: 2,
      amount: 312.75,
      events: 1,
      log: '/log',
      countedAt: '2026-05-05T12:00:00.000Z',
      sharedAt: '2026-05-05T12:00:00.000Z',
      onPage: true,
    },
  ],
};

export const dashboardAnswers: Answers = {
  'GET /api/affiliate/stats': dashboard,
  'GET /api/affiliate/trends': trends,
  'GET /api/affiliate/breakdown': breakdown,
  'GET /api/affiliate/sales': { sales, next: null },
  'GET /api/affiliate/missing-sales': missingSales,
  'GET /api/affiliate/ledger': ledger,
  'GET /api/affiliate/not-credited': notCredited,
  'GET /api/affiliate/statements': statements,
  'GET /api/affiliate/statement': statement,
  'GET /api/affiliate/invoices': invoices,
  'GET /api/affiliate/receipts': receipts,
  'GET /api/account/checkpoint': checkpoint,
};
