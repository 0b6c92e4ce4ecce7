import type { Pool } from 'pg';

/** The same pool, and how many rows each query through it answered. */
export function withRowsRead(pool: Pool): { pool: Pool; read: number[] } {
  const read: number[] = [];
  const query = async (...args: unknown[]) => {
    const answer = await (pool.query as (...all: unknown[]) => Promise<{ rows: unknown[] }>).apply(pool, args);
    read.push(answer.rows.length);
    return answer;
  };
  return { pool: new Proxy(pool, { get: (of, name) => (name === 'query' ? query : Reflect.get(of, name)) }), read };
}
