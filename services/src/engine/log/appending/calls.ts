import type { PoolClient } from 'pg';
import { lockKey, locks } from '../../../platform/locks.ts';
import type { Prepared, PreparedEvent } from './append.ts';
import { byteas, ints, jsons, smallints, texts, uuids } from './binary-arrays.ts';

/** Where the log ends. */
export interface Head {
  position: number;
  hash: Buffer;
  recordedAt: Date;
}

/** An event with its place in the log; command id and fingerprint are on a command's first event. */
export interface LinkedEvent {
  event: PreparedEvent;
  /** With the event’s tag. */
  metadataText: string;
  version: number;
  hash: Buffer;
  commandId: string | null;
  fingerprint: string | null;
}

/** Events hashed onto the head this process has seen. */
export interface Linked {
  seen: Head;
  after: Head;
  /** Stream → the version it must be at. */
  expected: Map<string, number>;
  /** Stream that is not appended to → the version it must still be at. */
  unchanged: Map<string, number>;
  events: LinkedEvent[];
}

/** The log's state for these appends, while no other process can append. */
export interface LogState {
  /** Whether the log holds the furthest event the caller has seen; if not, it lost commits. */
  isKnown: boolean;
  /** The time to record an event at: the caller's, or the head's if that is later. */
  acceptsTime: boolean;
  /** The database's. */
  clock: Date;
  head: Head;
  /** Per stream, in the order of the appends. */
  versions: number[];
  /** Per append: the position of its command, if it is already in the log. */
  commandsAt: (number | null)[];
}

// Arrays of bigint come as texts.
const positions = (texts: readonly (string | null)[] | null) => (texts ?? []).map((text) => (text === null ? null : Number(text)));

const headOf = (row: { head_position: number; head_hash: Buffer; head_recorded_at: Date }): Head => ({
  position: row.head_position,
  hash: row.head_hash,
  recordedAt: row.head_recorded_at,
});

export async function readHead(on: PoolClient): Promise<Head> {
  const { rows } = await on.query('select position as head_position, hash as head_hash, recorded_at as head_recorded_at from log.head');
  return headOf(rows[0]);
}

/** Appends events that were hashed onto the head. @returns whether they are in the log. A unique violation (23505) also means: not appended. */
export async function tryToAppend(on: PoolClient, { seen, after, expected, unchanged, events }: Linked): Promise<boolean> {
  const known = [...expected].filter(([, version]) => version > 0);
  const { rows } = await on.query<{ position: number | null }>({
    name: 'log.append',
    text: 'select log.append($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17) as position',
    values: [
      seen.hash,
      after.recordedAt.toISOString(),
      texts(known.map(([stream]) => stream)),
      ints(known.map(([, version]) => version)),
      texts([...unchanged.keys()]),
      ints([...unchanged.values()]),
      uuids(events.map((e) => e.event.id)),
      texts(events.map((e) => e.event.streamId)),
      ints(events.map((e) => e.version)),
      texts(events.map((e) => e.event.type)),
      smallints(events.map((e) => e.event.schemaVersion)),
      smallints(events.map((e) => e.event.partition)),
      uuids(events.map((e) => e.commandId)),
      byteas(events.map((e) => (e.fingerprint ? Buffer.from(e.fingerprint, 'hex') : null))),
      byteas(events.map((e) => e.hash)),
      jsons(events.map((e) => e.event.dataText)),
      jsons(events.map((e) => e.metadataText)),
    ],
  });
  return rows[0]!.position !== null;
}

/** The session ended before the statement reached the log: nothing was appended, and the statement may be sent again. */
export class NotReached extends Error {}

/** A session ended for its silence or its long transaction answers so the first statement that comes too late; pg refuses those after it itself. */
const cameTooLate = (error: Error): boolean =>
  /^(57P05|25P0[34])$/.test((error as { code?: string }).code ?? '') || error.message.endsWith('is not queryable');
const endedMeanwhile = (error: Error): boolean =>
  error.message === 'Connection terminated unexpectedly' || /^(EPIPE|ECONNRESET)$/.test((error as { code?: string }).code ?? '');

const notReachedIf =
  (is: (error: Error) => boolean) =>
  (error: Error): never => {
    throw is(error) ? new NotReached(error.message, { cause: error }) : error;
  };
/** For statements that append or commit. */
export const unlessTooLate = notReachedIf(cameTooLate);
/** For statements that read or lock, or precede the commit: whatever became of them, nothing was appended. */
export const unlessEnded = notReachedIf((error) => cameTooLate(error) || endedMeanwhile(error));

const LOCK = lockKey(locks.append);

/** Waits for the append lock. The session keeps it until `endTurn`, or until it is silent for `silentMs`. */
export const takeTurn = async (on: PoolClient, silentMs: number): Promise<void> => {
  await on.query({
    name: 'log.take_turn',
    text: `select set_config('idle_session_timeout', $1, false), pg_advisory_lock(${LOCK})`,
    values: [silentMs],
  });
};

export const endTurn = async (on: PoolClient): Promise<void> => {
  await on.query({ name: 'log.end_turn', text: `select pg_advisory_unlock(${LOCK}), set_config('idle_session_timeout', '0', false)` });
};

/** `known`: the furthest event this process has seen; `sentAt` is this process's clock. */
export async function explain(on: PoolClient, known: Head | undefined, sentAt: Date, appends: readonly Prepared[]): Promise<LogState> {
  const { rows } = await on.query({
    name: 'log.explain',
    text: 'select * from log.explain($1,$2,$3,$4,$5)',
    values: [
      known?.position ?? 0,
      known?.hash ?? null,
      sentAt.toISOString(),
      uuids(appends.map((a) => a.commandId)),
      texts(appends.flatMap((a) => a.streams.map((s) => s.streamId))),
    ],
  });
  const { is_known, accepts_time, clock, versions, commands_at } = rows[0];
  return { isKnown: is_known, acceptsTime: accepts_time, clock, head: headOf(rows[0]), versions, commandsAt: positions(commands_at) };
}
