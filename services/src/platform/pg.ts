import pg from 'pg';

// bigint columns hold positions and cents: both far below 2^53, so plain numbers are exact. `json` stays the text it was written as.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

export type { Pool, PoolClient } from 'pg';

/** ms. Whoever finds none idle waits for a new one's sign-in, so they stay from one crowd to the next; no firewall forgets them in that time. */
const IDLE = 5 * 60_000;

/** A pool of connections that know our types. `max` is a number of connections. */
export const createPool = (connectionString: string, max = 16): pg.Pool => {
  const pool = new pg.Pool({ connectionString, max, idleTimeoutMillis: IDLE, pipeline: true, types: types as never });
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // One that dies between two statements of a transaction fails the next statement; it must not end the process either.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};
