import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabase, isLockAwaited, type TestDatabase } from '../../../../test/support/database.ts';
import { append } from '../../../../test/support/history.ts';
import { added, removed, countingProjection } from '../../../../test/support/counting-projection.ts';
import { until, untilLocks } from '../../../../test/support/until.ts';
import type { PoolClient } from '../../platform/pg.ts';
import { allPartitions } from './copying.ts';
import { decideParked, listParked } from './parked-streams.ts';
import { type Batch, ReadModel } from './read-model.ts';
import { createSchema, dropSchema } from './schema.ts';
import { visitTracked } from '../../../../test/support/facts.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

const rowsOf = async (name: string) => (await db.pool.query(`select * from counting.${name} order by 1, 2`)).rows;
const partitions = () => allPartitions(db.log);

let start: number;
let model: ReadModel;
beforeEach(async () => {
  await dropSchema(db.pool, 'counting');
  await db.pool.query('delete from projecting.parked');
  await createSchema(db.pool, countingProjection(), 'counting', db.log.partitionCount);
  start = (await db.log.head()).position;
  await db.pool.query('update counting.checkpoints set position = $1', [start]);
  model = new ReadModel(db, countingProjection());
});

const rest = async (after = start) => {
  const events = await db.log.read(after, 1000);
  return { partitions: partitions(), after, upTo: events.at(-1)?.position ?? after, events };
};

describe('an event that a newer program wrote', () => {
  it('stops the projection, which neither parks nor folds it', async () => {
    const position = await append(db, 'affiliate-newer', [removed('x')]);
    await db.owner.query('update log.events set schema_version = 2 where position = $1', [position]);
    await expect(model.apply(await rest())).rejects.toThrow('run the newer one');
    expect(await rowsOf('streams')).toEqual([]);
    expect((await db.pool.query('select from projecting.parked')).rowCount).toBe(0);
    await db.owner.query('update log.events set schema_version = 1 where position = $1', [position]);
    expect(await model.apply(await rest())).toEqual({ outcome: 'applied' });
  });
});

