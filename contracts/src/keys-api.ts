import { type Static, Type } from 'typebox';
import { ApiKeyBody } from './bodies.ts';
import { forAdmins } from './call.ts';
import { Nullable, Time } from './fields.ts';
import { SCOPES } from './scopes.ts';

/** The calls about API keys (docs/rules.md#20-api-keys), and their answers, exactly as JSON. */

export const ApiKeyView = Type.Object({
  id: Type.String({ description: 'The key begins with `flk_`, this id and `_`' }),
  name: Type.String(),
  scopes: Type.Array(Type.Enum(SCOPES)),
  perMinute: Type.Integer({ description: 'Requests that it may make in a minute' }),
  madeAt: Time,
  madeBy: Type.String({ description: 'Username of the admin' }),
  expiresAt: Nullable(Time),
  lastUsedAt: Nullable(Type.String({ format: 'date-time', description: 'To the minute; null: not yet' })),
});
export const ApiKeysView = Type.Object({ keys: Type.Array(ApiKeyView, { description: 'Those that are not revoked, newest first' }) });
export const MadeKeyView = Type.Object({ id: Type.String(), key: Type.String({ description: 'Shown once' }) });

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

export type ApiKeyView = Static<typeof ApiKeyView>;
export type ApiKeysView = Static<typeof ApiKeysView>;
export type MadeKeyView = Static<typeof MadeKeyView>;
