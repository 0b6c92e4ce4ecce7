import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { ClockApart, HistoryLost } from '../../services/src/engine/log/appending/append.ts';
import { type App, startApp } from '../support/system.ts';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { payoutStream } from '../../contracts/src/index.ts';
import { giveUpLostFuture } from '../../services/src/engine/projecting/lost-future.ts';
import { prepare } from '../../services/src/engine/projecting/replay.ts';
import { LogWatch } from '../../services/src/observing/log-watch.ts';
import { readSavedHead, writeSavedHead } from '../../services/src/observing/saved-head.ts';
import { CONFIG } from '../../services/src/platform/tokens.ts';
import { affiliateSource } from '../../services/src/programme/affiliate/affiliate.decider.ts';
import { Finishing } from '../../services/src/programme/payouts/finishing.ts';
import { projections } from '../../services/src/screens/screens.module.ts';
import { asking } from '../support/asking.ts';
import { payoutRunSettled } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { operatorOf } from '../support/operator.ts';
import { sold } from '../support/sales.ts';
import { untilAllFolded } from '../support/sending.ts';
import { until } from '../support/until.ts';

let app: App;
let ops: ReturnType<typeof operatorOf>;
let seller: Awaited<ReturnType<App['affiliate']>>;
beforeAll(async () => {
  app = await startApp();
  ops = operatorOf(app.system, app.db.ownerUrl);
  seller = await app.affiliate();
  for (let i = 0; i < 3; i++) await sold(app.system.log, seller.id, 6_00);
});
afterAll(() => app.stop());

const head = () => app.system.log.head();
const sell = () => sold(app.system.log, seller.id, 6_00);

it('audit names the first missing event of a removed end by the positions of read models and relays, without a saved head', async () => {
  const { position } = await head();
  await app.db.pool.query(`insert into feed.relays values ('events', $1, '{}')`, [position]);
  await untilAllFolded(app.system);
  expect(await ops('audit', '--json')).toMatchObject({ code: 0, json: { problems: [] } });
  // It would notice within a second, and drop what it finds ahead.
  const watching = jest.spyOn(app.api.get(LogWatch), 'look').mockResolvedValue();
  await app.db.owner.query('delete from log.events where position > $1', [position - 3]);
  // Over Kafka partitions advance separately: the furthest counts.
  await app.db.pool.query('update dashboard.checkpoints set position = 1 where partition = 0');
  const { code, json } = await ops('audit', '--json');
  watching.mockRestore();
  expect([code, json.head.position]).toEqual([1, position - 3]);
  const missing = (who: string) => ({ position: position - 2, what: `${who} has seen events up to ${position}: the log’s end is missing` });
  expect(json.problems).toEqual(expect.arrayContaining([missing('the read model dashboard'), missing('the relay to events')]));
});

it('accept-clock lets appends continue in a log whose times are ahead, and says when there is nothing to accept', async () => {
  // Once read models that had folded them are discarded too, the events removed by the previous test are no longer reported.
  await app.system.log.checkHistory();
  await until(async () => {
    try {
      return !!(await sell());
    } catch (error) {
      if (error instanceof HistoryLost) return false;
      throw error;
    }
  });
  expect(await ops('accept-clock')).toMatchObject({ code: 2 });
  expect(await ops('accept-clock', '--yes')).toMatchObject({ code: 0, out: expect.stringContaining('nothing to accept') });
  await app.db.owner.query(
    `update log.events set recorded_at = date_trunc('milliseconds', now() + interval '1 hour') where position = $1`,
    [(await head()).position],
  );
  const { recordedAt, position } = await head();
  await expect(sell()).rejects.toThrow(ClockApart);
  const accepted = await ops('accept-clock', '--yes', '--json');
  expect(accepted).toMatchObject({ code: 0, json: { acceptedUntil: recordedAt.toISOString() } });
  expect(accepted.json.aheadSeconds).toBeGreaterThan(3_000);
  await sell();
  expect(await head()).toMatchObject({ recordedAt, position: position + 3 });
});

/** The database's loss while the process ran: its newest events, but not their rows. */
const lose = async (events: number) => {
  const { position } = await head();
  await app.db.owner.query('delete from log.events where position > $1', [position - events]);
  return position;
};
const balance = async () => (await seller.get('/api/affiliate/stats')).body.affiliate.balance as number;

it('read models ahead of a restored log are rebuilt: nothing of the lost future is mixed into later events', async () => {
  await untilAllFolded(app.system);
  const before = await balance();
  await sell();
  await until(async () => (await balance()) === before + 6);
  await untilAllFolded(app.system);
  await app.db.pool.query(
    `insert into reactor_mail.intents (position, receiver, kind, subject, attempts, done_at) values ($1, 'x', 'x', 'x', 1, now())`,
    [(await head()).position],
  );
  await app.db.pool.query(
    `insert into projecting.decisions (projection, position, decision, decided_by) values ('dashboard', $1, 'skip', 'x')`,
    [(await head()).position - 2],
  );
  const position = await lose(3);
  await until(async () => (await app.db.pool.query('select from log.losses where position = $1', [position])).rowCount === 1);
  await until(async () => (await balance().catch(() => -1)) === before);
  // Other events take the positions.
  await sell();
  await until(async () => (await balance()) === before + 6);
  // Intents whose event is gone were not sent.
  expect((await app.db.pool.query(`select from reactor_mail.intents where receiver = 'x'`)).rowCount).toBe(0);
  await untilAllFolded(app.system);
  expect((await ops('verify', '--all')).code).toBe(0);
});

