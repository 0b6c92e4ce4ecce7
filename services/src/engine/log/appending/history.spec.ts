import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Fact } from '@framelift/contracts';
import { Cable } from '../../../../../test/support/cable.ts';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { removed } from '../../../../../test/support/counting-projection.ts';
import { createPool } from '../../../platform/pg.ts';
import { LogWatch } from '../../../observing/log-watch.ts';
import { Archive } from '../archiving/archive.ts';
import { type Append, ClockApart, CommandInLog, HistoryLost } from './append.ts';
import { Log } from '../log.ts';
import type { Decider } from '../deciding/decider.ts';
import { Streams } from '../deciding/streams.ts';
import { cashoutRequested, paymentMethodRemoved, systemRestored } from '../../../../../test/support/facts.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());
// A loss in an earlier test must not affect the next one.
beforeEach(() => db.log.checkHistory());

const released = paymentMethodRemoved({ paymentMethodId: '1' });
const metadata = (commandId: string = randomUUID()) =>
  ({ occurredAt: new Date().toISOString(), actor: { kind: 'system', id: 't' }, commandId, correlationId: commandId }) as const;
const to = (streamId: string, more: Partial<Append> = {}, commandId?: string): Append => ({
  streams: [{ streamId, expected: 'any', facts: [released] }],
  metadata: metadata(commandId),
  ...more,
});
/** As a failover to a replica that was behind: the newest events are gone. */
const lose = (events: number) => db.owner.query('delete from log.events where position > (select position - $1 from log.head)', [events]);
const counter: Decider<number> = { name: 'counter', version: 1, initial: 0, evolve: { PaymentMethodRemoved: (n) => n + 1 } };

it('the next append notices lost events, appends nothing, and drops what was read of them', async () => {
  const streams = new Streams(db.pool, db.log);
  const source = { streamId: 'affiliate-lost', decider: counter };
  const seen: number[] = [];
  const decide = () =>
    streams.decide(source, { meta: { ...metadata(), repeatable: false } }, (n: number): Fact[] => (seen.push(n), [released]));
  for (let i = 0; i < 5; i++) await decide();
  await lose(3);
  await expect(decide()).rejects.toThrow(HistoryLost);
  expect((await db.log.readStream(source.streamId)).length).toBe(2);
  await decide();
  expect(seen.at(-1)).toBe(2);
});

it('a process that only read lost events notices before it decides on them', async () => {
  const reader = await Log.open(db.pool, db.vault);
  const streams = new Streams(db.pool, reader);
  const source = { streamId: 'affiliate-read', decider: counter };
  for (let i = 0; i < 3; i++) await db.log.append(to(source.streamId));
  expect((await streams.load(source)).state).toBe(3);
  await lose(1);
  const other = await Log.open(db.pool, db.vault);
  // The same version again, by another history.
  await other.append(to('affiliate-elsewhere'));
  await other.append(to(source.streamId, { streams: [{ streamId: source.streamId, expected: 2, facts: [removed('other')] }] }));
  await expect(streams.decide(source, { meta: { ...metadata(), repeatable: false } }, () => [released])).rejects.toThrow(HistoryLost);
});

it.each<[string, (log: Log, streamId: string) => Promise<unknown>]>([
  ['the log', (log) => log.read(0, 1_000_000)],
  ['a stream', (log, streamId) => log.readStream(streamId)],
  [
    'new events of two streams together',
    (log, streamId) =>
      Promise.all([log.readStreamSince({ streamId, after: 0 }), log.readStreamSince({ streamId: 'affiliate-empty', after: 0 })]),
  ],
])('the first append of a process that only read %s notices lost events', async (_, read) => {
  await db.log.append(to('affiliate-reading'));
  const reader = await Log.open(db.pool, db.vault);
  await read(reader, 'affiliate-reading');
  await lose(1);
  await expect(reader.append(to('affiliate-after'))).rejects.toThrow(HistoryLost);
  expect(await db.log.readStream('affiliate-after')).toEqual([]);
  await reader.append(to('affiliate-after-that'));
  await db.log.checkHistory();
});

it('a key that was lost with the events is created again, so that fields sealed after a loss can be opened', async () => {
  const payTo = { email: 'payee@example.org' };
  const requested = cashoutRequested({ cashoutId: 'c', amountCents: 1, paymentMethodId: '1', paymentType: 'paypal', payTo }) as Fact;
  const streamId = 'affiliate-sealed';
  const sealing = () => to(streamId, { streams: [{ streamId, expected: 'any', facts: [requested] }] });
  await db.log.append(sealing());
  await lose(1);
  await db.owner.query(`delete from vault.keys where subject = 'affiliate:sealed'`);
  await db.log.checkHistory();
  await db.log.append(sealing());
  const [event] = await db.log.readStream(streamId);
  expect(await db.vault.openOne((event!.data as { payTo: never }).payTo)).toEqual(payTo);
});

