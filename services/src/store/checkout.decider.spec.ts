import { describe, expect, it } from '@jest/globals';
import {
  checkoutStarted,
  partialRefundSeen,
  saleCredited,
  saleCreditReversed,
  saleHoldReleased,
  saleNotCredited,
} from '../../../test/support/facts.ts';
import { programme, stateOf } from '../../../test/support/given.ts';
import { ref } from '../../../test/support/invoices.ts';
import { NOW as now, begun, creditedFact, invoice, meta, sealed, started } from '../../../test/support/sale-given.ts';
import { type Fact, fact, firstTerms } from '@framelift/contracts';
import { NotePartialRefund, StartCheckout } from './store.commands.ts';
import * as rule from './checkout.decider.ts';
import { attributionOf, type Click, clickThatEarns } from './checkout.decider.ts';

const click: Click = {
  affiliateId: 'a1',
  visitId: 'v1',
  visitKnown: true,
  referredAt: '2025-01-01T00:00:00.000Z',
  campaign: 'spring',
  landing: '/premium/',
  site: 'forum.example',
};
const coupon = (affiliateId: string) => ({ affiliateId, username: sealed('zoe'), code: sealed('ZOE10'), discountBps: null });

describe('the click that earns', () => {
  const NOW = '2025-03-01T00:00:00.000Z';
  const of = (affiliateId: string, day: string): Click => ({ affiliateId, visitKnown: false, referredAt: `2025-${day}T00:00:00.000Z` });
  const [old, ann, bob] = [of('old', '01-01'), of('ann', '01-10'), of('bob', '02-20')];
  const last = { ...firstTerms, windowDays: 55 };
  const first = { ...last, attribution: 'first' as const };

  it('does not exist without a click', () => expect(clickThatEarns([], first, NOW)).toEqual({ click: null }));
  it('is the last one regardless of the window: its age is decided with the sale', () => {
    expect(clickThatEarns([ann, bob], last, NOW)).toEqual({ click: bob });
    expect(clickThatEarns([old], last, NOW)).toEqual({ click: old });
  });
  it('is the first one within the window if the terms say so, with the last one as evidence', () => {
    expect(clickThatEarns([old, ann, bob], first, NOW)).toEqual({ click: ann, passed: bob });
    expect(attributionOf(ann, null, bob)).toMatchObject({ affiliateId: 'ann', attributedBy: 'click', outvoted: { affiliateId: 'bob' } });
  });
  it('outvotes no one if one affiliate has both clicks', () =>
    expect(clickThatEarns([ann, bob, { ...ann, referredAt: NOW }], first, NOW)).toEqual({ click: ann }));
  it('is the last one if all are older than the window', () => expect(clickThatEarns([old], first, NOW)).toEqual({ click: old }));
});

describe('the attribution of a sale', () => {
  it('is empty without a code and a click', () => expect(attributionOf(null, null)).toEqual({ visitKnown: false }));
  it('is the affiliate of the click without a code', () => expect(attributionOf(click, null)).toEqual({ ...click, attributedBy: 'click' }));
  it('is the affiliate of the code without a click', () =>
    expect(attributionOf(null, coupon('a2'))).toEqual({
      affiliateId: 'a2',
      attributedBy: 'coupon',
      code: sealed('ZOE10'),
      visitKnown: false,
    }));
  it('prefers the code’s affiliate to any click, which stays as evidence without its campaign', () =>
    expect(attributionOf(click, coupon('a2'))).toEqual({
      affiliateId: 'a2',
      attributedBy: 'coupon',
      code: sealed('ZOE10'),
      visitKnown: false,
      outvoted: { affiliateId: 'a1', visitId: 'v1', visitKnown: true, referredAt: click.referredAt },
    }));
  it('keeps the data of a click of the same affiliate', () =>
    expect(attributionOf(click, coupon('a1'))).toEqual({ ...click, attributedBy: 'coupon', code: sealed('ZOE10') }));
  it('is the affiliate of the click if the code has no effect, and keeps the reason', () => {
    expect(attributionOf(click, 'suspended')).toEqual({ ...click, attributedBy: 'click', couponProblem: 'suspended' });
    expect(attributionOf(null, 'unknown')).toEqual({ visitKnown: false, couponProblem: 'unknown' });
  });
});

