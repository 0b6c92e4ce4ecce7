import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Socket } from 'node:net';
import pg from 'pg';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { paymentMethodRemoved } from '../../../../../test/support/facts.ts';
import { append } from '../../../../../test/support/history.ts';
import { until } from '../../../../../test/support/until.ts';
import { genesis } from '../chain.ts';
import { Log } from '../log.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

const removed = [paymentMethodRemoved({ paymentMethodId: '1' })];
const appendTo = (log: Log, streamId: string) => append({ log }, streamId, removed);

/** What the types of pg do not name. */
interface Session {
  processID: number;
  connection: { stream: Socket };
}
const sessionOf = (client: pg.PoolClient) => client as unknown as Session;

type Before = (statement: string, client: pg.PoolClient) => Promise<void>;

/** A log whose process does something before each of its statements, which keep their order. It takes turns: another process appends too. */
async function logWith(before: Before): Promise<Log> {
  let isReady = false;
  const connect = async () => {
    const client = await db.pool.connect();
    let earlier = Promise.resolve();
    const query = (q: string | pg.QueryConfig) => {
      const statement = typeof q === 'string' ? q : (q.name ?? q.text);
      earlier = earlier.then(() => (isReady ? before(statement, client) : undefined));
      return earlier.then(() => client.query(q));
    };
    return { query, release: (error?: Error) => client.release(error) };
  };
  const log = await Log.open({ connect, query: db.pool.query.bind(db.pool) } as never, db.vault);
  for (const appending of [log, db.log, log]) await appendTo(appending, 'affiliate-any');
  isReady = true;
  return log;
}

/** Until the database has ended the session, as it does after 1.5 s of silence in a turn. */
const isEnded = (client: pg.PoolClient) =>
  until(async () => {
    const { rowCount } = await db.owner.query('select from pg_stat_activity where pid = $1', [sessionOf(client).processID]);
    return rowCount === 0;
  });

/** A busy process reads the end of its session only after it has sent its next statement. */
async function silently(client: pg.PoolClient): Promise<void> {
  const { stream } = sessionOf(client).connection;
  stream.pause();
  await isEnded(client);
  setImmediate(() => stream.resume());
}

const lengthOf = async (streamId: string) => (await db.log.readStream(streamId)).length;

/** The statement is executed, and its session lost before the answer. */
const losingAnswer =
  (at: string, streamId: string): Before =>
  async (statement, client) => {
    if (statement !== at) return;
    const { stream } = sessionOf(client).connection;
    stream.pause();
    void until(async () => (await lengthOf(streamId)) > 0).then(() => stream.destroy());
  };

it.each([
  ['when it sends its append', 'log.append', silently],
  ['before it sends its append', 'log.append', isEnded],
  ['at the end of its turn', 'log.end_turn', silently],
])('a process that loses its session %s appends in another one, once', async (when, at, lose) => {
  const streams = [`affiliate-${when.replaceAll(' ', '-')}`, `affiliate-later-${at}-${lose.name}`];
  let later: Promise<unknown> | undefined;
  const log = await logWith(async (statement, client) => {
    if (statement !== at || later) return;
    later = appendTo(log, streams[1]!);
    await lose(client);
  });
  await appendTo(log, streams[0]!);
  await until(() => later !== undefined);
  await later;
  expect(await Promise.all(streams.map(lengthOf))).toEqual([1, 1]);
});

const work = 'insert into log.losses (position, hash, head_position) values ($1, $2, 0)';
/** Appends one event, with work in its transaction. */
const appendWorking = (log: Log, streamId: string) =>
  append({ log }, streamId, removed, {
    inSameTransaction: async (client) => void (await client.query({ text: work, values: [1, genesis] })),
  });
const worksDone = async () => (await db.owner.query('delete from log.losses')).rowCount;

it.each([
  ['before its work', work, isEnded],
  ['with its work', work, silently],
  ['before its commit', 'commit', isEnded],
  ['with its commit', 'commit', silently],
  ['as its transaction takes too long', 'commit', async (client: pg.PoolClient) => void (await client.query('select pg_sleep(4)'))],
])('an append with work in its transaction whose session ends %s does both in another one, once', async (when, at, lose) => {
  const streamId = `affiliate-work-${when.replaceAll(' ', '-')}`;
  let lost = 0;
  const log = await logWith(async (statement, client) => {
    if (statement === at && !lost++) await lose(client);
  });
  await appendWorking(log, streamId);
  expect([lost, await lengthOf(streamId), await worksDone()]).toEqual([2, 1, 1]);
});

it('a commit whose answer was lost is not sent again, nor is its work done again', async () => {
  const log = await logWith(losingAnswer('commit', 'affiliate-work-unknown'));
  await expect(appendWorking(log, 'affiliate-work-unknown')).rejects.toThrow('Connection terminated');
  expect([await lengthOf('affiliate-work-unknown'), await worksDone()]).toEqual([1, 1]);
});

it('a process whose sessions end again and again gives up, and has appended nothing', async () => {
  const ended: unknown[] = [];
  const log = await logWith(async (statement, client) => {
    if (statement !== 'log.append' || ended.length === 3) return;
    ended.push(client);
    await db.owner.query('select pg_terminate_backend($1)', [sessionOf(client).processID]);
    await until(() =>
      client.query('select').then(
        () => false,
        ({ message }: Error) => message.endsWith('is not queryable'),
      ),
    );
  });
  await expect(appendTo(log, 'affiliate-ever')).rejects.toThrow('is not queryable');
  expect([new Set(ended).size, await lengthOf('affiliate-ever')]).toEqual([3, 0]);
  await appendTo(log, 'affiliate-ever');
  expect(await lengthOf('affiliate-ever')).toBe(1);
});

it('an append whose answer was lost is not sent again: what became of it is unknown', async () => {
  const log = await logWith(losingAnswer('log.append', 'affiliate-unknown'));
  await expect(appendTo(log, 'affiliate-unknown')).rejects.toThrow('Connection terminated');
  expect(await lengthOf('affiliate-unknown')).toBe(1);
});
