import type pg from 'pg';

/** How far the log's last time is ahead of the database's clock, seconds. */
export async function secondsAhead(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    'select greatest(0, extract(epoch from recorded_at - clock_timestamp()))::float8 as seconds from log.head',
  );
  return rows[0]!.seconds;
}

/** From now on events may be recorded at the log's last time although the clock does not show it yet. As the owner of the schema. */
export async function acceptLastTime(owner: pg.Client): Promise<{ until: Date; aheadSeconds: number }> {
  const { rows } = await owner.query<{ until: Date; aheadSeconds: number }>(
    `update log.settings set time_accepted_until = head.recorded_at from log.head
     returning time_accepted_until as until, greatest(0, extract(epoch from head.recorded_at - clock_timestamp()))::float8 as "aheadSeconds"`,
  );
  return rows[0]!;
}
