import type { Pool } from '../../platform/pg.ts';

/** How long an event may take to reach Kafka. */
const MAX_DELAY = '10 seconds';

/** The last published position, per topic. */
export async function readRelays(pool: Pick<Pool, 'query'>): Promise<{ topic: string; position: number }[]> {
  return (await pool.query<{ topic: string; position: number }>('select topic, position from feed.relays order by topic')).rows;
}

/** Whether Kafka lacks old events, such as without relay or brokers. Read models then read the log. */
export async function isRelayBehind(pool: Pool, topic: string): Promise<boolean> {
  const { rows } = await pool.query<{ behind: boolean }>(
    `select exists (
       select from log.events where position = 1 + coalesce((select position from feed.relays where topic = $1), 0)
         and recorded_at < now() - interval '${MAX_DELAY}') as behind`,
    [topic],
  );
  return rows[0]!.behind;
}