const uncounted = { historyLosses: { inc: () => {} } } as never;

it('a loss is recorded in the log and the database, and the process is not ready for a while', async () => {
  const log = await Log.open(db.pool, db.vault);
  const losses: unknown[] = [];
  let now = Date.now();
  const watch = new LogWatch(db.pool, log, () => now, uncounted, new Archive(db.pool), {
    error: (loss: unknown) => losses.push(loss),
  } as never);
  const { position } = await log.append(to('affiliate-watched'));
  await watch.look();
  expect(watch.problems).toEqual([]);
  await lose(1);
  await log.checkHistory();
  expect(watch.problems).toEqual([expect.stringContaining(`${position} was seen, the log ends at ${position - 1}`)]);
  now += 6_000;
  expect(watch.problems).toEqual([]);
  await watch.stop();
  expect(losses).toMatchObject([{ position, headPosition: position - 1 }]);
  expect((await db.pool.query('select from log.losses where position = $1', [position])).rowCount).toBe(1);
});

it('a history that was ended on purpose is noticed, even if the log grew past everything that was seen before anybody looked', async () => {
  const log = await Log.open(db.pool, db.vault);
  const losses: unknown[] = [];
  const watch = new LogWatch(db.pool, log, Date.now, uncounted, new Archive(db.pool), {
    error: (loss: unknown) => losses.push(loss),
  } as never);
  await log.append(to('affiliate-kept'));
  const { position: from } = await log.append(to('affiliate-withdrawn'));
  const [withdrawn] = await log.readStream('affiliate-withdrawn');
  await watch.look();
  await lose(1);
  const restored = await Log.open(db.pool, db.vault);
  await restored.append(to('affiliate-after-it'));
  const ended = systemRestored({ from, fromHash: withdrawn!.hash.toString('hex'), to: from - 1, reason: 'A mistake', carried: 0 });
  const { position } = await restored.append(to('programme', { streams: [{ streamId: 'programme', expected: 'any', facts: [ended] }] }));
  const { history } = log;
  // What a page of the restored log says replaces the furthest event this process knew.
  await log.read(from - 1, 10);
  await watch.look();
  await watch.look();
  await watch.stop();
  expect(log.history).toBe(history + 1);
  expect(losses).toMatchObject([{ position: from, headPosition: position }]);
});

it('a decision on lost events is not appended, even if another process noticed the loss first', async () => {
  await db.log.append(to('affiliate-between'));
  const { history } = db.log;
  await lose(1);
  await db.log.checkHistory();
  await expect(db.log.append(to('affiliate-between', { history }))).rejects.toThrow(HistoryLost);
});

describe('a loss that is noticed while a decision on it is in flight', () => {
  /** A log that checks for a loss before the next response to the named query. */
  async function looking(): Promise<{ log: Log; before(name: string): void }> {
    let next: string | undefined;
    const asking = (on: Pick<pg.Pool, 'query'>) => async (question: { name?: string }, values?: unknown[]) => {
      const answer = await on.query(question as never, values);
      if (question.name !== next || !next) return answer;
      next = undefined;
      await log.checkHistory();
      return answer;
    };
    const connect = async () => {
      const client = await db.pool.connect();
      return { query: asking(client as never), release: (error?: Error) => client.release(error) };
    };
    const log = await Log.open({ query: asking(db.pool), connect } as never, db.vault);
    return { log, before: (name) => (next = name) };
  }
  /** The newest events of a stream are replaced by as many others. */
  async function replaced(streamId: string, events: number): Promise<void> {
    await lose(events);
    await db.log.checkHistory();
    for (let i = 0; i < events; i++) await db.log.append(to(streamId));
  }

  it('refuses an append whose guess was refused meanwhile, even if its version fits', async () => {
    const { log, before } = await looking();
    await log.append(to('affiliate-guessed'));
    await replaced('affiliate-guessed', 1);
    before('log.append');
    const late = { streams: [{ streamId: 'affiliate-guessed', expected: 1, facts: [released] }] };
    await expect(log.append(to('affiliate-guessed', late))).rejects.toThrow(HistoryLost);
  });

  it('refuses a command that read on from lost events', async () => {
    const { log, before } = await looking();
    const streams = new Streams(db.pool, log);
    const source = { streamId: 'affiliate-read-on', decider: counter };
    const decide = () => streams.decide(source, { meta: { ...metadata(), repeatable: false } }, () => [released]);
    await decide();
    await streams.load(source);
    await decide();
    await replaced(source.streamId, 2);
    before('log.stream');
    await expect(decide()).rejects.toThrow(HistoryLost);
    await decide();
    expect((await streams.load(source)).state).toBe(3);
  });
});

