import type { Folded, FoldedEvent, FoldedRow, Key, KeyValue, Projection, Table } from './projection.ts';

export type Row = Record<string, unknown>;

/** A row in memory under its whole key (with `partition` where the table has it). */
export interface Entry<R = Row> {
  readonly key: readonly KeyValue[];
  row: R | undefined;
  /** The row is in the database. */
  stored: boolean;
  /** The row differs from the one in the database. */
  changed: boolean;
  /** Updated after its creation, so likely to change again. */
  moves: boolean;
}

export interface Step {
  entry: Entry;
  table: Table;
}

const wholeKey = (table: Table, key: Key, partition: number): readonly KeyValue[] => {
  const values = typeof key === 'object' ? key : [key];
  return table.perPartition ? [partition, ...values] : values;
};

/** One text per key; the separator cannot occur in text that Postgres keeps. */
export const nameOf = (key: readonly KeyValue[]): string => (key.length === 1 ? String(key[0]) : key.join('\0'));

/** The whole keys of the rows of one table that an event touches. @throws errors of `keyOf`. */
export function keysIn(table: Table, event: FoldedEvent): (readonly KeyValue[])[] {
  if (table.keysOf) return table.keysOf(event).map((key) => wholeKey(table, key, event.partition));
  const key = table.keyOf!(event);
  return key === undefined ? [] : [wholeKey(table, key, event.partition)];
}

/** The rows one event touches, table by table. @throws errors of `keyOf`. */
export function stepsOf(
  { tables }: Projection,
  event: FoldedEvent,
  entryOf: (table: string, key: readonly KeyValue[], creates: boolean) => Entry,
): Step[] {
  const steps: Step[] = [];
  for (const name in tables) {
    const table = tables[name]!;
    const creates = table.creates?.[event.type] !== undefined;
    if (!creates && !table.on[event.type]) continue;
    for (const key of keysIn(table, event)) steps.push({ entry: entryOf(name, key, creates), table });
  }
  return steps;
}

/** The row after an event that the table folds; the same row if nothing changes. */
export function nextRow(table: Table, row: Row | undefined, event: FoldedEvent): Row | undefined {
  const make = table.creates?.[event.type];
  if (make) {
    const made = make(event);
    return made && { ...table.newRow, ...made };
  }
  if (!row && table.creates) return undefined;
  const next = table.on[event.type]!(row ?? table.newRow, event) as Row | undefined;
  return next === table.newRow ? row : next;
}

/** Folds one event into all of its rows or, when a fold throws, into none. */
export function foldInto(steps: readonly Step[], event: FoldedEvent): void {
  const next = steps.map(({ entry, table }) => nextRow(table, entry.row, event));
  for (let i = 0; i < steps.length; i++) {
    const { entry } = steps[i]!;
    if (next[i] === entry.row) continue;
    entry.row = next[i];
    entry.changed = true;
  }
}

/** The entries of every table. */
type FoldedRows<P extends Projection> = { [N in keyof P['tables']]: Entry<FoldedRow<P['tables'][N]>>[] };
type Foldable = Iterable<FoldedEvent | Folded<any>>;

/** The rows of every table after all events, without a database: for specs, time travel and what-if. */
export function folding<P extends Projection>(projection: P): { take(events: Foldable): void; rows(): FoldedRows<P> } {
  const rows = new Map(Object.keys(projection.tables).map((name) => [name, new Map<string, Entry>()]));
  const entryOf = (table: string, key: readonly KeyValue[]): Entry => {
    const entries = rows.get(table)!;
    const name = nameOf(key);
    let entry = entries.get(name);
    if (!entry) entries.set(name, (entry = { key, row: undefined, stored: false, changed: false, moves: false }));
    return entry;
  };
  return {
    take(events) {
      for (const event of events) foldInto(stepsOf(projection, event as FoldedEvent, entryOf), event as FoldedEvent);
    },
    rows: () => Object.fromEntries([...rows].map(([name, entries]) => [name, [...entries.values()].filter((e) => e.row)])) as FoldedRows<P>,
  };
}

export function foldAll<P extends Projection>(projection: P, events: Foldable): FoldedRows<P> {
  const fold = folding(projection);
  fold.take(events);
  return fold.rows();
}
