import { describe, expect, it } from '@jest/globals';
import { type Fact, fact, firstTerms, payoutRules, payoutsOf, refusals } from '@framelift/contracts';
import { adminCreated, adminEmailChanged, adminRevoked, apiKeyMade, nameClaimed } from '../../../../test/support/facts.ts';
import { programme, stateOf } from '../../../../test/support/given.ts';
import { Refused } from '../../platform/refused.ts';
import { claimDecider } from '../claims/claim.decider.ts';
import { apiKeysDecider } from '../keys/api-key.decider.ts';
import { actingAdmin, adminDecider, adminSource, counted, createAdmin, payingAdmin, revokeAdmin, takesAnother } from './admin.decider.ts';

const meta = { occurredAt: '2026-03-01T12:00:00.000Z' };
const names = { username: 'root', email: 'root@example.org', usernameClaim: 'u'.repeat(32), emailClaim: 'e'.repeat(32) };
const free = stateOf(claimDecider, []);
const of = (...facts: Fact[]) => stateOf(adminDecider, facts);
const create = (account: ReturnType<typeof of>) =>
  createAdmin({ account, programme, username: free, email: free }, { adminId: 'd2', ...names, meta } as never);

it('has no account at first', () =>
  expect(of()).toEqual({ id: '', active: false, username: null, email: null, usernameClaim: '', emailClaim: '', counted: [] }));
it('is read under its id', () => expect(adminSource('d1')).toMatchObject({ streamId: 'admin-d1', decider: { name: 'admin' } }));

describe('an actor', () => {
  it('is an admin, only read', () =>
    expect(actingAdmin({ actor: { kind: 'admin', id: 'd1' } } as never)).toMatchObject({ streamId: 'admin-d1', readOnly: true }));
  it('is written to if their payouts are counted', () => {
    const payer = payingAdmin({ actor: { kind: 'admin', id: 'd1' } } as never);
    expect([payer.streamId, 'readOnly' in payer]).toEqual(['admin-d1', false]);
    expect(payingAdmin({ actor: { kind: 'system', id: 'x' } } as never)).toMatchObject({ streamId: 'admin-nobody', readOnly: true });
  });
  it('is empty for other actors', () =>
    expect(actingAdmin({ actor: { kind: 'affiliate', id: 'd1' } } as never).streamId).toBe('admin-nobody'));
});

describe('an admin', () => {
  it('is created with both names', () => {
    expect(create(of())).toEqual({
      account: [fact('AdminCreated', { adminId: 'd2', ...names })],
      username: [nameClaimed({ kind: 'username', accountId: 'admin-d2' })],
      email: [nameClaimed({ kind: 'email', accountId: 'admin-d2' })],
    });
    expect(of(adminCreated({ adminId: 'd2', ...names }))).toMatchObject({ id: 'd2', active: true, ...names, counted: [] });
  });
  it('has the new address after a change', () =>
    expect(
      of(adminCreated({ adminId: 'd2', ...names }), adminEmailChanged({ email: 'new@example.org', emailClaim: 'n'.repeat(32) })),
    ).toEqual({ ...of(adminCreated({ adminId: 'd2', ...names })), email: 'new@example.org', emailClaim: 'n'.repeat(32) }));
  it('is created once, and again after it was revoked', () => {
    expect(() => create(of(adminCreated()))).toThrow(new Refused(refusals.usernameTaken));
    expect(create(of(adminCreated(), adminRevoked())).account).toHaveLength(1);
  });
  it('is revoked with its names and keys', () => {
    const claimed = (kind: 'username' | 'email') => stateOf(claimDecider, [nameClaimed({ kind, accountId: 'admin-d2' })]);
    const keys = stateOf(apiKeysDecider, [
      { type: 'ApiKeyMade', data: { ...(apiKeyMade().data as object), keyId: 'k1', adminId: 'd2' } } as Fact,
      { type: 'ApiKeyMade', data: { ...(apiKeyMade().data as object), keyId: 'k2', adminId: 'd3' } } as Fact,
    ]);
    const revoke = (account: ReturnType<typeof of>) =>
      revokeAdmin({ account, programme, username: claimed('username'), email: claimed('email'), keys }, { adminId: 'd2', meta } as never);
    expect(revoke(of(adminCreated()))).toEqual({
      account: [fact('AdminRevoked', {})],
      username: [fact('NameReleased', { kind: 'username', accountId: 'admin-d2', heldUntil: '2026-04-30T12:00:00.000Z', resolves: false })],
      email: [fact('NameReleased', { kind: 'email', accountId: 'admin-d2', heldUntil: meta.occurredAt, resolves: false })],
      keys: [fact('ApiKeyRevoked', { keyId: 'k1' })],
    });
    expect(of(adminCreated({ adminId: 'd2', ...names }), adminRevoked())).toMatchObject({ id: 'd2', active: false, ...names });
    expect(() => revoke(of())).toThrow(new Refused(refusals.notFound));
    expect(() => revoke(of(adminCreated(), adminRevoked()))).toThrow(new Refused(refusals.notFound));
  });
});

