import { describe, expect, it } from '@jest/globals';
import { sealed } from '../../../test/support/sale-given.ts';
import { firstTerms } from '@framelift/contracts';
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

  it('is nobody’s without a click', () => expect(clickThatEarns([], first, NOW)).toEqual({ click: null }));
  it('is the last one, whatever the window says: whether it is too old is decided with the sale', () => {
    expect(clickThatEarns([ann, bob], last, NOW)).toEqual({ click: bob });
    expect(clickThatEarns([old], last, NOW)).toEqual({ click: old });
  });
  it('is by the terms the first one within the window, before the last one, which stays as evidence', () => {
    expect(clickThatEarns([old, ann, bob], first, NOW)).toEqual({ click: ann, passed: bob });
    expect(attributionOf(ann, null, bob)).toMatchObject({ affiliateId: 'ann', attributedBy: 'click', outvoted: { affiliateId: 'bob' } });
  });
  it('passes nobody over who clicked first and last', () =>
    expect(clickThatEarns([ann, bob, { ...ann, referredAt: NOW }], first, NOW)).toEqual({ click: ann }));
  it('is the last one where all are older than the window', () => expect(clickThatEarns([old], first, NOW)).toEqual({ click: old }));
});

describe('who a sale is attributed to', () => {
  it('is nobody without a code and a click', () => expect(attributionOf(null, null)).toEqual({ visitKnown: false }));
  it('is the affiliate of the click without a code', () => expect(attributionOf(click, null)).toEqual({ ...click, attributedBy: 'click' }));
  it('is the affiliate of the code without a click', () =>
    expect(attributionOf(null, coupon('a2'))).toEqual({
      affiliateId: 'a2',
      attributedBy: 'coupon',
      code: sealed('ZOE10'),
      visitKnown: false,
    }));
  it('is the affiliate of the code before any click, which stays as evidence and lends no campaign', () =>
    expect(attributionOf(click, coupon('a2'))).toEqual({
      affiliateId: 'a2',
      attributedBy: 'coupon',
      code: sealed('ZOE10'),
      visitKnown: false,
      outvoted: { affiliateId: 'a1', visitId: 'v1', visitKnown: true, referredAt: click.referredAt },
    }));
  it('keeps what is known of a click of the same affiliate', () =>
    expect(attributionOf(click, coupon('a1'))).toEqual({ ...click, attributedBy: 'coupon', code: sealed('ZOE10') }));
  it('is the affiliate of the click where the code does nothing, and keeps why', () => {
    expect(attributionOf(click, 'suspended')).toEqual({ ...click, attributedBy: 'click', couponProblem: 'suspended' });
    expect(attributionOf(null, 'unknown')).toEqual({ visitKnown: false, couponProblem: 'unknown' });
  });
});
