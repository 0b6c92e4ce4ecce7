import { lockSession, unlockSession } from '../../platform/locks.ts';
import { isDeepStrictEqual } from 'node:util';
import { andPause } from '../../platform/in-turns.ts';
import type { Log } from '../log/log.ts';
import type { PoolClient } from '../../platform/pg.ts';
import {
  allPartitions,
  buildingAlone,
  CACHE_ROWS,
  catchUp,
  type CatchUpOptions,
  catchUpTo,
  CopyLost,
  lowestCheckpoint,
  PAGE,
  pages,
} from './copying.ts';
import { type Exclusions, loadExclusions } from './parked.ts';
import type { Projection } from './projection.ts';
import { type Database, ReadModel } from './read-model.ts';
import { createSchema, dropSchema, isMissing, lockOf, quoted, schemaOf, type Shape, shapesOf, versionOf } from './schema.ts';

export interface Difference {
  key: Record<string, unknown>;
  /** The row as text; null if that side has none. */
  live: string | null;
  replayed: string | null;
}

export interface Verified {
  name: string;
  /** Rows that differ, per table, and the first ten of them. */
  tables: { table: string; rows: number; differing: number; first: Difference[] }[];
  /** Parked streams of the read model; the copy does not fold them either. */
  parked: { streamId: string; position: number }[];
}

const MAX_SHOWN_ROWS = 10;
const ATTEMPTS = 5;

/** Parked streams changed, or an erasure dropped the copy, during the build. */
class CopyOutdated extends Error {}

/** A live read model, the copy it is compared with, and the events neither of them folds. */
interface VerifyPair {
  projection: Projection;
  live: ReadModel;
  check: ReadModel;
  exclusions: Exclusions;
}

/** Replays a read model into a copy and compares every row at the same checkpoints. @throws FoldFailed, AlreadyBuilding. */
export async function verify(db: Database, log: Log, projection: Projection, options: CatchUpOptions = {}): Promise<Verified> {
  return (await verifyAll(db, log, [projection], options))[0]!;
}

/** Verifies several read models, reading the log once for all of them. */
export async function verifyAll(
  db: Database,
  log: Log,
  projections: readonly Projection[],
  options: CatchUpOptions = {},
): Promise<Verified[]> {
  for (const projection of projections) {
    const version = await versionOf(db.pool, projection.schema);
    if (version !== projection.version)
      throw new Error(`${projection.name} in the database has version ${version ?? 'none'}, this program knows ${projection.version}`);
  }
  return buildingAlone(db.pool, projections, 'check', async (client) => {
    try {
      const pairs: VerifyPair[] = [];
      for (const projection of projections) pairs.push(await copyBeside(db, log, projection, client));
      // A copy that an erasure drops meanwhile is rebuilt in its turn.
      await catchUpRoughly(log, pairs, options).catch((error: unknown) => {
        if (!(error instanceof CopyLost)) throw error;
      });
      const verified: Verified[] = [];
      for (const pair of pairs) verified.push(await compared(db, log, pair, client, options));
      return verified;
    } finally {
      await client.query('rollback');
      for (const projection of projections) await dropSchema(client, schemaOf(projection, 'check'));
    }
  });
}

async function copyBeside(db: Database, log: Log, projection: Projection, client: PoolClient): Promise<VerifyPair> {
  const schema = schemaOf(projection, 'check');
  await dropSchema(client, schema);
  await createSchema(client, projection, schema, log.partitionCount);
  const live = new ReadModel(db, projection);
  const exclusions = await loadExclusions(client, projection, live.schema);
  return {
    projection,
    live,
    exclusions,
    check: new ReadModel(db, projection, { build: 'check', cacheRows: CACHE_ROWS, mirror: exclusions }),
  };
}

/** Until a page or less is left. */
async function catchUpRoughly(log: Log, pairs: readonly VerifyPair[], options: CatchUpOptions): Promise<void> {
  const reached = async () => Math.min(...(await Promise.all(pairs.map((p) => lowestCheckpoint(p.live)))));
  const checks = pairs.map((p) => p.check);
  for (let to = await reached(), from = -PAGE; to - from >= PAGE; [from, to] = [to, await reached()])
    await catchUp(log, checks, to, options);
}

