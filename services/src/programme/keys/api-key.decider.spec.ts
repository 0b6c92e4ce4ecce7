import { describe, expect, it } from '@jest/globals';
import { type Fact, keyRefusals, SCOPES, refusals } from '@framelift/contracts';
import { apiKeyMade, apiKeyRevoked } from '../../../../test/support/facts.ts';
import { given, stateOf } from '../../../../test/support/given.ts';
import { Refused } from '../../platform/refused.ts';
import { MakeApiKey, RevokeApiKey } from './api-key.commands.ts';
import { type ApiKeys, apiKeysDecider, apiKeysSource, hasExpired, makeApiKey, revokeApiKey, revokeKeysOf } from './api-key.decider.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const hash = 'a'.repeat(64);
const meta = { commandId: 'c', correlationId: 'c', repeatable: false, occurredAt: NOW, actor: { kind: 'admin', id: 'd1' } } as const;
const key = {
  keyId: 'k2',
  name: 'Lager Süd',
  scopes: ['write:sales', 'read:events', 'read:events'],
  perMinute: 60,
  expiresAt: null,
  hash,
} as const;
const make = (more: object = {}) => new MakeApiKey({ meta, ...key, ...more });
const keys = (...facts: Fact[]) => given(apiKeysDecider, facts);
const makes = (state: ApiKeys, command: MakeApiKey) => makeApiKey({ keys: state, admin: { active: true } }, command).keys;

describe('a key', () => {
  it('is created with unique, ordered scopes and its creator', () =>
    keys()
      .when(makes, make())
      .then({
        type: 'ApiKeyMade',
        data: { keyId: 'k2', adminId: 'd1', name: 'Lager Süd', scopes: ['read:events', 'write:sales'], perMinute: 60, hash },
      }));
  it('stores its expiry in one form', () =>
    keys()
      .when(makes, make({ expiresAt: '2026-04-01' }))
      .thenMatching({ data: { expiresAt: '2026-04-01T00:00:00.000Z' } }));
  it('is refused if it would expire immediately', () =>
    keys()
      .when(makes, make({ expiresAt: NOW }))
      .refuses(keyRefusals.expiryInvalid));
  it('is refused with another key’s name, ignoring case', () =>
    keys(apiKeyMade({ name: 'LAGER SÜD' }))
      .when(makes, make())
      .refuses(keyRefusals.nameTaken));
  it('may have the name of a revoked one', () =>
    keys(apiKeyMade({ keyId: 'k1', name: 'Lager Süd' }), apiKeyRevoked({ keyId: 'k1' }))
      .when(makes, make())
      .thenMatching({ type: 'ApiKeyMade' }));
  it('is refused beyond a hundred others', () =>
    keys(...Array.from({ length: 100 }, (_, n) => apiKeyMade({ keyId: `k${n}`, name: `N${n}` })))
      .when(makes, make())
      .refuses(keyRefusals.tooMany));
  it('is refused if the admin is revoked meanwhile', () =>
    expect(() => makeApiKey({ keys: { keys: [] }, admin: { active: false } }, make())).toThrow(new Refused(refusals.unauthorized)));
  it('is revoked once', () => {
    const made = apiKeyMade({ keyId: 'k2' });
    keys(made)
      .when(revokeApiKey, new RevokeApiKey({ meta, keyId: 'k2' }))
      .then(apiKeyRevoked({ keyId: 'k2' }));
    keys(made, apiKeyRevoked({ keyId: 'k2' }))
      .when(revokeApiKey, new RevokeApiKey({ meta, keyId: 'k2' }))
      .refuses(keyRefusals.notFound);
  });
  it('expires at its moment, or never without one', () => {
    expect([hasExpired({ expiresAt: NOW }, NOW), hasExpired({ expiresAt: NOW }, '2026-03-01T11:59:59.999Z')]).toEqual([true, false]);
    expect(hasExpired({ expiresAt: null }, NOW)).toBe(false);
    expect(hasExpired({ expiresAt: null }, 'no time')).toBe(false);
    expect(SCOPES.length).toBe(6);
  });
  it('is listed until it is revoked', () => {
    const [one, two] = [apiKeyMade({ keyId: 'k1', adminId: 'd1' }), apiKeyMade({ keyId: 'k2', adminId: 'd2', expiresAt: NOW })];
    const made = stateOf(apiKeysDecider, [one, two], NOW);
    expect(made.keys).toMatchObject([
      { id: 'k1', adminId: 'd1', madeAt: NOW },
      { id: 'k2', expiresAt: NOW },
    ]);
    expect(stateOf(apiKeysDecider, [one, two, apiKeyRevoked({ keyId: 'k1' })]).keys.map(({ id }) => id)).toEqual(['k2']);
    expect(revokeKeysOf(made, 'd2')).toEqual([apiKeyRevoked({ keyId: 'k2' })]);
    expect(revokeKeysOf(made, 'd3')).toEqual([]);
    keys(one)
      .when(revokeApiKey, new RevokeApiKey({ meta, keyId: 'k2' }))
      .refuses(keyRefusals.notFound);
  });
  it('is on one stream with all others', () =>
    expect(apiKeysSource).toMatchObject({ streamId: 'api-keys', decider: { name: 'api-keys' } }));
});