describe('an invoice', () => {
  const of = (...facts: Fact[]) => stateOf(rule.checkoutDecider, facts, now);
  const started = (more: object = {}) => {
    const { attributedBy: _, code: __, referredAt: ___, affiliateId: ____, ...data } = checkoutStarted().data as Record<string, unknown>;
    return { type: 'CheckoutStarted', data: { ...data, listCents: 29_99, windowDays: 60, ...more } } as Fact;
  };
  const credited = (more: object = {}) =>
    saleCredited({ ...ref('i1'), affiliateId: 'a1', amountCents: 29_99, commissionCents: 6_00, ...more });
  const blank = {
    started: null,
    outcome: 'none',
    reason: null,
    changes: 0,
    reversedFor: null,
    credit: null,
    reported: null,
    refundedCents: null,
    refundsSeen: 0,
    dispute: null,
    disputedCents: 0,
    disputesSeen: 0,
  };
  it('is empty at first, on its own stream', () => {
    expect(of()).toEqual(blank);
    expect(rule.checkoutSource(ref('i1'))).toMatchObject({ streamId: 'checkout-sellauth-i1', decider: { name: 'checkout' } });
    expect(rule.foundBy(of())).toEqual({ attributedBy: 'click' });
    expect(rule.affiliateOf(of())).toBeNull();
  });
  it('starts with the buyer’s referral', () => {
    expect(
      of(started({ affiliateId: 'a1', attributedBy: 'coupon', code: 'ZOE10', campaign: 'may', landing: '/', site: 's' })).started,
    ).toEqual({
      listCents: 29_99,
      title: null,
      commission: 'tier',
      affiliateId: 'a1',
      found: { attributedBy: 'coupon', code: 'ZOE10' },
      origin: { campaign: 'may', landing: '/', site: 's' },
      expired: false,
    });
    const product = { title: 'Pro', priceCents: 29_99, commission: 5_00 };
    expect(of(started({ product })).started).toMatchObject({ title: 'Pro', commission: 5_00 });
    expect(of(started()).started).toMatchObject({ affiliateId: null, found: { attributedBy: 'click' }, expired: false });
    expect(of(started()).started!.found).not.toHaveProperty('code');
    expect(rule.originOf({ campaign: '', landing: undefined })).toStrictEqual({});
  });
  it('records a click that was too old', () => {
    const days = (n: number, more = 0) => new Date(Date.parse(now) - n * 86_400_000 - more).toISOString();
    expect(of(started({ referredAt: days(60) })).started!.expired).toBe(false);
    expect(of(started({ referredAt: days(60, 1) })).started!.expired).toBe(true);
    expect(of(started({ referredAt: days(61), attributedBy: 'coupon' })).started!.expired).toBe(false);
  });
  it('may be reported from elsewhere, with the paid amount as base', () => {
    const startedBy = (data: object) => of({ type: 'SaleReported', data } as Fact).started;
    expect(startedBy({ affiliateId: 'a1', attributedBy: 'coupon', code: 'ZOE10' })).toEqual({
      listCents: null,
      title: null,
      commission: 'tier',
      affiliateId: 'a1',
      origin: {},
      found: { attributedBy: 'coupon', code: 'ZOE10' },
      expired: false,
    });
    const reported = { affiliateId: 'a1', paidCents: 490_00, currency: 'USD' };
    expect(of({ type: 'SaleReported', data: reported } as Fact).reported).toEqual({ paidCents: 490_00, currency: 'USD' });
    expect(startedBy({})).toStrictEqual({
      listCents: null,
      title: null,
      commission: 'tier',
      affiliateId: null,
      origin: {},
      found: { attributedBy: 'click' },
      expired: false,
    });
  });
  it('has its outcome, their number, and its commission', () => {
    const found = { attributedBy: 'coupon', code: 'ZOE10' };
    const begun = started({ affiliateId: 'b2', ...found });
    const credit = { affiliateId: 'a1', amountCents: 29_99, commissionCents: 6_00, found };
    const once = of(begun, saleNotCredited({ ...ref('i1'), reason: 'noRate' }), credited({ availableAt: now }));
    expect(once).toMatchObject({
      outcome: 'credited',
      reason: null,
      changes: 2,
      reversedFor: null,
      credit: { ...credit, availableAt: now },
    });
    expect(rule.affiliateOf(once)).toBe('a1');
    expect(rule.affiliateOf(of(begun))).toBe('b2');
    expect(of(begun, credited()).credit).toStrictEqual(credit);
    const foreign = { currency: 'USD', paidCents: 32_60, rateNanos: 920_000_000, rateSetAt: 7 };
    expect(of(begun, credited({ product: 'Pro', foreign })).credit).toStrictEqual({ ...credit, foreign, product: 'Pro' });
    expect(of(begun, credited({ credited: 'hand' })).credit!.found).toEqual({ attributedBy: 'hand' });
    expect(of(begun, credited({ availableAt: now }), saleHoldReleased()).credit).toStrictEqual(credit);
    expect(of(saleNotCredited({ reason: 'noRate' }))).toMatchObject({ outcome: 'notCredited', reason: 'noRate', changes: 1 });
    const lost = saleCreditReversed({ cause: 'dispute' });
    expect(of(begun, credited(), lost)).toMatchObject({ outcome: 'reversed', changes: 2, reversedFor: 'dispute', credit });
    expect(of(begun, credited(), lost, { type: 'SaleCreditRestored', data: {} } as Fact)).toMatchObject({
      outcome: 'credited',
      changes: 3,
      reversedFor: null,
      credit,
    });
    expect(of(begun, partialRefundSeen({ refundedCents: 3 }), partialRefundSeen({ refundedCents: 5 }))).toMatchObject({
      refundedCents: 5,
      refundsSeen: 2,
      started: { affiliateId: 'b2' },
    });
  });
  it('may count again after a lost dispute', () => {
    const waits = (...facts: Fact[]) => rule.waitsForDispute(of(...facts));
    expect(waits(saleNotCredited({ reason: 'chargedBack' }))).toBe(true);
    expect(waits(saleNotCredited({ reason: 'noRate' }))).toBe(false);
    expect(waits(credited(), saleCreditReversed({ cause: 'dispute' }))).toBe(true);
    expect(waits(credited(), saleCreditReversed({ cause: 'refund' }))).toBe(false);
    expect(rule.waitsForDispute({ ...of(), reason: 'chargedBack' })).toBe(false);
  });
  it('starts once, by the window of the terms', () => {
    const start = (checkout: rule.Checkout) => rule.startCheckout({ checkout, programme }, { data: { checkoutId: 'k' } } as never).checkout;
    expect(start(of())).toEqual([fact('CheckoutStarted', { checkoutId: 'k', windowDays: 60 } as never)]);
    expect(start(of(started()))).toEqual([]);
  });
  it('records each partial refund and each state of a dispute', () => {
    const refund = { invoice: { ref: ref('i1'), refundedCents: 5_00, currency: 'EUR' } } as never;
    const seen = { ...ref('i1'), refundedCents: 5_00, currency: 'EUR' };
    expect(rule.notePartialRefund(of(), refund)).toEqual([fact('PartialRefundSeen', seen)]);
    expect(rule.notePartialRefund(of(started({ affiliateId: 'a1' })), refund)[0]!.data).toEqual({ ...seen, affiliateId: 'a1' });
    expect(rule.notePartialRefund(of(partialRefundSeen({ refundedCents: 5_00 })), refund)).toEqual([]);
    expect(rule.notePartialRefund(of(partialRefundSeen({ refundedCents: 4_99 })), refund)).toEqual([fact('PartialRefundSeen', seen)]);
    const dispute = { invoice: { ref: ref('i1'), dispute: { state: 'open', cents: 5 }, currency: 'EUR' } } as never;
    const [open] = rule.noteDispute(of(), dispute);
    expect(open!.data).toEqual({ ...ref('i1'), state: 'open', disputedCents: 5, currency: 'EUR' });
    expect(rule.noteDispute(of(open!), dispute)).toEqual([]);
    expect(rule.noteDispute(of(), { invoice: { ref: ref('i1'), dispute: null, currency: 'EUR' } } as never)).toEqual([]);
    expect(rule.noteDispute(of(started({ affiliateId: 'a1' })), dispute)[0]!.data).toMatchObject({ affiliateId: 'a1' });
    expect(of(open!, open!)).toMatchObject({ dispute: 'open', disputedCents: 5, disputesSeen: 2 });
    const second = { invoice: { ref: ref('i1'), dispute: { state: 'open', cents: 9 }, currency: 'EUR' } } as never;
    expect(rule.noteDispute(of(open!), second)[0]!.data).toMatchObject({ state: 'open', disputedCents: 9 });
    const lost = { invoice: { ref: ref('i1'), dispute: { state: 'lost', cents: 5 }, currency: 'EUR' } } as never;
    expect(rule.noteDispute(of(open!), lost)[0]!.data).toMatchObject({ state: 'lost', disputedCents: 5 });
  });
});

