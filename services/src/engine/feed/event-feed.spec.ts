import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { affiliateStream, HOUR_MS, visitsStream } from '@framelift/contracts';
import { affiliateRegistered, saleRecorded, tierReached, visitTracked } from '../../../../test/support/facts.ts';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { append } from '../../../../test/support/history.ts';
import { until } from '../../../../test/support/until.ts';
import { AheadOfLog, EventFeed, type FeedQuery } from './event-feed.ts';
import { notifyOnCommit } from './notifier.ts';

let db: TestDatabase;
let feed: EventFeed;
beforeAll(async () => {
  db = await freshDatabase();
  notifyOnCommit(db.log, db.pool);
});
afterAll(() => db.close());
beforeEach(() => void (feed = new EventFeed(db.log, db.wakeup)));
afterEach(() => feed.stop());

const ask = (after: number, more: Partial<FeedQuery> = {}) =>
  feed.read({ after, limit: 100, types: undefined, personal: false, ...more }, true);
const never = new AbortController().signal;
const visits = (n: number) => Array.from({ length: n }, () => visitTracked({ affiliateId: 'a1', visitor: { sealed: '', of: 'nobody' } }));
const tiers = (n: number) => Array.from({ length: n }, () => tierReached());
const head = async () => (await db.log.head()).position;
const positions = (page: { events: { position: number }[] }) => page.events.map(({ position }) => position);

/** Statements that read events or the log's head, until `until`. */
async function countReads(work: () => Promise<unknown>): Promise<number> {
  const { pool } = db;
  const query = pool.query.bind(pool) as (...of: unknown[]) => unknown;
  let count = 0;
  (pool as { query: unknown }).query = (...of: unknown[]) => {
    if (JSON.stringify(of[0]).includes('log.')) count++;
    return query(...of);
  };
  await work().finally(() => delete (pool as { query?: unknown }).query);
  return count;
}

describe('the event feed', () => {
  it('returns public events in log order and the position it read to, past private ones', async () => {
    const before = await head();
    await append(db, affiliateStream('a1'), [affiliateRegistered({ affiliateId: 'a1', username: 'anna', email: 'anna@mail.com' })]);
    await append(db, visitsStream('a1'), visits(3));
    await append(db, affiliateStream('a1'), tiers(1));
    await append(db, visitsStream('a1'), visits(2));
    const page = await ask(before);
    expect(page.events.map(({ text }) => JSON.parse(text).type)).toEqual(['affiliate.registered', 'tier.changed']);
    expect([positions(page), page.next, page.head]).toEqual([[before + 1, before + 5], before + 7, before + 7]);
    expect(await ask(before)).toEqual(page);
    const rare = await ask(before, { types: new Set(['tier.changed']) });
    expect([positions(rare), rare.next]).toEqual([[before + 5], before + 7]);
  });

  it('continues where a page ended, across blocks, without gaps or repeats', async () => {
    const before = await head();
    for (let n = 0; n < 5; n++) {
      await append(db, affiliateStream('a2'), tiers(350));
      await append(db, visitsStream('a1'), visits(300));
    }
    const found: number[] = [];
    for (let after = before; after < (await head());) {
      const page = await ask(after, { limit: 97 });
      expect(page.next).toBeGreaterThan(after);
      found.push(...positions(page));
      after = page.next;
    }
    const events = await db.log.read(before, 10_000, { types: ['TierReached'] });
    expect(found).toEqual(events.map((e) => e.position));
  });

  it('does not read the whole log for one response', async () => {
    const before = await head();
    for (let n = 0; n < 21; n++) await append(db, visitsStream('a1'), visits(1_000));
    const page = await ask(before);
    expect([page.events, page.next < page.head, page.next - before > 18_000]).toEqual([[], true, true]);
  });

  it('opens personal fields only on request, and returns null for erased ones', async () => {
    const before = await head();
    const sale = saleRecorded({ customerEmail: 'buyer@mail.com', buyer: 'e'.repeat(40), reason: 'a friend' });
    await append(db, affiliateStream('a3'), [sale]);
    const data = async (personal: boolean) => JSON.parse((await ask(before, { personal })).events[0]!.text).data;
    expect(await data(false)).toMatchObject({ customerEmail: null, reason: null });
    expect(await data(true)).toMatchObject({ customerEmail: 'buyer@mail.com', reason: 'a friend' });
    const client = await db.pool.connect();
    await db.vault.destroy(client, [`buyer:${'e'.repeat(40)}`]);
    client.release();
    expect(await data(true)).toMatchObject({ customerEmail: null, reason: 'a friend' });
  });

  it('wakes all waiting readers promptly without one query per reader', async () => {
    const follow = async (readers: number) => {
      const begin = await head();
      const seen = Array.from({ length: readers }, () => 0);
      const reader = async (_: unknown, n: number) => {
        const found: number[] = [];
        for (let after = begin; found.length < 10; seen[n] = found.length) {
          await feed.wait(after, HOUR_MS, never);
          const page = await feed.read({ after, limit: 100, types: undefined, personal: false }, false);
          found.push(...positions(page));
          after = page.next;
        }
        return found;
      };
      const reading = Promise.all(Array.from({ length: readers }, reader));
      for (let n = 0; n < 10; n++) {
        await append(db, affiliateStream('a4'), tiers(1));
        await until(() => seen.every((count) => count > n));
      }
      for (const found of await reading) expect(found).toEqual(Array.from({ length: 10 }, (_, n) => begin + n + 1));
    };
    const [one, hundred] = [await countReads(() => follow(1)), await countReads(() => follow(100))];
    // Readers also poll once a second, so slow ones query more often; without sharing it would be a hundred times as many.
    expect([one >= 10, hundred < one * 10 || [one, hundred]]).toEqual([true, true]);
  });

  it('waits no longer than requested, and stops when the reader leaves or the process ends', async () => {
    const at = await head();
    await ask(at);
    const left = new AbortController();
    // Longer than the specs' timeout.
    const waiting = [feed.wait(at, 50, never), feed.wait(at, HOUR_MS, left.signal), feed.wait(at, HOUR_MS, never)];
    await waiting[0];
    left.abort();
    await waiting[1];
    feed.stop();
    await waiting[2];
  });

  it('refuses a position beyond the head', async () => {
    await expect(ask((await head()) + 1)).rejects.toThrow(AheadOfLog);
  });

  it('drops its cache when the log loses events', async () => {
    const before = await append(db, affiliateStream('a5'), tiers(1));
    await append(db, affiliateStream('a5'), tiers(3));
    expect((await ask(before)).events).toHaveLength(3);
    await db.owner.query('alter table log.events disable trigger all');
    await db.owner.query('delete from log.events where position > $1', [before]);
    await db.log.checkHistory();
    await expect(ask(before + 3)).rejects.toThrow(AheadOfLog);
    expect(await ask(before)).toEqual({ events: [], next: before, head: before });
    await append(db, affiliateStream('a6'), [tierReached({ to: 'gold' })]);
    expect((await ask(before)).events.map(({ text }) => JSON.parse(text).subject)).toEqual(['a6']);
  });
});
