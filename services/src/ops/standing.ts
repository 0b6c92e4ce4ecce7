import type { Pool } from '../platform/pg.ts';
import type { Projection } from '../projecting/projection.ts';
import { type Status, statusOf } from '../projecting/status.ts';
import { booksImbalanceCents } from './books-imbalance.ts';

export interface Standing {
  head: { position: number; hash: string };
  readModels: (Status & {
    /** How long the oldest event that is not folded yet has been in the log; 0 when there is none. */
    lagSeconds: number;
    /** When a replay last took this read model's place, ISO 8601; null: it was never rebuilt. */
    lastRebuild: string | null;
    /** The version this program knows. */
    knownVersion: number;
  })[];
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
  const { head, readModels } = await statusOf(pool, projections);
  const rebuilt = await rebuilds(pool);
  const relays = await pool.query<{ topic: string; position: number }>('select topic, position from feed.relays order by topic');
  const booksAreThere = books && readModels.some((r) => r.name === 'dashboard' && r.version > 0);
  return {
    head,
    readModels: await Promise.all(
      readModels.map(async (r) => ({
        ...r,
        lagSeconds: r.lag ? await ageOf(pool, r.checkpoint + 1, now) : 0,
        lastRebuild: rebuilt.get(r.name) ?? null,
        knownVersion: projections.find((p) => p.name === r.name)!.version,
      })),
    ),
    relays: relays.rows.map((r) => ({ ...r, lag: Math.max(0, head.position - r.position) })),
    booksImbalanceCents: booksAreThere ? await booksImbalanceCents(pool) : null,
  };
}

/** Seconds since an event was recorded; 0 where there is none. */
export async function ageOf(pool: Pool, position: number, now: number): Promise<number> {
  const { rows } = await pool.query<{ recorded_at: Date }>('select recorded_at from log.events where position = $1', [position]);
  return rows[0] ? Math.max(0, Math.round((now - rows[0].recorded_at.getTime()) / 1000)) : 0;
}

async function rebuilds(pool: Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ projection: string; swapped_at: Date }>('select projection, swapped_at from projecting.rebuilds');
  return new Map(rows.map((r) => [r.projection, r.swapped_at.toISOString()]));
}