describe('the first click within the window', () => {
  const at = (affiliateId: string, referredAt?: string): Click => ({
    affiliateId,
    visitKnown: false,
    ...(referredAt ? { referredAt } : {}),
  });
  const first = { ...firstTerms, attribution: 'first' as const, windowDays: 1 };
  const [edge, late] = [at('a', '2026-01-01T00:00:00.000Z'), at('b', '2026-01-01T12:00:00.000Z')];
  it('is the earliest by its time, the edge of the window included', () => {
    expect(clickThatEarns([late, edge, late], first, '2026-01-02T00:00:00.000Z')).toEqual({ click: edge, passed: late });
    expect(clickThatEarns([edge, late], first, '2026-01-02T00:00:00.001Z')).toEqual({ click: late });
  });
  it('counts one without a time as of now', () =>
    expect(clickThatEarns([at('c'), late], first, '2026-01-02T00:00:00.000Z')).toEqual({ click: late }));
  it('is none without a click', () => expect(clickThatEarns([], first, '2026-01-02T00:00:00.000Z')).toEqual({ click: null }));
});

const checkoutAfter = (facts: Fact[]) => stateOf(rule.checkoutDecider, facts, now);

describe('a checkout', () => {
  const start = new StartCheckout({ meta, data: { ...begun, affiliateId: 'a1' } });
  const partly = new NotePartialRefund({ meta, invoice: invoice({ refundedCents: 10_00 }) });
  const seen = partialRefundSeen({ ...ref('i1'), refundedCents: 10_00, currency: 'EUR', affiliateId: 'a1' });

  it('begins once', () => {
    expect(rule.startCheckout({ checkout: checkoutAfter([]), programme }, start).checkout).toEqual([started()]);
    expect(rule.startCheckout({ checkout: checkoutAfter([started()]), programme }, start).checkout).toEqual([]);
  });
  it('lists each sum of partial refunds once', () => {
    expect(rule.notePartialRefund(checkoutAfter([started(), creditedFact]), partly)).toEqual([seen]);
    expect(rule.notePartialRefund(checkoutAfter([started(), creditedFact, seen]), partly)).toEqual([]);
  });
});
