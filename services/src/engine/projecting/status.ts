import type { Pool } from '../../platform/pg.ts';
import { Freshness } from './freshness.ts';
import { listParked } from './parked-streams.ts';
import type { Projection } from './projection.ts';
import { versionOf } from './schema.ts';
import type { SwapDifference } from './swap-difference.ts';

export interface Status {
  name: string;
  answers: string;
  /** Version of the read model in the database; 0 if there is none. */
  version: number;
  /** Every event up to here is folded or parked. */
  checkpoint: number;
  /** Positions between the checkpoint and the log's head. */
  lag: number;
  /** Parked streams. */
  parked: number;
  /** How long the oldest event that is not folded yet has been in the log; 0 when there is none. */
  lagSeconds: number;
  /** When a replay last took this read model's place, ISO 8601; null: it was never rebuilt. */
  lastRebuiltAt: string | null;
  /** The changes of that replay; null also if nothing could be compared. */
  lastDifference: SwapDifference | null;
  /** The version this program knows. */
  knownVersion: number;
}

/** The status of each read model against the log's head. */
export async function statusOf(pool: Pool, projections: readonly Projection[], now: number) {
  const { rows } = await pool.query<{ position: number; hash: Buffer }>('select position, hash from log.head');
  const head = { position: rows[0]!.position, hash: rows[0]!.hash.toString('hex') };
  const parked = await listParked(pool, projections);
  const rebuilt = await rebuilds(pool);
  const freshness = new Freshness(pool);
  const readModels: Status[] = [];
  for (const projection of projections) {
    const { name, answers } = projection;
    const version = (await versionOf(pool, projection.schema)) ?? 0;
    const checkpoint = version ? Math.min(head.position, await freshness.position(name, 'all')) : 0;
    const exclusions = parked.filter((p) => p.projection === name).length;
    const lag = head.position - checkpoint;
    readModels.push({
      name,
      answers,
      version,
      checkpoint,
      lag,
      parked: exclusions,
      lagSeconds: lag ? await ageOf(pool, checkpoint + 1, now) : 0,
      lastRebuiltAt: rebuilt.get(name)?.at ?? null,
      lastDifference: rebuilt.get(name)?.difference ?? null,
      knownVersion: projection.version,
    });
  }
  return { head, readModels };
}

/** Seconds since an event was recorded; 0 where there is none. */
export async function ageOf(pool: Pool, position: number, now: number): Promise<number> {
  const { rows } = await pool.query<{ recorded_at: Date }>('select recorded_at from log.events where position = $1', [position]);
  return rows[0] ? Math.max(0, Math.round((now - rows[0].recorded_at.getTime()) / 1000)) : 0;
}

interface Rebuild {
  /** ISO 8601. */
  at: string;
  difference: SwapDifference | null;
}

async function rebuilds(pool: Pool): Promise<Map<string, Rebuild>> {
  const { rows } = await pool.query<{ projection: string; swapped_at: Date; difference: SwapDifference | null }>(
    'select projection, swapped_at, difference from projecting.rebuilds',
  );
  return new Map(rows.map(({ projection, swapped_at, difference }) => [projection, { at: swapped_at.toISOString(), difference }]));
}
