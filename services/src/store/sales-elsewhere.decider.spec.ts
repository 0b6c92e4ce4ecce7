import { describe, expect, it } from '@jest/globals';
import { elsewhereRefusals, type Fact, fact, type NotCreditedReason, refusals, type Sealed } from '@framelift/contracts';
import {
  partialRefundSeen,
  programmeTermsSet,
  saleCreditReversed,
  saleCredited,
  saleNotCredited,
  saleReported,
} from '../../../test/support/facts.ts';
import { programme, stateOf } from '../../../test/support/given.ts';
import {
  ago,
  buyer,
  deleted,
  earlier,
  edited,
  elsewhere,
  given,
  hash,
  paidTo,
  registered,
  soldElsewhere,
} from '../../../test/support/sale-given.ts';
import { programmeDecider } from '../programme/terms/terms.decider.ts';

const DAY = 24 * 60 * 60 * 1000;
const factsOf = (affiliate: Fact[], ...args: Parameters<ReturnType<typeof given>['reporting']>) =>
  given(affiliate, [])
    .reporting(...args)
    .facts();
const reasonOf = (affiliate: Fact[], ...args: Parameters<ReturnType<typeof given>['reporting']>) => {
  const { affiliate: onStream, checkout } = factsOf(affiliate, ...args);
  expect(onStream ?? []).toEqual([]);
  expect(checkout!.map(({ type }) => type)).toEqual(['SaleReported', 'SaleNotCredited']);
  return (checkout![1]!.data as { reason: NotCreditedReason }).reason;
};

describe('a sale made elsewhere', () => {
  it('is recorded and credited in one append, on the full amount, even above our list price', () => {
    const { affiliate, checkout } = factsOf([registered]);
    expect(affiliate).toMatchObject([
      {
        type: 'SaleRecorded',
        data: { ...elsewhere, product: 'Sold elsewhere', paidCents: 490_00, amountCents: 490_00, commissionCents: 98_00, capped: false },
      },
    ]);
    expect(checkout).toMatchObject([
      { type: 'SaleReported', data: { ...elsewhere, affiliateId: 'a1', paidCents: 490_00, currency: 'EUR' } },
      { type: 'SaleCredited', data: { ...elsewhere, affiliateId: 'a1', commissionCents: 98_00 } },
    ]);
  });
  it('records its attribution, as does its credit', () => {
    const code = { sealed: 'ZOE10' } as unknown as Sealed;
    const found = { attributedBy: 'coupon', code };
    const { affiliate, checkout } = factsOf([registered], undefined, undefined, 'a1', code);
    expect([affiliate![0]!.data, checkout![0]!.data]).toMatchObject([found, found]);
    expect(factsOf([registered]).checkout![0]!.data).toMatchObject({ attributedBy: 'click' });
    expect(factsOf([], undefined, undefined, null).checkout![0]!.data).not.toHaveProperty('attributedBy');
  });
  it('moves the tier up as any other', () =>
    expect(factsOf([registered, ...earlier(19)]).affiliate).toMatchObject([{ type: 'SaleRecorded' }, { type: 'TierReached' }]));
  it('is on hold from its time of sale', () => {
    const terms = { ...stateOf(programmeDecider, [programmeTermsSet({ holdDays: 14 })]), setAt: 1 };
    const { affiliate } = given([registered], [], terms)
      .reporting(soldElsewhere({ completedAt: ago(DAY) }))
      .facts();
    expect(affiliate![0]!.data).toMatchObject({ soldAt: ago(DAY), availableAt: '2026-01-14T00:00:00.000Z', terms: 1 });
    expect(programme.terms.holdDays).toBe(0);
  });
  it.each<[NotCreditedReason, Fact[], Parameters<ReturnType<typeof given>['reporting']>]>([
    ['noReferral', [], [undefined, undefined, null]],
    ['suspended', [registered, edited({ status: 'suspended' })], []],
    ['banned', [registered, edited({ status: 'banned' })], []],
    ['deleted', [registered, deleted], []],
    ['otherCurrency', [registered], [soldElsewhere({ currency: 'USD' })]],
    ['nothingPaid', [registered], [soldElsewhere({ priceCents: 0, items: [{ sku: 'elsewhere', quantity: 1, totalCents: 0 }] })]],
    ['ownPurchase', [registered], [undefined, buyer({ emailClaim: hash('ann') })]],
    ['ownPurchase', [registered, paidTo('pay')], [undefined, buyer({ payoutHash: hash('pay') })]],
    ['disposableEmail', [registered], [undefined, buyer({ disposable: true })]],
  ])('is settled as %s where that holds', (reason, affiliate, parameters) => expect(reasonOf(affiliate, ...parameters)).toBe(reason));
  it('keeps what was paid in another currency', () =>
    expect(factsOf([registered], soldElsewhere({ currency: 'USD' })).checkout![0]!.data).toMatchObject({
      paidCents: 490_00,
      currency: 'USD',
    }));
  it('is refused where it is not of the last year', () => {
    for (const completedAt of [ago(-1), ago(366 * DAY + 1)])
      given([registered], []).reporting(soldElsewhere({ completedAt })).refuses(elsewhereRefusals.soldAtInvalid);
  });
  it('is credited where it is of this moment, or 366 days old to the millisecond', () => {
    for (const completedAt of [ago(0), ago(366 * DAY)])
      expect(factsOf([registered], soldElsewhere({ completedAt })).affiliate).toMatchObject([{ type: 'SaleRecorded' }]);
  });
  it('is refused a second time', () =>
    given([registered], [saleReported({ ...elsewhere })])
      .reporting()
      .refuses(refusals.conflict));
});

