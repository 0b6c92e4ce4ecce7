import type { AnyTable, Fold, Folded, FoldedEvent, Key, KeyValue, Projection } from './projection.ts';

export type Row = Record<string, unknown>;

/** A row in memory under its whole key (with `partition` where the table has it). */
export interface Entry {
  readonly key: readonly KeyValue[];
  row: Row | undefined;
  /** The row stands in the database. */
  stored: boolean;
  /** The row differs from the one in the database. */
  changed: boolean;
  /** Something else than its creation was folded into it: such rows are likely to move again. */
  moves: boolean;
}

export interface Step {
  entry: Entry;
  fold: Fold<any, any>;
}

const wholeKey = (table: AnyTable, key: Key, partition: number): readonly KeyValue[] => {
  const values = typeof key === 'object' ? key : [key];
  return table.perPartition ? [partition, ...values] : values;
};

/** One text per key; the separator cannot occur in text that Postgres keeps. */
export const nameOf = (key: readonly KeyValue[]): string => (key.length === 1 ? String(key[0]) : key.join('\0'));

/** The rows one event touches, table by table. @throws whatever a `key` function throws. */
export function stepsOf(
  { tables }: Projection,
  event: FoldedEvent,
  entryOf: (table: string, key: readonly KeyValue[], creates: boolean) => Entry,
): Step[] {
  const steps: Step[] = [];
  for (const name in tables) {
    const table = tables[name]!;
    const fold = table.on[event.type];
    if (!fold) continue;
    const creates = fold.creates === true;
    if (table.keys) {
      for (const key of table.keys(event)) steps.push({ entry: entryOf(name, wholeKey(table, key, event.partition), creates), fold });
    } else {
      const key = table.key!(event);
      if (key !== undefined) steps.push({ entry: entryOf(name, wholeKey(table, key, event.partition), creates), fold });
    }
  }
  return steps;
}

/** Folds one event into all of its rows or, when a fold throws, into none. */
export function foldInto(steps: readonly Step[], event: FoldedEvent): void {
  const next = steps.map(({ entry, fold }) => fold(entry.row, event));
  for (let i = 0; i < steps.length; i++) {
    const { entry } = steps[i]!;
    if (next[i] === entry.row) continue;
    entry.row = next[i];
    entry.changed = true;
  }
}

type Foldable = Iterable<FoldedEvent | Folded<any>>;

/** The rows of every table after all events that were taken, without a database: for specs, time travel and what-if. */
export function folding(projection: Projection): { take(events: Foldable): void; rows(): Record<string, Entry[]> } {
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
    rows: () => Object.fromEntries([...rows].map(([name, entries]) => [name, [...entries.values()].filter((e) => e.row)])),
  };
}

export function foldAll(projection: Projection, events: Foldable): Record<string, Entry[]> {
  const fold = folding(projection);
  fold.take(events);
  return fold.rows();
}
