import type { EventName, Opened, Stored } from '@framelift/contracts';
import type { Person } from '../log/sealing/erasure-list.ts';
import type { StoredEvent } from '../log/event.ts';
import type { Columns, MadeOf, NewRowOf, RowOf } from './columns.ts';

type About = 'position' | 'streamId' | 'version' | 'partition' | 'recordedAt' | 'id' | 'metadata';

/** The event that a fold receives: personal fields sealed. */
export interface Folded<N extends EventName> extends Pick<StoredEvent<N>, About> {
  readonly type: N;
  readonly data: Stored<N>;
}

/** The event in a decrypting projection's folds: personal fields in clear, null if the key was destroyed. */
export interface Unsealed<N extends EventName> extends Pick<StoredEvent<N>, About> {
  readonly type: N;
  readonly data: Opened<N>;
}

export type FoldedEvent = { [N in EventName]: Folded<N> }[EventName];

/** One column's value of a key. */
export type KeyValue = string | number;
/** The primary key of a row, in the order of its columns; a single column needs no array. */
export type Key = KeyValue | readonly KeyValue[];

/** Pure: no clock, no random, no other table. A fold returns the next row, the same row for no change, or undefined to delete it. */
type Folds<Row, Next, Events> = { [N in keyof Events]?: (row: Row, event: Events[N]) => Next | undefined };
/** The event creates the row, so the engine does not look for one. Undefined: no row. */
type Makes<Made, Events> = { [N in keyof Events]?: (event: Events[N]) => Made | undefined };

/** The row with some of its numbers changed. */
export const plus = <R extends object>(row: R, more: { [K in keyof R]?: R[K] & number }): R => {
  const next = { ...row };
  for (const name in more) next[name] = ((next[name] as number) + more[name]!) as R[typeof name];
  return next;
};

interface Shape<K extends Columns, C extends Columns> {
  /** Columns of the primary key, in its order. */
  key: K;
  /** The row an event changes; undefined: none. Without the column `partition`, which the engine fills. */
  keyOf?: (event: FoldedEvent) => Key | undefined;
  /** Instead of `keyOf`, if one event changes many rows. */
  keysOf?: (event: FoldedEvent) => readonly Key[];
  columns: C;
  /** Totals across streams: the engine adds a column `partition` as the key's first. Views add the rows up. */
  perPartition?: boolean;
  /** What follows `create index on <table>`. */
  indexes?: readonly string[];
  /** Folds never update an existing row: others do. */
  writtenOnce?: boolean;
  /** Columns with personal data in clear, and the key of a person's row. */
  clear?: { columns: readonly (keyof C & string)[]; keyOf: (person: Person) => KeyValue | undefined };
}

/** A table of a projection, as its `table({ … })` declares it. */
export interface Table<K extends Columns = Columns, C extends Columns = Columns, Decrypts extends boolean = boolean> extends Shape<K, C> {
  readonly decrypts: Decrypts;
  on: Readonly<Record<string, ((row: any, event: any) => object | undefined) | undefined>>;
  /** If a table has it, only these events create rows: all other folds see only existing rows. */
  creates?: Readonly<Record<string, ((event: any) => object | undefined) | undefined>>;
  /** First values of all columns: the row that the first fold of a key sees. */
  readonly newRow: object;
}

/** The result of `table` for folds with an undeclared column or event: no table. */
interface Undeclared<Name> {
  undeclared: Name;
}
/** Columns that folds set. */
type SetBy<F> = { [N in keyof F]-?: F[N] extends (...args: never[]) => infer R ? (R extends object ? keyof R : never) : never }[keyof F];
type Declared<Unknown, K extends Columns, C extends Columns, D extends boolean> = [Unknown] extends [never]
  ? Table<K, C, D>
  : Undeclared<Unknown>;

interface TableOf<Events, D extends boolean> {
  <K extends Columns, C extends Columns, M extends Makes<MadeOf<C>, Events>, F extends Folds<RowOf<C>, RowOf<C>, Events>>(
    definition: Shape<K, C> & { creates: M; on?: F },
  ): Declared<Exclude<SetBy<M> | SetBy<F>, keyof C> | Exclude<keyof M | keyof F, keyof Events>, K, C, D>;
  <K extends Columns, C extends Columns, F extends Folds<NewRowOf<C>, RowOf<C>, Events>>(
    definition: Shape<K, C> & { creates?: undefined; on: F },
  ): Declared<Exclude<SetBy<F>, keyof C> | Exclude<keyof F, keyof Events>, K, C, D>;
}

const tableOf = <Events, D extends boolean>(decrypts: D) =>
  (({ on = {}, ...definition }: Table) => ({
    ...definition,
    on,
    decrypts,
    newRow: Object.freeze(Object.fromEntries(Object.entries(definition.columns).map(([name, { first }]) => [name, first]))),
  })) as unknown as TableOf<Events, D>;

/** Declares a table once: its row type, its first row and its SQL derive from `key` and `columns`. */
export const table = tableOf<{ [N in EventName]: Folded<N> }, false>(false);
export const unsealedTable = tableOf<{ [N in EventName]: Unsealed<N> }, true>(true);

interface Definition {
  /** Words with dashes; the read model is the Postgres schema of that name with underscores. */
  name: string;
  /** Raise it with every change of columns or folds: a projector with a higher version rebuilds before it consumes. */
  version: number;
  answers: string;
  /** It begins at the log's head and is never built again: its rows are work to do once (docs/architecture.md#reactors). */
  neverRebuilt?: boolean;
}

type Tables<Decrypts extends boolean = boolean> = Readonly<Record<string, Table<any, any, Decrypts>>>;

/** A fold of the log into tables. A value: running it live, replaying, verifying and time travel all use the same functions. */
export interface Projection<T extends Tables = Tables> extends Definition {
  readonly schema: string;
  /** The engine opens personal fields before folding, so its tables hold them in clear. */
  readonly decrypts: boolean;
  readonly tables: T;
  /** Every event name some table folds. */
  readonly subscription: ReadonlySet<string>;
}

/** The columns of a row in a projection's table. */
export type FoldedRow<T> = T extends Table<any, infer C> ? RowOf<C> : never;
/** A row of a projection's table as Postgres answers it in JSON, with its key. */
export type ReadRow<P extends Projection, N extends keyof P['tables']> =
  P['tables'][N] extends Table<infer K, infer C> ? RowOf<K & C> : never;

/** Words with dashes → the Postgres schema of that read model. */
export const schemaNamed = (name: string): string => name.replaceAll('-', '_');

/** Names of the events that change a table's rows. */
export const eventsOf = ({ on, creates }: Table): string[] => [...new Set([...Object.keys(creates ?? {}), ...Object.keys(on)])];

export const projection = <T extends Tables<Decrypts>, Decrypts extends boolean = false>(
  definition: Definition & { decrypts?: Decrypts; tables: T },
): Projection<T> => ({
  ...definition,
  decrypts: definition.decrypts ?? false,
  schema: schemaNamed(definition.name),
  subscription: new Set(Object.values(definition.tables).flatMap(eventsOf)),
});

/** Injection token of the list of all projections, for reports. */
export const PROJECTIONS = Symbol('projections');