it('a clock that is ahead or behind appends nothing, until an operator accepts the log’s time', async () => {
  const before = await db.log.head();
  for (const seconds of [60, -60]) {
    const now = () => Date.now() + seconds * 1000;
    const late = await Log.open(db.pool, db.vault, undefined, now);
    if (seconds > 0) await expect(late.append(to('affiliate-clock'))).rejects.toThrow(ClockApart);
    const apart: number[] = [];
    const watch = new LogWatch(db.pool, late, now, uncounted, new Archive(db.pool), {
      error: ({ offsetMs }: { offsetMs: number }) => apart.push(offsetMs),
    } as never);
    await watch.look();
    await expect(late.append(to('affiliate-clock'))).rejects.toThrow(ClockApart);
    // A busy machine measures the offset a little askew.
    expect(watch.problems).toEqual([expect.stringMatching(/^the clock is .* s from the database's$/)]);
    expect(watch.clockOffsetMs / 1000).toBeCloseTo(seconds, -1);
    expect(apart).toHaveLength(1);
    await watch.stop();
  }
  expect((await db.log.head()).position).toBe(before.position);
  await db.log.append(to('affiliate-clock'));
  await db.owner.query(
    `update log.events set recorded_at = recorded_at + interval '1 hour' where position = (select position from log.head)`,
  );
  const log = await Log.open(db.pool, db.vault);
  await expect(log.append(to('affiliate-clock'))).rejects.toThrow(ClockApart);
  await db.owner.query('update log.settings set time_accepted_until = head.recorded_at from log.head');
  const { recordedAt } = await db.log.head();
  await log.append(to('affiliate-clock'));
  expect(await db.log.head()).toMatchObject({ recordedAt });
});

it('appends update no row, so a long transaction causes no dead rows', async () => {
  const other = await freshDatabase();
  const pool = createPool(other.appUrl, { max: 1 });
  try {
    const log = await Log.open(pool, other.vault);
    for (let i = 0; i < 50; i++) await log.append(to(`affiliate-${i % 3}`));
    await pool.query('select pg_stat_force_next_flush()');
    await pool.query('select 1');
    const { rows } = await other.owner.query(
      `select sum(n_tup_ins)::int as inserted, sum(n_tup_upd + n_tup_del)::int as changed from pg_stat_user_tables where schemaname = 'log'`,
    );
    expect(rows).toEqual([{ inserted: 50, changed: 0 }]);
  } finally {
    await pool.end();
    await other.close();
  }
});

it('a process that stops between its append and its commit does not hold up the others; when it goes on, it appends after them', async () => {
  const paused = await Log.open(db.pool, db.vault);
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const inSameTransaction = () => (begin(), resumed);
  const stuck = paused.append(to('affiliate-paused', { inSameTransaction }));
  await begun;
  const other = await Log.open(db.pool, db.vault);
  const { position } = await other.append(to('affiliate-other'));
  expect(await db.log.readStream('affiliate-paused')).toEqual([]);
  resume();
  expect(await stuck).toEqual({ position: position + 1, firstPosition: position + 1 });
  expect(await db.log.readStream('affiliate-paused')).toHaveLength(1);
});

describe('a connection that dies silently', () => {
  it('fails waiting appends; repeated commands return their outcome', async () => {
    const line = await Cable.to(db.appUrl);
    const pool = createPool(line.url, { max: 4 });
    const log = await Log.open(pool, db.vault);
    await log.append(to('affiliate-cable'));
    line.cut();
    const commandId = randomUUID();
    await expect(log.append(to('affiliate-cable', {}, commandId))).rejects.toThrow();
    const again = await log.append(to('affiliate-cable', {}, commandId)).catch((error: unknown) => error);
    const [event] = await db.log.readCommand(commandId);
    expect(event).toBeDefined();
    if (again instanceof Error) expect(again).toBeInstanceOf(CommandInLog);
    expect((await db.log.readStream('affiliate-cable')).length).toBe(2);
    await line.close();
    await pool.end();
  });
});
