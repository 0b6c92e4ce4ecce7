import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { until } from '../../../../../test/support/until.ts';
import { createPool } from '../../../platform/pg.ts';
import { Log } from '../log.ts';
import { type Holding, StreamLocks } from './stream-locks.ts';
import type { CommandMeta } from './command.ts';
import type { Decider } from './decider.ts';
import { Streams } from './streams.ts';
import { paymentMethodRemoved } from '../../../../../test/support/facts.ts';

let db: TestDatabase;
const pools: pg.Pool[] = [];
beforeAll(async () => {
  db = await freshDatabase();
  pools.push(createPool(db.appUrl), createPool(db.appUrl));
});
const taken: Holding[] = [];
afterEach(async () => {
  for (const holding of taken.splice(0)) await holding.release();
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await db.close();
});

it('a stream with a conflict is held by one process at a time, and others queue', async () => {
  const [here, there] = pools.map((pool) => {
    const locks = new StreamLocks(pool);
    return async (streamIds: string[]) => {
      const holding = await locks.take(streamIds);
      taken.push(holding);
      return holding;
    };
  });
  const ids = ['affiliate-b', 'affiliate-a'];
  const first = await here!(ids);
  expect(first.any).toBe(false);
  await first.add('affiliate-a');
  expect(first.any).toBe(true);
  const second = await there!(ids);
  const added = second.add('affiliate-a');
  await until(db.someoneWaits);
  expect(second.any).toBe(false);
  await first.release();
  await added;
  expect(second.any).toBe(true);
  // It is contended now: the next command of the same process queues before it decides.
  const third = here!(['affiliate-a']);
  await until(db.someoneWaits);
  await second.release();
  const last = await third;
  expect(last.any).toBe(true);
  expect((await here!(['affiliate-c'])).any).toBe(false);
});

const counter: Decider<number> = { name: 'counter', version: 1, initial: 0, evolve: { PaymentMethodRemoved: (n) => n + 1 } };
const meta = (): CommandMeta => {
  const commandId = randomUUID();
  const actor = { kind: 'system', id: 't' } as const;
  return { commandId, correlationId: commandId, repeatable: false, occurredAt: new Date().toISOString(), actor };
};

it('two processes with 200 commands each for one stream at once queue for it, and all are accepted', async () => {
  const source = { streamId: 'affiliate-hot', decider: counter };
  const queued: number[] = [];
  const processes = await Promise.all(
    pools.map(async (pool, i) => {
      queued[i] = 0;
      const watched = new Proxy(pool, {
        get(target, name) {
          if (name === 'connect') queued[i]!++;
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      return new Streams(watched, await Log.open(pool, db.vault));
    }),
  );
  const removed = paymentMethodRemoved({ paymentMethodId: '1' });
  const outcomes = await Promise.all(
    processes.flatMap((streams) => Array.from({ length: 200 }, () => streams.decide(source, { meta: meta() }, () => [removed]))),
  );
  expect(new Set(outcomes.map((o) => o.position)).size).toBe(400);
  expect((await db.log.readStream(source.streamId)).length).toBe(400);
  // Only locks use this pool; the log has its own connections. A process that wins every race needs none.
  expect(Math.max(...queued)).toBeGreaterThan(0);
});
