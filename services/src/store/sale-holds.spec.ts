import { describe, expect, it } from '@jest/globals';
import { DAY_MS, type Fact, heldCents, noHolds, refusals, withHold } from '@framelift/contracts';
import { affiliateEdited, programmeTermsSet, saleCredited, saleRecorded } from '../../../test/support/facts.ts';
import { programme, stateOf } from '../../../test/support/given.ts';
import { ref } from '../../../test/support/invoices.ts';
import { deleted, given, invoice, meta, NOW, registered, started } from '../../../test/support/sale-given.ts';
import { affiliateDecider } from '../programme/affiliate/affiliate.decider.ts';
import { RequestCashout } from '../programme/affiliate/affiliate.commands.ts';
import { requestCashout } from '../programme/affiliate/payout.decider.ts';
import { programmeDecider } from '../programme/terms/terms.decider.ts';

/** The terms of two weeks of hold, set at position 1. */
const twoWeeks = stateOf(programmeDecider, [
  programmeTermsSet({ ...programme.terms, tiers: [...programme.terms.tiers], paymentTypes: ['paypal'], holdDays: 14 }),
]);
const atNoon = invoice({ createdAt: '2025-12-31T12:00:00.000Z', completedAt: '2025-12-31T12:00:00.000Z' });
const end = '2026-01-14T00:00:00.000Z';

const heldSale = (commissionCents = 6_00) => saleRecorded({ ...ref('i1'), commissionCents, soldAt: NOW, availableAt: end });
const heldCredit = saleCredited({
  ...ref('i1'),
  affiliateId: 'a1',
  amountCents: 29_99,
  commissionCents: 6_00,
  availableAt: end,
  credited: 'store',
});

describe('a commission on hold', () => {
  it('is available at the beginning of the day that is so many days after the sale’s, as both streams say', () => {
    const { affiliate, checkout } = given([registered], [started()], twoWeeks).recording(atNoon).facts();
    expect(affiliate![0]).toMatchObject({ type: 'SaleRecorded', data: { availableAt: end, terms: 1 } });
    expect(checkout![0]).toMatchObject({ type: 'SaleCredited', data: { availableAt: end } });
  });
  it('is on hold as long as the affiliate’s own terms say', () => {
    const own = given([registered, affiliateEdited({ holdDays: 3 })], [started()], twoWeeks)
      .recording(atNoon)
      .facts();
    expect(own.affiliate![0]).toMatchObject({ data: { availableAt: '2026-01-03T00:00:00.000Z' } });
    const none = given([registered, affiliateEdited({ holdDays: 0 })], [started()], twoWeeks)
      .recording(atNoon)
      .facts();
    expect(none.affiliate![0]).toMatchObject({ data: { availableAt: atNoon.completedAt } });
    expect(none.checkout![0]!.data).not.toHaveProperty('availableAt');
  });
  it.each(['2025-11-01T00:00:00.000Z', '2025-12-18T12:00:00.000Z'])(
    'is not on hold if a sale of %s is reported after its hold would have ended',
    (at) => {
      const late = invoice({ createdAt: at, completedAt: at });
      const { affiliate, checkout } = given([registered], [started()], twoWeeks).recording(late).facts();
      expect(checkout![0]!.data).not.toHaveProperty('availableAt');
      expect(stateOf(affiliateDecider, [registered, ...affiliate!], NOW).holds).toEqual({});
    },
  );
  it('is taken back from the hold, and after it from what is available', () => {
    const back = given([registered], [started(), heldCredit]).refunding().facts();
    expect(back.affiliate![0]).toMatchObject({ type: 'SaleReversed', data: { availableAt: end } });
    const state = stateOf(affiliateDecider, [registered, heldSale(), ...back.affiliate!], NOW);
    expect([state.holds, state.books.reversedCents]).toEqual([{}, 6_00]);
    const over = { ...heldCredit, data: { ...heldCredit.data, availableAt: NOW } };
    expect(given([registered], [started(), over]).refunding().facts().affiliate![0]!.data).not.toHaveProperty('availableAt');
  });
  it('of a deleted affiliate was forfeited, and a refund takes nothing from a hold', () =>
    expect(given([registered, deleted], [started(), heldCredit]).refunding().facts().affiliate![0]!.data).not.toHaveProperty(
      'availableAt',
    ));
});

describe('releasing a hold early', () => {
  it('is recorded on both streams, once', () => {
    const { affiliate, checkout } = given([registered], [started(), heldCredit]).releasing().facts();
    expect(affiliate).toMatchObject([
      { type: 'HoldReleased', data: { commissionCents: 6_00, availableAt: end, reason: 'a good customer' } },
    ]);
    expect(checkout).toMatchObject([{ type: 'SaleHoldReleased', data: { affiliateId: 'a1' } }]);
    given([registered, ...affiliate!], [started(), heldCredit, ...checkout!])
      .releasing()
      .refuses(refusals.notOnHold);
    expect(stateOf(affiliateDecider, [registered, heldSale(), ...affiliate!], NOW).holds).toEqual({});
    const back = given([registered], [started(), heldCredit, ...checkout!])
      .refunding()
      .facts();
    expect(back.affiliate![0]!.data).not.toHaveProperty('availableAt');
  });
  it.each<[string, Fact[], Fact[], string]>([
    ['an unknown sale', [registered], [], refusals.saleNotFound],
    [
      'a commission that never was on hold',
      [registered],
      [started(), saleCredited({ ...ref('i1'), affiliateId: 'a1' })],
      refusals.notOnHold,
    ],
    ['the commission of a deleted affiliate', [registered, deleted], [started(), heldCredit], refusals.deletedAffiliate],
  ])('is refused for %s', (_, affiliate, checkout, text) => given(affiliate, checkout).releasing().refuses(text));
});

describe('a cashout', () => {
  const facts: Fact[] = [
    registered,
    {
      type: 'PaymentMethodAdded',
      data: { paymentMethodId: 'm1', paymentType: 'paypal', details: { sealed: 'p', of: 'x' }, detailsHash: 'h'.repeat(40) },
    },
    heldSale(100_00),
  ];
  const ask = (occurredAt: string) => () =>
    requestCashout(
      { affiliate: stateOf(affiliateDecider, facts, NOW), programme },
      new RequestCashout({ meta: { ...meta, occurredAt }, affiliateId: 'a1', amountCents: 100_00, paymentMethodId: 'm1' }),
    );
  it('of what is on hold is refused a millisecond before it is available, and granted then', () => {
    expect(ask(new Date(Date.parse(end) - 1).toISOString())).toThrow(refusals.insufficientBalance);
    expect(ask(end)().affiliate).toMatchObject([{ type: 'CashoutRequested', data: { amountCents: 100_00 } }]);
  });
});

it('holds are sums per day, and as few as the period is long', () => {
  let holds = noHolds;
  for (let hour = 0; hour < 24 * 400; hour++) {
    const now = new Date(Date.parse(NOW) + hour * 3_600_000);
    const release = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + 90 * DAY_MS).toISOString();
    holds = withHold(holds, release, 1, now.toISOString());
  }
  expect(Object.keys(holds).length).toBeLessThanOrEqual(92);
  expect(heldCents(holds, new Date(Date.parse(NOW) + 400 * DAY_MS).toISOString())).toBe(89 * 24);
});
