import { handler, handlerAcross } from '../../engine/log/deciding/command-handler.ts';
import { MakeApiKey, RevokeApiKey } from './api-key.commands.ts';
import { type ApiKeys, apiKeysSource, makeApiKey, revokeApiKey } from './api-key.decider.ts';
import { type Admin, adminSource } from '../sign-in/admin.decider.ts';
import { forgetUse } from './last-uses.ts';

export const apiKeyHandlers = [
  handlerAcross(MakeApiKey, ({ meta }) => ({
    sources: { keys: apiKeysSource, admin: { ...adminSource(meta.actor.id), readOnly: true } },
    rule: (states: { keys: ApiKeys; admin: Admin }, command) => makeApiKey(states, command),
  })),
  handler(
    RevokeApiKey,
    () => apiKeysSource,
    revokeApiKey,
    (client, { keyId }) => forgetUse(client, keyId),
  ),
];
