import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { databaseAt } from '../../../test/support/stack.ts';
import { createPool } from './pg.ts';
import { schemaSql } from './schema-sql.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

describe('schema.sql', () => {
  const written = () => readFile(new URL('../../sql/schema.sql', import.meta.url), 'utf8');

  it('is as `npm run generate` writes it', async () => {
    expect(await schemaSql(db.owner)).toBe(await written());
  });

  it('creates the same schema as the migrations', async () => {
    const name = `${new URL(db.ownerUrl).pathname.slice(1)}_again`;
    await db.owner.query(`create database ${name}`);
    const again = createPool(databaseAt(db.ownerUrl, name), { max: 1 });
    try {
      await again.query(await written());
      expect(await schemaSql(again)).toBe(await schemaSql(db.owner));
    } finally {
      await again.end();
      await db.owner.query(`drop database ${name}`);
    }
  });
});

it('migrations are numbered, each number once', async () => {
  const files = (await readdir(new URL('../../sql/', import.meta.url))).filter((name) => name !== 'schema.sql').toSorted();
  const numbers = files.map((name) => /^(\d{6})-[a-z-]+\.sql$/.exec(name)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(numbers.length);
});
