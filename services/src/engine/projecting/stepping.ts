import { isDeepStrictEqual } from 'node:util';
import { keysIn, nameOf, nextRow, type Row } from './fold.ts';
import type { Exclusions } from './parked.ts';
import { eventsOf, type FoldedEvent, type KeyValue, type Table } from './projection.ts';

/** One event's effect on one row; null: no row. */
export interface RowStep {
  event: FoldedEvent;
  before: Row | null;
  after: Row | null;
  /** Why the event changed nothing, if the read model skips it. */
  leftOut: 'skipped' | 'parked' | null;
}

/** Folds one row of a table event by event, as the read model does. Pure. */
export class RowFold {
  row: Row | undefined;
  private readonly types: ReadonlySet<string>;
  private readonly name: string;

  /** `key`: the whole one, with `partition` where the table has it. */
  constructor(
    private readonly table: Table,
    key: readonly KeyValue[],
    private readonly exclusions: Exclusions,
  ) {
    this.types = new Set(eventsOf(table));
    this.name = nameOf(key);
  }

  /** Takes events in the order of the log. @returns undefined for one that does not change the row. */
  take(event: FoldedEvent): RowStep | undefined {
    if (!this.touches(event)) return undefined;
    const before = this.row ?? null;
    const since = this.exclusions.parked.get(event.streamId);
    const leftOut = this.exclusions.skipped.has(event.position)
      ? 'skipped'
      : since !== undefined && event.position >= since
        ? 'parked'
        : null;
    if (!leftOut) this.row = nextRow(this.table, this.row, event);
    return { event, before, after: this.row ?? null, leftOut };
  }

  touches(event: FoldedEvent): boolean {
    if (!this.types.has(event.type)) return false;
    try {
      return keysIn(this.table, event).some((key) => nameOf(key) === this.name);
    } catch {
      // An event without a key is parked: it has no row.
      return false;
    }
  }
}

/** Whether two rows are equal, except in columns that are not opened here. */
export const isSameRow = (one: Row | undefined, other: Row | undefined, unopened: readonly string[] = []): boolean => {
  const shown = (row: Row | undefined) =>
    row && Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== undefined && !unopened.includes(name)));
  // As JSON: a fold may leave a key of a value undefined, which no column keeps.
  return isDeepStrictEqual(JSON.parse(JSON.stringify(shown(one) ?? null)), JSON.parse(JSON.stringify(shown(other) ?? null)));
};
