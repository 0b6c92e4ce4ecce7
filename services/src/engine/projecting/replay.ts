import { andPause } from '../../platform/in-turns.ts';
import { pause } from '../../platform/retrying.ts';
import { lockInTransaction } from '../../platform/locks.ts';
import type { Log } from '../log/log.ts';
import { inTransaction, type PoolClient } from '../../platform/pg.ts';
import {
  allPartitions,
  AlreadyBuilding,
  buildingAlone,
  CACHE_ROWS,
  catchUp,
  type CatchUpOptions,
  CopyLost,
  lowestCheckpoint,
  pages,
  PAGE,
} from './copying.ts';
import { fingerprintOf } from './fingerprint.ts';
import { forgetParked, renameParked } from './parked.ts';
import type { Projection } from './projection.ts';
import { type Database, ReadModel } from './read-model.ts';
import { compareWithLive, LOCK_MS, type SwapDifference, type SwapDifferences } from './swap-difference.ts';
import {
  addColumns,
  createIndexes,
  createSchema,
  dropSchema,
  exists,
  isAsDeclared,
  isLockTimeout,
  isMissing,
  isResumable,
  lockOf,
  quoted,
  schemaOf,
  versionOf,
} from './schema.ts';

interface Options extends CatchUpOptions {
  /** Builds and compares, and keeps the copy next to the one in service: the next replay continues it. */
  compareOnly?: boolean;
  /** Also replaces one of a newer version. */
  overNewer?: boolean;
}

/** The database holds a read model of a newer version than this code knows. */
export class NewerReadModel extends Error {}

/**
 * Builds read models beside the live ones, then swaps. Resumes after an interruption. @returns how each differs from the one it
 * replaced. @throws FoldFailed, AlreadyBuilding, NewerReadModel.
 */
export async function replay(db: Database, log: Log, projections: readonly Projection[], options: Options = {}): Promise<SwapDifferences> {
  return buildingAlone(db.pool, projections, 'next', async (client) => {
    for (const projection of projections) {
      if (projection.neverRebuilt) throw new Error(`${projection.name} cannot be rebuilt: its effects have already happened`);
      if (!options.overNewer && (await isNewer(db, projection)))
        throw new NewerReadModel(`${projection.name} in the database has a newer version than this program`);
    }
    return rebuild(db, log, projections, client, options);
  });
}

async function rebuild(
  db: Database,
  log: Log,
  projections: readonly Projection[],
  client: PoolClient,
  options: Options,
  attempt = 1,
): Promise<SwapDifferences> {
  try {
    const copies: ReadModel[] = [];
    for (const projection of projections) copies.push(await openNext(db, log, projection));
    const differences = await compareWithLive(db, log, copies, client, options);
    if (options.compareOnly) return differences;
    for (let behind = Infinity; behind > PAGE;) {
      const { position } = await log.head();
      await catchUp(log, copies, position, options);
      behind = (await log.head()).position - position;
    }
    for (const { projection, schema } of copies) {
      await andPause(() => createIndexes(db.pool, projection, schema));
      // Without it, index-only scans also read the table.
      const tables = Object.keys(projection.tables).map((table) => quoted(schema, table));
      await andPause(() => db.pool.query(`vacuum (analyze) ${tables.join(', ')}`));
    }
    for (const copy of copies) await swapWhenFree(db, log, copy, differences, options);
    return differences;
  } catch (error) {
    if (!(error instanceof CopyLost || isMissing(error)) || attempt === 5) throw error;
    return rebuild(db, log, projections, client, options, attempt + 1);
  }
}

async function openNext(db: Database, log: Log, projection: Projection): Promise<ReadModel> {
  const schema = schemaOf(projection, 'next');
  const builder = await fingerprintOf(log, projection);
  const resumes = await isResumable(db.pool, projection, schema, builder);
  if (!resumes) {
    await dropSchema(db.pool, schema);
    await forgetParked(db.pool, schema);
    await createSchema(db.pool, projection, schema, log.partitionCount, builder);
  }
  return new ReadModel(db, projection, { build: 'next', cacheRows: CACHE_ROWS });
}

/** Retries the swap while readers (such as a dump) lock a copy; the projection's lock is held only for LOCK_MS. */
async function swapWhenFree(
  db: Database,
  log: Log,
  next: ReadModel,
  differences: SwapDifferences,
  { onProgress, signal }: Options,
): Promise<void> {
  for (;;) {
    if (await isOldDropped(db, next.projection)) {
      try {
        await swap(db, log, next, differences.get(next.projection.name) ?? null);
        break;
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
      }
    }
    // The read model that is replaced serves on meanwhile, and the copy keeps up with it.
    await pause(LOCK_MS);
    signal?.throwIfAborted();
    await catchUp(log, [next], (await log.head()).position, { ...(onProgress ? { onProgress } : {}), ...(signal ? { signal } : {}) });
  }
  await isOldDropped(db, next.projection);
}

/** Drops the copy kept for a rollback before the last swap. False: it is being read. */
async function isOldDropped({ pool }: Database, projection: Projection): Promise<boolean> {
  try {
    await inTransaction(pool, async (client) => {
      await client.query(`set local lock_timeout = ${LOCK_MS}`);
      await dropSchema(client, schemaOf(projection, 'old'));
    });
    return true;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    return false;
  }
}

