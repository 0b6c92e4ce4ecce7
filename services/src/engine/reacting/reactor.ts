import { type EventName, partitionKey } from '@framelift/contracts';
import { bigint, int, json, text, timestamp } from '../projecting/columns.ts';
import { type Folded, type FoldedEvent, projection, type Projection, table } from '../projecting/projection.ts';

/** One thing to tell one receiver because of one event. Ids only: what is told is read and opened when it is sent. */
export interface Intent {
  receiver: string;
  kind: string;
}

/** What each event calls for. Pure: no clock, no random, no look at a table. */
export type Reactions = { readonly [N in EventName]?: (event: Folded<N>) => readonly Intent[] };

interface Definition {
  /** One word, small letters. */
  name: string;
  answers: string;
  on: Reactions;
}

/** How an intent ended. late: older than its reactor sends; dropped: nothing to tell, or nobody; failed: given up. */
export type Outcome = 'sent' | 'dropped' | 'late' | 'failed';

const columns = {
  /** What it is about: intents of one receiver and subject go one after the other, within a queue of the outbox. */
  subject: text(),
  attempts: int(0),
  /** Null: at once. */
  next_at: timestamp.nullable(),
  /** The session that sends it (`asHolder`). */
  taken_by: bigint().nullable(),
  done_at: timestamp.nullable(),
  outcome: text<Outcome>().nullable(),
  /** What the last attempt said: an error, or the receiver's answer. */
  said: text().nullable(),
  /** What its sender keeps of it, personal fields sealed. */
  kept: json<object>().nullable(),
};

/**
 * What the log makes happen outside: a projection whose rows are intents. They and the checkpoints are one transaction, so none is
 * lost or written twice; an outbox sends them. It begins at the head, and no replay touches it (docs/architecture.md#reactors).
 */
export function reactor({ name, answers, on }: Definition): Projection {
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
      '(receiver, position) where done_at is null',
      '(receiver, subject, kind, position) where done_at is null',
    ],
  });
  return projection({ name: `reactor-${name}`, version: 1, answers, neverRebuilt: true, tables: { intents } });
}

/** Injection token of the list of all reactors. */
export const REACTORS = Symbol('reactors');
