import { expect, it } from '@jest/globals';
import { foldAll, folding, foldInto, keysIn, nameOf, nextRow, stepsOf } from './fold.ts';
import type { FoldedEvent, Projection, Table } from './projection.ts';

const event = (type: string, data: object = {}, partition = 3) => ({ type, data, partition }) as unknown as FoldedEvent;
type Data = { data: { id?: string; ids?: string[]; by?: number } };
const id = (e: unknown) => (e as Data).data.id;

/** Rows that one event creates and others change, and rows that exist from the first count. */
const things = {
  keyOf: id,
  newRow: { name: '', size: 0 },
  creates: { Made: (e: unknown) => (id(e) === 'none' ? undefined : { name: id(e) }) },
  on: {
    Grown: (row: { size: number }, e: unknown) => ({ ...row, size: row.size + (e as Data).data.by! }),
    Gone: () => undefined,
    Broken: () => {
      throw new Error('broken');
    },
  },
};
const counts = {
  keysOf: (e: unknown) => (e as Data).data.ids ?? [],
  perPartition: true,
  newRow: { n: 0 },
  on: {
    Grown: (row: { n: number }) => ({ n: row.n + 1 }),
    Seen: (row: { n: number }) => row,
    Broken: (row: { n: number }) => ({ n: row.n + 9 }),
  },
};
const projection = { tables: { counts, things } } as unknown as Projection;
const table = things as unknown as Table;
const fold = (...events: FoldedEvent[]) => foldAll(projection, events) as unknown as Record<string, { key: unknown; row: unknown }[]>;
const rows = (of: { row: unknown }[]) => of.map(({ row }) => row);

it('names a row by its whole key', () => {
  expect([nameOf(['a']), nameOf([7]), nameOf(['a', 'b']), nameOf(['ab'])]).toEqual(['a', '7', 'a\0b', 'ab']);
});
it('finds the rows that an event changes', () => {
  expect(keysIn(table, event('Made', { id: 'a' }))).toEqual([['a']]);
  expect(keysIn(table, event('Made'))).toEqual([]);
  expect(keysIn(counts as never, event('Grown', { ids: ['a', 'b'] }))).toEqual([
    [3, 'a'],
    [3, 'b'],
  ]);
});
it('takes a step for each row of each table that folds the event', () => {
  const keys: unknown[][] = [];
  const entryOf = (...args: unknown[]) => keys.push(args) as never;
  expect(stepsOf(projection, event('Grown', { id: 'a', ids: ['x', 'y'] }), entryOf)).toHaveLength(3);
  stepsOf(projection, event('Made', { id: 'a' }), entryOf);
  expect(keys).toEqual([
    ['counts', [3, 'x'], false],
    ['counts', [3, 'y'], false],
    ['things', ['a'], false],
    ['things', ['a'], true],
  ]);
  expect(stepsOf(projection, event('Unheard', { id: 'a', ids: ['x'] }), entryOf)).toEqual([]);
  expect(stepsOf(projection, event('Grown', { id: 'a' }), () => 'entry' as never)).toEqual([{ entry: 'entry', table: things }]);
});
it('creates a row from the first values and its event, or none', () => {
  expect(nextRow(table, undefined, event('Made', { id: 'a' }))).toEqual({ name: 'a', size: 0 });
  expect(nextRow(table, undefined, event('Made', { id: 'none' }))).toBeUndefined();
});
it('changes no row that was not created', () => {
  expect(nextRow(table, undefined, event('Grown', { by: 2 }))).toBeUndefined();
  expect(nextRow(table, { name: 'a', size: 1 }, event('Grown', { by: 2 }))).toEqual({ name: 'a', size: 3 });
});
it('starts from the first values if no event creates the row, and adds no unchanged row', () => {
  expect(nextRow(counts as never, undefined, event('Grown'))).toEqual({ n: 1 });
  expect(nextRow(counts as never, undefined, event('Seen'))).toBeUndefined();
  const row = { n: 4 };
  expect(nextRow(counts as never, row, event('Seen'))).toBe(row);
});
it('folds an event into all of its rows, or into none if one throws', () => {
  const entry = () => ({ key: ['a'], row: { n: 1 } as object, stored: false, changed: false, moves: false });
  const [first, second] = [entry(), entry()];
  const steps = [
    { entry: first, table: counts },
    { entry: second, table: things },
  ] as never;
  expect(() => foldInto(steps, event('Broken'))).toThrow('broken');
  expect([first, second]).toEqual([entry(), entry()]);
  foldInto([{ entry: first, table: counts }] as never, event('Seen'));
  expect(first).toEqual(entry());
  foldInto([{ entry: first, table: counts }] as never, event('Grown'));
  expect(first).toEqual({ ...entry(), row: { n: 2 }, changed: true });
});
it('keeps the rows of every table in memory, without deleted ones', () => {
  const events = [
    event('Made', { id: 'a' }),
    event('Made', { id: 'b' }),
    event('Grown', { id: 'a', by: 2, ids: ['x', 'y'] }),
    event('Gone', { id: 'b' }),
  ];
  const { counts: counted, things: made } = fold(...events);
  expect(rows(made!)).toEqual([{ name: 'a', size: 2 }]);
  const entry = { row: { n: 1 }, stored: false, changed: true, moves: false };
  expect(counted).toEqual(['x', 'y'].map((key) => ({ ...entry, key: [3, key] })));
  const later = folding(projection);
  later.take(events.slice(0, 2));
  later.take(events.slice(2));
  expect(later.rows()).toEqual(fold(...events));
  expect(fold()).toEqual({ counts: [], things: [] });
});
