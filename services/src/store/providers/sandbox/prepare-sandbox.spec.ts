import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { KEPT_SANDBOX, prepareSandbox } from './prepare-sandbox.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

it('makes the tables of the sandbox, also where several apis start at once', async () => {
  for (let round = 0; round < 5; round++) {
    await db.pool.query('drop schema if exists sandbox_store cascade');
    await Promise.all(Array.from({ length: 4 }, () => prepareSandbox(db.pool)));
  }
  for (const { name } of KEPT_SANDBOX) expect((await db.pool.query(`select count(*)::int as n from ${name}`)).rows).toEqual([{ n: 0 }]);
});
