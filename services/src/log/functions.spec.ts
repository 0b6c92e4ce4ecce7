import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { until } from '../../../test/until.ts';
import type { Prepared } from './append-queue.ts';
import { appendInTurn, type Head, type InTurn, type PreparedEvent, readHead, tryToAppend } from './calls.ts';
import { genesis } from './chain.ts';
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
    return { id, streamId, type: 'PaymentMethodRemoved', schemaVersion: 1, partition: 0, dataText: '{}', metadataText: '{}' };
  });
type Wanted = Record<string, number>;
const streamsOf = (wanted: Wanted, n: number) =>
  Object.entries(wanted).map(([streamId, expected]) => ({ streamId, expected, events: eventsOf(streamId, n) }));
const inTurn = (wanted: Wanted, commandId: string = randomUUID()): InTurn => ({
  commandId,
  fingerprint: undefined,
  streams: streamsOf(wanted, 1),
});
const guess = (wanted: Wanted, seen: Head, n: number, now = Date.now()) => {
  const prepared: Prepared = {
    commandId: randomUUID(),
    fingerprint: undefined,
    also: undefined,
    history: 1,
    streams: streamsOf(wanted, n),
  };
  return linkGroup([prepared], seen, now, streamVersions());
};
const queue = (client: PoolClient, ...appends: InTurn[]) => appendInTurn(client, undefined, new Date(), appends);
const stream = () => `affiliate-${randomUUID()}`;

it('an event is linked no earlier than the one it follows, whatever the clock shows', () => {
  const recordedAt = new Date();
  const { after } = guess({ [stream()]: 0 }, { position: 7, hash: genesis, recordedAt }, 1, recordedAt.getTime() - 3_000);
  expect(after.recordedAt).toEqual(recordedAt);
});

describe.each([1, 2])('a guess of %i events', (n) => {
  it('is refused where a stream never came to its version', async () => {
    const there = stream();
    expect(await tryToAppend(here, guess({ [there]: 0 }, await readHead(here), n))).toBe(true);
    for (const wanted of [{ [there]: n + 1 }, { [stream()]: 1 }, { [there]: n, [stream()]: 3 }])
      expect(await tryToAppend(here, guess(wanted, await readHead(here), n))).toBe(false);
    expect(await tryToAppend(here, guess({ [there]: n }, await readHead(here), n))).toBe(true);
  });

  it('is refused where it was recorded before the head', async () => {
    await queue(here, inTurn({ [stream()]: 0 }));
    const head = await readHead(here);
    const earlier = { ...head, recordedAt: new Date(head.recordedAt.getTime() - 1) };
    expect(await tryToAppend(here, guess({ [stream()]: 0 }, earlier, n, earlier.recordedAt.getTime()))).toBe(false);
    expect(await tryToAppend(here, guess({ [stream()]: 0 }, head, n))).toBe(true);
  });

  it('that is not committed keeps an append in turn waiting, which then follows it', async () => {
    const seen = await readHead(here);
    await here.query('begin');
    expect(await tryToAppend(here, guess({ [stream()]: 0 }, seen, n))).toBe(true);
    const waiting = queue(there, inTurn({ [stream()]: 0 }));
    await until(db.someoneWaits);
    await here.query('commit');
    expect((await waiting).firstPositions).toEqual([seen.position + n + 1]);
  });

  it('waits for an append in turn that is not committed, and finds its place taken', async () => {
    const seen = await readHead(here);
    await here.query('begin');
    await queue(here, inTurn({ [stream()]: 0 }));
    const waiting = tryToAppend(there, guess({ [stream()]: 0 }, seen, n));
    waiting.catch(() => {});
    await until(db.someoneWaits);
    await here.query('commit');
    await expect(waiting).rejects.toMatchObject({ code: '23505' });
  });
});

describe('an append in turn', () => {
  it('waits for one that is not committed, and follows it: no gap, no fork, nothing lost', async () => {
    const seen = await readHead(here);
    await here.query('begin');
    const first = await queue(here, inTurn({ [stream()]: 0 }));
    const waiting = queue(there, inTurn({ [stream()]: 0 }));
    await until(db.someoneWaits);
    await here.query('commit');
    const second = await waiting;
    expect([first.firstPositions, second.firstPositions]).toEqual([[seen.position + 1], [seen.position + 2]]);
    expect(second.before).toEqual(first.head.hash);
  });

  it('of many processes at once gives each its place', async () => {
    const { position } = await readHead(here);
    const clients = await Promise.all(Array.from({ length: 4 }, () => db.pool.connect()));
    const verdicts = await Promise.all(
      clients.map(async (client) => {
        try {
          const own = [];
          for (let i = 0; i < 25; i++) own.push(await queue(client, inTurn({ [stream()]: 0 })));
          return own;
        } finally {
          client.release();
        }
      }),
    );
    const firsts = verdicts.flat().map((v) => v.firstPositions[0]!);
    expect(firsts.toSorted((a, b) => a - b)).toEqual(firsts.map((_, i) => position + i + 1));
  });

  it('is refused where its command is in the log, or one of its streams is late, and the others of its group are not', async () => {
    const [command, old] = [randomUUID(), stream()];
    const before = await queue(here, inTurn({ [old]: 0 }, command));
    const { position } = before.head;
    const [fresh, untouched] = [stream(), stream()];
    const verdict = await queue(
      here,
      inTurn({ [untouched]: 0 }, command),
      inTurn({ [old]: 0, [untouched]: 0 }),
      inTurn({ [untouched]: 0, [old]: 5 }),
      inTurn({ [fresh]: 0, [old]: 1 }),
    );
    expect(verdict.firstPositions).toEqual([null, null, null, position + 1]);
    expect(verdict.commandsAt).toEqual([position, null, null, null]);
    expect(verdict.actual).toEqual([0, 1, 0, 0, 1, 1, 2]);
    expect(verdict.head.position).toBe(position + 2);
    expect(await readHead(here)).toEqual(verdict.head);
  });

  it('that is refused leaves the head where it is', async () => {
    const head = await readHead(here);
    const verdict = await queue(here, inTurn({ [stream()]: 1 }), inTurn({ [stream()]: 2, [stream()]: 0 }));
    expect(verdict.firstPositions).toEqual([null, null]);
    expect([verdict.head.position, verdict.head.hash]).toEqual([head.position, head.hash]);
    expect(await readHead(here)).toEqual(head);
  });

  it('is recorded no earlier than the head', async () => {
    const { head } = await queue(here, inTurn({ [stream()]: 0 }));
    const late = await appendInTurn(here, undefined, new Date(head.recordedAt.getTime() - 2_000), [inTurn({ [stream()]: 0 })]);
    expect(late.head.recordedAt).toEqual(head.recordedAt);
    expect(await readHead(here)).toEqual(late.head);
  });
});
