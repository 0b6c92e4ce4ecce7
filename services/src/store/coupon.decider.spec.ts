import { describe, expect, it } from '@jest/globals';
import { affiliateStream, couponRefusals, couponRules, type Fact, firstTerms, refusals, windowMs } from '@framelift/contracts';
import { programme, stateOf } from '../../../test/support/given.ts';
import {
  affiliateDeleted,
  affiliateEdited,
  affiliateRegistered,
  couponGiven,
  couponTakenBack,
  nameClaimed,
  nameReleased,
} from '../../../test/support/facts.ts';
import { hash, meta, NOW, sealed } from '../../../test/support/sale-given.ts';
import { affiliateDecider } from '../programme/affiliate/affiliate.decider.ts';
import { claimDecider } from '../programme/claims/claim.decider.ts';
import { Refused } from '../platform/refused.ts';
import { giveCoupon, supportedBy, takeBackCoupon } from './coupon.decider.ts';
import { GiveCoupon, TakeBackCoupon } from './store.commands.ts';

const account = affiliateStream('a1');
const registered = affiliateRegistered({ affiliateId: 'a1', username: sealed('zoe'), usernameClaim: hash('u') });
const code = { code: sealed('ZOE10'), codeClaim: hash('z') };
const given = couponGiven({ ...code, discountBps: 10_00 });
const claimed = nameClaimed({ kind: 'coupon', accountId: account });
const released = nameReleased({
  kind: 'coupon',
  accountId: account,
  heldUntil: new Date(Date.parse(NOW) + windowMs(firstTerms)).toISOString(),
  resolves: false,
});
const states = (affiliate: Fact[], claim: Fact[]) => ({
  affiliate: stateOf(affiliateDecider, affiliate),
  claim: stateOf(claimDecider, claim),
  programme,
});

it('says in its refusal how long a code is', () =>
  expect(couponRefusals.invalid).toContain(`${couponRules.minimum} to ${couponRules.maximum}`));

describe('removing a code', () => {
  const other = couponGiven({ code: sealed('ZOE20'), codeClaim: hash('y') });
  it('removes the named one', () => {
    const both = takeBackCoupon(
      states([registered, other, given], [claimed]),
      new TakeBackCoupon({ meta, affiliateId: 'a1', codeClaim: hash('z') }),
    );
    expect(both).toEqual({ claim: [released], affiliate: [couponTakenBack(code)] });
  });
});

describe('adding a code', () => {
  const give = (affiliate: Fact[], claim: Fact[] = [], discountBps?: number) =>
    giveCoupon(
      states(affiliate, claim),
      new GiveCoupon({ meta, affiliateId: 'a1', code: 'ZOE10', codeClaim: hash('z'), ...(discountBps ? { discountBps } : {}) }),
    );

  it('claims it in the same append, with or without a discount', () => {
    const { code: _, ...sample } = given.data as { code: unknown };
    expect(give([registered], [], 10_00)).toEqual({
      affiliate: [{ type: 'CouponGiven', data: { ...sample, code: 'ZOE10' } }],
      claim: [claimed],
    });
    expect(give([registered]).affiliate[0]!.data).not.toHaveProperty('discountBps');
  });
  it('may return a removed code or a former username to its owner', () => {
    expect(give([registered, given, couponTakenBack(code)], [claimed, released]).claim).toEqual([claimed]);
    const former = [nameClaimed({ accountId: account }), nameReleased({ accountId: account, heldUntil: '2027-01-01T00:00:00.000Z' })];
    expect(give([registered], former).claim).toEqual([claimed]);
  });
  it.each<[string, Fact[]]>([
    ['the affiliate has it already', [claimed]],
    ['another affiliate has it', [nameClaimed({ kind: 'coupon', accountId: 'affiliate-b' })]],
    ['it is the affiliate’s username', [nameClaimed({ kind: 'username', accountId: account })]],
    ['it is somebody’s username', [nameClaimed({ kind: 'username', accountId: 'affiliate-b' })]],
    ['it is an admin’s username', [nameClaimed({ kind: 'username', accountId: 'admin-d' })]],
    [
      'another affiliate recently released it',
      [
        { ...claimed, data: { ...claimed.data, accountId: 'affiliate-b' } },
        { ...released, data: { ...released.data, accountId: 'affiliate-b' } },
      ] as Fact[],
    ],
  ])('is refused where %s', (_, claim) => expect(() => give([registered], claim)).toThrow(new Refused(couponRefusals.taken, 'conflict')));
  it('is refused for an unknown or deleted affiliate', () => {
    expect(() => give([])).toThrow(new Refused(refusals.affiliateNotFound, 'missing'));
    expect(() => give([registered, affiliateDeleted()])).toThrow(new Refused(refusals.affiliateNotFound, 'missing'));
  });
  it('is refused beyond the maximum per affiliate', () => {
    const many = Array.from({ length: couponRules.perAffiliate }, (_, n) => couponGiven({ codeClaim: hash(`c${n}`) }));
    expect(() => give([registered, ...many])).toThrow(new Refused(couponRefusals.tooMany, 'conflict'));
    expect(give([registered, ...many.slice(1)]).affiliate).toHaveLength(1);
  });
});