it('a payout run is completed again when the payments of its cashouts were lost', async () => {
  const { id, cashoutId } = await asking(app, { email: 'pay@mail.example' });
  const { status, body } = await (await app.admin()).post('/api/admin/payout-runs', { cashouts: [cashoutId] });
  expect(status).toBe(201);
  await append(app.system, payoutStream(body.id), [payoutRunSettled({ reference: 'PP-1' })]);
  const { position } = await head();
  const paidCents = async () => (await app.system.streams.load(affiliateSource(id))).state.books.paidCents;
  const complete = () => app.api.get(Finishing).work(0, new AbortController().signal);
  await complete();
  expect(await paidCents()).toBe(60_00);
  await lose((await head()).position - position);
  await app.system.log.checkHistory();
  expect(await paidCents()).toBe(0);
  await until(async () => {
    await complete().catch(() => {});
    return (await paidCents()) === 60_00;
  });
});

it('a loss is reported by status, readiness and the screen until an operator accepts it with one command', async () => {
  const ready = async () => (await (await fetch(`${app.url}/health/ready`)).json()) as { status?: string; degraded?: string[] };
  const admin = await app.admin();
  await until(async () => (await ready()).status !== undefined);
  expect((await ready()).degraded).toContain('history');
  const { losses } = (await admin.get('/api/admin/losses')).body;
  expect(losses.length).toBeGreaterThan(0);
  expect((await ops('status')).out).toContain(
    `${losses[0].position} had been seen, the log ended at ${losses[0].headPosition}; see accept-loss`,
  );
  expect(await ops('accept-loss')).toMatchObject({ code: 2 });
  // A person erased since the backup, which has their key.
  const buyer = app.system.keys.buyer('eve@example.org');
  await sold(app.system.log, seller.id, 6_00, 'erased', { customerEmail: 'eve@example.org', buyer });
  const { rows: keys } = await app.db.pool.query('select subject, wrapped from vault.keys where subject = $1', [`buyer:${buyer}`]);
  expect((await ops('erase', '--buyer', 'eve@example.org', '--yes')).code).toBe(0);
  await app.db.pool.query('insert into vault.keys (subject, wrapped) values ($1, $2)', [keys[0].subject, keys[0].wrapped]);
  const accepted = await ops('accept-loss', '--yes', '--by', 'ada', '--json');
  expect(accepted).toMatchObject({
    code: 0,
    json: { losses: losses.length, from: Math.min(...losses.map((l: { headPosition: number }) => l.headPosition)), erasures: 1 },
  });
  expect(await app.system.vault.holdsKey(`buyer:${buyer}`)).toBe(false);
  expect((await ready()).degraded ?? []).not.toContain('history');
  expect((await admin.get('/api/admin/losses')).body).toEqual({ losses: [], missing: null });
  const { json } = await ops('status', '--json');
  expect([json.faults.filter((fault: string) => fault.includes('lost')), json.losses[0].acceptedBy]).toEqual([[], 'ada']);
  expect(await ops('accept-loss', '--yes')).toMatchObject({ code: 0, out: expect.stringContaining('No loss of events awaits acceptance') });
});

it('a start detects a database that was restored while nothing ran, by the head kept with the erasure list', async () => {
  const { knownHead } = app.api.get(CONFIG);
  await sell();
  const { position, hash } = await head();
  await until(async () => (await readSavedHead(knownHead))?.position === position);
  await app.db.owner.query('delete from log.losses');
  const folder = await mkdtemp(join(tmpdir(), 'framelift-head-'));
  await writeSavedHead(join(folder, 'known-head'), { position, hash });
  await lose(3);
  // As a start does; this process noticed by itself.
  await until(async () => (await app.db.pool.query('select from log.losses')).rowCount === 1);
  await app.db.owner.query('delete from log.losses');
  const other = await startApp({ DATA_DIR: folder }, app.db);
  try {
    expect((await app.db.pool.query('select position, head_position from log.losses')).rows).toEqual([
      { position, head_position: position - 3 },
    ]);
    expect(await readFile(join(folder, 'known-head'), 'utf8')).toBeDefined();
  } finally {
    await other.stop();
  }
});

it('accept-loss drops copies that folded lost events, and keeps the others', async () => {
  const { position } = await head();
  const [dashboard] = projections;
  await app.db.pool.query(
    `create schema dashboard__next; create table dashboard__next.checkpoints (partition int, version int, position bigint)`,
  );
  await app.db.pool.query('insert into dashboard__next.checkpoints values (0, $1, $2)', [dashboard!.version, position + 5]);
  expect(await giveUpLostFuture(app.db.pool, position)).toEqual([{ schema: 'dashboard__next', position: position + 5 }]);
  expect(await giveUpLostFuture(app.db.pool, position)).toEqual([]);
  expect(await prepare(app.system, app.system.log, dashboard!)).toBe('ready');
});
