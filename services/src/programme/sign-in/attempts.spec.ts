import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { refusals } from '@framelift/contracts';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { Keys } from '../../platform/keys.ts';
import { networkOf } from '../../platform/network.ts';
import { Refused } from '../../platform/refused.ts';
import { Attempts } from './attempts.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let db: TestDatabase;
let now = Date.UTC(2026, 0, 1);
let attempts: Attempts;
beforeAll(async () => {
  db = await freshDatabase();
  attempts = new Attempts(db.pool, new Keys(Buffer.alloc(32, 1)), () => now);
});
afterAll(() => db.close());
beforeEach(() => db.pool.query('delete from sign_in.attempts'));

const wrong = () => Promise.reject(new Refused(refusals.signInFailed, 'unauthorized'));
const right = () => Promise.resolve('in');

/** Whether it was evaluated, or the seconds until it may be. */
async function guess(account: string, address: string, attempt: () => Promise<unknown> = wrong): Promise<'evaluated' | number> {
  try {
    await attempts.run(account, address, attempt);
  } catch (error) {
    if (error instanceof Refused && error.kind === 'tooMany') return error.retryAfter!;
  }
  return 'evaluated';
}

describe('guesses at one account', () => {
  it('10,000 from 100 addresses at once: at most 100 are evaluated', async () => {
    const answers = [];
    for (let batch = 0; batch < 20; batch++)
      answers.push(...(await Promise.all(Array.from({ length: 500 }, (_, i) => guess('victim', `198.51.100.${i % 100}`)))));
    expect(answers).toHaveLength(10_000);
    const evaluated = answers.filter((a) => a === 'evaluated');
    expect(evaluated.length).toBeGreaterThanOrEqual(10);
    expect(evaluated.length).toBeLessThanOrEqual(100);
  });

  it('a whole day of them, one every half minute, likewise: the wait grows, to a quarter of an hour', async () => {
    const waits: number[] = [];
    let evaluated = 0;
    for (const end = now + DAY; now < end; now += 30_000) {
      const answer = await guess('victim', `198.51.100.${(now / 30_000) % 100}`);
      if (answer === 'evaluated') evaluated++;
      else waits.push(answer);
    }
    expect(evaluated).toBeLessThanOrEqual(110);
    expect([...new Set(waits.filter((wait, i) => wait > (waits[i - 1] ?? 0)))].slice(0, 5)).toEqual([30, 90, 210, 450, 870]);
    expect(Math.max(...waits)).toBeLessThanOrEqual(900);
  });

  it('never lock it permanently: after the wait one is evaluated, after a quiet day all are forgotten', async () => {
    for (let i = 0; i < 10; i++) await guess('victim', '198.51.100.1');
    expect(await guess('victim', '203.0.113.9', right)).toBe(60);
    now += MINUTE;
    expect(await guess('victim', '203.0.113.9', right)).toBe('evaluated');
    for (let i = 0; i < 9; i++) expect(await guess('victim', '198.51.100.2')).toBe('evaluated');
    now += DAY + 1;
    for (let i = 0; i < 10; i++) expect(await guess('victim', '198.51.100.2')).toBe('evaluated');
    expect(await guess('victim', '198.51.100.2')).toBe(60);
  });

  it('wait even at a process whose clock is some seconds behind', async () => {
    let last = now;
    for (const end = now + DAY / 2; now < end; now += 30_000) if ((await guess('victim', '198.51.100.7')) === 'evaluated') last = now;
    now = last - 10_000;
    expect(await guess('victim', '198.51.100.7')).toEqual(900);
  });

  it('do not lock out its owner at a known address', async () => {
    expect(await guess('victim', '203.0.113.9', right)).toBe('evaluated');
    for (let i = 0; i < 30; i++) await guess('victim', `198.51.100.${i}`);
    expect(await guess('victim', '198.51.100.99')).toBeGreaterThan(0);
    expect(await guess('victim', '203.0.113.9', right)).toBe('evaluated');
    expect(await guess('victim', '198.51.100.99')).toBeGreaterThan(0);
  });

  it('from the owner’s known address are counted too', async () => {
    await guess('victim', '203.0.113.9', right);
    const answers = [];
    for (let i = 0; i < 30; i++) answers.push(await guess('victim', '203.0.113.9'));
    expect(answers.filter((a) => a === 'evaluated')).toHaveLength(10);
  });
});