/** Compares, with a new copy if this one is outdated. */
async function compared(db: Database, log: Log, pair: VerifyPair, client: PoolClient, options: CatchUpOptions): Promise<Verified> {
  for (let attempt = 1; ; attempt++) {
    try {
      await catchUpRoughly(log, [pair], options);
      return await compareAtOnePoint(log, pair, client);
    } catch (error) {
      if (!(error instanceof CopyOutdated || error instanceof CopyLost || isMissing(error)) || attempt === ATTEMPTS) throw error;
      pair = await copyBeside(db, log, pair.projection, client);
    }
  }
}

async function compareAtOnePoint(log: Log, { projection, live, check, exclusions }: VerifyPair, client: PoolClient): Promise<Verified> {
  await lockSession(client, lockOf(projection));
  try {
    const now = await loadExclusions(client, projection, live.schema);
    const folded = await lowestCheckpoint(check);
    if (folded === Infinity) throw new CopyOutdated('the copy went away');
    if (!isSame(exclusions, now, folded)) throw new CopyOutdated('what is held back changed meanwhile');
    exclusions.parked = now.parked;
    // A name without a key is null in the copy; live it is null once the erasure's event is folded.
    if (projection.decrypts) await foldToHead(log, live, client);
    if (!(await catchUpTo(log, check, await live.checkpoints(client)))) throw new CopyOutdated('the copy went away');
    await client.query('begin isolation level repeatable read');
    // The first statement takes the snapshot, so before the lock is released.
    await client.query('select 1');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    await unlockSession(client, lockOf(projection));
  }
  const tables: Verified['tables'] = [];
  try {
    for (const shape of shapesOf(projection)) tables.push(await andPause(() => compare(client, shape, live.schema, check.schema)));
  } finally {
    await client.query('rollback');
  }
  return { name: projection.name, tables, parked: [...exclusions.parked].map(([streamId, position]) => ({ streamId, position })) };
}

/** The live one may have parked later events since; any other change would make the copy differ. */
const isSame = (before: Exclusions, now: Exclusions, folded: number): boolean =>
  isDeepStrictEqual(before.skipped, now.skipped) &&
  isDeepStrictEqual(
    before.parked,
    new Map([...now.parked].filter(([stream, position]) => before.parked.has(stream) || position <= folded)),
  );

/** Under the projection's lock, on the connection that holds it. */
async function foldToHead(log: Log, live: ReadModel, client: PoolClient): Promise<void> {
  const partitions = allPartitions(log);
  await client.query('begin');
  for await (const page of pages(log, await lowestCheckpoint(live), (await log.head()).position))
    await live.applyIn(client, { partitions, ...page }, true);
  await client.query('commit');
}

/** Compares rows as text, which every type has; each differing key counts once. */
async function compare(client: PoolClient, shape: Shape, live: string, check: string): Promise<Verified['tables'][number]> {
  const keys = shape.key.map(([name]) => quoted(name)).join(', ');
  const side = (schema: string) => `(select ${keys}, t::text as whole from ${quoted(schema, shape.table)} t)`;
  const { rows } = await client.query<{ rows: number; differing: number; first: Difference[] | null }>(
    `with differing as (
       select ${keys}, l.whole as live, c.whole as replayed
       from ${side(live)} l full join ${side(check)} c using (${keys}) where l.whole is distinct from c.whole)
     select (select count(*) from ${quoted(check, shape.table)}) as rows, (select count(*) from differing) as differing,
       (select json_agg(json_build_object('key', (select row_to_json(k) from (select ${keys.replace(/(^|, )/g, '$1f.')}) k), 'live', live, 'replayed', replayed))
        from (select * from differing order by ${keys} limit ${MAX_SHOWN_ROWS}) f) as first`,
  );
  const { rows: count, differing, first } = rows[0]!;
  return { table: shape.table, rows: count, differing, first: first ?? [] };
}
