import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabase, isLockAwaited, type TestDatabase } from '../../../../test/support/database.ts';
import { append } from '../../../../test/support/history.ts';
import { removed, countingProjection } from '../../../../test/support/counting-projection.ts';
import { until, untilLocks } from '../../../../test/support/until.ts';
import { allPartitions, PAGE, pages } from './copying.ts';
import { decideParked, listParked } from './parked-streams.ts';
import type { Projection } from './projection.ts';
import { FoldFailed, ReadModel } from './read-model.ts';
import { NewerReadModel, prepare, replay, rollback, takeBack } from './replay.ts';
import { verify } from './verify.ts';
import { createSchema, dropSchema, exists, versionOf } from './schema.ts';
import { notificationsRead } from '../../../../test/support/facts.ts';

/** Logs of a hundred events, and of one more than a page; `db` is that of the current specs. */
let [short, long] = [] as unknown as [TestDatabase, TestDatabase];
let db: TestDatabase;
const fill = async (log: TestDatabase, events: number) => {
  const some = Array.from({ length: events / 10 }, (_, i) => removed(`t${i % 50}`));
  for (let n = 0; n < 10; n++) await append(log, `affiliate-h${n % 7}`, some);
};
beforeAll(async () => {
  [short, long] = [await freshDatabase(), await freshDatabase()];
  await fill(short, 100);
  await fill(long, PAGE);
  await append(long, 'affiliate-h1', [removed('last')]);
  db = short;
});
afterAll(() => Promise.all([short.close(), long.close()]));

beforeEach(async () => {
  for (const schema of ['counting', 'counting__next', 'counting__previous', 'counting__check', 'counting__old', 'other'])
    await dropSchema(db.pool, schema);
  await db.pool.query('delete from projecting.parked');
  await createSchema(db.pool, countingProjection(), 'counting', db.log.partitionCount);
  await feed(countingProjection());
});

/** One pass of the live feed. */
const feed = async (projection: Projection) => {
  const model = new ReadModel(db, projection);
  const [lowest] = [...(await model.checkpoints()).values()].sort((a, b) => a - b);
  for (let after = lowest!; ;) {
    const events = await db.log.read(after, PAGE);
    if (!events.length) return;
    await model.apply({ partitions: allPartitions(db.log), after, upTo: events.at(-1)!.position, events });
    after = events.at(-1)!.position;
  }
};
const content = async (schema: string) =>
  (
    await Promise.all(
      ['streams', 'things', 'list', 'totals'].map((t) => db.pool.query(`select '${t}' as t, x::text from ${schema}.${t} x order by 2`)),
    )
  ).flatMap((r) => r.rows);
const total = async () => (await db.pool.query('select coalesce(sum(n), 0)::int as n from counting.totals')).rows[0].n as number;

