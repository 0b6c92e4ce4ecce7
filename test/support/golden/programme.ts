// What the server answers about the programme's terms. No two figures of a screen are equal, so that one in another's place shows.
import type { AnswerOf } from '../screen.tsx';

export type TermsView = AnswerOf<'GET /api/admin/terms'>['terms'];

const first: TermsView = {
  tiers: [
    { tier: 'bronze', name: 'Bronze', rate: 20, threshold: 0 },
    { tier: 'silver', name: 'Silver', rate: 25.5, threshold: 30 },
  ],
  defaultRate: 10.5,
  minimumCashout: 50,
  holdDays: 0,
  windowDays: 60,
  attribution: 'last',
  ownPurchases: 'refused',
  foreignCurrency: 'refused',
  paymentTypes: ['paypal', 'solana'],
  fourEyes: null,
  fourEyesPerDay: null,
  fourEyesPerAffiliate: null,
  detailsWaitDays: 0,
  selfBilling: null,
  receipts: 'allowed',
  textsVersion: '1',
};
const second: TermsView = { ...first, minimumCashout: 75.5 };
const terms: TermsView = {
  ...second,
  tiers: [first.tiers[0]!, { ...first.tiers[1]!, rate: 27 }, { tier: 'star', name: 'Star', rate: 55, threshold: 1_300 }],
  holdDays: 14,
  foreignCurrency: 'credited',
  fourEyes: 500,
  fourEyesPerDay: 2_000,
  fourEyesPerAffiliate: 350,
  detailsWaitDays: 5,
};

export const programme: AnswerOf<'GET /api/admin/terms'> = {
  terms,
  position: 1_042,
  pendingFourEyes: null,
  history: [
    { position: 1_042, recordedAt: '2026-05-06T12:30:00.000Z', by: 'ada', terms },
    { position: 17, recordedAt: '2026-05-05T12:00:00.000Z', by: 'root', terms: second },
  ],
  first,
};
/** As they are before an admin changes them. */
export const unchanged: AnswerOf<'GET /api/admin/terms'> = { terms: first, position: 0, pendingFourEyes: null, history: [], first };

export const rates: AnswerOf<'GET /api/admin/currency-rates'> = {
  rates: [
    { day: '2026-05-06', currency: 'USD', rate: 0.9123 },
    { day: '2026-05-05', currency: 'GBP', rate: 1.17 },
  ],
  position: 901,
};

export const preview: AnswerOf<'POST /api/admin/terms/preview'> = {
  affiliates: [
    { id: 'a3', username: 'nina', beforeCents: 600_00, afterCents: 750_50 },
    { id: 'a2', username: 'omar', beforeCents: 90_10, afterCents: 80_00 },
  ],
  total: { beforeCents: 690_10, afterCents: 830_50 },
};
