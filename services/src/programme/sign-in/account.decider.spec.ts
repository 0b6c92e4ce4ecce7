import { describe, expect, it } from '@jest/globals';
import { type Fact, fact, refusals } from '@framelift/contracts';
import { adminCreated, adminRevoked, affiliateDeleted, affiliateEdited, affiliateRegistered } from '../../../../test/support/facts.ts';
import { given, stateOf } from '../../../../test/support/given.ts';
import * as rule from './account.decider.ts';

const link = { link: 'l', tokenHash: 'a'.repeat(64), expiresAt: '2026-01-01T00:30:00.000Z' };
const requested = fact('PasswordResetAsked', { validUntil: link.expiresAt });
const account = (...facts: Fact[]) => given(rule.accountDecider, facts);
const ask = (now: string, ...facts: Fact[]) =>
  rule.askPasswordReset(stateOf(rule.accountDecider, facts), { link, meta: { occurredAt: now } } as never);
const registered = affiliateRegistered();
const banned = affiliateEdited({ status: 'banned' });

it('is the stream of an affiliate or admin', () =>
  expect(rule.accountSource('admin-d1')).toMatchObject({ streamId: 'admin-d1', decider: { name: 'account' } }));

it('changes its password', () => expect(rule.changePassword()).toEqual([fact('PasswordChanged', {})]));

describe('a link to set another password', () => {
  const allow = [fact('PasswordResetAllowed', { validUntil: link.expiresAt })];
  it.each<[string, Fact[]]>([
    ['an affiliate', [registered]],
    ['an admin', [adminCreated()]],
    ['one whose ban ended', [registered, banned, affiliateEdited({ status: 'active' })]],
    ['one that was edited otherwise', [registered, affiliateEdited({ commissionBps: 1 })]],
  ])('is allowed to %s', (_, facts) => {
    account(...facts)
      .when(rule.allowPasswordReset, { link })
      .then(...allow);
    expect(ask('2026-01-01T00:00:00.000Z', ...facts)).toEqual([requested]);
    account(...facts)
      .when(rule.resetPassword, undefined)
      .then(fact('PasswordChanged', {}));
  });
  it.each<[string, Fact[], string]>([
    [refusals.accountNotFound, [], 'nobody'],
    [refusals.deletedAccount, [registered, affiliateDeleted()], 'a deleted affiliate'],
    [refusals.deletedAccount, [adminCreated(), adminRevoked()], 'a revoked admin'],
    [refusals.banned, [registered, banned], 'a banned affiliate'],
  ])('is refused (%s)', (text, facts) => {
    account(...facts)
      .when(rule.allowPasswordReset, { link })
      .refuses(text);
    expect(ask('2026-01-01T00:00:00.000Z', ...facts)).toEqual([]);
    account(...facts)
      .when(rule.resetPassword, undefined)
      .refuses(refusals.passwordLinkInvalid);
  });
  it('is sent three times an hour', () => {
    expect(ask('2026-01-01T00:59:59.999Z', registered, requested, requested)).toEqual([requested]);
    expect(ask('2026-01-01T00:59:59.999Z', registered, requested, requested, requested)).toEqual([]);
    expect(ask('2026-01-01T01:00:00.000Z', registered, requested, requested, requested)).toEqual([requested]);
    expect(stateOf(rule.accountDecider, [registered, requested, requested, requested, requested]).resetsRequestedAt).toHaveLength(3);
  });
});

it('has no account at first', () =>
  expect(stateOf(rule.accountDecider, [])).toEqual({ totp: false, standing: 'unknown', resetsRequestedAt: [] }));

describe('two-factor sign-in', () => {
  const on = [registered, fact('TotpTurnedOn', {})];
  const off = [...on, fact('TotpTurnedOff', {})];
  it('is turned on once', () => {
    account(registered).when(rule.turnTotpOn, undefined).then(fact('TotpTurnedOn', {}));
    account(...off)
      .when(rule.turnTotpOn, undefined)
      .then(fact('TotpTurnedOn', {}));
    account(...on)
      .when(rule.turnTotpOn, undefined)
      .refuses(refusals.totpOn);
  });
  it('changes nothing else', () =>
    expect(stateOf(rule.accountDecider, off)).toEqual({ totp: false, standing: 'open', resetsRequestedAt: [] }));
  it('is turned off, and its codes renewed, while it is on', () => {
    account(...on)
      .when(rule.turnTotpOff, undefined)
      .then(fact('TotpTurnedOff', {}));
    account(...on)
      .when(rule.renewRecoveryCodes, undefined)
      .then(fact('RecoveryCodesRenewed', {}));
    for (const facts of [[registered], off]) {
      account(...facts)
        .when(rule.turnTotpOff, undefined)
        .refuses(refusals.totpOff);
      account(...facts)
        .when(rule.renewRecoveryCodes, undefined)
        .refuses(refusals.totpOff);
    }
  });
});
