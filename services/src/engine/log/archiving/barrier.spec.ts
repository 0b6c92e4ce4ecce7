import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { refusals } from '@framelift/contracts';
import { until } from '../../../../../test/support/until.ts';
import { visitTracked } from '../../../../../test/support/facts.ts';
import { append } from '../../../../../test/support/history.ts';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { Archive, SEGMENT_EVENTS } from './archive.ts';
import { Barrier } from './barrier.ts';

let db: TestDatabase;
let barrier: Barrier;
let archive: Archive;
let asked: number;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());
beforeEach(async () => {
  await db.owner.query('delete from log.archive');
  archive = new Archive(db.pool);
  barrier = new Barrier(db.pool);
  asked = 0;
  barrier.onAsked(() => asked++);
});
const EVERYTHING = Number.MAX_SAFE_INTEGER;
const based = (set = '') =>
  db.owner.query(
    `insert into log.archive (base, position, archived_at) values ('20261129T120000Z-7', 7, now()); update log.archive set position = 7 ${set}`,
  );

describe('what leaves', () => {
  it('waits for nothing without an archive', async () => {
    expect(await barrier.upTo(5)).toBe(EVERYTHING);
    await barrier.afterArchived();
    expect(asked).toBe(0);
  });

  it('waits for the first base for a minute at most', async () => {
    await archive.begin();
    expect(await barrier.upTo()).toBe(0);
    await db.owner.query(`update log.archive set waiting_since = now() - interval '59 s'`);
    expect(await barrier.upTo()).toBe(0);
    await db.owner.query(`update log.archive set waiting_since = now() - interval '61 s'`);
    expect(await barrier.upTo()).toBe(EVERYTHING);
  });

  it('waits for each later base, however long', async () => {
    await based(`, base = null, waiting_since = now() - interval '1 day'`);
    expect(await barrier.upTo()).toBe(7);
  });

  it('leaves up to the archived position, and has the next written at once', async () => {
    await based();
    expect(await barrier.upTo(7)).toBe(7);
    expect(asked).toBe(0);
    expect(await barrier.upTo(8)).toBe(7);
    expect(asked).toBe(1);
  });

  it('leaves once it is archived', async () => {
    await based();
    const leaving = barrier.reached(9, 30_000);
    await until(() => asked > 1);
    await db.owner.query('update log.archive set position = 9');
    expect(await leaving).toBe(true);
    expect(await barrier.reached(10, 0)).toBe(false);
  });

  it('is refused to a request after a while, and sooner where the archive cannot be written: with since when', async () => {
    await append(
      db,
      'visits-a',
      Array.from({ length: 8 }, () => visitTracked()),
    );
    await based();
    await expect(barrier.afterArchived()).rejects.toThrow(refusals.archiveBehind);
    await archive.failed('nothing answers');
    await db.owner.query(`update log.archive set failing_since = '2026-11-29T14:02:31Z'`);
    const began = performance.now();
    await expect(barrier.afterArchived()).rejects.toMatchObject({
      message: 'Waiting for the archive: the store has not answered since 2026-11-29 14:02 UTC',
      code: 'archiveFailing',
      kind: 'unavailable',
    });
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  it('waits for what was appended after somebody else began to look', async () => {
    const { position } = await db.log.head();
    await based();
    await db.owner.query('update log.archive set position = $1', [position]);
    await archive.failed('nothing answers');
    let looks = 0;
    let answer!: () => void;
    const slow = new Barrier({
      query: async (query: object) => {
        const found = await db.pool.query(query as never);
        if (++looks === 1) await new Promise<void>((resolve) => (answer = resolve));
        return found;
      },
    } as never);
    const first = slow.upTo();
    await until(() => looks === 1);
    await append(db, 'visits-a', [visitTracked()]);
    const later = slow.reachedSoon();
    answer();
    expect([await first, await later]).toEqual([position, false]);
  });

  it('does not wait while it is bypassed, which only a failing archive is, until it is caught up', async () => {
    await based();
    expect(await Archive.bypass(db.pool)).toBe(false);
    await archive.failed('nothing answers');
    expect(await Archive.bypass(db.pool)).toBe(true);
    expect(await barrier.upTo(8)).toBe(EVERYTHING);
    expect(await archive.health()).toMatchObject({
      failure: 'nothing answers',
      failingSince: expect.any(Date),
      bypassedSince: expect.any(Date),
    });
    const task = { base: '20261129T120000Z-7', position: 7, hash: Buffer.alloc(32) };
    const recorded = async (position: number, last: number) => {
      await db.owner.query('update log.archive set writing = $1', [last]);
      expect(await archive.record({ ...task, position, last }, Buffer.alloc(32))).toBe(true);
    };
    // More events wait than a segment holds.
    await recorded(7, 7 + SEGMENT_EVENTS);
    expect(await archive.health()).toMatchObject({ failure: null, failingSince: null, bypassedSince: expect.any(Date) });
    await recorded(7 + SEGMENT_EVENTS, 8 + SEGMENT_EVENTS);
    expect(await archive.health()).toMatchObject({ bypassedSince: null });
    expect(await barrier.upTo()).toBe(8 + SEGMENT_EVENTS);
  });
});
