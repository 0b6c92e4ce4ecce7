import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_MS } from '@framelift/contracts';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { append } from '../../../../test/support/history.ts';
import { removed, countingProjection } from '../../../../test/support/counting-projection.ts';
import { until } from '../../../../test/support/until.ts';
import { Freshness } from '../projecting/freshness.ts';
import { ReadModel } from '../projecting/read-model.ts';
import { replay, rollback } from '../projecting/replay.ts';
import { dropSchema, versionOf } from '../projecting/schema.ts';
import { LogFeed } from './log-feed.ts';
import { notifyOnCommit } from './notifier.ts';
import { Projector } from './projector.ts';

let db: TestDatabase;
let freshness: Freshness;
beforeAll(async () => {
  db = await freshDatabase();
  freshness = new Freshness(db.pool);
  notifyOnCommit(db.log, db.pool);
});
afterAll(() => db.close());

let running: { feed: LogFeed; projector: Projector }[] = [];
const start = async (...programs: ReturnType<typeof countingProjection>[]) => {
  const feed = new LogFeed(db.log, { wakeup: db.wakeup });
  const projector = new Projector(db, db.log, feed);
  running.push({ feed, projector });
  await projector.start(programs.length ? programs : [countingProjection()]);
};
const stop = async () => {
  for (const { feed, projector } of running.splice(0)) {
    await projector.stop();
    await feed.stop();
  }
};
beforeEach(() => dropSchema(db.pool, 'counting'));
afterEach(stop);

const caughtUp = (position: number, name = 'counting') => until(() => freshness.reached(name, 'all', position));
const count = async (id: string) => (await db.pool.query('select n from counting.streams where id = $1', [id])).rows[0]?.n;

describe('the embedded feed', () => {
  it('shows an event in the read model after its commit, woken by it', async () => {
    const forWakeup = db.wakeup.wait.bind(db.wakeup);
    // No poll comes.
    const waiting = jest.spyOn(db.wakeup, 'wait').mockImplementation((seen, _ms, signal) => forWakeup(seen, HOUR_MS, signal));
    await start();
    for (let i = 1; i <= 10; i++) {
      const position = await append(db, 'affiliate-f', [removed('x')]);
      await until(() => freshness.reached('counting', [db.log.partitionOf('affiliate-f')], position));
      expect(await count('f')).toBe(i);
    }
    expect(waiting).toHaveBeenCalled();
    waiting.mockRestore();
  });

  it('stops immediately, even while it checks its read model', async () => {
    await start();
    await stop();
    const feed = new LogFeed(db.log, { wakeup: db.wakeup });
    const projector = new Projector(db, db.log, feed);
    const started = projector.start([countingProjection()]);
    await projector.stop();
    await feed.stop();
    await started;
  });

  it('reads new events once for all its projections', async () => {
    await start(countingProjection(), countingProjection({ name: 'other' }));
    const both = async (position: number) => {
      for (const name of ['counting', 'other']) await caughtUp(position, name);
      // Longer than the pace, so that earlier work delays no projection.
      await wait(60);
    };
    await both(await append(db, 'affiliate-o', [removed('x')]));
    const read = jest.spyOn(db.log, 'read');
    for (let i = 0; i < 10; i++) await both(await append(db, 'affiliate-o', [removed('x')]));
    // A poll that finds nothing reads too.
    const found = await Promise.all(read.mock.results.map(({ value }) => value as ReturnType<typeof db.log.read>));
    expect(found.filter((events) => events.length).length).toBeLessThan(15);
    read.mockRestore();
    await stop();
    await dropSchema(db.pool, 'other');
  });

  it('continues from its checkpoint, even if several run in parallel', async () => {
    await start();
    await append(db, 'affiliate-g', [removed('x')]);
    await stop();
    await append(db, 'affiliate-g', [removed('x')]);
    await Promise.all([start(), start(), start()]);
    const position = await append(db, 'affiliate-g', [removed('x')]);
    await caughtUp(position);
    expect(await count('g')).toBe(3);
  });

  it('survives the loss of every database connection', async () => {
    await start();
    await db.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'framelift' and pid <> pg_backend_pid()`,
    );
    let position = 0;
    while (!position) position = await append(db, 'affiliate-l', [removed('x')]).catch(() => 0);
    await caughtUp(position);
    // An append whose response was lost may have happened.
    expect(await count('l')).toBe((await db.log.readStream('affiliate-l')).length);
  });

  it('follows a swap: it feeds the replayed read model', async () => {
    await start();
    await append(db, 'affiliate-s', [removed('x')]);
    await replay(db, db.log, [countingProjection()]);
    const position = await append(db, 'affiliate-s', [removed('x')]);
    await caughtUp(position);
    expect(await count('s')).toBe(2);
  });

  it('starts again from the checkpoint after a rollback to a read model that lacks events', async () => {
    await start();
    await caughtUp(await append(db, 'affiliate-r', [removed('x')]));
    await replay(db, db.log, [countingProjection()]);
    await caughtUp(await append(db, 'affiliate-r', [removed('x')]));
    await rollback(db, countingProjection());
    // Without another event: the next one may be hours away.
    await until(async () => (await count('r')) === 2);
    await caughtUp(await append(db, 'affiliate-r', [removed('x')]));
    expect(await count('r')).toBe(3);
  });

  it('begins at the lowest checkpoint, so that a partition which lags behind misses nothing', async () => {
    await start();
    await stop();
    const [behind, ahead] = ['affiliate-behind', 'affiliate-ahead2'].map((s) => db.log.partitionOf(s)) as [number, number];
    expect(behind).not.toBe(ahead);
    const first = await append(db, 'affiliate-behind', [removed('x')]);
    const upTo = await append(db, 'affiliate-ahead2', [removed('x')]);
    const after = first - 1;
    const events = (await db.log.read(after, 10)).filter((e) => e.partition === ahead);
    expect(await new ReadModel(db, countingProjection()).apply({ partitions: [ahead], after, upTo, events })).toEqual({
      outcome: 'applied',
    });
    await start();
    await caughtUp(upTo);
    expect([await count('behind'), await count('ahead2')]).toEqual([1, 1]);
  });

  it('stops feeding a read model that a newer program has taken over', async () => {
    await start();
    await append(db, 'affiliate-n', [removed('x')]);
    await start(countingProjection({ version: 2, step: 10 }));
    const position = await append(db, 'affiliate-n', [removed('x')]);
    await caughtUp(position);
    expect(await versionOf(db.pool, 'counting')).toBe(2);
    expect(await count('n')).toBe(20);
  });
});

describe('freshness', () => {
  it('is the head for a partition without new events, and otherwise the position before the first missing one', async () => {
    await start();
    const reached = await append(db, 'affiliate-q', [removed('x')]);
    await caughtUp(reached);
    await stop();
    const [late, quiet] = ['affiliate-q', 'affiliate-quiet2'].map((s) => db.log.partitionOf(s)) as [number, number];
    expect(late).not.toBe(quiet);
    const missing = await append(db, 'affiliate-q', [removed('x')]);
    expect(await freshness.position('counting', [late])).toBe(missing - 1);
    expect(await freshness.position('counting', [quiet])).toBe(missing);
    expect(await freshness.position('counting', 'all')).toBe(missing - 1);
    expect(await freshness.reached('counting', [quiet], missing)).toBe(true);
    expect(await freshness.reached('counting', [late], missing - 1)).toBe(true);
    expect(await freshness.reached('counting', [late], missing, 60)).toBe(false);
  });
});
