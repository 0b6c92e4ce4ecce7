import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { affiliateStream, type Fact, visitsStream } from '@framelift/contracts';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { append } from '../../../../test/support/history.ts';
import { withRowsRead } from '../../../../test/support/rows-read.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { TermsHistory } from '../terms-history.ts';
import { Log } from '../../engine/log/log.ts';
import { writeCursor } from '../../http/list-query.ts';
import { OwnDataController } from '../own-data/own-data.controller.ts';
import { Histories } from './history.view.ts';
import { affiliateRegistered, recoveryCodesRenewed, visitTracked } from '../../../../test/support/facts.ts';

const hash = 'f'.repeat(32);
const ID = 'a1';
const STEPS = 2_500;
const VISITS_PER_STEP = 4;

let db: TestDatabase;
let read: number[];
let histories: Histories;
let ownData: OwnDataController;
beforeAll(async () => {
  db = await freshDatabase();
  const registered = {
    affiliateId: ID,
    username: 'anna',
    email: 'anna@example.org',
    usernameClaim: hash,
    emailClaim: hash,
    commissionBps: 2_000,
  };
  await append(db, affiliateStream(ID), [affiliateRegistered(registered)]);
  const visit = visitTracked({ visitId: 'v', affiliateId: ID, page: '/', visitor: { sealed: '', of: 'nobody' } as never });
  const many = <T>(n: number, one: T) => Array.from({ length: n }, () => one);
  for (let step = 0; step < 5; step++) {
    await append(db, visitsStream(ID), many((STEPS * VISITS_PER_STEP) / 5, visit) as Fact[]);
    await append(db, affiliateStream(ID), many(STEPS / 5, recoveryCodesRenewed({})) as Fact[]);
  }
  const counted = withRowsRead(db.pool);
  ({ read } = counted);
  const log = await Log.open(counted.pool, db.vault);
  histories = new Histories(log, db.vault, new TermsHistory(new Streams(counted.pool, log), log), Date.now);
  ownData = new OwnDataController(log, db.vault);
});
afterAll(() => db.close());

const rowsRead = async <T>(work: () => Promise<T>) => {
  read.length = 0;
  const answer = await work();
  return { answer, rows: read.reduce((sum, n) => sum + n, 0), most: Math.max(...read) };
};

describe('the figures as of a moment', () => {
  const all = STEPS * VISITS_PER_STEP;

  it('read the affiliate in pages and next to none of many visits', async () => {
    const { answer, rows, most } = await rowsRead(() => histories.read(ID, Number.MAX_SAFE_INTEGER));
    expect(answer.stats.totalClicks).toBe(all);
    expect([rows < STEPS + 100, most <= 1_000]).toEqual([true, true]);
  });

  it('read only the events until then', async () => {
    const { answer, rows } = await rowsRead(() => histories.read(ID, 1_001));
    expect([answer.position, answer.stats.totalClicks]).toEqual([1_001, 1_000]);
    expect(rows).toBeLessThan(100);
  });

  it.each([1, 2, 2_001, 2_002, 2_501, 2_502, all, all + STEPS, all + STEPS + 1])('are those of position %i, included', async (position) => {
    const { rows } = await db.pool.query(`select count(*)::int as clicks from log.events where position <= $1 and type = 'VisitTracked'`, [
      position,
    ]);
    expect(await histories.read(ID, position)).toMatchObject({ position, stats: { totalClicks: rows[0].clicks } });
  });

  it('are those of a time, and missing before the first event', async () => {
    const { rows } = await db.pool.query(
      `select recorded_at, count(*) over (order by recorded_at)::int as clicks from log.events where type = 'VisitTracked' order by position limit 1`,
    );
    expect((await histories.read(ID, rows[0].recorded_at)).stats.totalClicks).toBe(rows[0].clicks);
    await expect(histories.read(ID, 0)).rejects.toThrow('Affiliate not found');
  });
});

describe('the account export', () => {
  const who = { kind: 'affiliate', id: ID, session: 's', confirmed: true, needsTotp: false } as const;

  it('comes in pages, each of which reads itself', async () => {
    const positions: number[] = [];
    let after: string | undefined;
    for (let pages = 0; pages < 100; pages++) {
      const { answer, rows } = await rowsRead(() => ownData.data(who, { limit: 400, ...(after ? { after } : {}) }));
      expect(rows).toBeLessThan(440);
      positions.push(...answer.events.map((e) => e.position));
      if (answer.next === null) break;
      after = answer.next;
    }
    const { rows } = await db.pool.query('select position from log.events where stream_id = $1 order by position', [affiliateStream(ID)]);
    expect(positions).toEqual(rows.map((r) => r.position));
  });

  it('continues after a position of another stream', async () => {
    expect((await ownData.data(who, { after: writeCursor([100]), limit: 1 })).events[0]!.position).toBe(2_002);
    expect((await ownData.data(who, { after: writeCursor([0]), limit: 1 })).events[0]!.position).toBe(1);
    expect(await ownData.data(who, { after: writeCursor([99_999_999]) })).toMatchObject({ events: [], next: null });
  });
});
