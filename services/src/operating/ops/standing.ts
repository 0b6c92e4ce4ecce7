import type { Pool } from '../../platform/pg.ts';
import type { Projection } from '../../engine/projecting/projection.ts';
import { type Status, statusOf } from '../../engine/projecting/status.ts';
import { booksImbalanceCents } from './books-imbalance.ts';

export interface Standing {
  head: { position: number; hash: string };
  readModels: Status[];
  relays: { topic: string; position: number; lag: number }[];
  /** Events that processes had seen and the database then lost, newest first; of the last 30 days. */
  losses: { noticedAt: string; position: number; headPosition: number }[];
  /** How far the log's last time is ahead of the database's clock; beyond 5 s appends are refused until an operator accepts it. */
  aheadSeconds: number;
  /** Null while the read model that shows the books is not there. */
  booksImbalanceCents: number | null;
}

/** How everything stands to the log's head. */
export async function systemStatus(
  pool: Pool,
  projections: readonly Projection[],
  now: number,
  { books = true }: { books?: boolean } = {},
): Promise<Standing> {
  const { head, readModels } = await statusOf(pool, projections, now);
  const relays = await pool.query<{ topic: string; position: number }>('select topic, position from feed.relays order by topic');
  const { rows: losses } = await pool.query<{ noticed_at: Date; position: number; head_position: number }>(
    `select noticed_at, position, head_position from log.losses where noticed_at > now() - interval '30 days' order by noticed_at desc limit 10`,
  );
  const { rows: ahead } = await pool.query<{ seconds: number }>(
    'select greatest(0, extract(epoch from head.recorded_at - clock_timestamp()))::float8 as seconds from log.head',
  );
  const booksAreThere = books && readModels.some((r) => r.name === 'dashboard' && r.version > 0);
  return {
    head,
    readModels,
    relays: relays.rows.map((r) => ({ ...r, lag: Math.max(0, head.position - r.position) })),
    losses: losses.map((l) => ({ noticedAt: l.noticed_at.toISOString(), position: l.position, headPosition: l.head_position })),
    aheadSeconds: ahead[0]!.seconds,
    booksImbalanceCents: booksAreThere ? await booksImbalanceCents(pool) : null,
  };
}