describe('the payouts of an admin without a second one', () => {
  const terms = { ...firstTerms, fourEyesCents: 100_00 };
  const all = (amountCents: number, affiliateId = 'a1') => payoutsOf([{ affiliateId, amountCents }]);
  const counting = (amountCents: number) => fact('PayoutCounted', { amountCents });
  const after = (ms: number) => new Date(Date.parse(meta.occurredAt) + ms).toISOString();
  /** What was counted at these times (ms after the start), in cents. */
  const paid = (...payouts: [afterMs: number, cents: number][]) =>
    payouts.reduce(
      (a, [ms, cents]) => adminDecider.evolve.PayoutCounted!(a, { amountCents: cents }, { at: after(ms) } as never),
      of(adminCreated()),
    );

  it('are counted where the terms have a limit', () => {
    const by = (kind: string) => ({ actor: { kind, id: 'd1' } }) as never;
    expect(counted(terms, by('admin'), all(60_00))).toEqual({ admin: [counting(60_00)] });
    expect(counted(firstTerms, by('admin'), all(60_00))).toEqual({});
    expect(counted(terms, by('system'), all(60_00))).toEqual({});
  });
  it('add up to the limit within a day', () => {
    expect(takesAnother(of(adminCreated()), terms, all(99_99), meta.occurredAt)).toBe(false);
    expect(takesAnother(of(adminCreated()), terms, all(100_00), meta.occurredAt)).toBe(true);
    const admin = paid([0, 30_00], [1_000, 30_00]);
    expect(takesAnother(admin, terms, all(39_99), after(2_000))).toBe(false);
    expect(takesAnother(admin, terms, all(40_00), after(2_000))).toBe(true);
    expect(takesAnother(admin, firstTerms, all(1_000_00), after(2_000))).toBe(false);
  });
  it('are counted for a day beside the amount of one, where the terms name one', () => {
    const limits = { ...terms, fourEyesDayCents: 150_00 };
    const admin = paid([0, 90_00]);
    expect([59_99, 60_00, 100_00].map((cents) => takesAnother(admin, limits, all(cents), after(1)))).toEqual([false, true, true]);
    expect(takesAnother(admin, { ...limits, fourEyesCents: null }, all(59_99), after(1))).toBe(false);
    expect(counted({ ...firstTerms, fourEyesDayCents: 1 }, { actor: { kind: 'admin', id: 'd1' } } as never, all(1))).toHaveProperty(
      'admin',
    );
  });
  it('are counted for each affiliate, where the terms name a sum to one', () => {
    const limits = { ...firstTerms, fourEyesAffiliateCents: 80_00 };
    const { admin: facts } = counted(limits, { actor: { kind: 'admin', id: 'd1' } } as never, all(50_00));
    expect(facts).toEqual([fact('PayoutCounted', { amountCents: 50_00, byAffiliate: [{ affiliateId: 'a1', amountCents: 50_00 }] })]);
    const admin = adminDecider.evolve.PayoutCounted!(of(adminCreated()), facts![0]!.data as never, { at: after(0) } as never);
    expect(takesAnother(admin, limits, all(29_99), after(1))).toBe(false);
    expect(takesAnother(admin, limits, all(30_00), after(1))).toBe(true);
    expect(takesAnother(admin, limits, all(79_99, 'a2'), after(1))).toBe(false);
    const two = payoutsOf(['a2', 'a3', 'a2'].map((affiliateId) => ({ affiliateId, amountCents: 40_00 })));
    expect(takesAnother(of(adminCreated()), limits, two, after(1))).toBe(true);
  });
  it('are forgotten after a day', () => {
    const { countedMs } = payoutRules;
    const admin = paid([0, 60_00]);
    expect(takesAnother(admin, terms, all(40_00), after(countedMs - 1))).toBe(true);
    expect(takesAnother(admin, terms, all(40_00), after(countedMs))).toBe(false);
    expect(paid([0, 60_00], [countedMs - 1, 5_00]).counted).toEqual([
      { at: after(0), cents: 60_00, byAffiliate: {} },
      { at: after(countedMs - 1), cents: 5_00, byAffiliate: {} },
    ]);
    expect(paid([0, 60_00], [countedMs, 5_00]).counted).toEqual([{ at: after(countedMs), cents: 5_00, byAffiliate: {} }]);
  });
});
