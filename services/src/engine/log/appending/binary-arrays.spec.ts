import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { byteas, ints, jsons, smallints, texts, uuids } from './binary-arrays.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

const asKept = async (type: string, array: Buffer) => (await db.pool.query(`select $1::${type}[] as kept`, [array])).rows[0].kept;

it.each([
  ['smallint', smallints, [0, -1, 32767, null]],
  ['int', ints, [0, -2_147_483_648, 2_147_483_647, null]],
  ['text', texts, ['', 'NULL', '"{a,b}"', '\\', 'é😀\u2028', null]],
  ['json', jsons, ['{"a": "\\u0000"}', 'null', null]],
  ['bytea', byteas, [Buffer.alloc(0), Buffer.from([0, 255]), null]],
  ['uuid', uuids, [randomUUID(), null]],
])('PostgreSQL reads an array of %s as it was', async (type, arrayOf: (values: never[]) => Buffer, values) => {
  // Texts of json are compared as texts: reading would hide a difference.
  const cast = type === 'json' ? 'json[]::text' : type;
  expect(await asKept(cast, arrayOf(values as never[]))).toEqual(values);
  expect(await asKept(type, arrayOf([]))).toEqual([]);
});
