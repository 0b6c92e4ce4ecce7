import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { idOf, type Status } from '@framelift/contracts';
import { projections } from '../../screens/screens.module.ts';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { event, eventsFrom } from '../../../../test/support/given-events.ts';
import { countingProjection } from '../../../../test/support/counting-projection.ts';
import { bigint, bool, cents, date, int, json, sealed, smallint, text, timestamp } from './columns.ts';
import { foldAll } from './fold.ts';
import { projection, type ReadRow, table } from './projection.ts';
import { prepare } from './replay.ts';
import { createSchema, dropSchema, isAsDeclared } from './schema.ts';

const key = { id: text() };
const keyOf = (e: { streamId: string }) => idOf(e.streamId);
const of = { name: 'declared', version: 1, answers: 'What a declaration makes.' };

describe('a table is declared once', () => {
  const declared = projection({
    ...of,
    tables: {
      visits: table({
        key,
        keyOf,
        columns: { clicks: int(0), status: text<Status>('active'), last_at: timestamp },
        on: {
          VisitTracked: (row, e) => ({ ...row, clicks: row.clicks + 1, last_at: e.metadata.occurredAt }),
          SaleRecorded: (row) => row as never,
        },
      }),
      cashouts: table({
        key,
        keyOf,
        columns: { cents: cents(), proof: bool(false) },
        creates: { CashoutRequested: (e) => ({ cents: e.data.amountCents }) },
        on: { CashoutProcessed: (row) => ({ ...row, proof: true }) },
      }),
    },
  });
  const rowsAfter = (...given: ReturnType<typeof event>[]) => foldAll(declared, eventsFrom(given));

  it('its first row has the first values, and a fold without changes creates no row', () => {
    expect(rowsAfter(event('VisitTracked')).visits.map(({ row }) => row)).toEqual([
      { clicks: 1, status: 'active', last_at: '2025-03-01T12:00:00.000Z' },
    ]);
    expect(rowsAfter(event('SaleRecorded')).visits).toEqual([]);
  });

  it('creating a row may omit columns with a first value, and other folds see no row before', () => {
    expect(rowsAfter(event('CashoutProcessed')).cashouts).toEqual([]);
    expect(rowsAfter(event('CashoutRequested')).cashouts.map(({ row }) => row)).toEqual([{ cents: 50_00, proof: false }]);
    expect(rowsAfter(event('CashoutRequested'), event('CashoutProcessed')).cashouts.map(({ row }) => row)).toEqual([
      { cents: 50_00, proof: true },
    ]);
  });

  it('its row type follows from the columns', () => {
    type Visit = ReadRow<typeof declared, 'visits'>;
    const visit: Visit = { id: 'a1', clicks: 1, status: 'active', last_at: '2025-03-01' };
    // @ts-expect-error -- no such status
    const other: Visit = { ...visit, status: 'open' };
    expect(other.status).not.toBe(visit.status);
  });

  it('the compiler refuses folds with undeclared columns or events, missing columns, or wrong types', () => {
    const columns = { clicks: int(0), at: timestamp };
    const tables = [
      table({ key, keyOf, columns, on: { VisitTracked: (row) => ({ clicks: row.clicks, at: '', clickz: 1 }) } }),
      table({ key, keyOf, columns, creates: { VisitTracked: () => ({ at: '', clickz: 1 }) } }),
      table({ key, keyOf, columns, on: { VisitTracked: () => undefined, VisitTraced: () => undefined } }),
    ] as const;
    // @ts-expect-error -- clickz is not declared
    projection({ ...of, tables: { visits: tables[0] } });
    // @ts-expect-error -- clickz is not declared
    projection({ ...of, tables: { visits: tables[1] } });
    // @ts-expect-error -- no event has this name
    projection({ ...of, tables: { visits: tables[2] } });
    // @ts-expect-error -- no fold before set `at`
    table({ key, keyOf, columns, on: { VisitTracked: (row) => ({ ...row, clicks: 1 }) } });
    // @ts-expect-error -- `at` has no first value
    table({ key, keyOf, columns, creates: { VisitTracked: () => ({ clicks: 1 }) } });
    // @ts-expect-error -- clicks are a number
    table({ key, keyOf, columns, on: { VisitTracked: () => ({ clicks: '1', at: '' }) } });
    expect(tables).toHaveLength(3);
  });
});

describe('in the database', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await freshDatabase();
  });
  afterAll(() => db.close());

  it('every projection’s tables match its declaration', async () => {
    for (const p of projections) {
      await createSchema(db.pool, p, 'shape', 4);
      expect([p.name, await isAsDeclared(db.pool, p, 'shape')]).toEqual([p.name, true]);
      await dropSchema(db.pool, 'shape');
    }
  });

  it('a column that changed without the version keeps the program from starting', async () => {
    await prepare(db, db.log, countingProjection());
    await db.pool.query('alter table counting.things alter column n type int');
    await expect(prepare(db, db.log, countingProjection())).rejects.toThrow('raise the version');
    await db.pool.query('alter table counting.things alter column n type smallint');
    await db.pool.query('alter table counting.list add column extra text');
    await expect(prepare(db, db.log, countingProjection())).rejects.toThrow('raise the version');
    await db.pool.query('alter table counting.list drop column extra');
    expect(await prepare(db, db.log, countingProjection())).toBe('ready');
  });

  it('every kind of column returns the value a fold wrote', async () => {
    const values = {
      text: [text(), 'a’b'],
      smallint: [smallint(), 3],
      int: [int(), -4],
      bigint: [bigint(), 2 ** 52],
      cents: [cents(), 29_99],
      bool: [bool(), true],
      not: [bool(), false],
      json: [json<object>(), { a: [1, null] }],
      sealed: [sealed, { sealed: 's', of: 'somebody' }],
      timestamp: [timestamp, '2025-03-01T12:00:00.123Z'],
      date: [date, '2025-03-01'],
    } as const;
    for (const [name, [column, value]] of Object.entries(values)) {
      const { rows } = await db.pool.query<{ v: string }>({
        text: `select r.v from json_to_record($1::json) as r (v ${column.sql})`,
        values: [JSON.stringify({ v: value })],
        types: { getTypeParser: () => String } as never,
      });
      expect([name, column.read(rows[0]!.v)]).toEqual([name, value]);
    }
  });
});
