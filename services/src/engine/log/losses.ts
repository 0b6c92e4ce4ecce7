import type { Pool } from '../../platform/pg.ts';
import type { Head } from './calls.ts';

/** An event that a process had seen and the database then lost, and where the log ended when it was missed. */
export interface RecordedLoss {
  noticedAt: Date;
  position: number;
  headPosition: number;
}

export const recordLoss = (pool: Pool, known: Head, actual: Head) =>
  pool.query('insert into log.losses (position, hash, head_position) values ($1, $2, $3) on conflict do nothing', [
    known.position,
    known.hash,
    actual.position,
  ]);

/** The last ten of the last 30 days, newest first. */
export async function recentLosses(pool: Pool): Promise<RecordedLoss[]> {
  const { rows } = await pool.query<RecordedLoss>(
    `select noticed_at as "noticedAt", position, head_position as "headPosition" from log.losses
     where noticed_at > now() - interval '30 days' order by noticed_at desc limit 10`,
  );
  return rows;
}
