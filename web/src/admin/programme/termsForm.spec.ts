import { expect, it } from '@jest/globals';
import { bodyOf, problemOf, type TermsValues } from './termsForm.ts';

const values: TermsValues = {
  tiers: [
    { tier: 'gold', name: ' Gold ', rate: 30.5, threshold: 40 },
    { name: 'Start', rate: 20, threshold: 0 },
  ],
  defaultRate: 20,
  minimumCashout: 50,
  holdDays: 0,
  windowDays: 60,
  attribution: 'last',
  ownPurchases: 'refused',
  foreignCurrency: 'refused',
  paymentTypes: ['paypal'],
  fourEyes: null,
  fourEyesPerDay: null,
  fourEyesPerAffiliate: null,
  detailsWaitDays: 0,
  receipts: 'allowed',
  sellerCountry: '',
  sellerVatNumber: '',
  sellerRate: 0,
  textsVersion: ' 2 ',
};

it('asks for the tiers from the lowest, a new one without an id, and texts without space around them', () => {
  const { sellerCountry: _country, sellerVatNumber: _number, sellerRate: _rate, ...rest } = values;
  expect(bodyOf(values)).toEqual({
    ...rest,
    selfBilling: null,
    textsVersion: '2',
    tiers: [
      { name: 'Start', rate: 20, threshold: 0 },
      { tier: 'gold', name: 'Gold', rate: 30.5, threshold: 40 },
    ],
  });
});

it('says what is wrong with them, as the server would', () => {
  const problem = (other: Partial<TermsValues>) => problemOf(bodyOf({ ...values, ...other }));
  const [gold, start] = values.tiers;
  expect(problem({})).toBeUndefined();
  expect(problem({ tiers: [start!, { ...gold!, threshold: 0 }] })).toBe('Each tier must begin at more sales than the one before');
  expect(problem({ tiers: [gold!] })).toBe('The first tier begins at 0 sales');
  expect(problem({ tiers: [start!, { ...gold!, name: 'start' }] })).toBe('Each tier needs a different name');
  expect(problem({ tiers: [start!, { name: 'A', rate: 1, threshold: 1 }, { name: 'B', rate: 1, threshold: 2 }] })).toBeUndefined();
  expect(problem({ paymentTypes: [] })).toBe('Please offer at least one payment type');
});
