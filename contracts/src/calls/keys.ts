import { type Static, Type } from 'typebox';
import { keyRefusals, keyLimits, SCOPES } from '../rules/scopes.ts';
import { forAdmins } from './call.ts';
import { Moment, Nullable, OneOf, refused, Time } from './fields.ts';

/** The calls about API keys (docs/rules.md#20-api-keys), and their answers, exactly as JSON. */

export const ApiKeyBody = Type.Object({
  name: Type.String({ pattern: keyLimits.name.source, ...refused(keyRefusals.nameInvalid) }),
  scopes: Type.Array(OneOf(SCOPES, keyRefusals.scopesInvalid), {
    minItems: 1,
    maxItems: SCOPES.length,
    ...refused(keyRefusals.scopesInvalid),
  }),
  perMinute: Type.Integer({ minimum: 1, maximum: keyLimits.perMinute, ...refused(keyRefusals.limitInvalid) }),
  expiresAt: Type.Optional(Nullable(Moment('Null: it does not expire', keyRefusals.expiryInvalid))),
});
export type ApiKeyBody = Static<typeof ApiKeyBody>;

export const ApiKeyView = Type.Object({
  id: Type.String({ description: 'The key begins with `flk_`, this id and `_`' }),
  name: Type.String(),
  scopes: Type.Array(Type.Enum(SCOPES)),
  perMinute: Type.Integer({ description: 'Requests that it may make in a minute' }),
  createdAt: Time,
  createdBy: Type.String({ description: 'Username of the admin' }),
  expiresAt: Nullable(Time),
  lastUsedAt: Nullable(Type.String({ format: 'date-time', description: 'To the minute; null: not yet' })),
});
export type ApiKeyView = Static<typeof ApiKeyView>;
export const ApiKeysView = Type.Object({ keys: Type.Array(ApiKeyView, { description: 'Those that are not revoked, newest first' }) });
export type ApiKeysView = Static<typeof ApiKeysView>;
export const MadeKeyView = Type.Object({ id: Type.String(), key: Type.String({ description: 'Shown once' }) });
export type MadeKeyView = Static<typeof MadeKeyView>;

export const keyCalls = forAdmins({
  'GET /api/admin/keys': {
    does: 'The API keys that are not revoked.',
    scope: 'read:programme',
    noPersonalData: true,
    answers: ApiKeysView,
  },
  'POST /api/admin/keys': {
    does: 'Make an API key. It is shown once.',
    confirmed: true,
    body: ApiKeyBody,
    answers: MadeKeyView,
    status: 201,
  },
  'DELETE /api/admin/keys/:id': { does: 'Revoke an API key, from its next request on.' },
});