describe('a batch', () => {
  it('folds every table in order, in memory and over rows of earlier batches alike', async () => {
    await append(db, 'affiliate-a', [removed('x'), removed('y'), removed('x')]);
    expect(await model.apply(await rest())).toEqual({ outcome: 'applied' });
    const last = await append(db, 'affiliate-a', [removed('x'), added('y')]);
    expect(await model.apply(await rest())).toEqual({ outcome: 'applied' });
    expect(await rowsOf('things')).toEqual([{ id: 'a', thing: 'x', n: 3, last: last - 1, at: new Date('2025-03-01T12:00:00Z') }]);
    expect(await rowsOf('streams')).toEqual([{ id: 'a', n: 4 }]);
    expect((await rowsOf('totals')).map((r) => r.partition)).toEqual([db.log.partitionOf('affiliate-a')]);
  });

  it('changes nothing the second time, even if two projectors apply it concurrently', async () => {
    await append(db, 'affiliate-b', [removed('x'), removed('x')]);
    const batch = await rest();
    await Promise.all([model.apply(batch), new ReadModel(db, countingProjection()).apply(batch), model.apply(batch)]);
    await model.apply(batch);
    expect(await rowsOf('streams')).toEqual([{ id: 'b', n: 2 }]);
  });

  it('is committed with its checkpoints or not at all', async () => {
    await append(db, 'affiliate-c', [removed('x')]);
    await db.pool.query('alter table counting.checkpoints add check (position <= ' + start + ')');
    await expect(model.apply(await rest())).rejects.toThrow('check constraint');
    expect(await rowsOf('streams')).toEqual([]);
  });

  it('is refused when the read model lacks events before it', async () => {
    const first = await append(db, 'affiliate-d', [removed('x')]);
    await append(db, 'affiliate-d', [removed('x')]);
    expect(await model.apply(await rest(first))).toEqual({ outcome: 'gap' });
    expect(await rowsOf('streams')).toEqual([]);
  });

  it('without events to fold only advances the checkpoint, and is refused for the same reasons', async () => {
    const before = await append(db, 'affiliate-d', [removed('x')]);
    await append(db, 'visits-q', [visitTracked({ visitId: 'v', affiliateId: 'q', page: '/', visitor: { sealed: '', of: 'nobody' } })]);
    const { events, ...batch } = await rest(before);
    expect(events.map((e) => e.type)).toEqual(['VisitTracked']);
    expect(await model.apply({ ...batch, events })).toEqual({ outcome: 'gap' });
    expect((await model.checkpoints()).get(db.log.partitionOf('affiliate-d'))).toBe(start);
    await model.apply(await rest());
    const anchors = [{ position: batch.upTo, hash: Buffer.alloc(32) }];
    const far = { ...batch, after: batch.upTo, upTo: batch.upTo + 5, events: [] };
    expect(await model.apply({ ...far, anchors })).toEqual({ outcome: 'foreign' });
    expect(await new ReadModel(db, countingProjection({ version: 2 })).apply(far)).toEqual({ outcome: 'otherVersion', version: 1 });
    expect(await model.apply({ ...far, anchors: [{ ...anchors[0]!, hash: events.at(-1)!.hash }] })).toEqual({ outcome: 'applied' });
    expect([...(await model.checkpoints()).values()]).toEqual(partitions().map(() => batch.upTo + 5));
    expect(await model.apply({ ...batch, events })).toEqual({ outcome: 'applied' });
    expect([...(await model.checkpoints()).values()]).toEqual(partitions().map(() => batch.upTo + 5));
  });

  it('of one partition advances only that one', async () => {
    await append(db, 'affiliate-e', [removed('x')]);
    const p = db.log.partitionOf('affiliate-e');
    await model.apply({ ...(await rest()), partitions: [p] });
    expect([...(await model.checkpoints())].filter(([, position]) => position > start).map(([partition]) => partition)).toEqual([p]);
  });

  it('of an older or newer program changes nothing', async () => {
    await append(db, 'affiliate-f', [removed('x')]);
    expect(await new ReadModel(db, countingProjection({ version: 2 })).apply(await rest())).toEqual({
      outcome: 'otherVersion',
      version: 1,
    });
    await db.pool.query('update counting.checkpoints set version = 2');
    expect(await model.apply(await rest())).toEqual({ outcome: 'otherVersion', version: 2 });
    expect(await rowsOf('streams')).toEqual([]);
    await dropSchema(db.pool, 'counting');
    expect(await model.apply(await rest())).toEqual({ outcome: 'otherVersion', version: undefined });
  });

  it('waits while another session holds the projection’s lock exclusively', async () => {
    await append(db, 'affiliate-g', [removed('x')]);
    const alone = await db.pool.connect();
    await alone.query(`select pg_advisory_lock(hashtextextended('framelift projection counting', 0))`);
    let done = false;
    const applying = model.apply(await rest()).then(() => (done = true));
    await untilLocks(db.pool, 'awaited');
    expect(done).toBe(false);
    await alone.query(`select pg_advisory_unlock(hashtextextended('framelift projection counting', 0))`);
    alone.release();
    expect(await applying).toBe(true);
  });
});

