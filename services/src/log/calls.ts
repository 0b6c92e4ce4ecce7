import type { PoolClient } from 'pg';
import { byteas, ints, jsons, smallints, texts, uuids } from './binary-arrays.ts';

/** Where the log ends. */
export interface Head {
  position: number;
  hash: Buffer;
  recordedAt: Date;
}

export interface PreparedEvent {
  id: string;
  streamId: string;
  type: string;
  schemaVersion: number;
  partition: number;
  dataText: string;
  metadataText: string;
}

/** An event with its place in the log; command id and fingerprint stand on a command's first event. */
export interface LinkedEvent {
  event: PreparedEvent;
  version: number;
  hash: Buffer;
  commandId: string | null;
  fingerprint: string | null;
}

/** Events hashed onto the head that the process saw. */
export interface Linked {
  seen: Head;
  after: Head;
  /** Stream → the version it must be at. */
  expected: Map<string, number>;
  events: LinkedEvent[];
}

/** What `log.append_in_turn` made of some appends. */
export interface Verdict {
  /** The furthest event that the caller has seen is in the log. Where not, nothing else is said. */
  isKnown: boolean;
  /** The head's hash before the call, and the head after it. */
  before: Buffer;
  head: Head;
  /** Per append: where its first event stands; null: it was refused. */
  firstPositions: (number | null)[];
  /** Per stream, in the order of the appends: its version after the call. */
  actual: number[];
  /** Per append: where its command was in the log already. */
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
export async function tryToAppend(on: PoolClient, linked: Linked): Promise<boolean> {
  const { rows } = await on.query<[number | null]>({ rowMode: 'array', ...(linked.events.length === 1 ? one(linked) : group(linked)) });
  return rows[0]![0] !== null;
}

function one({ seen, after, expected, events: [linked] }: Linked) {
  const { event, hash, commandId, fingerprint } = linked!;
  return {
    name: 'log.append_one',
    text: 'select log.append_one($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13)',
    values: [
      seen.hash, after.recordedAt.toISOString(), expected.get(event.streamId), event.id, event.streamId, event.type, event.schemaVersion,
      event.partition, commandId, fingerprint, hash.toString('hex'), event.dataText, event.metadataText,
    ], // prettier-ignore
  };
}

function group({ seen, after, expected, events }: Linked) {
  const known = [...expected].filter(([, version]) => version > 0);
  return {
    name: 'log.append_group',
    text: 'select log.append_group($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15)',
    values: [
      seen.hash, after.recordedAt.toISOString(), texts(known.map(([stream]) => stream)), ints(known.map(([, version]) => version)),
      uuids(events.map((e) => e.event.id)), texts(events.map((e) => e.event.streamId)), ints(events.map((e) => e.version)),
      texts(events.map((e) => e.event.type)), smallints(events.map((e) => e.event.schemaVersion)),
      smallints(events.map((e) => e.event.partition)), uuids(events.map((e) => e.commandId)),
      byteas(events.map((e) => (e.fingerprint ? Buffer.from(e.fingerprint, 'hex') : null))), byteas(events.map((e) => e.hash)),
      jsons(events.map((e) => e.event.dataText)), jsons(events.map((e) => e.event.metadataText)),
    ], // prettier-ignore
  };
}

/** An append on its way to `log.append_in_turn`, which hashes and numbers its events itself. */
export interface InTurn {
  commandId: string;
  fingerprint: string | undefined;
  /** An expected version of null is any. */
  streams: { streamId: string; expected: number | null; events: PreparedEvent[] }[];
}

/**
 * Waits for its turn at the head and appends what may be appended, each append by itself.
 * `known`: the furthest event this process has seen; `sentAt` is this process's clock.
 */
export async function appendInTurn(on: PoolClient, known: Head | undefined, sentAt: Date, appends: readonly InTurn[]): Promise<Verdict> {
  const streams = appends.flatMap((append, i) => append.streams.map((stream) => ({ ...stream, append: i + 1 })));
  const events = streams.flatMap((stream, i) => stream.events.map((event) => ({ event, stream: i + 1 })));
  const { rows } = await on.query({
    name: 'log.append_in_turn',
    text: 'select * from log.append_in_turn($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15)',
    values: [
      known?.position ?? 0, known?.hash ?? null, sentAt.toISOString(),
      uuids(appends.map((a) => a.commandId)), appends.map((a) => a.fingerprint ?? null),
      ints(streams.map((s) => s.append)), texts(streams.map((s) => s.streamId)), ints(streams.map((s) => s.expected)),
      ints(events.map((e) => e.stream)), uuids(events.map((e) => e.event.id)), texts(events.map((e) => e.event.type)),
      smallints(events.map((e) => e.event.schemaVersion)), smallints(events.map((e) => e.event.partition)),
      texts(events.map((e) => e.event.dataText)), texts(events.map((e) => e.event.metadataText)),
    ], // prettier-ignore
  });
  const { is_known, before_hash, first_positions, actual, commands_at } = rows[0];
  return {
    isKnown: is_known,
    before: before_hash,
    head: headOf(rows[0]),
    firstPositions: positions(first_positions),
    actual,
    commandsAt: positions(commands_at),
  };
}
