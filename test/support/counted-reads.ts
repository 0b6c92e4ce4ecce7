import type { Pool } from 'pg';

/** How often `work` reads this stream from the database. */
export async function countedReads(pool: Pool, streamId: string, work: () => Promise<unknown>): Promise<number> {
  const query = pool.query;
  let reads = 0;
  pool.query = function (this: Pool, ...args: any[]) {
    const { name = '', text = '', values = [] } = typeof args[0] === 'string' ? { text: args[0], values: args[1] } : (args[0] ?? {});
    if (`${name}${text}`.includes('log.') && values.flat().includes(streamId) && !name.startsWith('log.append')) reads++;
    return query.apply(this, args as never);
  } as never;
  try {
    await work();
  } finally {
    pool.query = query;
  }
  return reads;
}
