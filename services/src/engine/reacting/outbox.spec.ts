import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS, idOf, MINUTE_MS, SECOND_MS } from '@framelift/contracts';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { added, removed } from '../../../../test/support/counting-projection.ts';
import { append } from '../../../../test/support/history.ts';
import { watchedLogger } from '../../../../test/support/watched-log.ts';
import { until } from '../../../../test/support/until.ts';
import { LogFeed } from '../feed/log-feed.ts';
import { notifyOnCommit } from '../feed/notifier.ts';
import { Projector } from '../feed/projector.ts';
import { Freshness } from '../projecting/freshness.ts';
import { listParked } from '../projecting/parked-streams.ts';
import { prepare, replay } from '../projecting/replay.ts';
import { createPool } from '../../platform/pg.ts';
import { dropSchema, isAsDeclared } from '../projecting/schema.ts';
import { type Attempt, type Due, Outbox, type Sending } from './outbox.ts';
import { reactor } from './reactor.ts';

/** Notifies the owner of a removed thing, and two more receivers for things called 'shared'. */
const telling = reactor({
  name: 'telling',
  group: 'nobody',
  answers: 'Whom a removal concerns.',
  on: {
    PaymentMethodRemoved: ({ streamId, data }) => {
      if (data.paymentMethodId === 'poison') throw new Error('poison');
      const owner = { receiver: idOf(streamId), kind: 'removed' };
      return data.paymentMethodId === 'shared'
        ? [owner, { receiver: 'ann', kind: 'shared' }, { receiver: 'bob', kind: 'shared' }]
        : [owner];
    },
  },
});

let db: TestDatabase;
let sent: string[];
beforeAll(async () => {
  db = await freshDatabase();
  notifyOnCommit(db.log, db.pool);
});
afterAll(() => db.close());
beforeEach(async () => {
  await dropSchema(db.pool, telling.schema);
  await db.pool.query('delete from projecting.parked');
  sent = [];
  time.clockAheadMs = 0;
});

let running: { feed: LogFeed; projector: Projector } | undefined;
const follow = async () => {
  const feed = new LogFeed(db.log, { wakeup: db.wakeup });
  running = { feed, projector: new Projector(db, db.log, feed) };
  await running.projector.start([telling]);
};
const unfollow = async () => {
  await running?.projector.stop();
  await running?.feed.stop();
  running = undefined;
};
afterEach(unfollow);

const caughtUp = async () => {
  const { position } = await db.log.head();
  await until(() => new Freshness(db.pool).reached(telling.name, 'all', position));
};
const stop = new AbortController().signal;
const word = ({ receiver, kind, event }: Due) => `${receiver} ${kind} ${(event.data as { paymentMethodId: string }).paymentMethodId}`;
/** How far the clock is ahead for outboxes without their own. */
const time = { clockAheadMs: 0 };
const outboxOf = (send: (due: Due) => Promise<Attempt | void>, rest: Partial<Sending> = {}, pool = db.pool, config = time) =>
  new Outbox(
    pool,
    db.log,
    telling,
    { pausesMs: [MINUTE_MS, HOUR_MS], ...rest, send: async (due) => (await send(due)) ?? (sent.push(word(due)), { outcome: 'sent' }) },
    watchedLogger().logger,
    config,
  );
const honest = (clockAheadMs = 0) => outboxOf(async () => {}, {}, db.pool, { clockAheadMs });
const intents = async () =>
  (await db.pool.query(`select receiver, kind, attempts, outcome, said from ${telling.schema}.intents order by position, receiver`)).rows;

