import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabase, isLockAwaited, type TestDatabase } from '../../../../test/support/database.ts';
import { append } from '../../../../test/support/history.ts';
import { added, removed, countingProjection } from '../../../../test/support/counting-projection.ts';
import { until } from '../../../../test/support/until.ts';
import { accounts } from '../../screens/accounts/accounts.projection.ts';
import { LogFeed } from '../feed/log-feed.ts';
import { Projector } from '../feed/projector.ts';
import type { PoolClient } from '../../platform/pg.ts';
import { allPartitions } from './copying.ts';
import { decideParked } from './parked-streams.ts';
import { ReadModel } from './read-model.ts';
import { replay } from './replay.ts';
import { dropSchema, exists } from './schema.ts';
import { verify } from './verify.ts';
import { affiliateDeleted, affiliateRegistered } from '../../../../test/support/facts.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  for (let i = 0; i < 30; i++) await append(db, `affiliate-v${i}`, [removed('x'), removed('y'), removed('x'), added('y')]);
});
afterAll(() => db.close());
beforeEach(() => replay(db, db.log, [countingProjection()]));

const differing = async () =>
  Object.fromEntries((await verify(db, db.log, countingProjection())).tables.map((t) => [t.table, t.differing]));
const none = { streams: 0, things: 0, list: 0, totals: 0 };

describe('verify', () => {
  it('finds nothing in a clean read model and leaves no copy behind', async () => {
    const verified = await verify(db, db.log, countingProjection());
    expect(verified.tables.map((t) => [t.table, t.rows, t.differing])).toEqual([
      ['streams', 30, 0],
      ['things', 30, 0],
      ['list', 90, 0],
      ['totals', expect.any(Number), 0],
    ]);
    expect(await exists(db.pool, 'counting__check')).toBe(false);
  });

  it.each([
    ['streams', `update counting.streams set n = n + 1 where id = 'v3'`],
    ['things', `update counting.things set at = at + interval '1 ms' where id = 'v4'`],
    ['list', `delete from counting.list where position = (select max(position) from counting.list)`],
    ['totals', `update counting.totals set n = 0 where partition = (select min(partition) from counting.totals)`],
    ['list', `insert into counting.list values (999999999, 'nobody')`],
  ])('finds one changed, lost or made-up row in %s', async (table, damage) => {
    await db.pool.query(damage);
    expect(await differing()).toEqual({ ...none, [table]: 1 });
  });

  it('shows the first ten of them, both sides', async () => {
    await db.pool.query('update counting.streams set n = 77');
    const { tables } = await verify(db, db.log, countingProjection());
    expect(tables[0]).toMatchObject({ differing: 30 });
    expect(tables[0]!.first).toHaveLength(10);
    expect(tables[0]!.first[0]).toEqual({ key: { id: 'v0' }, live: '(v0,77)', replayed: '(v0,3)' });
  });

  it('lists parked streams and reports no difference because of them, before and after a decision', async () => {
    const position = await append(db, 'affiliate-bad', [removed('poison')]);
    await append(db, 'affiliate-bad', [removed('behind')]);
    const feed = new LogFeed(db.log, { wakeup: db.wakeup });
    const projector = new Projector(db, db.log, feed);
    await projector.start([countingProjection()]);
    for (let n = 0; n === 0;) n = (await db.pool.query('select 1 from projecting.parked having count(*) = 2')).rowCount!;
    await projector.stop();
    await feed.stop();
    expect((await verify(db, db.log, countingProjection())).parked).toEqual([{ streamId: 'affiliate-bad', position }]);
    expect(await differing()).toEqual(none);
    await decideParked(db, db.log, countingProjection(), position, 'skip', { by: 'ops' });
    expect(await differing()).toEqual(none);
  });

  it('finds nothing while events keep arriving', async () => {
    const feed = new LogFeed(db.log, { wakeup: db.wakeup });
    const projector = new Projector(db, db.log, feed);
    await projector.start([countingProjection()]);
    const done = new AbortController();
    const writer = (async () => {
      for (let i = 0; !done.signal.aborted; i++) await append(db, `affiliate-w${i % 5}`, [removed('x')]);
    })();
    for (let i = 0; i < 3; i++) expect(await differing()).toEqual(none);
    done.abort();
    await writer;
    await projector.stop();
    await feed.stop();
  });
});

