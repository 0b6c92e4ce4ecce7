import type { Sealed } from '@framelift/contracts';
import { types } from 'pg';

/** A column of a read model's table: the one declaration its SQL, its rows' type and its first value derive from. */
export class Column<V, First extends V | undefined = V | undefined> {
  constructor(
    /** The type as Postgres writes it. */
    readonly sql: string,
    /** Reads a value, as folds make it, from Postgres' text. */
    readonly read: (text: string) => V,
    /** The value in a new row; undefined: folds set it. */
    readonly first: First,
    readonly isNullable = false,
    /** An amount of money in integer cents. */
    readonly isCents = false,
  ) {}

  /** Null until a fold sets it. */
  nullable(): Column<V | null, null> {
    return new Column<V | null, null>(this.sql, this.read, null, true, this.isCents);
  }
}

export type Columns = Readonly<Record<string, Column<any, any>>>;

type ValueOf<C> = C extends Column<infer V, any> ? V : never;
/** Names of columns that have no first value. */
type Unset<C extends Columns> = { [K in keyof C]: C[K] extends Column<any, infer F> ? (undefined extends F ? K : never) : never }[keyof C];

/** A row of these columns. */
export type RowOf<C extends Columns> = { [K in keyof C]: ValueOf<C[K]> };
/** A row before its first fold. */
export type NewRowOf<C extends Columns> = { [K in keyof C]: ValueOf<C[K]> | (K extends Unset<C> ? undefined : never) };
/** The values a row is created from: columns with a first value are optional. */
export type MadeOf<C extends Columns> = Pick<RowOf<C>, Unset<C>> & Partial<RowOf<C>>;

interface Values<V> {
  (): Column<V, undefined>;
  (first: V): Column<V, V>;
}
interface Texts {
  (): Column<string, undefined>;
  (first: string): Column<string, string>;
  <V extends string>(): Column<V, undefined>;
  <V extends string>(first: V): Column<V, V>;
}
interface Json {
  <V>(): Column<V, undefined>;
  <V>(first: V): Column<V, V>;
}

const same = (text: string): string => text;
const numbers = (sql: string) => ((first?: number) => new Column(sql, Number, first)) as Values<number>;
const toDate = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/** `text<Status>('active')`: one of a set of words. */
export const text = ((first?: string) => new Column('text', same, first)) as Texts;
export const smallint = numbers('smallint');
export const int = numbers('integer');
export const bigint = numbers('bigint');
export const cents = ((first?: number) => new Column('bigint', Number, first, false, true)) as Values<number>;
export const bool = ((first?: boolean) => new Column('boolean', (value) => value === 't', first)) as Values<boolean>;
/** A value of any shape: `json<string[]>([])`. */
export const json = ((first?: unknown) => new Column('jsonb', JSON.parse, first)) as Json;
/** A personal value, sealed as in the log. */
export const sealed = new Column<Sealed, undefined>('jsonb', JSON.parse, undefined);
/** ISO 8601, as `Date.toISOString` writes it. */
export const timestamp = new Column<string, undefined>('timestamp with time zone', (value) => toDate(value).toISOString(), undefined);
/** YYYY-MM-DD. */
export const date = new Column<string, undefined>('date', same, undefined);
