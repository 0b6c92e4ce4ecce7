import { describe, expect, it } from '@jest/globals';
import { couponRefusals, refusals, firstTerms } from '@framelift/contracts';
import { stateOf } from '../../../../test/support/given.ts';
import { Refused } from '../../platform/refused.ts';
import { accountNamed, affiliateBehind, claimDecider, claimName, claimSource, releaseName } from './claim.decider.ts';
import { nameClaimed, nameReleased } from '../../../../test/support/facts.ts';

const now = '2026-01-01T00:00:00.000Z';
const later = '2026-06-01T00:00:00.000Z';
const claimed = nameClaimed({ kind: 'username', accountId: 'affiliate-a' });
const released = (resolves: boolean) =>
  nameReleased({ kind: 'username', accountId: 'affiliate-a', heldUntil: '2026-03-01T00:00:00.000Z', resolves });
const claim = (...facts: Parameters<typeof stateOf>[1][number][]) => stateOf(claimDecider, facts);

describe('a name', () => {
  it('is claimed while it is free', () => expect(claimName(claim(), 'username', 'affiliate-a', now)).toEqual([claimed]));
  it('records nothing for its owner', () => expect(claimName(claim(claimed), 'username', 'affiliate-a', now)).toEqual([]));
  it('is refused to any other account', () =>
    expect(() => claimName(claim(claimed), 'username', 'affiliate-b', now)).toThrow(new Refused(refusals.usernameTaken)));
  it('is held for its old owner for a while', () => {
    const gone = claim(claimed, released(true));
    expect(() => claimName(gone, 'username', 'affiliate-b', now)).toThrow(refusals.usernameTaken);
    expect(claimName(gone, 'username', 'affiliate-a', now)).toEqual([claimed]);
    expect(claimName(gone, 'username', 'affiliate-b', later)).toEqual([nameClaimed({ kind: 'username', accountId: 'affiliate-b' })]);
  });
  it('is released by its owner only', () =>
    expect(releaseName(claim(claimed), firstTerms, 'username', 'affiliate-b', now, 'renamed')).toEqual([]));
  it('is unique among usernames and codes, and changes its kind only after a release', () => {
    const code = nameClaimed({ kind: 'coupon', accountId: 'affiliate-a' });
    const given = nameReleased({ kind: 'coupon', accountId: 'affiliate-a', heldUntil: '2026-03-01T00:00:00.000Z', resolves: false });
    expect(claimName(claim(), 'coupon', 'affiliate-a', now)).toEqual([code]);
    expect(() => claimName(claim(code), 'username', 'affiliate-a', now)).toThrow(new Refused(refusals.usernameTaken));
    expect(() => claimName(claim(claimed), 'coupon', 'affiliate-a', now)).toThrow(new Refused(couponRefusals.taken));
    expect(() => claimName(claim(claimed), 'coupon', 'affiliate-b', now)).toThrow(new Refused(couponRefusals.taken));
    expect(claimName(claim(code, given), 'username', 'affiliate-a', now)).toEqual([claimed]);
    expect(() => claimName(claim(code, given), 'username', 'affiliate-b', now)).toThrow(new Refused(refusals.usernameTaken));
  });
  it('is released under its own kind', () => {
    const code = nameClaimed({ kind: 'coupon', accountId: 'affiliate-a' });
    expect(releaseName(claim(code), firstTerms, 'username', 'affiliate-a', now, 'renamed')).toEqual([]);
    expect(releaseName(claim(code), firstTerms, 'coupon', 'affiliate-a', now, 'taken back')).toEqual([
      nameReleased({ kind: 'coupon', accountId: 'affiliate-a', heldUntil: '2026-03-02T00:00:00.000Z', resolves: false }),
    ]);
  });
  it('signs in as a username or e-mail address, never as a code', () => {
    expect(accountNamed(claim(claimed))).toBe('affiliate-a');
    expect(accountNamed(claim(nameClaimed({ kind: 'coupon', accountId: 'affiliate-a' })))).toBeUndefined();
    expect(accountNamed(claim())).toBeUndefined();
  });
  it('leads to its owner, after a release to the old one until the hold ends, and nowhere after a deletion', () => {
    expect(affiliateBehind(claim(claimed), now)).toBe('a');
    expect(affiliateBehind(claim(nameClaimed({ kind: 'coupon', accountId: 'affiliate-a' })), now)).toBe('a');
    expect(affiliateBehind(claim(claimed, released(true)), now)).toBe('a');
    expect(affiliateBehind(claim(claimed, released(true)), later)).toBeNull();
    expect(affiliateBehind(claim(claimed, released(false)), now)).toBeNull();
    expect(affiliateBehind(claim(), now)).toBeNull();
    expect(affiliateBehind(claim(nameClaimed({ kind: 'username', accountId: 'admin-a' })), now)).toBeNull();
  });
  it('is held for the attribution window, but an address is free immediately', () => {
    const gone = (kind: 'username' | 'email', because: 'renamed' | 'deleted') =>
      releaseName(claim(nameClaimed({ kind, accountId: 'affiliate-a' })), firstTerms, kind, 'affiliate-a', now, because);
    const [heldUntil, accountId] = ['2026-03-02T00:00:00.000Z', 'affiliate-a'];
    expect(gone('username', 'renamed')).toEqual([nameReleased({ kind: 'username', accountId, heldUntil, resolves: true })]);
    expect(gone('username', 'deleted')).toEqual([nameReleased({ kind: 'username', accountId, heldUntil, resolves: false })]);
    expect(gone('email', 'renamed')).toEqual([nameReleased({ kind: 'email', accountId, heldUntil: now, resolves: false })]);
  });
  it('is free from the end of its hold', () => {
    const gone = claim(claimed, released(true));
    const end = '2026-03-01T00:00:00.000Z';
    expect(claimName(gone, 'username', 'affiliate-b', end)).toHaveLength(1);
    expect(affiliateBehind(gone, end)).toBeNull();
  });
  it('is read under its hash', () => expect(claimSource('h')).toMatchObject({ streamId: 'claim-h', decider: { name: 'claim' } }));
});
