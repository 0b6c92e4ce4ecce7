import { locks } from '../../platform/locks.ts';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Queryable } from '../../platform/pg.ts';
import { type Column, smallint } from './columns.ts';
import type { Projection, Table } from './projection.ts';

/** Copies of a read model: being built, kept for a rollback, compared with, and about to be dropped. */
export type Build = 'next' | 'previous' | 'check' | 'old';

export const schemaOf = (projection: Projection, build?: Build): string => (build ? `${projection.schema}__${build}` : projection.schema);

export const quoted = (schema: string, table?: string): string =>
  table ? `${escapeIdentifier(schema)}.${escapeIdentifier(table)}` : escapeIdentifier(schema);

/** A table as it is declared, with its name. */
export interface Shape {
  table: string;
  /** Columns of the primary key, in its order. */
  key: [name: string, column: Column<unknown>][];
  /** All other columns. */
  columns: [name: string, column: Column<unknown>][];
  writtenOnce: boolean;
}

const shapeOf = ([table, { key, columns, perPartition, writtenOnce = false }]: [string, Table]): Shape => ({
  table,
  writtenOnce,
  key: Object.entries(perPartition ? { partition: smallint(), ...key } : key),
  columns: Object.entries(columns),
});

export const shapesOf = ({ tables }: Projection): Shape[] => Object.entries(tables).map(shapeOf);

const ddlOf = ({ key, columns }: Shape): string =>
  [
    ...[...key, ...columns].map(([name, { sql, isNullable }]) => `${quoted(name)} ${sql}${isNullable ? '' : ' not null'}`),
    `primary key (${key.map(([name]) => quoted(name)).join(', ')})`,
  ].join(', ');

/** Makes the empty read model. Its checkpoints carry the version, so one locked row answers both; `builder` recognises a build. */
export async function createSchema(
  client: Queryable,
  projection: Projection,
  schema: string,
  partitions: number,
  builder = '',
): Promise<void> {
  const tables = shapesOf(projection).map((shape) => `create table ${quoted(schema, shape.table)} (${ddlOf(shape)});`);
  await client.query(`
    create schema ${quoted(schema)};
    comment on schema ${quoted(schema)} is ${escapeLiteral(builder)};
    create table ${quoted(schema, 'checkpoints')}
      (partition smallint primary key, version int not null, position bigint not null) with (fillfactor = 50);
    insert into ${quoted(schema, 'checkpoints')} select p, ${Number(projection.version)}, 0 from generate_series(0, ${Number(partitions - 1)}) p;
    ${tables.join('\n')}`);
}

/** Apart from the tables, because a rebuild makes them last. Existing ones are skipped: even to check, `create` would wait for writers. */
export async function createIndexes(client: Queryable, projection: Projection, schema: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select indexname as name from pg_indexes where schemaname = $1', [schema]);
  const there = new Set(rows.map(({ name }) => name));
  for (const [table, { indexes = [] }] of Object.entries(projection.tables))
    for (const [n, index] of indexes.entries()) {
      const name = `${table}_${n + 1}`;
      if (!there.has(name)) await client.query(`create index ${quoted(name)} on ${quoted(schema, table)} ${index}`);
    }
}

/** Adds the columns that a newer program declares for tables that are never rebuilt. They must be nullable. */
export async function addColumns(client: Queryable, projection: Projection, schema: string): Promise<void> {
  for (const { table, columns } of shapesOf(projection)) {
    const { rows } = await client.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped',
      [quoted(schema, table)],
    );
    const there = new Set(rows.map(({ name }) => name));
    for (const [name, { sql }] of columns)
      if (!there.has(name)) await client.query(`alter table ${quoted(schema, table)} add column ${quoted(name)} ${sql}`);
  }
}

/** SQLSTATE of a lock timeout. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === '55P03';

/** A table or schema that does not (or no longer) exist. */
export const isMissing = (error: unknown): boolean => ['42P01', '3F000'].includes((error as { code?: string }).code ?? '');

export const dropSchema = (client: Queryable, schema: string) => client.query(`drop schema if exists ${quoted(schema)} cascade`);

/** Whether a schema's tables match the projection's declaration: columns, types and keys. */
export async function isAsDeclared(client: Queryable, projection: Projection, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ found: string }>(
    `select concat_ws(' ', c.relname, a.attname, a.atttypid::regtype, a.attnotnull, array_position(i.indkey::int2[], a.attnum)) as found
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = to_regnamespace($1) and c.relkind = 'r' and c.relname <> 'checkpoints'`,
    [quoted(schema)],
  );
  const declared = shapesOf(projection).flatMap(({ table, key, columns }) => [
    ...key.map(([name, { sql }], place) => `${table} ${name} ${sql} t ${place}`),
    ...columns.map(([name, { sql, isNullable }]) => `${table} ${name} ${sql} ${isNullable ? 'f' : 't'}`),
  ]);
  return (
    declared.toSorted().join() ===
    rows
      .map((r) => r.found)
      .toSorted()
      .join()
  );
}

/** The version of a read model that must be rebuilt before it is used (docs/architecture.md#lost-commits). */
export const GIVEN_UP = 0;

/** The version of a read model in the database; undefined when there is none. */
export async function versionOf(client: Queryable, schema: string): Promise<number | undefined> {
  if (!(await exists(client, schema))) return undefined;
  const { rows } = await client.query<{ version: number }>(`select version from ${quoted(schema, 'checkpoints')} limit 1`);
  return rows[0]?.version;
}

/** Whether the same builder started this copy, so that it can be resumed. */
export async function isResumable(client: Queryable, projection: Projection, schema: string, builder: string): Promise<boolean> {
  if ((await versionOf(client, schema)) !== projection.version) return false;
  const { rows } = await client.query<{ code: string }>(`select obj_description(to_regnamespace($1), 'pg_namespace') as code`, [
    quoted(schema),
  ]);
  return rows[0]!.code === builder;
}

export async function exists(client: Queryable, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [quoted(schema, 'checkpoints')]);
  return rows[0]!.there;
}

/** The lock of a projection: batches share it; swap, rollback, verify, retry and skip take it exclusively. */
export const lockOf = (projection: Projection): string => locks.projection(projection.schema);
