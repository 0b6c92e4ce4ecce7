import pg from 'pg';

/** Every advisory lock of the system, by name. The key of a lock is a hash of its name; the log's functions know 'append' too. */
export const locks = {
  append: 'framelift append',
  migration: 'framelift migration',
  /** Held by the process that owns the embedded database. */
  onlyProcess: 'framelift only process',
  reconciler: 'framelift reconciler',
  /** Held by the api that polls payments at PayPal. */
  paypal: 'framelift paypal',
  dailyHeads: 'framelift daily heads',
  /** Held while the tree over the log is extended. */
  checkpoint: 'framelift checkpoint',
  witnesses: 'framelift witnesses',
  /** A verification or replay that an admin started. */
  maintenance: 'framelift maintenance',
  /** Held while a backup is taken or restored on trial. */
  backup: 'framelift backup',
  /** Held, with the one before, while a backup is restored over the system. */
  restore: 'framelift restore',
  /** Held while a part of an uploaded backup is written. */
  upload: 'framelift upload',
  /** Held by the api that runs the scheduled one. */
  backupJob: 'framelift backup job',
  /** Held by the process that writes the archive. */
  archive: 'framelift archive',
  /** Held while the tables of the sandbox are made. */
  sandbox: 'framelift sandbox',
  /** Held by the transaction that erases a person. */
  erasure: (person: string) => `framelift erasure ${person}`,
  relay: (topic: string) => `framelift relay ${topic}`,
  stream: (streamId: string) => `framelift stream ${streamId}`,
  /** Batches take it shared; swap, rollback, verify, retry and skip take it exclusively. */
  projection: (schema: string) => `framelift projection ${schema}`,
  /** Held by the process that builds a copy of a read model, during the build. */
  build: (schema: string) => `framelift build ${schema}`,
};

/** The SQL of a lock's key. */
export const lockKey = (name: string): string => `hashtextextended(${pg.escapeLiteral(name)}, 0)`;

type Session = Pick<pg.ClientBase, 'query'>;

/** Takes a lock for the rest of the transaction. */
export const lockInTransaction = (session: Session, name: string) => session.query(`select pg_advisory_xact_lock(${lockKey(name)})`);
/** SQL that takes a shared lock for the rest of the transaction. */
export const shareInTransaction = (name: string): string => `select pg_advisory_xact_lock_shared(${lockKey(name)})`;

export const lockSession = (session: Session, name: string) => session.query(`select pg_advisory_lock(${lockKey(name)})`);
/** @returns false: another session holds it. */
export const tryLockSession = async (session: Session, name: string): Promise<boolean> =>
  (await session.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lockKey(name)}) as mine`)).rows[0]!.mine;
export const unlockSession = (session: Session, name: string) => session.query(`select pg_advisory_unlock(${lockKey(name)})`);

export type Unlock = () => Promise<void>;

/** Takes a lock on a separate connection; if that dies, the lock is released. @returns undefined: another session holds it. */
export async function tryLock(pool: pg.Pool, name: string): Promise<Unlock | undefined> {
  const client = await pool.connect();
  try {
    if (await tryLockSession(client, name)) return () => unlock(client, name);
    client.release();
    return undefined;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

/** Closes a connection that does not confirm the unlock. */
const unlock = (client: pg.PoolClient, name: string): Promise<void> =>
  unlockSession(client, name).then(
    () => client.release(),
    (error: Error) => client.release(error),
  );

/** Runs `work` in one process at a time. @returns undefined if another process is running it. */
export async function ifAlone<T>(pool: pg.Pool, name: string, work: () => Promise<T>): Promise<T | undefined> {
  const release = await tryLock(pool, name);
  if (!release) return undefined;
  try {
    return await work();
  } finally {
    await release();
  }
}

/** SQL: whether any session holds the lock. */
export const isLocked = (name: string): string => `exists (
  select from pg_locks l join pg_database d on d.oid = l.database
  where l.locktype = 'advisory' and l.objsubid = 1 and l.granted and d.datname = current_database()
    and (l.classid::bigint << 32) | l.objid::bigint = ${lockKey(name)})`;
