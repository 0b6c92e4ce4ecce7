import { Type } from 'typebox';
import { SCOPES } from '../rules/scopes.ts';
import { catalogue, whole } from './catalogue.ts';
import { Id, Time } from './event-fields.ts';

/** API keys: api-keys. */
export const apiKeyEvents = catalogue({
  ApiKeyMade: {
    means: 'An admin made a key with which a program asks and commands. `hash` recognises it; nothing gives it back.',
    people: { topic: 'system', bell: null, mail: null, adminMail: 'apiKeyMade', action: 'make_api_key', public: null },
    data: Type.Object({
      keyId: Id,
      adminId: Id,
      name: Type.String({ minLength: 1, maxLength: 40 }),
      scopes: Type.Array(Type.Enum(SCOPES), { minItems: 1 }),
      perMinute: Type.Integer({ minimum: 1 }),
      expiresAt: Type.Optional(Time),
      /** SHA-256 of the key, hex. */
      hash: Type.String({ minLength: 64, maxLength: 64 }),
    }),
  },
  ApiKeyRevoked: {
    means: 'An admin took an API key away.',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: 'revoke_api_key', public: null },
    outlives: whole,
    data: Type.Object({ keyId: Id }),
  },
});