describe('a replay of more than a page', () => {
  beforeAll(() => void (db = long));
  afterAll(() => void (db = short));

  it('rebuilds the same rows, keeps the old ones and reports progress', async () => {
    const before = await content('counting');
    await db.pool.query('update counting.streams set n = n + 1');
    const seen: { done: number; total: number }[] = [];
    await replay(db, db.log, [countingProjection()], { onProgress: (p) => seen.push(p) });
    expect(await content('counting')).toEqual(before);
    expect(await content('counting__previous')).not.toEqual(before);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)!.done).toBe(seen.at(-1)!.total);
  });

  it('reads only the events it folds, and finishes at the head whatever its type', async () => {
    const end = await append(db, 'affiliate-h2', [notificationsRead({ notifications: [1] })]);
    const read = async (after: number) => {
      const found = [];
      for await (const { upTo, events } of pages(db.log, after, end, ['PaymentMethodRemoved'])) found.push([upTo, events.length]);
      return found;
    };
    expect(await read(0)).toEqual([
      [PAGE, PAGE],
      [end, 1],
    ]);
    expect(await read(end - 1)).toEqual([[end, 0]]);
    expect(await read(end)).toEqual([]);
    const seen: number[] = [];
    await replay(db, db.log, [countingProjection()], { onProgress: (p) => seen.push(p.done) });
    // The two are compared at the position of the read model in service.
    expect(seen).toEqual([PAGE, end - 1, end]);
  });

  it('resumes its unfinished copy after a stop', async () => {
    const before = await content('counting');
    const stop = new AbortController();
    await expect(replay(db, db.log, [countingProjection()], { onProgress: () => stop.abort(), signal: stop.signal })).rejects.toThrow();
    const seen: number[] = [];
    await replay(db, db.log, [countingProjection()], { onProgress: (p) => seen.push(p.done) });
    expect(seen[0]).toBeGreaterThan(PAGE);
    expect(await content('counting')).toEqual(before);
  });

  it('starts again when the code changed meanwhile', async () => {
    const stop = new AbortController();
    await expect(replay(db, db.log, [countingProjection()], { onProgress: () => stop.abort(), signal: stop.signal })).rejects.toThrow();
    const changed = countingProjection();
    changed.tables['streams']!.on = { PaymentMethodRemoved: (row = { n: 0 }) => ({ n: row.n + 2 }) } as never;
    const seen: number[] = [];
    await replay(db, db.log, [changed], { onProgress: (p) => seen.push(p.done) });
    expect(seen[0]).toBe(PAGE);
  });

  it('starts again when folds of the same text give other results', async () => {
    const stop = new AbortController();
    await expect(
      replay(db, db.log, [countingProjection({ step: 2 })], { onProgress: () => stop.abort(), signal: stop.signal }),
    ).rejects.toThrow();
    await replay(db, db.log, [countingProjection()]);
    expect((await verify(db, db.log, countingProjection())).tables.map((t) => t.differing)).toEqual([0, 0, 0, 0]);
  });

  it('never shows readers fewer rows than before', async () => {
    const before = await total();
    const done = new AbortController();
    const seen: number[] = [];
    const reader = (async () => {
      while (!done.signal.aborted) seen.push(await total());
    })();
    await replay(db, db.log, [countingProjection()]);
    await replay(db, db.log, [countingProjection()]);
    done.abort();
    await reader;
    expect(seen.length).toBeGreaterThan(10);
    expect(new Set(seen)).toEqual(new Set([before]));
  });

  it('is refused while another one builds, and in a program older than the read model', async () => {
    const slow = replay(db, db.log, [countingProjection()]);
    await untilLocks(db.pool, 'held');
    await expect(replay(db, db.log, [countingProjection()])).rejects.toThrow('somebody else');
    await slow;
    await db.pool.query('update counting.checkpoints set version = 2');
    await expect(replay(db, db.log, [countingProjection()])).rejects.toThrow(NewerReadModel);
  });

  it('of several projections reads the log once and swaps each', async () => {
    const reads = { n: 0 };
    const log = Object.create(db.log, { read: { value: (...args: Parameters<typeof db.log.read>) => (reads.n++, db.log.read(...args)) } });
    await replay(db, log, [countingProjection()]);
    const alone = reads.n;
    reads.n = 0;
    await replay(db, log, [countingProjection(), countingProjection({ name: 'other' })]);
    expect(reads.n).toBeLessThan(alone + 4);
    expect(await versionOf(db.pool, 'other')).toBe(1);
  });
});

