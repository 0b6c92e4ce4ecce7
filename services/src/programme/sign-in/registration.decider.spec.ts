import { describe, expect, it } from '@jest/globals';
import { type Fact, refusals } from '@framelift/contracts';
import { programme, stateOf } from '../../../../test/support/given.ts';
import { affiliateDecider } from '../affiliate/affiliate.decider.ts';
import { claimDecider } from '../claims/claim.decider.ts';
import { Refused } from '../../platform/refused.ts';
import { CreateAdmin, RegisterAffiliate, RevokeAdmin } from './sign-in.commands.ts';
import { apiKeysDecider } from '../keys/api-key.decider.ts';
import { adminDecider, createAdmin, revokeAdmin } from './admin.decider.ts';
import { registerAffiliate } from './registration.decider.ts';
import { adminCreated, adminRevoked, affiliateRegistered, apiKeyMade, apiKeyRevoked, nameClaimed } from '../../../../test/support/facts.ts';

const now = '2026-01-01T00:00:00.000Z';
const meta = { commandId: 'c', correlationId: 'c', repeatable: false, occurredAt: now, actor: { kind: 'system', id: 't' } } as const;
const hash = (text: string) => text.padEnd(40, '0');
const claimed = (kind: 'username' | 'email', accountId: string) => stateOf(claimDecider, [nameClaimed({ kind, accountId })]);
const free = claimDecider.initial;

describe('registering an affiliate', () => {
  const command = new RegisterAffiliate({
    meta,
    affiliateId: 'a1',
    username: 'ann',
    email: 'ann@example.org',
    usernameClaim: hash('u'),
    emailClaim: hash('e'),
    commissionBps: 20_00,
    agrees: true,
  });
  const register = (facts: Fact[] = [], username = free, email = free) =>
    registerAffiliate({ affiliate: stateOf(affiliateDecider, facts), programme, username, email }, command);
  const registered = affiliateRegistered({
    affiliateId: 'a1',
    username: 'ann',
    email: 'ann@example.org',
    usernameClaim: hash('u'),
    emailClaim: hash('e'),
    commissionBps: 20_00,
    textsVersion: '1',
  });

  it('starts with the programme’s rate by default, and records where they came from', () => {
    const imported = { from: 'rewardful', netSales: 3 } as never;
    const { commissionBps: _, ...rest } = command;
    const facts = (more: object) =>
      registerAffiliate({ affiliate: stateOf(affiliateDecider, []), programme, username: free, email: free }, { ...rest, ...more } as never)
        .affiliate!;
    expect(facts({})[0]!.data).toMatchObject({ commissionBps: programme.terms.defaultRateBps });
    expect(facts({})[0]!.data).not.toHaveProperty('imported');
    expect(facts({ commissionBps: 35_00, imported })[0]!.data).toMatchObject({ commissionBps: 35_00, imported });
    expect(facts({ commissionBps: 0 })[0]!.data).toMatchObject({ commissionBps: 0 });
    expect(facts({ agrees: false })[0]!.data).not.toHaveProperty('textsVersion');
  });
  it('claims both names and states the fact, in one decision', () =>
    expect(register()).toEqual({
      username: [nameClaimed({ kind: 'username', accountId: 'affiliate-a1' })],
      email: [nameClaimed({ kind: 'email', accountId: 'affiliate-a1' })],
      affiliate: [registered],
    }));
  it('is refused if the username is taken', () =>
    expect(() => register([], claimed('username', 'affiliate-b'))).toThrow(new Refused(refusals.usernameTaken)));
  it('is refused if the e-mail address is taken', () =>
    expect(() => register([], free, claimed('email', 'admin-b'))).toThrow(new Refused(refusals.emailTaken)));
  it('is refused for an existing id', () => expect(() => register([registered])).toThrow(Refused));
});

describe('admins', () => {
  const created = adminCreated({
    adminId: 'd1',
    username: 'root',
    email: 'r@example.org',
    usernameClaim: hash('u'),
    emailClaim: hash('e'),
  });
  const account = (facts: Fact[]) => stateOf(adminDecider, facts);
  const create = new CreateAdmin({
    passwordHash: 'h',
    meta,
    adminId: 'd1',
    username: 'root',
    email: 'r@example.org',
    usernameClaim: hash('u'),
    emailClaim: hash('e'),
  });
  const revoke = new RevokeAdmin({ meta, adminId: 'd1' });

  it('are created with both names', () =>
    expect(createAdmin({ account: account([]), programme, username: free, email: free }, create)).toEqual({
      account: [created],
      username: [nameClaimed({ kind: 'username', accountId: 'admin-d1' })],
      email: [nameClaimed({ kind: 'email', accountId: 'admin-d1' })],
    }));
  it('are refused a taken name, and an existing id', () => {
    const names = { username: claimed('username', 'affiliate-b'), email: free };
    expect(() => createAdmin({ account: account([]), programme, ...names }, create)).toThrow(new Refused(refusals.usernameTaken));
    expect(() => createAdmin({ account: account([created]), programme, username: free, email: free }, create)).toThrow(Refused);
  });
  it('are revoked once, and their names become free', () => {
    const names = { username: claimed('username', 'admin-d1'), email: claimed('email', 'admin-d1') };
    const keys = stateOf(apiKeysDecider, [
      apiKeyMade({ keyId: 'k1', adminId: revoke.adminId }),
      apiKeyMade({ keyId: 'k2', adminId: 'other' }),
    ]);
    const done = revokeAdmin({ account: account([created]), programme, keys, ...names }, revoke);
    expect(done.keys).toEqual([apiKeyRevoked({ keyId: 'k1' })]);
    expect(done.account).toEqual([adminRevoked({})]);
    expect([...done.username!, ...done.email!]).toMatchObject([{ type: 'NameReleased' }, { type: 'NameReleased' }]);
    expect(() => revokeAdmin({ account: account([created, adminRevoked({})]), programme, keys, ...names }, revoke)).toThrow(Refused);
  });
});
