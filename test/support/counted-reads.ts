import type { Pool } from 'pg';

/** How often `work` reads this stream from the database. */
export async function countedReads(pool: Pool, streamId: string, work: () => Promise<unknown>): Promise<number> {
  const query = pool.query;
  let reads = 0;
  pool.query = function (this: Pool, ...asked: any[]) {
    const { name = '', text = '', values = [] } = typeof asked[0] === 'string' ? { text: asked[0], values: asked[1] } : (asked[0] ?? {});
    if (`${name}${text}`.includes('log.') && values.flat().includes(streamId) && !name.startsWith('log.append')) reads++;
    return query.apply(this, asked as never);
  } as never;
  try {
    await work();
  } finally {
    pool.query = query;
  }
  return reads;
}
