import { expect, it } from '@jest/globals';
import type { TermsView } from '@framelift/contracts';
import { termsChanges, termsFacts } from './termsWords.ts';

const before: TermsView = {
  tiers: [
    { tier: 'bronze', name: 'Bronze', rate: 20, threshold: 0 },
    { tier: 'gold', name: 'Gold', rate: 30, threshold: 40 },
  ],
  defaultRate: 20,
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
const [bronze, gold] = before.tiers as [TermsView['tiers'][number], TermsView['tiers'][number]];

it('says each change of a tier in a sentence', () => {
  const changed = (tiers: TermsView['tiers']) => termsChanges(before, { ...before, tiers });
  expect(changed([bronze, { ...gold, rate: 35 }])).toEqual(['Gold: 30% → 35%']);
  expect(changed([bronze, { ...gold, threshold: 1500 }])).toEqual(['Gold begins at: 40 → 1,500 sales']);
  expect(changed([bronze, { ...gold, name: 'Gilded', rate: 35 }])).toEqual(['Gold is now called Gilded', 'Gilded: 30% → 35%']);
  expect(changed([bronze, { tier: 'silver', name: 'Silver', rate: 22.5, threshold: 20 }])).toEqual([
    'Silver added: 22.5% from 20 sales',
    'Gold removed',
  ]);
});

it('says each change of a rule in a sentence', () => {
  const after: TermsView = {
    ...before,
    defaultRate: 10,
    minimumCashout: 75,
    holdDays: 14,
    windowDays: 1,
    attribution: 'first',
    ownPurchases: 'credited',
    paymentTypes: ['solana'],
    fourEyesPerDay: 900,
    detailsWaitDays: 7,
    receipts: 'off',
    textsVersion: '2',
  };
  expect(termsChanges(before, after)).toEqual([
    'Default rate: 20% → 10%',
    'Minimum cashout: €50.00 → €75.00',
    'Second approval per day from: Not needed → €900.00',
    'Wait after new payment details: None → 7 days',
    'Holding period: None → 14 days',
    'Attribution window: 60 days → 1 day',
    'Attribution: Last click → First click',
    'Own purchases: Not credited → Credited',
    'Payment types: PayPal, Solana → Solana',
    'Receipts: Allowed → Off',
    'Version of the policies: 1 → 2',
  ]);
  expect(termsChanges(before, before)).toEqual([]);
});

it('has a fact for every term beside the tiers', () => expect(termsFacts(before)).toHaveLength(Object.keys(before).length - 1));
