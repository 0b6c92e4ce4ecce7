import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { until } from '../../../../test/support/until.ts';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { type Append, CommandInLog, Conflict } from './appending/append.ts';
import { genesis, link } from './chain.ts';
import { Log } from './log.ts';
import { cashoutRequested, paymentMethodRemoved } from '../../../../test/support/facts.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

const released = paymentMethodRemoved({ paymentMethodId: '1' });
const to = (streamId: string, expected: number | 'any', facts = [released], commandId: string = randomUUID()): Append => ({
  streams: [{ streamId, expected, facts }],
  metadata: { occurredAt: new Date().toISOString(), actor: { kind: 'system', id: 'test' }, commandId, correlationId: commandId },
});

describe('append', () => {
  it('assigns dense positions in commit order and an unbroken chain under concurrency', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, i) => db.log.append(to(`affiliate-${i % 20}`, 'any'))));
    const events = await db.log.read(0, 1000);
    expect(events.map((e) => e.position)).toEqual(Array.from({ length: events.length }, (_, i) => i + 1));
    let hash: Buffer = genesis;
    for (const e of events) {
      hash = link(hash, { ...e, recordedAt: e.recordedAt.toISOString() } as never);
      expect(e.hash.equals(hash)).toBe(true);
    }
  });

  it('refuses a stream at another version alone and names the actual one', async () => {
    await db.log.append(to('affiliate-v', 0));
    const [fine, late] = await Promise.allSettled([db.log.append(to('affiliate-w', 0)), db.log.append(to('affiliate-v', 0))]);
    expect(fine.status).toBe('fulfilled');
    expect((late as PromiseRejectedResult).reason).toBeInstanceOf(Conflict);
    expect((late as PromiseRejectedResult).reason).toMatchObject({ actual: 1, expected: 0 });
  });

  it('refuses a version that the stream has passed or has not reached', async () => {
    await db.log.append(to('affiliate-g', 0, [released, released, released]));
    const commits: number[] = [];
    for (const facts of [[released], [released, released]])
      for (const expected of [0, 1, 2, 4, 9]) {
        // A log that was just opened guesses; one that was refused takes a turn.
        const log = await freshLogOn(db);
        log.onCommit((position) => commits.push(position));
        await expect(log.append(to('affiliate-g', expected, facts))).rejects.toMatchObject({ expected, actual: 3 });
      }
    expect(commits).toEqual([]);
    await db.log.append(to('affiliate-g', 3));
    expect((await db.log.readStream('affiliate-g')).map((e) => e.version)).toEqual([1, 2, 3, 4]);
  });

  it('appends to many streams all or nothing', async () => {
    const both = to('affiliate-a1', 0);
    both.streams.push({ streamId: 'affiliate-v', expected: 0, facts: [released] });
    await expect(db.log.append(both)).rejects.toThrow(Conflict);
    expect(await db.log.readStream('affiliate-a1')).toEqual([]);
  });

  it('keeps a command id permanently', async () => {
    const id = randomUUID();
    const { firstPosition } = await db.log.append(to('affiliate-c', 'any', [released, released], id));
    await expect(db.log.append(to('affiliate-c', 'any', [released], id))).rejects.toThrow(CommandInLog);
    expect((await db.log.readCommand(id)).map((e) => e.position)).toEqual([firstPosition, firstPosition + 1]);
  });

  it('lets appends at any version of one stream share a group, in their order', async () => {
    const other = await freshLogOn(db);
    await other.append(to('affiliate-m', 0, [released, released]));
    const groups: number[] = [];
    db.log.onCommit((_, { events }) => groups.push(events));
    const known = randomUUID();
    await other.append(to('affiliate-n', 0, [released], known));
    const ids = Array.from({ length: 60 }, () => randomUUID());
    const append = (id: string, i: number) =>
      db.log.append(to('affiliate-m', i === 20 ? 7 : 'any', i % 7 ? [released] : [released, released], id));
    const answers = await Promise.allSettled([db.log.append(to('affiliate-n', 'any', [released], known)), ...ids.map(append)]);
    expect(answers.flatMap((a) => (a.status === 'rejected' ? [a.reason.constructor] : []))).toEqual([CommandInLog, Conflict]);
    const events = (await db.log.readStream('affiliate-m')).slice(2);
    expect(events.map((e) => e.version)).toEqual(events.map((_, i) => i + 3));
    expect([...new Set(events.map((e) => e.metadata.commandId))]).toEqual(ids.filter((_, i) => i !== 20));
    expect(groups.length).toBeLessThan(8);
    expect((await db.log.readStream('affiliate-n')).length).toBe(1);
  });

  it('sends many appends in two halves, each once', async () => {
    const { log, queries, close } = await recordingLog();
    await Promise.all(Array.from({ length: 40 }, (_, i) => log.append(i % 2 ? to(`affiliate-h${i}`, 0) : to('affiliate-h', 'any'))));
    expect(queries).toEqual(['head', 'log.append', 'log.append']);
    close();
  });

  it('resends a group that was hashed onto a refused one, and refuses only late appends', async () => {
    const groups: number[] = [];
    db.log.onCommit((_, { events }) => groups.push(events));
    await db.log.append(to('affiliate-p', 0, [released, released]));
    for (const late of [3, 30]) {
      const ids = Array.from({ length: 40 }, () => randomUUID());
      // Those at any version guess what the first half will make of the stream: it is another version once one is refused.
      const append = (id: string, i: number) => {
        if (i === late) return db.log.append(to('affiliate-p', 1, [released], id));
        return db.log.append(i % 4 ? to(`affiliate-p${late}-${i}`, 0, [released], id) : to('affiliate-p', 'any', [released], id));
      };
      groups.length = 0;
      const answers = await Promise.allSettled(ids.map(append));
      expect(answers.flatMap((a, i) => (a.status === 'rejected' ? [[i, a.reason.constructor]] : []))).toEqual([[late, Conflict]]);
      expect(groups.length).toBeGreaterThan(1);
      expect(groups.length).toBeLessThan(5);
      const firstOf = await Promise.all(ids.map(async (id) => (await db.log.readCommand(id))[0]?.position));
      const answered = answers.map((a) => (a.status === 'fulfilled' ? a.value.firstPosition : undefined));
      expect(answered).toEqual(firstOf);
    }
    const versions = (await db.log.readStream('affiliate-p')).map((e) => e.version);
    expect(versions).toEqual(versions.map((_, i) => i + 1));
  });

  it('fails appends in flight when the connection is lost, and accepts later ones', async () => {
    const log = await freshLogOn(db);
    const alive = new pg.Client(db.ownerUrl);
    await alive.connect();
    const [acknowledged, lost] = [[] as string[], [] as string[]];
    let going = true;
    const writers = Array.from({ length: 30 }, async (_, w) => {
      for (let i = 0; going; i++) {
        const id = randomUUID();
        await log.append(to(`affiliate-l${w}-${i}`, 0, [released], id)).then(
          () => acknowledged.push(id),
          () => lost.push(id),
        );
      }
    });
    // An append that a kill did not meet in the database is sent again, and not lost.
    for (let kills = 0; kills < 5 || lost.length === 0; kills++) {
      await until(() => acknowledged.length > 25 * (kills + 1));
      await alive.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = current_database()', [
        'framelift',
      ]);
    }
    const before = acknowledged.length;
    await until(() => acknowledged.length > before + 25);
    going = false;
    await Promise.all(writers);
    await alive.end();
    const after = await freshLogOn(db);
    await after.append(to('affiliate-l-after', 0));
    const inLog = (await after.read(0, 1_000_000)).map((e) => e.metadata.commandId);
    const appended = new Set([...acknowledged, ...lost]);
    const kept = inLog.filter((id) => appended.has(id));
    expect(acknowledged.filter((id) => !kept.includes(id))).toEqual([]);
    expect(new Set(kept).size).toBe(kept.length);
  });

  it('fails waiting appends when the head cannot be read', async () => {
    let working = true;
    const client = { query: (): Promise<unknown> => Promise.reject(new Error('not now')), release: () => (working = false) };
    const pool = { connect: () => (working ? Promise.resolve(client) : db.pool.connect()), query: db.pool.query.bind(db.pool) };
    const log = await freshLogOn({ pool: pool as never, vault: db.vault });
    await expect(log.append(to('affiliate-x', 0))).rejects.toThrow('not now');
    await log.append(to('affiliate-x', 0));
  });

  it('fails only the append at fault when PostgreSQL refuses a group', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => db.log.append(to(i === 3 ? 'affiliate-\0' : `affiliate-z${i}`, 0))),
    );
    expect(answers.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []))).toEqual([3]);
  });

  it('refuses a malformed command id', async () => {
    await expect(db.log.append(to('affiliate-u', 0, [released], 'x'.repeat(36)))).rejects.toThrow('UUID');
  });

  it('refuses data that does not fit the catalogue', async () => {
    await expect(db.log.append(to('affiliate-d', 0, [{ type: 'PaymentMethodRemoved', data: { nope: 1 } } as never]))).rejects.toThrow(
      'does not fit',
    );
  });

  it('lets a racing process win twice, then takes the lock', async () => {
    const other = await freshLogOn(db);
    await Promise.all(Array.from({ length: 300 }, (_, i) => (i % 2 ? db.log : other).append(to(`affiliate-r${i % 7}`, 'any'))));
    const positions = (await db.log.read(0, 10_000)).map((e) => e.position);
    expect(positions).toEqual(positions.map((_, i) => i + 1));
  });

  it('keeps up with another process that moves the head between its lone appends', async () => {
    const other = await freshLogOn(db);
    for (let i = 0; i < 10; i++) await (i % 2 ? db.log : other).append(to('affiliate-t', i));
    expect((await db.log.readStream('affiliate-t')).map((e) => e.version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('takes turns once it met another process, until sixteen turns met none', async () => {
    const { log, queries, close } = await recordingLog();
    await log.append(to('affiliate-q', 'any'));
    const inTurn = ['log.take_turn', 'log.explain', 'log.append', 'log.end_turn'];
    for (const quiet of [3, 20]) {
      queries.length = 0;
      await db.log.append(to('affiliate-q-other', 'any'));
      for (let i = 0; i <= quiet; i++) {
        await log.append(to('affiliate-q', 'any'));
        // An append that follows immediately shares the turn.
        await until(() => queries.at(-2) !== 'log.explain');
      }
      const turns = quiet === 3 ? 4 : 17;
      // The first time it is refused once; the second time it takes turns already.
      const refused = quiet === 3 ? ['log.append'] : [];
      const again = Array.from({ length: quiet + 1 - turns }, () => 'log.append');
      await until(() => queries.length === refused.length + 4 * turns + again.length);
      expect(queries).toEqual([...refused, ...Array.from({ length: turns }, () => inTurn).flat(), ...again]);
    }
    close();
  });

  it('gives another process its turn although it has more to append', async () => {
    const other = await freshLogOn(db);
    let isDone = false;
    const busy = Array.from({ length: 8 }, async (_, i) => {
      while (!isDone) await db.log.append(to(`affiliate-busy-${i}`, 'any'));
    });
    for (let i = 0; i < 5; i++) {
      await other.append(to('affiliate-patient', i));
      // Its own turn ends meanwhile.
      await wait(20);
    }
    isDone = true;
    await Promise.all(busy);
  });

  it('tells the appends of one group apart: in the log already, late, or next', async () => {
    const known = randomUUID();
    await db.log.append(to('visits-group-1', 0, [released], known));
    const other = await freshLogOn(db);
    await other.append(to('visits-group-2', 0));
    const both = to('visits-group-3', 0);
    both.streams.push({ streamId: 'visits-group-2', expected: 0, facts: [released] });
    const appends = [
      to('visits-group-4', 0, [released], known),
      both,
      to('visits-group-5', 4),
      to('visits-group-6', 0),
      to('visits-group-2', 1),
    ];
    const answers = await Promise.allSettled(appends.map((append) => db.log.append(append)));
    expect(answers.map((a) => (a.status === 'rejected' ? a.reason : a.value.position))).toEqual([
      expect.any(CommandInLog),
      expect.objectContaining({ streamId: 'visits-group-2', actual: 1 }),
      expect.objectContaining({ streamId: 'visits-group-5', actual: 0 }),
      expect.any(Number),
      expect.any(Number),
    ]);
  });

  it('does extra work in the append’s transaction, which is committed or rolled back with it', async () => {
    const mark = 'insert into log.losses (position, hash, head_position) values ($1, $2, 0)';
    const marks = async () =>
      (await db.pool.query('select position from log.losses where head_position = 0 order by 1')).rows.map((r) => r.position);
    const seen: number[] = [];
    const working = (position: number, then: () => void): Append => ({
      ...to(`affiliate-also-${position}`, 0),
      async inSameTransaction(client) {
        await client.query(mark, [position, genesis]);
        for (const on of [client, db.pool])
          seen.push((await on.query('select from log.events where stream_id = $1', [`affiliate-also-${position}`])).rowCount!);
        then();
      },
    });
    await db.log.append(working(1, () => {}));
    const fault = () => {
      throw new Error('its own work failed');
    };
    await expect(db.log.append(working(2, fault))).rejects.toThrow('its own work failed');
    expect(seen).toEqual([1, 0, 1, 0]);
    expect(await marks()).toEqual([1]);
    expect(await db.log.readStream('affiliate-also-2')).toEqual([]);
    let isDone = false;
    await expect(db.log.append({ ...to('affiliate-also-1', 0), inSameTransaction: async () => void (isDone = true) })).rejects.toThrow(
      Conflict,
    );
    expect(isDone).toBe(false);
  });

  it('stores every text unchanged, alone and in a group', async () => {
    const texts = ['"', '\\', '\\"', '{a,b}', 'NULL', '', ' x ', '\n\t', '\u2028', 'é😀', "';--", '$1', '\\N'];
    const add = (text: string, way: string) =>
      db.log.append(to(`claim-${way}${text}`, 0, [paymentMethodRemoved({ paymentMethodId: `p${text}` })]));
    await add('first', 'group');
    await Promise.all(texts.map((text) => add(text, 'group')));
    for (const text of texts) await add(text, 'alone');
    for (const way of ['group', 'alone'])
      for (const text of texts) {
        const [event] = await db.log.readStream(`claim-${way}${text}`);
        expect(event).toMatchObject({ version: 1, data: { paymentMethodId: `p${text}` } });
      }
  });

  it('seals personal fields and opens them until their key is destroyed', async () => {
    const payTo = { email: 'canary@example.com' };
    await db.log.append(
      to('affiliate-s', 0, [
        cashoutRequested({ cashoutId: 'c1', amountCents: 1, paymentMethodId: '1', paymentType: 'paypal', payTo }) as never,
      ]),
    );
    const [event] = await db.log.readStream('affiliate-s');
    expect(event!.dataText).not.toContain('canary');
    const sealed = (event!.data as { payTo: never }).payTo;
    expect(await db.vault.openOne(sealed)).toEqual(payTo);
    await db.pool.query(`delete from vault.keys where subject = 'affiliate:s'`);
    expect(await db.vault.openOne(sealed)).toBeNull();
  });
});

describe('the api’s database role', () => {
  it('can append and read, and nothing else', async () => {
    for (const sql of [
      'update log.events set position = 0',
      'delete from log.events',
      'update log.settings set partitions = 1',
      'truncate log.events',
      `insert into log.events select * from log.events`,
    ])
      await expect(db.pool.query(sql)).rejects.toThrow('permission denied');
  });
});

const freshLogOn = ({ pool, vault }: Pick<TestDatabase, 'pool' | 'vault'>) => Log.open(pool, vault);

/** A log whose appends are known by the names of their queries. */
async function recordingLog(): Promise<{ log: Log; queries: string[]; close(): void }> {
  const queries: string[] = [];
  const client = await db.pool.connect();
  const watched = { query: (q: pg.QueryConfig) => (queries.push(q.name ?? 'head'), client.query(q)), release: () => {} };
  const pool = { connect: () => Promise.resolve(watched), query: db.pool.query.bind(db.pool) };
  return { log: await freshLogOn({ pool: pool as never, vault: db.vault }), queries, close: () => client.release() };
}
