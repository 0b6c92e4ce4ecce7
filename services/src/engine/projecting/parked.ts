import type { FoldedEvent, Projection } from './projection.ts';
import type { Queryable } from '../../platform/pg.ts';

/** Events a read model does not fold: streams from their first parked position on, and skipped events. */
export interface Exclusions {
  parked: Map<string, number>;
  skipped: ReadonlySet<number>;
}

/** An event to be parked; no error: it is queued behind an earlier one of its stream. */
export interface EventToPark {
  event: FoldedEvent;
  error: Error | null;
}

export async function loadExclusions(client: Queryable, projection: Projection, schema: string): Promise<Exclusions> {
  const { rows } = await client.query<{ parked: Record<string, number> | null; skipped: number[] | null }>({
    name: 'held',
    text: `select (select json_object_agg(stream_id, position) from
               (select stream_id, min(position) as position from projecting.parked where read_model = $1 group by stream_id) p) as parked,
            (select json_agg(position) from projecting.decisions where projection = $2 and decision = 'skip') as skipped`,
    values: [schema, projection.name],
  });
  return { parked: new Map(Object.entries(rows[0]!.parked ?? {})), skipped: new Set(rows[0]!.skipped ?? []) };
}

export async function park(client: Queryable, schema: string, events: readonly EventToPark[]): Promise<void> {
  if (!events.length) return;
  await client.query(
    `insert into projecting.parked (read_model, position, stream_id, type, error)
     select $1, p, s, t, e from unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) as u (p, s, t, e)
     on conflict (read_model, position) do nothing`,
    [
      schema,
      events.map(({ event }) => event.position),
      events.map(({ event }) => event.streamId),
      events.map(({ event }) => event.type),
      events.map(({ error }) => error?.message ?? null),
    ],
  );
}

/** Parked events belong to the schema that lacks them, so they move with it. */
export const renameParked = (client: Queryable, from: string, to: string) =>
  client.query('update projecting.parked set read_model = $2 where read_model = $1', [from, to]);
export const forgetParked = (client: Queryable, schema: string) =>
  client.query('delete from projecting.parked where read_model = $1', [schema]);
