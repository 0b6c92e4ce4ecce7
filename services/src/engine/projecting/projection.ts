import type { EventName, Opened, Stored } from '@framelift/contracts';
import type { Person } from '../log/erasure.ts';
import type { StoredEvent } from '../log/event.ts';

type About = 'position' | 'streamId' | 'version' | 'partition' | 'recordedAt' | 'id' | 'metadata';

/** What a fold sees of an event: personal fields sealed. */
export interface Folded<N extends EventName> extends Pick<StoredEvent<N>, About> {
  readonly type: N;
  readonly data: Stored<N>;
}

/** What a fold of a projection that decrypts sees: personal fields in clear, null where the key was destroyed. */
export interface Unsealed<N extends EventName> extends Pick<StoredEvent<N>, About> {
  readonly type: N;
  readonly data: Opened<N>;
}

export type FoldedEvent = { [N in EventName]: Folded<N> }[EventName];

/** One column's value of a key. */
export type KeyValue = string | number;
/** The primary key of a row, in the order of its columns; a single column needs no array. */
export type Key = KeyValue | readonly KeyValue[];

/** A row moves on by the event and itself alone: no clock, no random, no other table. Undefined: there is no row (any more). */
export interface Fold<R, E> {
  (row: R | undefined, event: E): R | undefined;
  creates?: true;
}

/** A fold of an event before which its row cannot exist: the engine need not look for one. */
export const creates = <R, E>(make: (event: E) => NoInfer<R> | undefined): Fold<R, E> =>
  Object.assign((_row: R | undefined, event: E) => make(event), { creates: true as const });

/** The row with some of its numbers moved. */
export const plus = <R extends object>(row: R, more: { [K in keyof R]?: R[K] & number }): R => {
  const next = { ...row } as Record<string, unknown>;
  for (const [name, n] of Object.entries(more)) next[name] = (next[name] as number) + (n as number);
  return next as R;
};

interface Keys {
  /** The row an event touches; undefined: none. Without the column `partition`, which the engine fills. */
  key?: (event: FoldedEvent) => Key | undefined;
  /** Instead of `key`, where one event touches many rows. */
  keys?: (event: FoldedEvent) => readonly Key[];
}

interface Columns extends Keys {
  /** What stands between the brackets of `create table`: columns and primary key. The only truth about both. */
  ddl: string;
  /** Totals across streams: the engine adds a column `partition`; it must come first in the primary key. Views add the rows up. */
  perPartition?: boolean;
  /** What follows `create index on <table>`. */
  indexes?: readonly string[];
  /** Columns that hold personal data in clear, and whose row: `key` is the key's column, `keyOf` its value for a person. */
  clear?: { columns: readonly string[]; key: string; keyOf: (person: Person) => KeyValue | undefined };
}

export interface Table<R extends object = object> extends Columns {
  on: { [N in EventName]?: Fold<R, Folded<N>> };
}

export interface UnsealedTable<R extends object = object> extends Columns {
  on: { [N in EventName]?: Fold<R, Unsealed<N>> };
}

export const table = <R extends object>(definition: Table<R>): Table<R> => definition;
export const unsealedTable = <R extends object>(definition: UnsealedTable<R>): UnsealedTable<R> => definition;

interface Definition {
  /** Words with dashes; the read model is the Postgres schema of that name with underscores. */
  name: string;
  /** Rises with every change of columns or folds: a projector that knows a higher one rebuilds before it consumes. */
  version: number;
  answers: string;
}

/** A fold of the log into tables. A value: running it live, replaying, verifying and time travel all use the same functions. */
export interface Projection extends Definition {
  readonly schema: string;
  /** The engine opens personal fields before folding, so its tables hold them in clear. */
  readonly decrypts: boolean;
  readonly tables: Readonly<Record<string, AnyTable>>;
  /** Every event name some table folds. */
  readonly subscription: ReadonlySet<string>;
}

/** A table as the engine sees it, when names and rows are no longer known. */
export interface AnyTable extends Columns {
  on: Readonly<Record<string, Fold<any, any> | undefined>>;
}

/** Words with dashes → the Postgres schema of that read model. */
export const schemaNamed = (name: string): string => name.replaceAll('-', '_');

export function projection(definition: Definition & { tables: Record<string, Table<any>> }): Projection;
export function projection(definition: Definition & { decrypts: true; tables: Record<string, UnsealedTable<any>> }): Projection;
export function projection(definition: Definition & { decrypts?: boolean; tables: Record<string, AnyTable> }): Projection {
  return {
    decrypts: false,
    ...definition,
    schema: schemaNamed(definition.name),
    subscription: new Set(Object.values(definition.tables).flatMap((t) => Object.keys(t.on))),
  };
}

/** Injection token of the list of all projections, for what reports on them. */
export const PROJECTIONS = Symbol('projections');