describe('removing a code', () => {
  const takeBack = (affiliate: Fact[], claim: Fact[] = [claimed]) =>
    takeBackCoupon(states(affiliate, claim), new TakeBackCoupon({ meta, affiliateId: 'a1', codeClaim: hash('z') }));

  it('holds it like a name, leading nowhere', () =>
    expect(takeBack([registered, given])).toEqual({ affiliate: [couponTakenBack(code)], claim: [released] }));
  it('is refused for a code the affiliate does not have: never added, removed, or their username', () => {
    for (const facts of [[registered], [registered, given, couponTakenBack(code)]])
      expect(() => takeBack(facts)).toThrow(new Refused(couponRefusals.notFound, 'missing'));
    expect(() => takeBack([])).toThrow(new Refused(refusals.affiliateNotFound, 'missing'));
  });
});

describe('a code at checkout', () => {
  const typed = (affiliate: Fact[], more: { claim?: Fact[]; codeClaim?: string; buyerId?: string; own?: 'refused' | 'credited' } = {}) => {
    const { claim = [claimed], codeClaim = hash('z'), buyerId, own = 'refused' } = more;
    const terms = { ...programme, terms: { ...programme.terms, ownPurchases: own } };
    return supportedBy({ ...states(affiliate, claim), programme: terms, codeClaim, buyerId });
  };
  const supported = { affiliateId: 'a1', username: sealed('zoe'), code: sealed('ZOE10'), discountBps: 10_00 };

  it('supports its affiliate, with its discount', () => expect(typed([registered, given], { buyerId: 'a2' })).toEqual(supported));
  it('may be the username, without a discount', () =>
    expect(typed([registered, given], { codeClaim: hash('u') })).toEqual({ ...supported, code: sealed('zoe'), discountBps: null }));
  it('has no effect if it is unknown', () => {
    expect(typed([], { claim: [] })).toBe('unknown');
    expect(typed([], { claim: [nameClaimed({ accountId: 'admin-d' })] })).toBe('unknown');
  });
  it('has no effect once it was removed', () => {
    expect(typed([], { claim: [claimed, released] })).toBe('takenBack');
    expect(typed([], { claim: [claimed] })).toBe('unknown');
  });
  it('has no effect while its affiliate is suspended or banned', () => {
    for (const status of ['suspended', 'banned'] as const)
      expect(typed([registered, given, affiliateEdited({ status })])).toBe('suspended');
  });
  it('has no effect on own purchases, unless the terms credit them', () => {
    expect(typed([registered, given], { buyerId: 'a1' })).toBe('own');
    expect(typed([registered, given], { buyerId: 'a1', own: 'credited' })).toEqual(supported);
  });
});
