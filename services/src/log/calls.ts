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

export interface Verdict {
  accepted: boolean;
  head: Head;
  /** Versions of the streams, and positions of the commands, in the order they were asked about. */
  actual: number[];
  commandsAt: (number | null)[];
}

const headOf = (row: { head_position: number; head_hash: Buffer; head_recorded_at: Date }): Head => ({
  position: row.head_position,
  hash: row.head_hash,
  recordedAt: row.head_recorded_at,
});

export async function readHead(on: PoolClient): Promise<Head> {
  const { rows } = await on.query('select position as head_position, hash as head_hash, recorded_at as head_recorded_at from log.head');
  return headOf(rows[0]);
}

/** Takes the head's lock for the transaction under way, so that no other process can move it. */
export async function lockHead(on: PoolClient): Promise<Head> {
  const { rows } = await on.query('select * from log.lock()');
  return headOf(rows[0]);
}

/** The short way. @returns whether the events are in the log; why not, `appendOrExplain` says. @throws 23505 as another no. */
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

/** The long way: appends them, or says which streams and commands they met. */
export async function appendOrExplain(on: PoolClient, linked: Linked, commandIds: readonly string[]): Promise<Verdict> {
  const { seen, after, expected, events } = linked;
  const { rows } = await on.query({
    name: 'log.append',
    text: 'select * from log.append($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16)',
    values: [
      seen.hash, [...expected.keys()], [...expected.values()], commandIds, events.map((e) => e.event.id),
      events.map((e) => e.event.streamId), events.map((e) => e.version), events.map((e) => e.event.type),
      events.map((e) => e.event.schemaVersion), events.map((e) => e.event.partition), events.map((e) => e.commandId),
      events.map((e) => e.fingerprint), events.map((e) => e.hash.toString('hex')), events.map((e) => e.event.dataText),
      events.map((e) => e.event.metadataText), after.recordedAt.toISOString(),
    ], // prettier-ignore
  });
  const { accepted, actual, commands_at } = rows[0];
  return { accepted, head: headOf(rows[0]), actual, commandsAt: commands_at };
}
