import { apiKeysStream, fact, type Fact, keyLimits, keyRefusals, refusals, type Scope, SCOPES } from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/deciding/decider.ts';
import { refuseIf } from '../../platform/refused.ts';
import type { MakeApiKey, RevokeApiKey } from './api-key.commands.ts';

/** A key that is not revoked. It is valid until it expires. */
export interface ApiKey {
  id: string;
  name: string;
  scopes: readonly Scope[];
  perMinute: number;
  /** ISO 8601; null: it does not expire. */
  expiresAt: string | null;
  hash: string;
  adminId: string;
  madeAt: string;
}

export interface ApiKeys {
  keys: readonly ApiKey[];
}

export const apiKeysDecider: Decider<ApiKeys> = {
  name: 'api-keys',
  version: 1,
  initial: { keys: [] },
  evolve: {
    ApiKeyMade: ({ keys }, { keyId, expiresAt, ...key }, { at }) => ({
      keys: [...keys, { ...key, id: keyId, expiresAt: expiresAt ?? null, madeAt: at }],
    }),
    ApiKeyRevoked: ({ keys }, { keyId }) => ({ keys: keys.filter(({ id }) => id !== keyId) }),
  },
};

export const apiKeysSource: Source<ApiKeys> = { streamId: apiKeysStream, decider: apiKeysDecider };

export const hasExpired = ({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: string): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.parse(now);

/** The access record shows names, so valid keys have different ones. An admin revoked meanwhile leaves no key. */
export const makeApiKey = (s: { keys: ApiKeys; admin: { active: boolean } }, command: MakeApiKey): { keys: Fact[] } => {
  refuseIf(!s.admin.active, refusals.unauthorized, 'unauthorized');
  return { keys: made(s.keys, command) };
};

const made = ({ keys }: ApiKeys, { meta, keyId, name, scopes, perMinute, expiresAt, hash }: MakeApiKey): Fact[] => {
  refuseIf(
    keys.some((key) => key.name.toLowerCase() === name.toLowerCase()),
    keyRefusals.nameTaken,
    'conflict',
  );
  refuseIf(keys.length >= keyLimits.keys, keyRefusals.tooMany, 'conflict');
  refuseIf(hasExpired({ expiresAt }, meta.occurredAt), keyRefusals.expiryInvalid);
  const chosen = SCOPES.filter((scope) => scopes.includes(scope));
  const expires = expiresAt ? { expiresAt: new Date(expiresAt).toISOString() } : {};
  return [fact('ApiKeyMade', { keyId, adminId: meta.actor.id, name, scopes: chosen, perMinute, ...expires, hash })];
};

export const revokeApiKey = ({ keys }: ApiKeys, { keyId }: RevokeApiKey): Fact[] => {
  refuseIf(!keys.some(({ id }) => id === keyId), keyRefusals.notFound, 'missing');
  return [fact('ApiKeyRevoked', { keyId })];
};

export const revokeKeysOf = ({ keys }: ApiKeys, adminId: string): Fact[] =>
  keys.filter((key) => key.adminId === adminId).map(({ id }) => fact('ApiKeyRevoked', { keyId: id }));
