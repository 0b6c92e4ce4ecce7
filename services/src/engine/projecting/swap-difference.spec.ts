import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { idOf } from '../../../../contracts/src/index.ts';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { saleRecorded } from '../../../../test/support/facts.ts';
import { append } from '../../../../test/support/history.ts';
import { createPool } from '../../platform/pg.ts';
import { bigint, cents, text } from './columns.ts';
import { allPartitions } from './copying.ts';
import { projection, table } from './projection.ts';
import { ReadModel } from './read-model.ts';
import { prepare, replay } from './replay.ts';
import { dropSchema, exists, versionOf } from './schema.ts';
import { statusOf } from './status.ts';

/** Amounts per affiliate, times `factor`; sales of less than `least` are left out. */
const amounts = ({ version = 1, factor = 1, least = 0, ids = false } = {}) =>
  projection({
    name: 'amounts',
    version,
    answers: 'What was sold.',
    tables: {
      sums: table({
        key: { id: text() },
        keyOf: (e) => idOf(e.streamId),
        columns: { sold: cents(0), earned: cents().nullable(), last: bigint(0), ...(ids ? { name: text('new') } : {}) },
        on: {
          SaleRecorded: (row, e) =>
            e.data.amountCents < least
              ? undefined
              : {
                  ...row,
                  sold: row.sold + e.data.amountCents,
                  earned: (row.earned ?? 0) + e.data.commissionCents * factor,
                  last: e.position,
                },
        },
      }),
      ...(ids
        ? {
            sales: table({
              key: { position: bigint() },
              keyOf: (e) => e.position,
              columns: { sold: cents() },
              creates: { SaleRecorded: (e) => ({ sold: e.data.amountCents }) },
            }),
          }
        : {}),
    },
  });

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  for (const id of ['a', 'b', 'c']) await sell(id, 10_00, 2_00);
  await sell('small', 1_00, 20);
});
afterAll(() => db.close());
const sell = (id: string, amountCents: number, commissionCents: number) =>
  append(db, `affiliate-${id}`, [saleRecorded({ amountCents, commissionCents })]);

const feed = async (upTo?: number) => {
  const model = new ReadModel(db, amounts());
  const after = Math.max(...(await model.checkpoints()).values());
  const events = await db.log.read(after, 1_000, upTo === undefined ? {} : { upTo });
  await model.apply({ partitions: allPartitions(db.log), after, upTo: events.at(-1)?.position ?? after, events });
};
beforeEach(async () => {
  for (const schema of ['amounts', 'amounts__next', 'amounts__previous', 'amounts__old']) await dropSchema(db.pool, schema);
  await prepare(db, db.log, amounts());
});

const compared = async (program: ReturnType<typeof amounts>) => (await replay(db, db.log, [program])).get('amounts');
const recorded = async () => (await statusOf(db.pool, [amounts()], Date.now())).readModels[0]!.lastDifference;

it('the same program has no difference, and a first build is not compared', async () => {
  expect(await recorded()).toBeNull();
  const same = { fromVersion: 1, rows: 0, cents: 0, tables: [{ table: 'sums', rows: 4, differing: 0, cents: 0 }] };
  expect(await compared(amounts())).toEqual(same);
  expect(await recorded()).toEqual(same);
});

it('counts the rows and cents that a changed fold moves, and records them with the swap', async () => {
  const differs = { fromVersion: 1, rows: 4, cents: 3 * 2_00 + 20, tables: [{ table: 'sums', rows: 4, differing: 4, cents: 6_20 }] };
  expect(await compared(amounts({ version: 2, factor: 2 }))).toEqual(differs);
  expect(await recorded()).toEqual(differs);
  expect(await compared(amounts({ version: 3, factor: 0 }))).toMatchObject({ fromVersion: 2, rows: 4, cents: 12_40 });
});

it('counts all amounts of deleted and new rows', async () => {
  expect(await compared(amounts({ version: 2, least: 5_00 }))).toMatchObject({ rows: 1, cents: 1_20 });
  expect(await compared(amounts({ version: 3 }))).toMatchObject({ fromVersion: 2, rows: 1, cents: 1_20 });
});

it('ignores columns of only one version, and counts all rows of a new table', async () => {
  // Prepared statements know one shape of a table: another program has its own connections.
  const pool = createPool(db.appUrl, { max: 4 });
  const differences = await replay({ pool, vault: db.vault }, db.log, [amounts({ version: 2, ids: true })]);
  await pool.end();
  expect(differences.get('amounts')).toEqual({
    fromVersion: 1,
    rows: 4,
    cents: 31_00,
    tables: [
      { table: 'sums', rows: 4, differing: 0, cents: 0 },
      { table: 'sales', rows: 4, differing: 4, cents: 31_00 },
    ],
  });
});

it('compares at the same events even if the one in service lags, and the swapped one has them all', async () => {
  const { position } = await db.log.head();
  await sell('late', 7_00, 1_00);
  await sell('later', 7_00, 1_00);
  await feed(position + 1);
  expect(await compared(amounts({ version: 2 }))).toMatchObject({ rows: 0, tables: [{ rows: 5 }] });
  expect((await db.pool.query('select from amounts.sums')).rowCount).toBe(6);
});

it('can be shown before a swap, and the next replay continues the copy', async () => {
  const changed = amounts({ version: 2, factor: 2 });
  const looked = await replay(db, db.log, [changed], { compareOnly: true });
  expect(looked.get('amounts')).toMatchObject({ fromVersion: 1, rows: 6 });
  expect([await versionOf(db.pool, 'amounts'), await exists(db.pool, 'amounts__next')]).toEqual([1, true]);
  expect(await recorded()).toBeNull();
  const done: number[] = [];
  await replay(db, db.log, [changed], { onProgress: (p) => done.push(p.done) });
  expect(done).toEqual([]);
  expect(await versionOf(db.pool, 'amounts')).toBe(2);
});

it('is empty if the rebuilt one is already ahead of the one in service', async () => {
  const changed = amounts({ version: 2, factor: 2 });
  await replay(db, db.log, [changed], { compareOnly: true });
  await db.pool.query('update amounts.checkpoints set position = 1');
  expect(await compared(changed)).toBeNull();
});
