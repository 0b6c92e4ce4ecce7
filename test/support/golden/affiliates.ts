// What the dialogs about one affiliate need: the terms, and figures of then and now. No two figures are equal.
import type { AnswerOf, Answers, SentRequest } from '../screen.tsx';
import { dashboard } from './affiliate.ts';

type History = AnswerOf<'GET /api/admin/affiliates/:id/history'>;
type Terms = AnswerOf<'GET /api/admin/terms'>['terms'];

const inForce: Terms = {
  tiers: [
    { tier: 'bronze', name: 'Bronze', rate: 20.5, threshold: 0 },
    { tier: 'silver', name: 'Silver', rate: 23.25, threshold: 15 },
    { tier: 'diamond', name: 'Diamond', rate: 30, threshold: 90 },
  ],
  defaultRate: 19.75,
  minimumCashout: 55.5,
  holdDays: 14,
  windowDays: 30,
  attribution: 'last',
  ownPurchases: 'refused',
  foreignCurrency: 'refused',
  paymentTypes: ['paypal'],
  fourEyes: null,
  fourEyesPerDay: null,
  fourEyesPerAffiliate: null,
  detailsWaitDays: 0,
  selfBilling: null,
  textsVersion: '2026-01',
};
export const terms: AnswerOf<'GET /api/admin/terms'> = { terms: inForce, position: 12, pendingFourEyes: null, history: [], first: inForce };

const history = (position: number, affiliate: Partial<History['affiliate']>, totalClicks: number, totalSales: number): History => ({
  position,
  affiliate: { ...dashboard.affiliate, ...affiliate },
  stats: { totalClicks, totalSales },
});
const now = history(
  1_906,
  { balance: 412.34, totalEarned: 1_903.21, totalGenerated: 9_804.5, tierName: 'Silver', commissionRate: 23.25, status: 'active' },
  45_605,
  62,
);
const then = history(
  1_204,
  { balance: 103.5, totalEarned: 207.25, totalGenerated: 1_005.75, tierName: 'Bronze', commissionRate: 20.5, status: 'suspended' },
  1_808,
  11,
);
/** Of then where a moment is asked for. */
export const historyOf = ({ query }: SentRequest): History => (query['at'] ? then : now);

export const affiliateAnswers: Answers = { 'GET /api/admin/terms': terms, 'GET /api/admin/affiliates/:id/history': historyOf };
