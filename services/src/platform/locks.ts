import pg from 'pg';

/** Every advisory lock of the system, by name. The key of a lock is a hash of its name; the log's functions know 'append' too. */
export const locks = {
  append: 'framelift append',
  migration: 'framelift migration',
  /** Held by the process that owns the embedded database. */
  onlyProcess: 'framelift only process',
  reconciler: 'framelift reconciler',
  dailyHeads: 'framelift daily heads',
  /** A verification or replay that an admin started. */
  maintenance: 'framelift maintenance',
  relay: (topic: string) => `framelift relay ${topic}`,
  stream: (streamId: string) => `framelift stream ${streamId}`,
  /** Batches take it shared; swap, rollback, verify, retry and skip take it alone. */
  projection: (schema: string) => `framelift projection ${schema}`,
  /** Held by the process that builds a copy of a read model, for as long as it builds. */
  build: (schema: string) => `framelift build ${schema}`,
};

/** The SQL of a lock's key. */
export const lockKey = (name: string): string => `hashtextextended(${pg.escapeLiteral(name)}, 0)`;

export type Unlock = () => Promise<void>;

/** Takes a lock on a connection of its own; where that dies, the lock goes with it. @returns undefined: another session holds it. */
export async function tryLock(pool: pg.Pool, name: string): Promise<Unlock | undefined> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lockKey(name)}) as mine`);
    if (rows[0]!.mine) return () => unlock(client, name);
    client.release();
    return undefined;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

/** A connection that does not say that it unlocked is closed. */
const unlock = (client: pg.PoolClient, name: string): Promise<void> =>
  client.query(`select pg_advisory_unlock(${lockKey(name)})`).then(
    () => client.release(),
    (error: Error) => client.release(error),
  );

/** Runs `work` in one process at a time. @returns undefined where another one is at it. */
export async function ifAlone<T>(pool: pg.Pool, name: string, work: () => Promise<T>): Promise<T | undefined> {
  const release = await tryLock(pool, name);
  if (!release) return undefined;
  try {
    return await work();
  } finally {
    await release();
  }
}

/** SQL that says whether any session holds the lock. */
export const isLocked = (name: string): string => `exists (
  select from pg_locks l join pg_database d on d.oid = l.database
  where l.locktype = 'advisory' and l.objsubid = 1 and l.granted and d.datname = current_database()
    and (l.classid::bigint << 32) | l.objid::bigint = ${lockKey(name)})`;
