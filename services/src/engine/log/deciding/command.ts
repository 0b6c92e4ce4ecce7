import type { EventName } from '@framelift/contracts';
import type { Command } from '@nestjs/cqrs';
import type { Actor } from '../event.ts';

/** Metadata of a command: who, when (ISO 8601 UTC) and the id that makes it happen at most once. */
export interface CommandMeta {
  commandId: string;
  /** Keyed hash of the payload; absent for commands that cannot be repeated with another one. */
  fingerprint?: string;
  /** The id was chosen by the sender, so the command may have happened before. */
  repeatable: boolean;
  occurredAt: string;
  actor: Actor;
  correlationId: string;
  causationId?: string;
  traceparent?: string;
}

/** A person who is not logged in. */
export const visitor: Actor = { kind: 'visitor', id: 'anonymous' };

/** Metadata of a command that no request carries. `now` in ms. */
export const metaOf = (actor: Actor, now: number, commandId: string, repeatable = false): CommandMeta => ({
  commandId,
  repeatable,
  occurredAt: new Date(now).toISOString(),
  actor,
  correlationId: commandId,
});

export interface WithMeta {
  readonly meta: CommandMeta;
}

/** The result of a command. `position` is 0 when there was nothing to do. */
export interface Outcome {
  position: number;
  events: readonly { type: EventName; data: unknown }[];
  /** The command was applied before; the events are those of the first time. */
  repeated: boolean;
}

/** The command id was used for another payload. */
export class CommandReused extends Error {}

class Data implements WithMeta {
  readonly meta: CommandMeta;
  constructor({ meta, ...fields }: WithMeta) {
    this.meta = meta;
    Object.assign(this, fields);
  }
}

/** The base class of a command with these fields: `class RequestCashout extends command<{ amountCents: number }>() {}`. */
export const command = <Fields = unknown>() =>
  Data as new (fields: WithMeta & Readonly<Fields>) => Command<Outcome> & WithMeta & Readonly<Fields>;
