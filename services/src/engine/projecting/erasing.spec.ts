import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { append } from '../../../../test/support/history.ts';
import { removed, countingProjection } from '../../../../test/support/counting-projection.ts';
import { inTransaction } from '../../platform/pg.ts';
import { accounts } from '../../screens/accounts/accounts.projection.ts';
import { catchUp } from './copying.ts';
import { ReadModelErasures } from './erasing.ts';
import { ReadModel } from './read-model.ts';
import { prepare, replay, rollback } from './replay.ts';
import { type Build, createSchema, dropSchema, exists, schemaOf } from './schema.ts';

let db: TestDatabase;
const names = { ...countingProjection(), decrypts: true };
const copies: Build[] = ['next', 'previous', 'check', 'old'];
beforeAll(async () => {
  db = await freshDatabase();
  for (let n = 0; n < 20; n++) await append(db, `affiliate-h${n % 7}`, [removed(`t${n % 5}`)]);
});
afterAll(() => db.close());
beforeEach(async () => {
  for (const schema of ['counting', ...copies.map((copy) => schemaOf(names, copy))]) await dropSchema(db.pool, schema);
  await db.pool.query('delete from projecting.parked');
  await replay(db, db.log, [names]);
});

const remember = (id: string) =>
  inTransaction(db.pool, (client) => new ReadModelErasures(db.pool, []).remember(client, { kind: 'affiliate', id }));
const content = async () => (await db.pool.query('select id, n from counting.streams order by id')).rows;
const park = (schema: string, streamId: string) =>
  db.pool.query(
    `insert into projecting.parked (read_model, position, stream_id, type, error) values ($1, 1, $2, 'PaymentMethodRemoved', 'poison')`,
    [schema, streamId],
  );

describe('an erasure', () => {
  it('drops copies that hold names, so that no rollback can restore them', async () => {
    await replay(db, db.log, [names]);
    const copy = new ReadModel(db, names, { build: 'next' });
    await createSchema(db.pool, names, 'counting__next', db.log.partitionCount);
    await catchUp(db.log, [copy], (await db.log.head()).position);
    await remember('z');
    await expect(rollback(db, names)).rejects.toThrow('erased person');
    expect(await new ReadModelErasures(db.pool, [names, countingProjection({ name: 'other' })]).carryOut()).toBe(true);
    expect(await exists(db.pool, 'counting__next')).toBe(false);
    expect(await exists(db.pool, 'counting__previous')).toBe(false);
    expect(await exists(db.pool, 'counting')).toBe(true);
  });

  it.each(['while it folds', 'before its indexes are made', 'before it takes over'])('restarts a running build (%s)', async (when) => {
    const before = await content();
    let drops = 0;
    const andDrop = async <T>(answer: Promise<T>, at: string): Promise<T> => {
      const answered = await answer;
      if (at === when && drops++ === 0) await dropSchema(db.pool, 'counting__next');
      return answered;
    };
    let [heads, typed] = [0, 0];
    const head = () => andDrop(db.log.head(), ++heads === 2 ? 'before its indexes are made' : 'else');
    const read: typeof db.log.read = (...args) =>
      andDrop(db.log.read(...args), args[2]?.types && ++typed === 2 ? 'while it folds' : 'else');
    const query = (...parameters: [string]) => {
      const answer = db.pool.query(...parameters);
      return String(parameters[0]).startsWith('vacuum') ? andDrop(answer, 'before it takes over') : answer;
    };
    const pool = Object.create(db.pool, { query: { value: query } }) as TestDatabase['pool'];
    await replay({ ...db, pool }, Object.create(db.log, { head: { value: head }, read: { value: read } }), [names]);
    expect(drops).toBeGreaterThan(0);
    expect(await content()).toEqual(before);
  });

  it('drops every possible copy with its parked events, and keeps those parked live', async () => {
    await dropSchema(db.pool, 'counting__previous');
    for (const copy of copies) {
      await createSchema(db.pool, names, schemaOf(names, copy), db.log.partitionCount);
      await park(schemaOf(names, copy), 'affiliate-z');
    }
    await park('counting', 'affiliate-z');
    await remember('z');
    expect(await new ReadModelErasures(db.pool, [names]).carryOut()).toBe(true);
    const { rows: schemas } = await db.pool.query(`select nspname from pg_namespace where nspname like 'counting%' order by 1`);
    expect(schemas).toEqual([{ nspname: 'counting' }]);
    const { rows: parked } = await db.pool.query('select read_model from projecting.parked');
    expect(parked).toEqual([{ read_model: 'counting' }]);
  });

  it('waits for readers of a copy, while appends and the read model continue', async () => {
    await replay(db, db.log, [names]);
    const dump = await db.pool.connect();
    await dump.query('begin; select from counting__previous.streams');
    await remember('z');
    try {
      const erasing = new ReadModelErasures(db.pool, [names]).carryOut();
      await append(db, 'affiliate-a', [removed('while a dump reads')]);
      expect(await erasing).toBe(false);
      expect(await exists(db.pool, 'counting__previous')).toBe(true);
    } finally {
      await dump.query('rollback');
      dump.release();
    }
    expect(await new ReadModelErasures(db.pool, [names]).carryOut()).toBe(true);
    expect(await exists(db.pool, 'counting__previous')).toBe(false);
  });

  it('empties the live row of a person whose stream is parked, and no other row', async () => {
    await prepare(db, db.log, accounts);
    const id = (n: number) => `erased${String(n).padStart(10, '0')}`;
    await db.pool.query(`insert into accounts.accounts select unnest($1::text[]), 'affiliate', 'a name', 'a@b.c', false`, [[id(1), id(2)]]);
    await park(accounts.schema, `affiliate-${id(1)}`);
    await remember(id(1));
    expect(await new ReadModelErasures(db.pool, [accounts]).carryOut()).toBe(true);
    const { rows } = await db.pool.query('select username, email from accounts.accounts where account_id = any($1) order by account_id', [
      [id(1), id(2)],
    ]);
    expect(rows).toEqual([
      { username: null, email: null },
      { username: 'a name', email: 'a@b.c' },
    ]);
  });
});
