import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { refusals } from '@framelift/contracts';
import type { Actor } from '../engine/log/event.ts';
import { type CommandMeta, metaOf, visitor } from '../engine/log/deciding/command.ts';
import { type Keys, uuidFrom } from '../platform/keys.ts';
import { Refused } from '../platform/refused.ts';
import type { SignedRequest } from './allow.ts';

/** Dependencies of the decorator; the Fastify instance has them as `environment`. */
export interface Environment {
  keys: Keys;
  now: () => number;
}

/** Body fields excluded from fingerprints, which would let a reader of the log guess them. */
const secrets = new Set(['password', 'currentPassword', 'newPassword', 'code']);

/** Who commands, when, and under which id: uuid v5 of (actor, method, path, Idempotency-Key) (docs/architecture.md#exactly-once). */
export const Meta = createParamDecorator((_: unknown, context: ExecutionContext): CommandMeta => {
  const request = context.switchToHttp().getRequest<SignedRequest>();
  const { environment } = request.server as unknown as { environment: Environment };
  const actor: Actor = request.account ?? (request.key ? { kind: 'key', id: request.key.id } : visitor);
  const key = request.headers['idempotency-key'];
  const path = request.url.split('?')[0]!;
  if (key !== undefined && (typeof key !== 'string' || key.length < 1 || key.length > 200)) throw new Refused(refusals.badRequest);
  const commandId = key === undefined ? randomUUID() : uuidFrom(JSON.stringify([actor.kind, actor.id, request.method, path, key]));
  const payload = Object.fromEntries(Object.entries((request.body ?? {}) as object).filter(([field]) => !secrets.has(field)));
  const { traceparent } = request;
  request.commandId = commandId;
  return {
    ...metaOf({ kind: actor.kind, id: actor.id }, environment.now(), commandId, key !== undefined),
    ...(key === undefined ? {} : { fingerprint: environment.keys.fingerprint(payload) }),
    ...(traceparent ? { traceparent } : {}),
  };
});
