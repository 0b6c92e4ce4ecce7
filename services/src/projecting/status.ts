import type { Pool } from '../platform/pg.ts';
import { Freshness } from './freshness.ts';
import { listParked } from './parking.ts';
import type { Projection } from './projection.ts';
import { versionOf } from './schema.ts';

export interface Status {
  name: string;
  answers: string;
  /** Of the read model in the database; 0 when there is none. */
  version: number;
  /** Every event up to here is folded or parked. */
  checkpoint: number;
  /** Positions between the checkpoint and the log's head. */
  lag: number;
  /** Streams held back. */
  parked: number;
}

/** How each read model stands to the log's head. */
export async function statusOf(pool: Pool, projections: readonly Projection[]) {
  const { rows } = await pool.query<{ position: number; hash: Buffer }>('select position, hash from log.head');
  const head = { position: rows[0]!.position, hash: rows[0]!.hash.toString('hex') };
  const parked = await listParked(pool, projections);
  const freshness = new Freshness(pool);
  const readModels: Status[] = [];
  for (const projection of projections) {
    const { name, answers } = projection;
    const version = (await versionOf(pool, projection.schema)) ?? 0;
    const checkpoint = version ? Math.min(head.position, await freshness.position(name, 'all')) : 0;
    const held = parked.filter((p) => p.projection === name).length;
    readModels.push({ name, answers, version, checkpoint, lag: head.position - checkpoint, parked: held });
  }
  return { head, readModels };
}
