import { lockInTransaction } from '../../platform/locks.ts';
import type { AnyEvent } from '../log/event.ts';
import type { Log } from '../log/log.ts';
import { inTransaction, type PoolClient, type Queryable } from '../../platform/pg.ts';
import type { Projection } from './projection.ts';
import { type Database, ReadModel } from './read-model.ts';
import { lockOf } from './schema.ts';

/** A restored system needs the decisions of operators on parked events. */
export const KEPT_DECISIONS = [{ name: 'projecting.decisions', rows: 1_000 }];

/** Fold it again, or skip it permanently. */
export type ParkedDecision = 'retry' | 'skip';

export interface ParkedStream {
  projection: string;
  streamId: string;
  /** The event that could not be folded. */
  position: number;
  type: string;
  error: string;
  parkedAt: Date;
  /** Later events of the stream, queued behind it. */
  waiting: number;
}

/** For operators: one line per parked stream of a live read model. */
export async function listParked(client: Queryable, projections: readonly Projection[]): Promise<ParkedStream[]> {
  const { rows } = await client.query<ParkedStream & { schema: string }>(
    `select distinct on (read_model, stream_id) read_model as schema, stream_id as "streamId", position, type, error, parked_at as "parkedAt",
       count(*) over (partition by read_model, stream_id) - 1 as waiting
     from projecting.parked where read_model = any($1) order by read_model, stream_id, position`,
    [projections.map((p) => p.schema)],
  );
  return rows.map(({ schema, ...parked }) => ({ ...parked, projection: projections.find((p) => p.schema === schema)!.name }));
}

/** Decisions, grouped by command. `position`: the first of the group. */
export interface Decided {
  projection: string;
  decision: ParkedDecision;
  position: number;
  positions: number;
  by: string;
  reason: string | null;
  decidedAt: Date;
}

/** Decisions, newest first. */
export async function recentDecisions(client: Queryable, limit: number): Promise<Decided[]> {
  const { rows } = await client.query<Decided>(
    `select projection, decision, min(position) as position, count(*) as positions, decided_by as by, reason, max(decided_at) as "decidedAt"
     from projecting.decisions group by projection, decision, decided_by, reason, coalesce(command_id::text, id::text)
     order by max(id) desc limit $1`,
    [limit],
  );
  return rows;
}

/** No stream is parked there: it never was, or the decision was already made. */
export class NotParked extends Error {}

/** Folds a parked stream again ('retry'), or without its bad event ('skip'). @returns what stays parked. @throws NotParked */
export async function decideParked(
  db: Database,
  log: Log,
  projection: Projection,
  position: number,
  decision: ParkedDecision,
  { by, reason = null, commandId = null }: { by: string; reason?: string | null; commandId?: string | null },
): Promise<ParkedStream | undefined> {
  const model = new ReadModel(db, projection);
  return inTransaction(db.pool, async (client) => {
    await lockInTransaction(client, lockOf(projection));
    const parked = (await listParked(client, [projection])).find((p) => p.position === position);
    if (!parked) throw new NotParked(`${projection.name}: no stream is parked at ${position}`);
    await client.query(
      'insert into projecting.decisions (projection, position, decision, decided_by, reason, command_id) values ($1, $2, $3, $4, $5, $6)',
      [projection.name, position, decision, by, reason, commandId],
    );
    await model.refold(client, await takeOut(client, log, model.schema, parked.streamId));
    return (await listParked(client, [projection])).find((p) => p.streamId === parked.streamId);
  });
}

/** The parked events of a stream, no longer parked. */
async function takeOut(client: PoolClient, log: Log, schema: string, streamId: string): Promise<AnyEvent[]> {
  const { rows } = await client.query<{ position: number }>(
    'delete from projecting.parked where read_model = $1 and stream_id = $2 returning position',
    [schema, streamId],
  );
  const positions = new Set(rows.map((r) => r.position));
  return (await log.readStream(streamId)).filter((e) => positions.has(e.position));
}
