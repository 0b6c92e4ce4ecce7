import { type EventName, partitionKey } from '@framelift/contracts';
import { bigint, int, json, text, timestamp } from '../projecting/columns.ts';
import { type Folded, type FoldedEvent, projection, type Projection, table } from '../projecting/projection.ts';

/** One message to one receiver because of one event. Ids only: the content is read and opened when it is sent. */
export interface Intent {
  receiver: string;
  kind: string;
}

/** The intents of each event. Pure: no clock, no random, no table. */
export type Reactions = { readonly [N in EventName]?: (event: Folded<N>) => readonly Intent[] };

interface Definition {
  /** One word in lower case. */
  name: string;
  answers: string;
  /** The receiver in whose place others are notified. */
  group: string;
  on: Reactions;
}

export type Reactor = Projection & Pick<Definition, 'group'>;

/** How an intent ended. late: older than its reactor sends; dropped: no message or no receiver; failed: given up. */
export type Outcome = 'sent' | 'dropped' | 'late' | 'failed';

const columns = {
  /** Intents of one receiver and subject are sent one after the other, within a queue of the outbox. */
  subject: text(),
  attempts: int(0),
  /** Null: immediately. */
  next_at: timestamp.nullable(),
  /** The session that sends it (`asHolder`). */
  taken_by: bigint().nullable(),
  done_at: timestamp.nullable(),
  outcome: text<Outcome>().nullable(),
  /** The last attempt's error or the receiver's response. */
  said: text().nullable(),
  /** The sender's own data, personal fields sealed. */
  kept: json<object>().nullable(),
};

/**
 * Causes effects outside: a projection whose rows are intents. They and the checkpoints are one transaction, so none is
 * lost or written twice; an outbox sends them. It starts at the head, and is never replayed (docs/architecture.md#reactors).
 */
export function reactor({ name, answers, group, on }: Definition): Reactor {
  const intentsOf = (event: FoldedEvent) => (on[event.type] as (event: FoldedEvent) => readonly Intent[])(event);
  const creates = Object.keys(on).map((type) => [type, (event: FoldedEvent) => ({ subject: partitionKey(event.streamId) })]);
  const intents = table({
    key: { position: bigint(), receiver: text(), kind: text() },
    keysOf: (event) => intentsOf(event).map(({ receiver, kind }) => [event.position, receiver, kind]),
    columns,
    creates: Object.fromEntries(creates) as { [N in EventName]?: (event: Folded<N>) => { subject: string } },
    writtenOnce: true,
    indexes: [
      '(receiver, subject, position) where done_at is null',
      '(done_at)',
      `(done_at) where outcome = 'failed'`,
      '(receiver, position) where done_at is null',
      '(receiver, subject, kind, position) where done_at is null',
    ],
  });
  return { ...projection({ name: `reactor-${name}`, version: 1, answers, neverRebuilt: true, tables: { intents } }), group };
}

/** Injection token of the list of all reactors. */
export const REACTORS = Symbol('reactors');
/** Injection token of the list of all projections and reactors. */
export const FOLLOWERS = Symbol('followers');