describe('two batches at once', () => {
  const asKafkaSendsIt = (batch: Batch): Batch => {
    const each = (position: Batch['upTo']) => new Map(batch.partitions.map((p) => [p, Number(position)]));
    const { position, hash } = batch.events.at(-1)!;
    return { ...batch, after: each(batch.after), upTo: each(batch.upTo), anchors: [{ position, hash }] };
  };

  it.each([
    ['from the log', (batch: Batch) => batch],
    ['from Kafka', asKafkaSendsIt],
  ])('%s: the later one waits for the checkpoints, then folds only the remaining events', async (_, sent) => {
    await append(db, 'affiliate-two', [removed('x'), removed('x')]);
    const first = sent(await rest());
    await append(db, 'affiliate-two', [removed('x')]);
    const both = sent(await rest());
    const [earlier, later] = [await db.pool.connect(), await db.pool.connect()];
    await earlier.query('begin');
    await model.applyIn(earlier, first, false);
    // The later one knows the read model's position, or waits for it, before the earlier one commits.
    const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
    const { promise: hasRead, resolve: read } = Promise.withResolvers<void>();
    const query = async (...args: Parameters<PoolClient['query']>) => {
      const answer = await later.query(...args);
      if ((args[0] as { name?: string }).name !== 'reached.counting') return answer;
      read();
      await committed;
      return answer;
    };
    await later.query('begin');
    const applying = new ReadModel(db, countingProjection()).applyIn({ query } as never, both, false);
    await Promise.race([hasRead, until(() => isLockAwaited(db))]);
    await earlier.query('commit');
    commit();
    const { outcome } = await applying;
    await later.query('commit');
    for (const client of [earlier, later]) client.release();
    expect(outcome).toBe('applied');
    expect(await rowsOf('streams')).toEqual([{ id: 'two', n: 3 }]);
  });

  it('that only advance checkpoints lock them in one order, so that they never deadlock', async () => {
    await db.pool.query('delete from counting.checkpoints');
    for (const p of partitions().toReversed()) await db.pool.query('insert into counting.checkpoints values ($1, 1, $2)', [p, start]);
    const [lowest, ...others] = partitions() as [number, ...number[]];
    const other = await db.pool.connect();
    const take = (of: number[]) => other.query('select from counting.checkpoints where partition = any($1) for update nowait', [of]);
    await other.query('begin');
    await take([lowest]);
    const moving = model.apply({ partitions: partitions(), after: start, upTo: start + 1, events: [] });
    await until(() => isLockAwaited(db));
    const taken = await take(others).then(
      ({ rowCount }) => rowCount,
      (error: Error) => error.message,
    );
    await other.query('rollback');
    other.release();
    expect([taken, await moving]).toEqual([others.length, { outcome: 'applied' }]);
  });
});

describe.each(['poison', 'too big'])('an event that cannot be folded (%s)', (bad) => {
  const poisoned = async () => {
    await append(db, 'affiliate-p', [removed('fine')]);
    const position = await append(db, 'affiliate-p', [removed(bad)]);
    await append(db, 'affiliate-p', [removed('behind')]);
    await append(db, 'affiliate-q', [removed('other')]);
    await model.apply(await rest());
    return position;
  };

  it('is parked in all tables with later events of its stream, while other streams continue', async () => {
    const position = await poisoned();
    await append(db, 'affiliate-p', [removed('later')]);
    await append(db, 'affiliate-q', [removed('other')]);
    expect(await model.apply(await rest())).toEqual({ outcome: 'applied' });
    expect(await rowsOf('streams')).toEqual([
      { id: 'p', n: 1 },
      { id: 'q', n: 2 },
    ]);
    expect((await rowsOf('things')).map((r) => r.thing)).toEqual(['fine', 'other']);
    expect(await listParked(db.pool, [countingProjection()])).toMatchObject([
      { streamId: 'affiliate-p', position, waiting: 2, projection: 'counting' },
    ]);
  });

  it('is folded by a retry after its cause was fixed, and stays parked by one before', async () => {
    const position = await poisoned();
    expect(await decideParked(db, db.log, countingProjection(), position, 'retry', { by: 'ops' })).toMatchObject({ position, waiting: 1 });
    expect(await decideParked(db, db.log, countingProjection({ fixed: true }), position, 'retry', { by: 'ops' })).toBeUndefined();
    expect(await rowsOf('streams')).toContainEqual({ id: 'p', n: 3 });
    expect((await db.pool.query('select 1 from projecting.decisions where position = $1', [position])).rowCount).toBe(2);
  });

  it('is skipped on decision, and events queued behind it are folded', async () => {
    const position = await poisoned();
    expect(await decideParked(db, db.log, countingProjection(), position, 'skip', { by: 'ops' })).toBeUndefined();
    expect((await rowsOf('things')).map((r) => r.thing)).toEqual(['behind', 'fine', 'other']);
    await expect(decideParked(db, db.log, countingProjection(), position, 'skip', { by: 'ops' })).rejects.toThrow('no stream is parked');
  });
});
