import type { Pool } from '../platform/pg.ts';
import type { Projection } from '../projecting/projection.ts';
import { type Status, statusOf } from '../projecting/status.ts';
import { booksImbalanceCents } from './books-imbalance.ts';

export interface Standing {
  head: { position: number; hash: string };
  readModels: Status[];
  relays: { topic: string; position: number; lag: number }[];
  /** Null while the read model that shows the books is not there. */
  booksImbalanceCents: number | null;
}

/** How everything stands to the log's head. */
export async function standingOf(
  pool: Pool,
  projections: readonly Projection[],
  now: number,
  { books = true }: { books?: boolean } = {},
): Promise<Standing> {
  const { head, readModels } = await statusOf(pool, projections, now);
  const relays = await pool.query<{ topic: string; position: number }>('select topic, position from feed.relays order by topic');
  const booksAreThere = books && readModels.some((r) => r.name === 'dashboard' && r.version > 0);
  return {
    head,
    readModels,
    relays: relays.rows.map((r) => ({ ...r, lag: Math.max(0, head.position - r.position) })),
    booksImbalanceCents: booksAreThere ? await booksImbalanceCents(pool) : null,
  };
}