describe('its refund', () => {
  const reported = saleReported({ ...elsewhere, affiliateId: 'a1', paidCents: 490_00, currency: 'EUR' });
  const credit = saleCredited({ ...elsewhere, affiliateId: 'a1', amountCents: 490_00, commissionCents: 98_00 });
  it('takes back what was credited, once', () => {
    const data = { ...elsewhere, amountCents: 490_00, commissionCents: 98_00, cause: 'refund' };
    expect(given([registered], [reported, credit]).refundingReported().facts()).toMatchObject({
      affiliate: [{ type: 'SaleReversed', data }],
      checkout: [{ type: 'SaleCreditReversed', data }],
    });
    const back = saleCreditReversed({ ...elsewhere, affiliateId: 'a1', amountCents: 490_00, commissionCents: 98_00 });
    given([registered], [reported, credit, back]).refundingReported().staysQuiet();
  });
  it('of a part is listed in the currency of the sale, and takes nothing back until all parts together are all of it', () => {
    const dollars = saleReported({ ...elsewhere, affiliateId: 'a1', paidCents: 490_00, currency: 'USD' });
    const part = (checkout: Fact[], cents: number) => given([registered], [dollars, credit, ...checkout]).refundingReported(cents);
    const listed = (refundedCents: number): Fact[] => [
      fact('PartialRefundSeen', { ...elsewhere, refundedCents, currency: 'USD', affiliateId: 'a1' }),
    ];
    expect(part([], 2_00).facts()).toEqual({ checkout: listed(2_00) });
    expect(part(listed(2_00), 3_00).facts()).toEqual({ checkout: listed(5_00) });
    expect(part(listed(489_99), 1).facts().affiliate).toMatchObject([{ type: 'SaleReversed', data: { commissionCents: 98_00 } }]);
    expect(part([], 490_00).facts().affiliate).toMatchObject([{ type: 'SaleReversed' }]);
    part(listed(489_99), 2).refuses(elsewhereRefusals.refundTooMuch);
    part([], 490_01).refuses(elsewhereRefusals.refundTooMuch);
  });
  it('of all of it, behind a part, takes back what was credited', () => {
    const part = partialRefundSeen({ ...elsewhere, refundedCents: 2_00, currency: 'EUR' });
    expect(given([registered], [reported, credit, part]).refundingReported().facts().affiliate).toMatchObject([{ type: 'SaleReversed' }]);
  });
  it('of a part is listed where it earned nothing, too', () => {
    const nothing = saleNotCredited({ ...elsewhere, reason: 'ownPurchase' });
    expect(given([registered], [reported, nothing]).refundingReported(1).facts().checkout).toMatchObject([{ type: 'PartialRefundSeen' }]);
    given([registered], [reported, nothing]).refundingReported().staysQuiet();
  });
  it('is refused for an unreported sale, also where a store’s sale was credited', () => {
    given([registered], []).refundingReported().refuses(refusals.saleNotFound);
    given([registered], [credit]).refundingReported().refuses(refusals.saleNotFound);
  });
  it('of a part is nothing once all of it was taken back', () => {
    const back = saleCreditReversed({ ...elsewhere, affiliateId: 'a1', amountCents: 490_00, commissionCents: 98_00 });
    given([registered], [reported, credit, back]).refundingReported(1).staysQuiet();
  });
  it('cannot be credited by hand, as no store confirms it', () =>
    given([registered], [reported, saleNotCredited({ ...elsewhere, reason: 'ownPurchase' })])
      .crediting()
      .refuses(elsewhereRefusals.notByHand));
});
