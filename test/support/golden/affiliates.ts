// What the dialogs about one affiliate need: the terms.
import type { AnswerOf, Answers } from '../screen.tsx';

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
  receipts: 'allowed',
  textsVersion: '2026-01',
};
export const terms: AnswerOf<'GET /api/admin/terms'> = { terms: inForce, position: 12, pendingFourEyes: null, history: [], first: inForce };

export const affiliateAnswers: Answers = { 'GET /api/admin/terms': terms };
