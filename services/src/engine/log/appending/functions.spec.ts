import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { until } from '../../../../../test/support/until.ts';
import type { Prepared, PreparedEvent } from './append.ts';
import { endTurn, explain, type Head, readHead, takeTurn, tryToAppend } from './calls.ts';
import { genesis } from '../chain.ts';
import { linkGroup, streamVersions } from './linking.ts';

let db: TestDatabase;
let here: PoolClient;
let there: PoolClient;
beforeAll(async () => {
  db = await freshDatabase();
  [here, there] = [await db.pool.connect(), await db.pool.connect()];
});
afterAll(async () => {
  for (const client of [here, there]) client.release(true);
  await db.close();
});

const eventsOf = (streamId: string, n: number): PreparedEvent[] =>
  Array.from({ length: n }, () => {
    const id = randomUUID();
    return { id, streamId, type: 'PaymentMethodRemoved', schemaVersion: 1, partition: 0, dataText: '{}', metadataText: '{"more":1}' };
  });
type Wanted = Record<string, number>;
const streamsOf = (wanted: Wanted, n: number) =>
  Object.entries(wanted).map(([streamId, expected]) => ({ streamId, expected, events: eventsOf(streamId, n) }));
const append = (wanted: Wanted, n = 1, commandId: string = randomUUID()): Prepared => ({
  commandId,
  fingerprint: undefined,
  inSameTransaction: undefined,
  history: 1,
  streams: streamsOf(wanted, n),
});
const guess = (wanted: Wanted, seen: Head, n: number, now = Date.now()) => linkGroup([append(wanted, n)], seen, now, streamVersions());
/** Longer than any session is silent here. */
const SILENT_MS = 60_000;
const stream = () => `affiliate-${randomUUID()}`;

it('links no event at a time before its predecessor, whatever the clock shows', () => {
  const recordedAt = new Date();
  const { after } = guess({ [stream()]: 0 }, { position: 7, hash: genesis, recordedAt }, 1, recordedAt.getTime() - 3_000);
  expect(after.recordedAt).toEqual(recordedAt);
});

describe.each([1, 2])('a guess of %i events', (n) => {
  it('is refused if a stream never reached its version', async () => {
    const there = stream();
    expect(await tryToAppend(here, guess({ [there]: 0 }, await readHead(here), n))).toBe(true);
    for (const wanted of [{ [there]: n + 1 }, { [stream()]: 1 }, { [there]: n, [stream()]: 3 }])
      expect(await tryToAppend(here, guess(wanted, await readHead(here), n))).toBe(false);
    expect(await tryToAppend(here, guess({ [there]: n }, await readHead(here), n))).toBe(true);
  });

  it('is refused if its time is before the head', async () => {
    await tryToAppend(here, guess({ [stream()]: 0 }, await readHead(here), 1));
    const head = await readHead(here);
    const earlier = { ...head, recordedAt: new Date(head.recordedAt.getTime() - 1) };
    expect(await tryToAppend(here, guess({ [stream()]: 0 }, earlier, n, earlier.recordedAt.getTime()))).toBe(false);
    expect(await tryToAppend(here, guess({ [stream()]: 0 }, head, n))).toBe(true);
  });

  it('keeps a turn waiting until its commit, which the turn then sees', async () => {
    const seen = await readHead(here);
    await here.query('begin');
    expect(await tryToAppend(here, guess({ [stream()]: 0 }, seen, n))).toBe(true);
    const taken = takeTurn(there, SILENT_MS);
    const standing = explain(there, undefined, new Date(), []);
    await until(db.someoneWaits);
    await here.query('commit');
    await taken;
    expect((await standing).head.position).toBe(seen.position + n);
    await endTurn(there);
  });

  it('waits for another session’s turn to end, and is refused if that one appended', async () => {
    const seen = await readHead(here);
    await takeTurn(here, SILENT_MS);
    expect(await tryToAppend(here, guess({ [stream()]: 0 }, seen, n))).toBe(true);
    const waiting = tryToAppend(there, guess({ [stream()]: 0 }, seen, n));
    await until(db.someoneWaits);
    await endTurn(here);
    expect(await waiting).toBe(false);
  });
});

describe('a turn', () => {
  it('waits for the one before it, in the order of requests', async () => {
    const { position } = await readHead(here);
    const clients = await Promise.all(Array.from({ length: 4 }, () => db.pool.connect()));
    const heads = await Promise.all(
      clients.map(async (client) => {
        const met: number[] = [];
        try {
          for (let i = 0; i < 25; i++) {
            const taken = takeTurn(client, SILENT_MS);
            const { head } = await explain(client, undefined, new Date(), []);
            await taken;
            expect(await tryToAppend(client, guess({ [stream()]: 0 }, head, 1))).toBe(true);
            met.push(head.position);
            await endTurn(client);
          }
          return met;
        } finally {
          client.release(true);
        }
      }),
    );
    const met = heads.flat().toSorted((a, b) => a - b);
    expect(met).toEqual(met.map((_, i) => position + i));
  });

  it('of a silent session ends with the session', async () => {
    const silent = await db.pool.connect();
    const died = new Promise((resolve) => silent.once('error', resolve));
    await takeTurn(silent, 50);
    await takeTurn(there, SILENT_MS);
    await endTurn(there);
    await died;
    silent.release(true);
  });

  it('lets its session be silent after its end', async () => {
    await takeTurn(here, SILENT_MS);
    await endTurn(here);
    const { rows } = await here.query('show idle_session_timeout');
    expect(rows).toEqual([{ idle_session_timeout: '0' }]);
  });
});

describe('the state returned to appends', () => {
  it('has the versions of their streams and the positions of their commands', async () => {
    const [command, old] = [randomUUID(), stream()];
    const before = await readHead(here);
    expect(await tryToAppend(here, linkGroup([append({ [old]: 0 }, 2, command)], before, Date.now(), streamVersions()))).toBe(true);
    const fresh = stream();
    const standing = await explain(here, before, new Date(), [append({ [old]: 0, [fresh]: 0 }), append({ [old]: 2 }, 1, command)]);
    expect(standing).toMatchObject({ isKnown: true, acceptsTime: true, versions: [2, 0, 2], commandsAt: [null, before.position + 1] });
    expect(standing.head).toEqual(await readHead(here));
  });

  it('reports lost events if the log lacks the furthest known one', async () => {
    const head = await readHead(here);
    for (const known of [
      { ...head, hash: genesis },
      { ...head, position: head.position + 1 },
    ])
      expect(await explain(here, known, new Date(), [])).toMatchObject({ isKnown: false, head });
    for (const known of [undefined, head]) expect(await explain(here, known, new Date(), [])).toMatchObject({ isKnown: true });
  });

  it.each([-6, 6])('records nothing if a clock is %i s off the database’s', async (seconds) => {
    const now = Date.now();
    expect(await explain(here, undefined, new Date(now + seconds * 1000), [])).toMatchObject({ acceptsTime: false });
    expect(await explain(here, undefined, new Date(now), [])).toMatchObject({ acceptsTime: true });
  });
});