describe('a replay', () => {
  it('swaps while a dump reads the replaced read model, and drops the kept one when the dump ends', async () => {
    await replay(db, db.log, [countingProjection()]);
    const dump = await db.pool.connect();
    await dump.query('begin; select from counting.streams; select from counting__previous.streams');
    await replay(db, db.log, [countingProjection({ step: 2 })]);
    await append(db, 'affiliate-during', [removed('while a dump reads')]);
    await feed(countingProjection({ step: 2 }));
    expect((await verify(db, db.log, countingProjection({ step: 2 }))).tables.map((t) => t.differing)).toEqual([0, 0, 0, 0]);
    expect(await exists(db.pool, 'counting__old')).toBe(true);
    await dump.query('rollback');
    dump.release();
    await replay(db, db.log, [countingProjection()]);
    expect(await exists(db.pool, 'counting__old')).toBe(false);
  });

  it('does not swap before the kept one is dropped, so a reading dump delays the next replay', async () => {
    await replay(db, db.log, [countingProjection()]);
    const dump = await db.pool.connect();
    await dump.query('begin; set local idle_in_transaction_session_timeout = 0; select from counting__previous.streams');
    await replay(db, db.log, [countingProjection({ step: 2 })]);
    const next = replay(db, db.log, [countingProjection()]);
    try {
      await Promise.race([next, until(() => isLockAwaited(db))]);
      expect([await exists(db.pool, 'counting__old'), await exists(db.pool, 'counting__next')]).toEqual([true, true]);
      expect((await verify(db, db.log, countingProjection({ step: 2 }))).tables.map((t) => t.differing)).toEqual([0, 0, 0, 0]);
    } finally {
      await dump.query('rollback');
      dump.release();
    }
    await next;
    expect(await exists(db.pool, 'counting__old')).toBe(false);
    expect((await verify(db, db.log, countingProjection())).tables.map((t) => t.differing)).toEqual([0, 0, 0, 0]);
  });

  it('has every event of the old one when it takes over', async () => {
    const before = await total();
    let queries = 0;
    const head = async () => {
      const seen = await db.log.head();
      // Between the last page and the swap an event arrives and is folded live.
      if (++queries === 2) {
        await append(db, 'affiliate-late', [removed('x')]);
        await feed(countingProjection());
      }
      return seen;
    };
    await replay(db, Object.create(db.log, { head: { value: head } }), [countingProjection()]);
    expect(await total()).toBe(before + 1);
  });

  it('waits for batches under way before it takes over', async () => {
    const batch = await db.pool.connect();
    await batch.query(`begin; select pg_advisory_xact_lock_shared(hashtextextended('framelift projection counting', 0))`);
    let swapped = false;
    const replaying = replay(db, db.log, [countingProjection()]).then(() => (swapped = true));
    for (let ready = false; !ready;)
      ready = (
        await db.pool.query(
          `select exists (select from pg_indexes where schemaname = 'counting__next' and indexname = 'things_1') as there`,
        )
      ).rows[0].there;
    await untilLocks(db.pool, 'awaited');
    expect(swapped).toBe(false);
    await batch.query('commit');
    batch.release();
    await replaying;
    expect(await exists(db.pool, 'counting__next')).toBe(false);
  });

  it('can be rolled back; the feed then catches the old one up', async () => {
    await replay(db, db.log, [countingProjection({ step: 2 })]);
    const rebuilt = await content('counting');
    await append(db, 'affiliate-later', [removed('x')]);
    await rollback(db, countingProjection());
    expect(await content('counting__previous')).toEqual(rebuilt);
    await feed(countingProjection());
    expect((await db.pool.query(`select n from counting.streams where id = 'later'`)).rows).toEqual([{ n: 1 }]);
    await dropSchema(db.pool, 'counting__previous');
    await expect(rollback(db, countingProjection())).rejects.toThrow('nothing to roll back to');
  });

  it('stops before the swap at an event it cannot fold, unless that is parked', async () => {
    const position = await append(db, 'affiliate-bad', [removed('poison'), removed('behind')]);
    await expect(replay(db, db.log, [countingProjection()])).rejects.toThrow(FoldFailed);
    expect(await exists(db.pool, 'counting__previous')).toBe(false);
    await feed(countingProjection());
    await replay(db, db.log, [countingProjection()]);
    expect(await listParked(db.pool, [countingProjection()])).toMatchObject([{ streamId: 'affiliate-bad', waiting: 1 }]);
    // After a fix, a replay folds them: nothing is parked any more.
    await replay(db, db.log, [countingProjection({ fixed: true })]);
    expect(await listParked(db.pool, [countingProjection()])).toEqual([]);
    // Once skipped, every later replay skips it.
    await rollback(db, countingProjection());
    await decideParked(db, db.log, countingProjection(), position - 1, 'skip', { by: 'ops' });
    await replay(db, db.log, [countingProjection()]);
    expect((await db.pool.query(`select thing from counting.list where position >= $1`, [position - 1])).rows).toEqual([
      { thing: 'behind' },
    ]);
  });
});

describe('a higher version', () => {
  it('rebuilds once before it consumes, even if several processes start together', async () => {
    const states = await Promise.all([1, 2, 3].map(() => prepare(db, db.log, countingProjection({ version: 2, step: 5 }))));
    expect(states).toEqual(['ready', 'ready', 'ready']);
    expect(await versionOf(db.pool, 'counting')).toBe(2);
    expect(await versionOf(db.pool, 'counting__previous')).toBe(1);
    const { rows } = await db.pool.query(
      'select (select sum(n) from counting.streams)::int as by_five, (select sum(n) from counting.totals)::int as by_one',
    );
    expect(rows[0].by_five).toBe(rows[0].by_one * 5);
  });

  it('is not touched by an older program', async () => {
    await prepare(db, db.log, countingProjection({ version: 2 }));
    expect(await prepare(db, db.log, countingProjection())).toBe('newer');
    expect(await versionOf(db.pool, 'counting')).toBe(2);
  });

  it('is given back to an older program: the copy that it kept, or a new one', async () => {
    const before = await content('counting');
    const newer = countingProjection({ version: 2, step: 5 });
    for (const isKept of [true, false]) {
      await prepare(db, db.log, newer);
      expect(await content('counting')).not.toEqual(before);
      if (!isKept) await dropSchema(db.pool, 'counting__previous');
      expect(await takeBack(db, db.log, countingProjection())).toBe(true);
      expect([await versionOf(db.pool, 'counting'), await versionOf(db.pool, 'counting__previous')]).toEqual([1, 2]);
      expect(await prepare(db, db.log, countingProjection())).toBe('ready');
      await feed(countingProjection());
      expect(await content('counting')).toEqual(before);
    }
    expect(await takeBack(db, db.log, countingProjection())).toBe(false);
    await prepare(db, db.log, newer);
    expect(await takeBack(db, db.log, newer)).toBe(false);
    expect(await versionOf(db.pool, 'counting')).toBe(2);
  });

  it('is not rolled back to the lower one, which it cannot feed', async () => {
    await prepare(db, db.log, countingProjection({ version: 2 }));
    await expect(rollback(db, countingProjection({ version: 2 }))).rejects.toThrow('the kept copy has version 1');
    expect([await versionOf(db.pool, 'counting'), await versionOf(db.pool, 'counting__previous')]).toEqual([2, 1]);
  });
});