describe('verify beside a batch that is folded live', () => {
  let live: ReadModel;
  beforeEach(() => void (live = new ReadModel(db, countingProjection())));
  const folded = async () => {
    const [after] = [...(await live.checkpoints()).values()];
    await append(db, 'affiliate-beside', [removed('x')]);
    const events = await db.log.read(after!, 1_000);
    return live.apply({ partitions: allPartitions(db.log), after: after!, upTo: events.at(-1)!.position, events });
  };
  const differingWith = async (instead: Partial<TestDatabase>) => {
    const { pool, vault, log } = { ...db, ...instead };
    return Object.fromEntries((await verify({ pool, vault }, log, countingProjection())).tables.map((t) => [t.table, t.differing]));
  };

  it('delays it from the last checkpoint to the snapshot', async () => {
    let folding: Promise<unknown> | undefined;
    const read: typeof db.log.read = async (after, limit, narrowed = {}) => {
      const events = await db.log.read(after, limit, narrowed);
      // The live one advances during the catch-up, so the last events are read by partition.
      if (!narrowed.partitions) await folded();
      else if (!folding) {
        let isFolded = false;
        folding = folded().then(() => (isFolded = true));
        await until(async () => isFolded || (await isLockAwaited(db)));
      }
      return events;
    };
    expect(await differingWith({ log: Object.create(db.log, { read: { value: read } }) })).toEqual(none);
    expect(await folding).toBe(true);
  });

  /** A pool whose connections do something more as soon as the read model's lock is given back. */
  const afterUnlock = (more: () => Promise<unknown>): TestDatabase['pool'] => {
    const watched = (client: PoolClient): PoolClient => {
      const query = async (...args: Parameters<PoolClient['query']>) => {
        const answer = await client.query(...args);
        if (/advisory_unlock.*framelift projection/.test(String(args[0]))) await more();
        return answer;
      };
      return Object.create(client, { query: { value: query } });
    };
    const connect = (callback?: never) => (callback ? db.pool.connect(callback) : db.pool.connect().then(watched));
    return Object.create(db.pool, { connect: { value: connect } });
  };

  it('compares all tables as of one moment', async () => {
    const outcomes: unknown[] = [];
    expect(await differingWith({ pool: afterUnlock(async () => outcomes.push(await folded())) })).toEqual(none);
    expect(outcomes).toEqual([{ outcome: 'applied' }]);
  });

  it('builds its copy again if an erasure drops it before the comparison', async () => {
    let unlocked = 0;
    const erase = async () => ++unlocked === 1 && dropSchema(db.pool, 'counting__check');
    expect(await differingWith({ pool: afterUnlock(erase) })).toEqual(none);
    expect(unlocked).toBe(2);
  });
});

it('reports no difference for an erasure between the two folds of a name', async () => {
  const claim = 'f'.repeat(32);
  const names = { username: 'anna', email: 'anna@mail.com', usernameClaim: claim, emailClaim: claim };
  await append(db, 'affiliate-gone', [affiliateRegistered({ affiliateId: 'gone', commissionBps: 2000, ...names })]);
  await replay(db, db.log, [accounts]);
  // The key goes and the fact is appended in one transaction; the live read model has not folded it yet.
  await append(db, 'affiliate-gone', [affiliateDeleted({ forfeitedCents: 0 })]);
  await db.pool.query(`delete from vault.keys where subject = 'affiliate:gone'`);
  expect((await db.pool.query('select username from accounts.accounts')).rows).toEqual([{ username: 'anna' }]);
  expect((await verify(db, db.log, accounts)).tables).toMatchObject([{ table: 'accounts', rows: 1, differing: 0 }]);
});