describe('a reactor', () => {
  it('starts at the head and never sends anything for earlier events', async () => {
    await append(db, 'affiliate-a', [removed('before')]);
    await follow();
    await append(db, 'affiliate-a', [removed('after'), added('else')]);
    await caughtUp();
    await honest().work(stop);
    expect(sent).toEqual(['a removed after']);
  });

  it('creates one intent per event, receiver and kind, even if it sees the event again', async () => {
    await follow();
    await append(db, 'affiliate-b', [removed('shared')]);
    await caughtUp();
    await honest().work(stop);
    expect(sent.toSorted()).toEqual(['ann shared shared', 'b removed shared', 'bob shared shared']);
    await unfollow();
    const { position } = await db.log.head();
    await db.pool.query(`update ${telling.schema}.checkpoints set position = $1`, [position - 1]);
    await follow();
    await caughtUp();
    await honest().work(stop);
    expect(sent).toHaveLength(3);
    expect((await intents()).map((i) => i.outcome)).toEqual(['sent', 'sent', 'sent']);
  });

  it('is not replayed, and a newer program continues where the older one stopped', async () => {
    await follow();
    await append(db, 'affiliate-c', [removed('x')]);
    await caughtUp();
    await expect(replay(db, db.log, [telling])).rejects.toThrow('cannot be rebuilt');
    expect(await prepare(db, db.log, { ...telling, version: 2 })).toBe('ready');
    expect(await prepare(db, db.log, telling)).toBe('newer');
    expect(await intents()).toHaveLength(1);
  });

  it('gets the columns and indexes of a newer program in place, without a rebuild', async () => {
    await follow();
    await unfollow();
    const indexes = async () =>
      (await db.pool.query('select indexdef from pg_indexes where schemaname = $1 order by indexname', [telling.schema])).rows;
    const whole = await indexes();
    await db.pool.query(`drop index ${telling.schema}.intents_3`);
    await db.pool.query(`alter table ${telling.schema}.intents drop column taken_by`);
    await follow();
    expect(await indexes()).toEqual(whole);
    expect(await isAsDeclared(db.pool, telling, telling.schema)).toBe(true);
  });

  it('parks a stream it fails on, while other streams continue', async () => {
    await follow();
    const position = await append(db, 'affiliate-d', [removed('poison')]);
    await append(db, 'affiliate-d', [removed('behind')]);
    await append(db, 'affiliate-e', [removed('free')]);
    await caughtUp();
    await honest().work(stop);
    expect(sent).toEqual(['e removed free']);
    expect(await listParked(db.pool, [telling])).toMatchObject([{ streamId: 'affiliate-d', position, error: 'poison', waiting: 1 }]);
  });
});

