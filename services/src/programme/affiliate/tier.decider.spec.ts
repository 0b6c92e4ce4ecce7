import { expect, it } from '@jest/globals';
import { affiliateEdited, affiliateRegistered } from '../../../../test/support/facts.ts';
import { programme, stateOf } from '../../../../test/support/given.ts';
import { affiliateDecider } from './affiliate.decider.ts';
import { saleTerms } from './tier.decider.ts';

it('a product’s rate is in place of a tier’s and of a higher one of the affiliate, and may be nothing', () => {
  const affiliate = stateOf(affiliateDecider, [affiliateRegistered({ commissionBps: 33_33 })]);
  const of = (productBps?: number) => {
    const { commissionBps, rateFrom, commissionCents, tier } = saleTerms(
      { affiliate, programme },
      10_00,
      '2026-03-10T12:00:00.000Z',
      productBps,
    );
    return [commissionBps, rateFrom, commissionCents, tier];
  };
  expect([of(), of(5_00), of(0)]).toEqual([
    [33_33, 'own', 3_33, 'bronze'],
    [5_00, 'product', 50, 'bronze'],
    [0, 'product', 0, 'bronze'],
  ]);
});

it.each([
  ['the programme’s days', [], 2, '2026-03-12T00:00:00.000Z'],
  ['days of the affiliate’s own', [affiliateEdited({ holdDays: 3 })], 2, '2026-03-13T00:00:00.000Z'],
  ['no day at all by their own terms', [affiliateEdited({ holdDays: 0 })], 2, '2026-03-10T12:00:00.000Z'],
])('a commission is on hold for %s', (_, facts, holdDays, availableAt) => {
  const affiliate = stateOf(affiliateDecider, [affiliateRegistered({ commissionBps: 20_00 }), ...facts]);
  const terms = { ...programme, setAt: 7, terms: { ...programme.terms, holdDays } };
  expect(saleTerms({ affiliate, programme: terms }, 29_99, '2026-03-10T12:00:00.000Z')).toEqual({
    amountCents: 29_99,
    commissionBps: 20_00,
    rateFrom: 'tier',
    tier: 'bronze',
    commissionCents: 6_00,
    availableAt,
    terms: 7,
  });
});
