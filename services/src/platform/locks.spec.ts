import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { ifAlone, isLocked, tryLock } from './locks.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

const isHeld = async (name: string) => (await db.pool.query(`select ${isLocked(name)} as held`)).rows[0].held;

it('a lock of any name has one holder, and is free after its release', async () => {
  // Keys of names may be negative.
  for (const name of ['one', 'two', "it's", 'four', 'five', 'six']) {
    const unlock = await tryLock(db.pool, name);
    expect([await isHeld(name), await isHeld(`${name} other`)]).toEqual([true, false]);
    expect(await tryLock(db.pool, name)).toBeUndefined();
    await unlock!();
    expect(await isHeld(name)).toBe(false);
  }
});

it('runs work in one place at a time, and releases the lock when it fails', async () => {
  const second = () => ifAlone(db.pool, 'work', async () => 'second');
  expect(await ifAlone(db.pool, 'work', async () => [await second()])).toEqual([undefined]);
  await expect(ifAlone(db.pool, 'work', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await ifAlone(db.pool, 'work', async () => 'again')).toBe('again');
});