describe('an outbox', () => {
  const three = async () => {
    await follow();
    await append(db, 'affiliate-f', [removed('1'), removed('2'), removed('3')]);
    await append(db, 'affiliate-g', [removed('1')]);
    await caughtUp();
  };

  it('keeps a receiver’s order while an intent waits, without delaying other receivers', async () => {
    await three();
    let down = true;
    const outbox = outboxOf(async (due) => {
      if (down && due.receiver === 'f') throw new Error('the line is busy');
    });
    await outbox.work(stop);
    expect(sent).toEqual(['g removed 1']);
    expect((await intents())[0]).toEqual({ receiver: 'f', kind: 'removed', attempts: 1, outcome: null, said: 'the line is busy' });
    down = false;
    await outbox.work(stop);
    expect(sent).toEqual(['g removed 1']);
    time.clockAheadMs = 2 * MINUTE_MS;
    await outbox.work(stop);
    expect(sent).toEqual(['g removed 1', 'f removed 1', 'f removed 2', 'f removed 3']);
  });

  it('gives up after its last pause and continues with the next intent', async () => {
    await three();
    const outbox = outboxOf(async (due) => {
      if (word(due) === 'f removed 1') throw new Error('no such line');
    });
    for (const later of [0, HOUR_MS, DAY_MS]) {
      time.clockAheadMs = later;
      await outbox.work(stop);
    }
    expect((await intents())[0]).toMatchObject({ attempts: 3, outcome: 'failed', said: 'no such line' });
    expect(sent.slice(1)).toEqual(['f removed 2', 'f removed 3']);
  });

  it('sends a dead process’s intent again, but not before that process could have sent it', async () => {
    await three();
    const { promise: never, reject: bury } = Promise.withResolvers<never>();
    const died = outboxOf(() => never)
      .work(stop)
      .catch(() => {});
    await until(async () => (await intents()).filter((i) => i.attempts === 1).length === 2);
    await honest().work(stop);
    expect(sent).toEqual([]);
    await honest(6 * MINUTE_MS).work(stop);
    expect(sent.toSorted()).toEqual(['f removed 1', 'f removed 2', 'f removed 3', 'g removed 1']);
    bury(new Error('died'));
    await died;
  });

  it('lists intents as late whose event was in the log too long before the first attempt', async () => {
    await three();
    time.clockAheadMs = 49 * HOUR_MS;
    await outboxOf(async () => {}, { latestMs: 48 * HOUR_MS }).work(stop);
    expect(sent).toEqual([]);
    expect((await intents()).map((i) => i.outcome)).toEqual(['late', 'late', 'late', 'late']);
  });

  it('takes an intent without an event once, and counts its lateness from then', async () => {
    await three();
    time.clockAheadMs = 49 * HOUR_MS;
    const position = (await db.log.head()).position;
    const outbox = outboxOf(async () => {}, { latestMs: 48 * HOUR_MS });
    for (const _ of [1, 2]) await outbox.add({ position, receiver: 'ops', kind: 'alarm' });
    await outbox.work(stop);
    expect(sent).toEqual(['ops alarm 1']);
  });

  it('sends intents that a fast clock delayed for longer than any pause', async () => {
    await three();
    await db.pool.query(`update ${telling.schema}.intents set attempts = 1, next_at = $1`, [new Date(Date.now() + 10 * DAY_MS)]);
    await honest().work(stop);
    expect(sent.toSorted()).toEqual(['f removed 1', 'f removed 2', 'f removed 3', 'g removed 1']);
  });

  it('postpones an intent without counting an attempt, and sends it with others of its receiver', async () => {
    await three();
    const outbox: Outbox = outboxOf(async (due) => {
      if (due.receiver !== 'f') return;
      if (!sent.includes('open')) return { afterMs: HOUR_MS };
      const also = await outbox.waiting(due);
      sent.push(`f ${1 + also.length}`);
      return { outcome: 'sent', also: also.map(({ position }) => position) };
    });
    await outbox.work(stop);
    expect((await intents())[0]).toMatchObject({ attempts: 0, outcome: null });
    sent.push('open');
    time.clockAheadMs = HOUR_MS + SECOND_MS;
    await outbox.work(stop);
    expect(sent).toEqual(['g removed 1', 'open', 'f 3']);
    expect((await intents()).map((i) => i.outcome)).toEqual(['sent', 'sent', 'sent', 'sent']);
  });

  it('is not blocked by a receiver that hangs, whatever its backlog', async () => {
    await follow();
    await append(db, 'affiliate-j', [removed('shared')]);
    for (let i = 0; i < 40; i++) await append(db, `affiliate-j${i}`, [removed('shared')]);
    await caughtUp();
    const { promise: hung, resolve: answer } = Promise.withResolvers<void>();
    const outbox = outboxOf(async (due) => {
      if (due.receiver === 'ann') await hung;
    });
    const working = outbox.work(stop);
    await until(() => sent.length === 82).finally(answer);
    expect(sent.slice(0, 82).some((s) => s.startsWith('ann'))).toBe(false);
    await working;
    expect(sent).toHaveLength(123);
  });

  it('retries a receiver while another one still has a backlog', async () => {
    await follow();
    await append(db, 'affiliate-ann', [removed('1')]);
    await append(
      db,
      'affiliate-bob',
      Array.from({ length: 40 }, (_, i) => removed(String(i))),
    );
    await caughtUp();
    const tried: number[] = [];
    const outbox = outboxOf(
      async ({ receiver }) => {
        if (receiver === 'bob') return void (time.clockAheadMs += 200);
        tried.push(sent.length);
        if (tried.length === 1) throw new Error('away');
      },
      { pausesMs: [100] },
    );
    await outbox.work(stop);
    expect(sent).toHaveLength(41);
    expect(tried).toHaveLength(2);
    expect(tried[1]).toBeLessThan(10);
  });

  it('passes each attempt its start time, and counts the next pause from its end', async () => {
    await follow();
    await append(db, 'affiliate-ann', [removed('1'), removed('2')]);
    await caughtUp();
    const began = Date.now();
    const minutes = (at: number) => Math.round((at - began) / MINUTE_MS);
    const times: number[] = [];
    const sending: Sending = {
      pausesMs: [MINUTE_MS],
      send: async (_due, at) => {
        times.push(minutes(at));
        time.clockAheadMs += 6 * MINUTE_MS;
        if (times.length === 2) throw new Error('away');
        return { outcome: 'sent' };
      },
    };
    await new Outbox(db.pool, db.log, telling, sending, watchedLogger().logger, time).work(stop);
    expect(times).toEqual([0, 6]);
    const { rows } = await db.pool.query(`select next_at from ${telling.schema}.intents where done_at is null`);
    expect(minutes(rows[0].next_at.getTime())).toBe(13);
  });

  it('leaves claimed intents to their process, however long its run takes', async () => {
    await follow();
    await append(db, 'affiliate-ann', [removed('1'), removed('2')]);
    await caughtUp();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    let second = false;
    const one = outboxOf(async (due) => {
      if (word(due).endsWith('1')) return void (time.clockAheadMs += 6 * MINUTE_MS);
      second = true;
      await answered;
    });
    const working = one.work(stop);
    await until(() => second);
    await honest(time.clockAheadMs).work(stop);
    answer();
    await working;
    expect(sent).toEqual(['ann removed 1', 'ann removed 2']);
  });

  it('takes over immediately from a process whose connections ended', async () => {
    await three();
    const dying = createPool(db.appUrl);
    const { promise: never, reject: bury } = Promise.withResolvers<never>();
    const died = outboxOf(() => never, {}, dying)
      .work(stop)
      .catch(() => {});
    await until(async () => (await intents()).filter((i) => i.attempts === 1).length === 2);
    await honest().work(stop);
    expect(sent).toEqual([]);
    const holding = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
                     and database = (select oid from pg_database where datname = current_database())`;
    await db.owner.query(holding);
    await until(async () => {
      await honest().work(stop);
      return sent.length > 0;
    });
    expect(sent.toSorted()).toEqual(['f removed 1', 'f removed 2', 'f removed 3', 'g removed 1']);
    bury(new Error('died'));
    await died;
    await dying.end();
    expect((await intents()).map((i) => i.outcome)).toEqual(['sent', 'sent', 'sent', 'sent']);
  });

  it('does not resend intents in progress when a receiver is retried early', async () => {
    await three();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    let begun = 0;
    const slow = outboxOf(async () => {
      begun++;
      await answered;
    });
    const working = slow.work(stop);
    await until(() => begun === 2);
    await slow.hurry('f');
    await honest().work(stop);
    expect(sent).toEqual([]);
    answer();
    await working;
    expect(sent.toSorted()).toEqual(['f removed 1', 'f removed 2', 'f removed 3', 'g removed 1']);
  });

  it('checks repeatedly within a run which receivers to hold back', async () => {
    await three();
    const held = ['f', 'g'];
    const outbox = outboxOf(async ({ receiver }) => void (receiver === 'f' && held.splice(0)), { held: async () => held });
    held.shift();
    await outbox.work(stop);
    expect(sent.toSorted()).toEqual(['f removed 1', 'f removed 2', 'f removed 3', 'g removed 1']);
  });

  // One receiver, two subjects; and one subject, two queues.
  const hook = reactor({
    name: 'hook',
    group: 'nobody',
    answers: 'One receiver of everything.',
    on: {
      PaymentMethodRemoved: () => [{ receiver: 'hook', kind: 'removed' }],
      PaymentMethodAdded: () => [{ receiver: 'hook', kind: 'added' }],
    },
  });
  it.each([
    ['of another subject', 'affiliate-bob', removed('next')],
    ['of another queue', 'affiliate-ann', added('next')],
  ])('a waiting intent delays only its own queue, however long: not one %s', async (_what, streamId, fact) => {
    const feed = new LogFeed(db.log, { wakeup: db.wakeup });
    const projector = new Projector(db, db.log, feed);
    await dropSchema(db.pool, hook.schema);
    await projector.start([hook]);
    for (let i = 0; i < 50; i++)
      await append(
        db,
        'affiliate-ann',
        Array.from({ length: 100 }, (_, n) => removed(`${i}-${n}`)),
      );
    const next = await append(db, streamId, [fact]);
    await until(() => new Freshness(db.pool).reached(hook.name, 'all', next));
    const positions: number[] = [];
    const sending: Sending = {
      pausesMs: [HOUR_MS],
      send: async ({ position }) => {
        positions.push(position);
        if (positions.length === 1) throw new Error('400');
        return { outcome: 'sent' };
      },
    };
    await new Outbox(db.pool, db.log, hook, sending, watchedLogger().logger, time).work(stop);
    await projector.stop();
    await feed.stop();
    expect(positions).toEqual([next - 5_000, next]);
  });

  it('tries all intents of a receiver however many await a retry, without delaying others', async () => {
    await follow();
    for (let i = 1; i <= 66; i++) await append(db, `affiliate-l${i}`, [removed('shared')]);
    await caughtUp();
    let tried = 0;
    const outbox = outboxOf(async ({ receiver }) => {
      if (receiver !== 'ann') return;
      tried++;
      throw new Error('away');
    });
    await outbox.work(stop);
    expect([tried, sent.length]).toEqual([66, 132]);
    time.clockAheadMs = 2 * MINUTE_MS;
    await outbox.work(stop);
    expect(tried).toBe(132);
    await honest(2 * HOUR_MS).work(stop);
    expect(sent).toHaveLength(198);
  });

  it('ends only its run if the database fails while several intents are in progress', async () => {
    await follow();
    await append(db, 'affiliate-a', [removed('shared')]);
    await caughtUp();
    await unfollow();
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const { query } = db.pool;
    const sending = outboxOf(async () => {
      // From now on nothing can be stored.
      db.pool.query = (async () => {
        throw new Error('the database is away');
      }) as never;
      throw new Error('refused');
    });
    await expect(sending.work(stop)).rejects.toThrow('the database is away');
    await new Promise(setImmediate);
    db.pool.query = query;
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('drops intents of a lost event, and sends those of the event now at its position', async () => {
    await follow();
    await append(db, 'affiliate-k', [removed('kept')]);
    const position = await append(db, 'affiliate-k', [removed('lost')]);
    await caughtUp();
    await unfollow();
    await db.owner.query('delete from log.events where position = $1', [position]);
    await db.pool.query(`update ${telling.schema}.checkpoints set position = least(position, $1)`, [position - 1]);
    await honest().work(stop);
    expect(sent).toEqual(['k removed kept']);
    await db.log.checkHistory().catch(() => {});
    expect(await append(db, 'affiliate-k', [removed('again')])).toBe(position);
    await follow();
    await caughtUp();
    await honest().work(stop);
    expect(sent).toEqual(['k removed kept', 'k removed again']);
  });

  it('notifies other receivers instead, each by a separate intent with its own retries', async () => {
    await follow();
    await append(db, 'affiliate-i', [removed('1')]);
    await caughtUp();
    let down = true;
    const outbox = outboxOf(async ({ receiver }) => {
      if (receiver === 'i') return { outcome: 'sent', instead: ['x', 'y'] };
      if (down && receiver === 'y') throw new Error('away');
    });
    await outbox.work(stop);
    expect(sent).toEqual(['x removed 1']);
    down = false;
    time.clockAheadMs = 2 * MINUTE_MS;
    await outbox.work(stop);
    expect(sent).toEqual(['x removed 1', 'y removed 1']);
  });

  it('sends each intent once and in order with four outboxes in parallel', async () => {
    await follow();
    for (let i = 1; i <= 40; i++) await append(db, `affiliate-h${i % 3}`, [removed(String(i).padStart(2, '0'))]);
    await caughtUp();
    await Promise.all([1, 2, 3, 4].map(() => honest().work(stop)));
    // An outbox that found only claimed queues ended: a next round takes the rest.
    await honest().work(stop);
    expect(sent).toHaveLength(40);
    for (const h of ['h0', 'h1', 'h2']) {
      const own = sent.filter((s) => s.startsWith(h));
      expect(own).toEqual(own.toSorted());
    }
  });
});