/** The last events and the new names are one transaction under the projection's lock, so no reader sees fewer rows than before. */
async function swap({ pool }: Database, log: Log, next: ReadModel, difference: SwapDifference | null): Promise<void> {
  const { projection } = next;
  await inTransaction(pool, async (client) => {
    await client.query(`set local lock_timeout = ${LOCK_MS}`);
    await lockInTransaction(client, lockOf(projection));
    const partitions = allPartitions(log);
    const reached = await lowestCheckpoint(next, client);
    if (reached === Infinity) throw new CopyLost(`${next.schema} went away before the swap`);
    for await (const page of pages(log, reached, Number.MAX_SAFE_INTEGER)) {
      const { outcome } = await next.applyIn(client, { partitions, ...page }, true);
      if (outcome !== 'applied') throw new CopyLost(`${next.schema} is of another version`);
    }
    const [live, previous] = [schemaOf(projection), schemaOf(projection, 'previous')];
    await forgetParked(client, previous);
    if (await exists(client, previous)) await rename(client, previous, schemaOf(projection, 'old'));
    if (await exists(client, live)) await rename(client, live, previous);
    await rename(client, next.schema, live);
    await client.query(
      `insert into projecting.rebuilds (projection, difference) values ($1, $2)
       on conflict (projection) do update set swapped_at = excluded.swapped_at, difference = excluded.difference`,
      [projection.name, difference],
    );
  });
}

async function isErasurePending(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pending: boolean }>(
    'select exists (select from projecting.erasures where done_at is null) as pending',
  );
  return rows[0]!.pending;
}

/** Restores the read model that served before the last replay; the other one is kept in its place. */
export async function rollback({ pool }: Database, projection: Projection): Promise<void> {
  const [live, previous] = [schemaOf(projection), schemaOf(projection, 'previous')];
  await inTransaction(pool, async (client) => {
    await lockInTransaction(client, lockOf(projection));
    const version = await versionOf(client, previous);
    if (version === undefined) throw new Error(`${projection.name}: nothing to roll back to`);
    if (projection.decrypts && (await isErasurePending(client)))
      throw new Error(
        `${projection.name}: the kept copy may hold data of an erased person and is about to be dropped; try again in a minute`,
      );
    if (version !== projection.version)
      throw new Error(`${projection.name}: the kept copy has version ${version}; roll back with the program that knows it`);
    await rename(client, live, `${live}__aside`);
    await rename(client, previous, live);
    await rename(client, `${live}__aside`, previous);
  });
}

const isNewer = async ({ pool }: Database, { schema, version }: Projection): Promise<boolean> =>
  ((await versionOf(pool, schema)) ?? 0) > version;

/**
 * Gives a read model that a newer program rebuilt back to this one: the kept copy, if it has this version and may be used, or a new one.
 * For when that program no longer runs. @returns whether it was newer
 */
export async function takeBack(db: Database, log: Log, projection: Projection, options: Options = {}): Promise<boolean> {
  if (!(await isNewer(db, projection))) return false;
  await rollback(db, projection).catch(() => replay(db, log, [projection], { ...options, overNewer: true }));
  return true;
}

/** Creates or rebuilds the read model for this code. 'newer': the database is ahead. @throws when only its columns changed. */
export async function prepare(db: Database, log: Log, projection: Projection, options: Options = {}): Promise<'ready' | 'newer'> {
  if (projection.neverRebuilt) return beginAtHead(db, log, projection);
  for (;;) {
    const version = await versionOf(db.pool, projection.schema);
    if (version === projection.version) {
      if (await isAsDeclared(db.pool, projection, projection.schema)) return 'ready';
      throw new Error(`${projection.name}: version ${version} in the database has other columns than this program; raise the version`);
    }
    if (version !== undefined && version > projection.version) return 'newer';
    try {
      if (version === undefined && (await log.head()).position === 0) await create(db, log, projection);
      else await replay(db, log, [projection], options);
    } catch (error) {
      // Another process is building it: check again shortly.
      if (!(error instanceof AlreadyBuilding || error instanceof NewerReadModel)) throw error;
      await pause(500);
      options.signal?.throwIfAborted();
    }
  }
}

/** A new one starts at the head; one of an older program continues where that stopped. */
const beginAtHead = ({ pool }: Database, log: Log, projection: Projection): Promise<'ready' | 'newer'> =>
  inTransaction(pool, async (client) => {
    const { schema, version } = projection;
    await lockInTransaction(client, lockOf(projection));
    const found = await versionOf(client, schema);
    if (found !== undefined && found > version) return 'newer';
    if (found === undefined) {
      await createSchema(client, projection, schema, log.partitionCount);
      await moveCheckpoints(client, projection, (await log.head()).position);
    } else if (found < version) await client.query(`update ${quoted(schema, 'checkpoints')} set version = $1`, [version]);
    // It is never rebuilt, so a new program adds the columns and indexes it needs in place.
    await addColumns(client, projection, schema);
    await createIndexes(client, projection, schema);
    return 'ready';
  });

/** Lets one that is never rebuilt continue after a position, even before its checkpoints. */
export async function startAfter(db: Database, log: Log, projection: Projection, position: number): Promise<void> {
  await prepare(db, log, projection);
  await inTransaction(db.pool, async (client) => {
    await lockInTransaction(client, lockOf(projection));
    await moveCheckpoints(client, projection, position);
  });
}

/** The caller holds the projection's lock exclusively. */
const moveCheckpoints = (client: PoolClient, { schema }: Projection, position: number) =>
  client.query(`update ${quoted(schema, 'checkpoints')} set position = $1`, [position]);

const create = ({ pool }: Database, log: Log, projection: Projection) =>
  inTransaction(pool, async (client) => {
    await lockInTransaction(client, lockOf(projection));
    if (await exists(client, projection.schema)) return;
    await createSchema(client, projection, projection.schema, log.partitionCount);
    await createIndexes(client, projection, projection.schema);
  });

async function rename(client: PoolClient, from: string, to: string): Promise<void> {
  await client.query(`alter schema ${quoted(from)} rename to ${quoted(to)}`);
  await renameParked(client, from, to);
}
