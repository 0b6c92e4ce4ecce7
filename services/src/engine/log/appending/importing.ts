import { locks, lockInTransaction } from '../../../platform/locks.ts';
import type { PoolClient } from '../../../platform/pg.ts';

/** An event of another log's export, unchanged; `data` and `metadata` are JSON texts, hashes hex. */
export interface ImportedEvent {
  position: number;
  version: number;
  schemaVersion: number;
  partition: number;
  recordedAt: string;
  id: string;
  commandId: string | null;
  streamId: string;
  type: string;
  fingerprint: string | null;
  hash: string;
  data: string;
  metadata: string;
}

/** Writes checked events in the caller’s transaction, as the schema’s owner. @returns false unless the log ends before them. */
export async function insertImported(owner: PoolClient, events: readonly ImportedEvent[]): Promise<boolean> {
  await owner.query('set local synchronous_commit to off');
  await lockInTransaction(owner, locks.append);
  const { rows } = await owner.query<{ position: number }>('select position from log.head');
  if (rows[0]!.position !== events[0]!.position - 1) return false;
  const of = <T>(column: (event: ImportedEvent) => T): T[] => events.map(column);
  await owner.query(
    `insert into log.events (position, version, schema_version, partition, recorded_at, id, command_id, stream_id, type, fingerprint, hash, data, metadata)
     select p, v, sv, pa, r, i, c, s, t, decode(f, 'hex'), decode(h, 'hex'), d::json, m::json
     from unnest($1::bigint[], $2::int[], $3::smallint[], $4::smallint[], $5::timestamptz[], $6::uuid[], $7::uuid[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
       as u (p, v, sv, pa, r, i, c, s, t, f, h, d, m)`,
    [
      of((e) => e.position),
      of((e) => e.version),
      of((e) => e.schemaVersion),
      of((e) => e.partition),
      of((e) => e.recordedAt),
      of((e) => e.id),
      of((e) => e.commandId),
      of((e) => e.streamId),
      of((e) => e.type),
      of((e) => e.fingerprint),
      of((e) => e.hash),
      of((e) => e.data),
      of((e) => e.metadata),
    ],
  );
  return true;
}