describe('guesses from one address', () => {
  it('at changing accounts are slowed down too, until a quiet day has passed', async () => {
    const answers = [];
    for (let i = 0; i < 200; i++) answers.push(await guess(randomUUID(), '198.51.100.7'));
    expect(answers.filter((a) => a === 'evaluated')).toHaveLength(50);
    expect(answers.at(-1)).toBe(30);
    expect(await guess(randomUUID(), '198.51.100.8')).toBe('evaluated');
    now += DAY + 1;
    expect(await guess(randomUUID(), '198.51.100.7')).toBe('evaluated');
  });

  it('that must wait do not count for the account', async () => {
    for (let i = 0; i < 50; i++) await guess(randomUUID(), '198.51.100.9');
    for (let i = 0; i < 20; i++) expect(await guess('victim', '198.51.100.9')).toBe(30);
    expect(await guess('victim', '198.51.100.10')).toBe('evaluated');
  });

  it('count for its network if that has countless addresses', async () => {
    const answers = [];
    for (let i = 0; i < 60; i++) answers.push(await guess(randomUUID(), `2001:db8::${i.toString(16)}`));
    expect(answers.filter((a) => a === 'evaluated')).toHaveLength(50);
    expect(networkOf('2001:DB8::1')).toBe(networkOf('2001:db8:0:0:ffff::9'));
    expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8::1'));
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
    expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
  });
});

it('successes and faults cost nothing', async () => {
  for (let i = 0; i < 200; i++) expect(await guess('owner', '203.0.113.9', right)).toBe('evaluated');
  for (let i = 0; i < 200; i++)
    expect(await guess('owner', '203.0.113.10', () => Promise.reject(new Error('the database is away')))).toBe('evaluated');
});

it('no write waits for the disk, or a flood of them would keep all connections', async () => {
  // Runs when the write commits, and says how.
  await db.owner.query(`
    create table sign_in.commits (waits text);
    grant insert on sign_in.commits to framelift_app;
    create function sign_in.committed() returns trigger language plpgsql
      as 'begin insert into sign_in.commits values (current_setting(''synchronous_commit'')); return null; end';
    create constraint trigger committed after insert or update or delete on sign_in.attempts
      deferrable initially deferred for each row execute function sign_in.committed()`);
  await guess('victim', '198.51.100.1');
  await guess('victim', '198.51.100.2', right);
  await guess('victim', '198.51.100.1', () => Promise.reject(new Error('the database is away')));
  const { rows } = await db.owner.query('select waits, count(*) from sign_in.commits group by waits');
  // Twice counted each; one success: known, its account's count gone, its address' taken back; one fault: both taken back.
  expect(rows).toEqual([{ waits: 'off', count: 11 }]);
  await db.owner.query('drop trigger committed on sign_in.attempts');
});

it('stores no names, and deletes its counts', async () => {
  await guess('affiliate-someone', '203.0.113.77', right);
  await guess('affiliate-someone', '203.0.113.78');
  const { rows } = await db.pool.query('select key from sign_in.attempts');
  expect(rows.length).toBeGreaterThan(2);
  for (const { key } of rows) expect(key).toMatch(/^[0-9a-f]{40}$/);
  now += DAY + 1;
  await attempts.forget();
  expect((await db.pool.query('select known from sign_in.attempts')).rows).toEqual([{ known: true }]);
  now += 30 * DAY;
  await attempts.forget();
  expect((await db.pool.query('select known from sign_in.attempts')).rows).toEqual([]);
});
