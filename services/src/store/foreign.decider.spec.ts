import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { exchanged, type Fact, firstTerms, isRateDay, nanosOf } from '@framelift/contracts';
import { currencyRateSet, programmeTermsSet } from '../../../test/support/facts.ts';
import { stateOf } from '../../../test/support/given.ts';
import { given, invoice, item, registered, soldElsewhere, started } from '../../../test/support/sale-given.ts';
import { programmeDecider } from '../programme/terms/terms.decider.ts';
import { ownItems, paidFor, paidForeign } from './foreign.decider.ts';

const day = '2026-01-01';
const credited = programmeTermsSet({ ...firstTerms, tiers: [...firstTerms.tiers], paymentTypes: ['paypal'], foreignCurrency: 'credited' });
const usd = (nanos: number, on = day) => currencyRateSet({ day: on, currency: 'USD', nanos });
const programme = (...facts: Fact[]) => stateOf(programmeDecider, [credited, ...facts], '2026-01-01T12:00:00.000Z');
const paid = (currency: string, totalCents: number) =>
  invoice({ currency, completedAt: `${day}T09:00:00.000Z`, priceCents: totalCents, items: [item({ totalCents })] });
const recording = (terms: ReturnType<typeof programme>, what = paid('USD', 32_60)) =>
  given([registered], [started()], terms).recording(what);

describe('a sale in another currency', () => {
  it('is not credited while the terms do not say so, whatever rates are set', () =>
    given([registered], [started()], stateOf(programmeDecider, [usd(920_000_000)]))
      .recording(paid('USD', 32_60))
      .settlesAs('otherCurrency'));
  it('earns at the rate of its day, which the event has', () => {
    const { affiliate } = recording(programme(usd(920_000_000))).facts();
    // 32.60 × 0.92 = 29.992, a commission of 20 %.
    expect(affiliate![0]).toMatchObject({
      type: 'SaleRecorded',
      data: {
        paidCents: 29_99,
        amountCents: 29_99,
        commissionCents: 6_00,
        foreign: { currency: 'USD', paidCents: 32_60, rateNanos: 920_000_000, rateSetAt: 2 },
      },
    });
  });
  it('is not credited without a rate for its day and currency', () => {
    for (const rate of [[], [usd(920_000_000, '2026-01-02')], [currencyRateSet({ day, currency: 'GBP', nanos: 1 })]])
      recording(programme(...rate)).settlesAs('noRate');
  });
  it('earns by the last rate set before the decision', () => recording(programme(usd(1), usd(500_000_000))).credits(16_30, 3_26));
  it('earns at most as the list price would, and nothing if it is worth nothing', () => {
    recording(programme(usd(2_000_000_000))).credits(29_99, 6_00);
    recording(programme(usd(1))).settlesAs('nothingPaid');
  });
  it('can be credited by hand once there is a rate', () => {
    const crediting = (terms: ReturnType<typeof programme>) => given([registered], [started()], terms).crediting(paid('USD', 32_60));
    crediting(programme()).refuses('No exchange rate was set for the day of the sale');
    crediting(programme(usd(920_000_000))).credits(29_99, 6_00);
  });
  it('that was made elsewhere has no list price', () => {
    const sold = soldElsewhere({ currency: 'USD' });
    const rate = usd(2_000_000_000, sold.completedAt!.slice(0, 10));
    const { affiliate } = given([registered], [], programme(rate)).reporting(sold).facts();
    expect(affiliate![0]!.data).toMatchObject({ amountCents: 980_00, capped: false, foreign: { paidCents: 490_00 } });
  });
  it('records the paid amount on every outcome, and the rate on a credit', () => {
    const rate = { rateNanos: 920_000_000, rateSetAt: 2 };
    const foreign = { currency: 'USD', paidCents: 32_60 };
    expect(recording(programme()).facts().checkout![0]!.data).toMatchObject({ reason: 'noRate', paidCents: 0, foreign });
    const refused = given([registered], [started()], stateOf(programmeDecider, [])).recording(paid('USD', 32_60));
    expect(refused.facts().checkout![0]!.data).toMatchObject({ reason: 'otherCurrency', paidCents: 0, foreign });
    const { affiliate, checkout } = recording(programme(usd(rate.rateNanos))).facts();
    expect(checkout![0]!.data).toMatchObject({ foreign: { ...foreign, ...rate } });
    const back = given([registered, ...affiliate!], [started(), ...checkout!]);
    expect(back.refunding().facts().affiliate![0]!.data).toMatchObject({ foreign: { ...foreign, ...rate } });
    const lost = back.chargingBack().facts();
    const won = given([registered, ...affiliate!, ...lost.affiliate!], [started(), ...checkout!, ...lost.checkout!]).restoring();
    expect(won.facts().affiliate![0]!.data).toMatchObject({ foreign: { ...foreign, ...rate } });
  });
  it('in our currency records no rate', () =>
    expect(recording(programme(usd(1)), paid('EUR', 29_99)).facts().affiliate![0]!.data).not.toHaveProperty('foreign'));
});

describe('exchanging', () => {
  it('is exact to the cent for weak and strong currencies', () => {
    expect(exchanged(480_000, nanosOf(0.00612)!)).toBe(29_38);
    expect(exchanged(9_000_000_000_000, nanosOf(1_000_000)!)).toBe(9e18);
    expect(exchanged(1, nanosOf(0.5)!)).toBe(1);
    expect(exchanged(1, nanosOf(0.499_999_999)!)).toBe(0);
  });
  it('accepts rates with at most nine decimals', () => {
    expect([nanosOf(0.92), nanosOf(0.000_000_001), nanosOf(1_234.567_890_123)]).toEqual([920_000_000, 1, 1_234_567_890_123]);
    for (const fine of [0.1 + 0.2, 0.000_000_000_4, 1 / 3]) expect(nanosOf(fine)).toBeUndefined();
  });
  it('never moves an amount by more than half a cent', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_00 }), fc.integer({ min: 1, max: 5_000_000_000 }), (cents, nanos) =>
        expect(Math.abs(exchanged(cents, nanos) - (cents * nanos) / 1e9)).toBeLessThanOrEqual(0.500_001),
      ),
    ));
  it.each([
    ['2026-01-01', true],
    ['2026-02-01', true],
    ['2026-02-02', false],
    ['2024-11-27', true],
    ['2024-11-26', false],
    ['2026-02-30', false],
    ['2025-02-29', false],
    ['nonsense', false],
  ])('has %s as a day: %s', (one, is) => expect(isRateDay(one, '2026-01-01T23:59:59.999Z')).toBe(is));
});

it('counts what was paid for our product alone', () => {
  const items = [
    { sku: 'premium' as const, quantity: 1, totalCents: 20_00 },
    { sku: null, quantity: 1, totalCents: 9_99 },
  ];
  expect(ownItems(invoice({ items }))).toEqual([items[0]]);
  expect(paidForeign(invoice({ items }))).toEqual({});
  expect(paidForeign(invoice({ items, currency: 'USD' }))).toEqual({ foreign: { currency: 'USD', paidCents: 20_00 } });
  expect(paidFor(invoice({ items }), programmeDecider.initial)).toEqual({ cents: 20_00 });
});
