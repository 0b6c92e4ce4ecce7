import type { Pool, PoolClient } from '../../../platform/pg.ts';
import type { Head } from '../appending/calls.ts';

/** An event that a process had seen and the database then lost, and the log's head at that time. */
export interface RecordedLoss {
  noticedAt: Date;
  position: number;
  headPosition: number;
  /** When an operator accepted the loss, and who. */
  acceptedAt: Date | null;
  acceptedBy: string | null;
}

/** Once, however many processes notice it. */
export const recordLoss = (pool: Pool, known: Head, actual: Head) =>
  pool.query(
    `insert into log.losses (position, hash, head_position) select $1::bigint, $2::bytea, $3::bigint
     where not exists (select from log.losses where position >= $1 and head_position <= $3 and noticed_at > now() - interval '10 minutes')
     on conflict do nothing`,
    [known.position, known.hash, actual.position],
  );

/** A loss that somebody decided, such as by a restore. Processes that notice it later do not record it again. `known`: the furthest lost event. */
export const recordDecidedLoss = (on: Pick<PoolClient, 'query'>, known: Pick<Head, 'position' | 'hash'>, by: string) =>
  on.query(
    `insert into log.losses (position, hash, head_position, accepted_at, accepted_by)
     select $1::bigint, $2::bytea, h.position, now(), $3 from log.head h`,
    [known.position, known.hash, by],
  );

/** The last ten of the last 30 days, newest first. */
export async function recentLosses(pool: Pool): Promise<RecordedLoss[]> {
  const { rows } = await pool.query<RecordedLoss>(
    `select noticed_at as "noticedAt", position, head_position as "headPosition", accepted_at as "acceptedAt", accepted_by as "acceptedBy"
     from log.losses
     where noticed_at > now() - interval '30 days' order by noticed_at desc limit 10`,
  );
  return rows;
}

/** Those that no operator has accepted. */
export const openLosses = async (pool: Pool): Promise<RecordedLoss[]> => (await recentLosses(pool)).filter(({ acceptedAt }) => !acceptedAt);

/** When an operator last decided that lost events stay lost; the beginning of time: never. */
export async function lastAccepted(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ at: Date }>(`select coalesce(max(accepted_at), 'epoch') as at from log.losses`);
  return rows[0]!.at;
}

/** Those whose furthest event is in the log again are over. */
export const endFoundLosses = (on: Pick<PoolClient, 'query'>) =>
  on.query('delete from log.losses l where exists (select from log.events e where e.position = l.position and e.hash = l.hash)');

/** Records that an operator knows of them. @returns how many there were. */
export async function acceptLosses(pool: Pool, by: string): Promise<number> {
  const { rowCount } = await pool.query('update log.losses set accepted_at = now(), accepted_by = $1 where accepted_at is null', [by]);
  return rowCount!;
}
