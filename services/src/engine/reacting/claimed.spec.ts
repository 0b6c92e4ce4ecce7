import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@framelift/contracts';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { until } from '../../../../test/support/until.ts';
import { watchedLogger } from '../../../../test/support/watched-log.ts';
import { createPool } from '../../platform/pg.ts';
import { pause } from '../../platform/retrying.ts';
import { Claimed, type ClaimedRow, isDue, NotYet } from './claimed.ts';

interface Job extends ClaimedRow {
  name: string;
}

let db: TestDatabase;
let worked: string[];
beforeAll(async () => {
  db = await freshDatabase();
  await db.owner.query(`
    create table public.jobs (name text primary key, attempts int not null default 0, next_at timestamptz not null default now(),
      taken_by bigint, done_at timestamptz, reason text);
    grant select, insert, update, delete on public.jobs to framelift_app`);
});
afterAll(() => db.close());
beforeEach(async () => {
  worked = [];
  await db.owner.query('delete from public.jobs');
});

const stop = new AbortController().signal;
const jobs = async () =>
  (await db.owner.query('select name, attempts, reason, done_at is not null as done from public.jobs order by name')).rows;
const add = (...names: string[]) => db.owner.query('insert into public.jobs (name) select unnest($1::text[])', [names]);
const queue = {
  table: 'public.jobs',
  key: ['name'] as const,
  note: 'reason',
  due: `select * from public.jobs l where done_at is null and ${isDue('l')} order by name`,
  pausesMs: [MINUTE_MS, HOUR_MS],
};
/** A process. `leaseMs`: shorter than the real one, for specs that let it pass. */
const worker = (work: (job: Job) => Promise<void> = async () => {}, { pool = db.pool, clockAheadMs = 0, leaseMs = MINUTE_MS } = {}) => {
  const attempt = async (job: Job) => {
    await work(job);
    worked.push(job.name);
  };
  return new Claimed<Job>(pool, watchedLogger().logger, { clockAheadMs }, { ...queue, attempt }, leaseMs);
};
/** Work that runs until a spec ends it. */
const lasting = () => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let begun = 0;
  return { attempt: () => (begun++, promise), begun: () => begun, resolve, reject };
};

it('a process keeps its claimed rows while it works, however short its lease', async () => {
  await add('long');
  const { attempt, begun, resolve } = lasting();
  const leaseMs = 2_400;
  const working = worker(attempt, { leaseMs }).work(stop);
  await until(() => begun() === 1);
  // At the last checks a lease without renewal has expired.
  for (const end = performance.now() + 1.25 * leaseMs; performance.now() < end; await pause(50)) await worker().work(stop);
  expect(worked).toEqual([]);
  resolve();
  await working;
  expect([worked, await jobs()]).toEqual([['long'], [{ name: 'long', attempts: 1, reason: null, done: true }]]);
});

it('another process takes over immediately when the holder’s session ends', async () => {
  await add('left');
  const dying = createPool(db.appUrl);
  const { attempt, begun, reject } = lasting();
  const died = worker(attempt, { pool: dying }).work(stop);
  died.catch(() => {});
  await until(() => begun() === 1);
  await worker().work(stop);
  expect(worked).toEqual([]);
  await db.owner.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
                        and database = (select oid from pg_database where datname = current_database())`);
  await until(async () => {
    await worker().work(stop);
    return worked.length > 0;
  });
  reject(new Error('died'));
  await expect(died).rejects.toThrow();
  await dying.end();
  // A later result of the dead one changes nothing.
  expect(await jobs()).toEqual([{ name: 'left', attempts: 2, reason: null, done: true }]);
});

it('another process takes over after the lease if no session ended', async () => {
  await add('lost');
  const { attempt, begun, resolve } = lasting();
  const gone = worker(attempt).work(stop);
  await until(() => begun() === 1);
  await worker(undefined, { clockAheadMs: MINUTE_MS / 2 }).work(stop);
  expect(worked).toEqual([]);
  await worker(undefined, { clockAheadMs: MINUTE_MS }).work(stop);
  expect(worked).toEqual(['lost']);
  resolve();
  await gone;
});

it('failed work is retried after each pause and given up after the last one', async () => {
  await add('a', 'b');
  const failing = async ({ name }: Job) => {
    if (name === 'a') throw new Error('away');
  };
  const seen: unknown[] = [];
  for (const clockAheadMs of [0, MINUTE_MS / 2, MINUTE_MS, HOUR_MS / 2, HOUR_MS + MINUTE_MS, DAY_MS]) {
    await worker(failing, { clockAheadMs }).work(stop);
    const [{ attempts, reason, done }] = await jobs();
    seen.push([attempts, reason, done]);
  }
  expect(worked).toEqual(['b']);
  const after = (attempts: number, done = false) => [attempts, 'away', done];
  expect(seen).toEqual([after(1), after(1), after(2), after(2), after(3, true), after(3, true)]);
});

it('a fault of the database before the work begins is no attempt', async () => {
  await add('one', 'two');
  let faults = 0;
  const load = async (rows: Job[]) => {
    if (++faults < 6) throw new Error('Connection terminated');
    return rows;
  };
  const seen: number[] = [];
  const attempt = async ({ attempts }: Job) => void seen.push(attempts);
  const own = new Claimed<Job>(db.pool, watchedLogger().logger, { clockAheadMs: 0 }, { ...queue, load, attempt });
  for (let n = 1; n < 6; n++) await expect(own.work(stop)).rejects.toThrow('Connection terminated');
  expect((await jobs()).map(({ attempts }) => attempts)).toEqual([0, 0]);
  await own.work(stop);
  expect(seen).toEqual([1, 1]);
  expect(await jobs()).toEqual(['one', 'two'].map((name) => ({ name, attempts: 1, reason: null, done: true })));
});

it('an error may ask for a longer pause', async () => {
  await add('busy');
  await worker(() => Promise.reject(new NotYet('too many', 2 * HOUR_MS))).work(stop);
  await worker(undefined, { clockAheadMs: HOUR_MS }).work(stop);
  expect(worked).toEqual([]);
  await worker(undefined, { clockAheadMs: 2 * HOUR_MS }).work(stop);
  expect(worked).toEqual(['busy']);
});

it('done rows are dropped after their retention, and pending ones stay', async () => {
  await add('done', 'waiting');
  await worker(({ name }) => (name === 'waiting' ? Promise.reject(new Error('away')) : Promise.resolve())).work(stop);
  await worker(undefined, { clockAheadMs: HOUR_MS / 2 }).purge(HOUR_MS);
  expect(await jobs()).toHaveLength(2);
  await worker(undefined, { clockAheadMs: 2 * HOUR_MS }).purge(HOUR_MS);
  expect(await jobs()).toEqual([{ name: 'waiting', attempts: 1, reason: 'away', done: false }]);
});
