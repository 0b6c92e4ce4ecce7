import { lockSession, unlockSession } from '../../platform/locks.ts';
import type { PoolClient, Queryable } from '../../platform/pg.ts';
import type { Log } from '../log/log.ts';
import { catchUp, catchUpTo, type CatchUpOptions } from './copying.ts';
import { Freshness } from './freshness.ts';
import { type Database, ReadModel } from './read-model.ts';
import { isLockTimeout, lockOf, quoted, schemaOf, type Shape, shapesOf, versionOf } from './schema.ts';

/** How long a comparison, a swap or a drop may wait for others, ms; live batches wait behind it as long. */
export const LOCK_MS = 1_000;

/** How a rebuilt read model differs from the one in service, both folded up to the same events. */
export interface SwapDifference {
  /** Of the one in service. */
  fromVersion: number;
  /** Rows that are new, gone, or have other values in a column both have. */
  rows: number;
  /** The sum of all changes of amounts in those rows, in cents, regardless of sign. */
  cents: number;
  tables: { table: string; rows: number; differing: number; cents: number }[];
}

/** By name; null: none is in service, or the rebuilt one was already ahead of it. */
export type SwapDifferences = ReadonlyMap<string, SwapDifference | null>;

/**
 * Compares copies with the read models in service while they catch up, each at the position in service. The log is read once.
 * `client`: the builder's own connection. Another one could deadlock with those that wait for this one.
 */
export async function compareWithLive(
  db: Database,
  log: Log,
  copies: readonly ReadModel[],
  client: PoolClient,
  options: CatchUpOptions,
): Promise<SwapDifferences> {
  const found = new Map<string, SwapDifference | null>(copies.map(({ projection }) => [projection.name, null]));
  const live: { copy: ReadModel; fromVersion: number; reached: number }[] = [];
  for (const copy of copies) {
    const { name, schema } = copy.projection;
    const fromVersion = await versionOf(db.pool, schema);
    if (fromVersion) live.push({ copy, fromVersion, reached: await new Freshness(db.pool).position(name, 'all') });
  }
  for (const { copy, fromVersion, reached } of live.toSorted((a, b) => a.reached - b.reached)) {
    await catchUp(log, copies, reached, options);
    found.set(copy.projection.name, await compareOne(db, log, copy, client, fromVersion));
  }
  return found;
}

/** Holds the projection's lock until a snapshot is taken, which is then compared. Null also if the lock is not free. */
async function compareOne(
  db: Database,
  log: Log,
  copy: ReadModel,
  client: PoolClient,
  fromVersion: number,
): Promise<SwapDifference | null> {
  const { projection } = copy;
  try {
    // Live batches queue behind waiters for the lock.
    await client.query(`set lock_timeout = ${LOCK_MS}`);
    await lockSession(client, lockOf(projection));
    try {
      const checkpoints = await new ReadModel(db, projection).checkpoints(client);
      const { position: head } = await log.head();
      if ([...checkpoints.values()].some((at) => at > head)) return null;
      const reached = await new Freshness(client).position(projection.name, 'all');
      // A partition has no event between its checkpoint and the reached position.
      const isAhead = [...(await copy.checkpoints())].some(([partition, at]) => at > Math.max(reached, checkpoints.get(partition) ?? 0));
      if (isAhead || !(await catchUpTo(log, copy, checkpoints))) return null;
      await client.query('begin isolation level repeatable read');
      await client.query('select 1');
    } finally {
      await unlockSession(client, lockOf(projection));
    }
    const tables: SwapDifference['tables'] = [];
    for (const shape of shapesOf(projection)) tables.push(await compareTable(client, shape, schemaOf(projection), copy.schema));
    const sum = (of: (table: SwapDifference['tables'][number]) => number) => tables.reduce((n, table) => n + of(table), 0);
    return { fromVersion, rows: sum((t) => t.differing), cents: sum((t) => t.cents), tables };
  } catch (error) {
    if (isLockTimeout(error)) return null;
    throw error;
  } finally {
    await client.query('rollback; reset lock_timeout');
  }
}

/** Columns that both versions have, of one type, are compared; a table with another key counts as new. */
async function compareTable(client: PoolClient, shape: Shape, live: string, next: string): Promise<SwapDifference['tables'][number]> {
  const { table, key, columns } = shape;
  const there = await columnsOf(client, live, table);
  const isThere = ([name, { sql }]: Shape['columns'][number]) => there.get(name) === sql;
  const isNew = !key.every(isThere);
  const both = columns.filter(isThere);
  const moved = (isNew ? columns : both)
    .filter(([, { isCents }]) => isCents)
    .map(([name]) => `abs(coalesce(n.${quoted(name)}, 0)${isNew ? '' : ` - coalesce(l.${quoted(name)}, 0)`})`);
  const keys = key.map(([name]) => quoted(name));
  const record = (side: string) => `row(${both.map(([name]) => `${side}.${quoted(name)}`).join(', ')})`;
  const differs = [
    `l.${keys[0]} is null`,
    `n.${keys[0]} is null`,
    ...(both.length ? [`${record('l')} is distinct from ${record('n')}`] : []),
  ];
  const { rows } = await client.query<{ rows: number; differing: number; cents: number }>(
    `select (select count(*) from ${quoted(next, table)}) as rows, count(*) as differing,
       coalesce(sum(${moved.join(' + ') || '0'}), 0)::bigint as cents
     from ${
       isNew
         ? `${quoted(next, table)} n`
         : `${quoted(live, table)} l full join ${quoted(next, table)} n using (${keys.join(', ')}) where ${differs.join(' or ')}`
     }`,
  );
  return { table, ...rows[0]! };
}

async function columnsOf(client: Queryable, schema: string, table: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, atttypid::regtype::text as type from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [quoted(schema, table)],
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}
