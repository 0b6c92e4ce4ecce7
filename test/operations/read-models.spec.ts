import { lockKey, locks } from '../../services/src/platform/locks.ts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Value } from 'typebox/value';
import {
  calls,
  type ParkedView,
  type ReadModelRunView,
  type ReadModelsView,
  type RowStepsView,
  type TouchedRowsView,
} from '../../contracts/src/index.ts';
import { projections } from '../../services/src/screens/screens.module.ts';
import { shapesOf } from '../../services/src/engine/projecting/schema.ts';
import { sold } from '../support/sales.ts';
import { type App, type Client, startApp } from '../support/system.ts';
import { until } from '../support/until.ts';

let app: App;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.admin();
  for (let i = 0; i < 3; i++) await app.affiliate();
});
afterAll(() => app.stop());

const all = projections.map(({ name }) => name);
const start = (task: string, readModels: string[] = all, headers = {}) =>
  admin.post('/api/admin/read-models/tasks', { task, readModels }, headers);
const status = async (): Promise<ReadModelsView> => {
  const { body } = await admin.get<ReadModelsView>('/api/admin/read-models');
  expect(Value.Errors(calls['GET /api/admin/read-models'].answers, body)).toEqual([]);
  return body;
};
const ended = async (): Promise<ReadModelRunView> => {
  let run: ReadModelRunView | undefined;
  await until(async () => (run = (await status()).runs[0]!).state !== 'running');
  return run!;
};

it('verifies a correct read model, and names who asked', async () => {
  expect((await start('verify')).status).toBe(200);
  const run = await ended();
  expect(run).toMatchObject({ task: 'verify', state: 'fine', startedBy: 'admin', result: expect.stringMatching(/^All \d+ rows equal/) });
  expect(run.readModels).toEqual((await status()).readModels.map((r) => r.name));
  expect(run.done).toBe(run.total);
  const { actions } = (await admin.get('/api/admin/actions?limit=1')).body;
  expect(actions).toMatchObject([{ actionType: 'verify_read_models', adminUsername: 'admin', targetUsername: null }]);
});

it('finds a planted difference, and a replay corrects it', async () => {
  expect((await status()).readModels.find((r) => r.name === 'dashboard')!.lastRebuiltAt).toBeNull();
  await app.db.pool.query(
    'update dashboard.totals set net_sales = net_sales + 1 where affiliate_id = (select min(affiliate_id) from dashboard.totals)',
  );
  await start('verify', ['dashboard']);
  expect(await ended()).toMatchObject({
    state: 'differs',
    readModels: ['dashboard'],
    result: 'Rows that differ from the replay: dashboard.totals: 1',
  });
  // A run that has just ended does not block the next one.
  expect((await start('replay', ['dashboard'])).status).toBe(200);
  const result = expect.stringContaining('dashboard: 1 row differs from the one in service');
  expect(await ended()).toMatchObject({ task: 'replay', state: 'fine', result });
  const { lastRebuiltAt, lastDifference } = (await status()).readModels.find((r) => r.name === 'dashboard')!;
  expect([lastRebuiltAt, lastDifference]).toEqual([expect.stringMatching(/^20/), expect.objectContaining({ rows: 1, differenceCents: 0 })]);
  await start('verify', ['dashboard']);
  expect(await ended()).toMatchObject({ state: 'fine' });
});

it('allows one run at a time, and each command once', async () => {
  const { position } = await app.system.log.head();
  const client = await app.db.pool.connect();
  await client.query(`select pg_advisory_lock(${lockKey(locks.maintenance)})`);
  const refused = await start('verify');
  expect([refused.status, refused.body]).toMatchObject([409, { error: 'Another verification or replay is running. Please wait for it' }]);
  await client.query(`select pg_advisory_unlock(${lockKey(locks.maintenance)})`);
  client.release();
  expect((await start('verify', ['nonsense'])).status).toBe(404);
  expect((await start('drop', ['dashboard'])).status).toBe(400);
  expect((await start('verify', [])).status).toBe(400);
  expect((await app.system.log.head()).position).toBe(position);
  const key = { 'Idempotency-Key': randomUUID() };
  const first = await start('verify', ['accounts'], key);
  await ended();
  const runs = (await status()).runs.length;
  expect((await start('verify', ['accounts'], key)).position).toBe(first.position);
  expect((await status()).runs.length).toBe(runs);
});

it('reports a run whose process died as interrupted', async () => {
  await app.db.pool.query(
    `insert into projecting.runs (id, work, read_models, started_by, started_at) values ($1, 'replay', '{dashboard}', 'x', now() + interval '1 hour')`,
    [randomUUID()],
  );
  expect((await status()).runs[0]).toMatchObject({ state: 'interrupted', endedAt: null });
  await app.db.owner.query(`delete from projecting.runs where started_by = 'x'`);
});

describe('parked events', () => {
  const groups = async (): Promise<ParkedView> => {
    const { body } = await admin.get<ParkedView>('/api/admin/read-models/parked');
    expect(Value.Errors(calls['GET /api/admin/read-models/parked'].answers, body)).toEqual([]);
    return body;
  };
  const decide = (decision: string, group: ParkedView['groups'][number], more: object = {}) =>
    admin.post('/api/admin/read-models/parked', {
      fingerprint: group.fingerprint,
      streams: group.streams,
      decision,
      reason: 'the fold is fixed',
      ...more,
    });
  /** Sales that the database refuses to count, each on a separate affiliate. */
  const refusing = async (affiliates: number) => {
    await app.db.owner.query('alter table dashboard.days add constraint no_more check (sales < 0) not valid');
    for (let i = 0; i < affiliates; i++) await sold(app.system.log, (await app.affiliate()).id, 6_00);
    await until(async () => (await groups()).groups.some(({ streams }) => streams === affiliates));
    const [group] = (await groups()).groups;
    return group!;
  };
  const fix = () => app.db.owner.query('alter table dashboard.days drop constraint no_more');
  const verified = async () => {
    await start('verify', ['dashboard']);
    expect(await ended()).toMatchObject({ state: 'fine' });
  };

  it('of one cause are retried together: still parked before the fix, folded after it; who and why is kept', async () => {
    const group = await refusing(3);
    expect(group).toMatchObject({ readModel: 'dashboard', type: 'SaleRecorded', streams: 3, first: expect.any(Array) });
    expect(group.error).toContain('no_more');
    expect((await decide('retry', group)).body).toEqual({ decided: 3, parked: 3, remaining: 0 });
    await fix();
    expect((await decide('retry', group, { streams: 2 })).status).toBe(409);
    expect((await decide('retry', group, { reason: '' })).status).toBe(400);
    expect((await decide('retry', group, { fingerprint: '0'.repeat(16) })).status).toBe(404);
    expect((await decide('retry', group)).body).toEqual({ decided: 3, parked: 0, remaining: 0 });
    const { groups: left, decisions } = await groups();
    expect(left).toEqual([]);
    expect(decisions[0]).toMatchObject({
      decision: 'retry',
      positions: 3,
      by: 'admin',
      reason: 'the fold is fixed',
      readModel: 'dashboard',
    });
    const { actions } = (await admin.get('/api/admin/actions?limit=1')).body;
    expect(actions).toMatchObject([{ actionType: 'retry_parked_events', adminUsername: 'admin' }]);
    await verified();
  });

  it('are skipped together, permanently; repeating the command decides nothing more', async () => {
    const group = await refusing(2);
    const key = { 'Idempotency-Key': randomUUID() };
    const body = { fingerprint: group.fingerprint, streams: 2, decision: 'skip', reason: 'test sales' };
    const first = await admin.post('/api/admin/read-models/parked', body, key);
    expect(first.body).toEqual({ decided: 2, parked: 0, remaining: 0 });
    const again = await admin.post('/api/admin/read-models/parked', body, key);
    expect([again.body, again.position]).toEqual([first.body, first.position]);
    expect((await groups()).decisions[0]).toMatchObject({ decision: 'skip', positions: 2 });
    await fix();
    await verified();
    const steps = await admin.get<RowStepsView>(
      `/api/admin/read-models/dashboard/totals/steps?key=${JSON.stringify([group.first[0]!.streamId.slice(10)])}`,
    );
    expect(steps.body.steps.find(({ position }) => position === group.first[0]!.position)).toMatchObject({ leftOut: 'skipped' });
    expect(steps.body.isSame).toBe(true);
  });
});

describe('the steps of a row', () => {
  const stepsOf = async (name: string, table: string, key: unknown[], query = '') => {
    const answer = await admin.get<RowStepsView>(
      `/api/admin/read-models/${name}/${table}/steps?key=${encodeURIComponent(JSON.stringify(key))}${query}`,
    );
    if (answer.status === 200)
      expect(Value.Errors(calls['GET /api/admin/read-models/:name/:table/steps'].answers, answer.body)).toEqual([]);
    return answer;
  };

  it('lead to every row of every read model, and the serving row is their result', async () => {
    const seller = await app.affiliate();
    await seller.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'a@example.org' } });
    for (let i = 0; i < 4; i++) await sold(app.system.log, seller.id, 60_00);
    const { paymentMethods } = (await seller.get('/api/affiliate/stats')).body;
    await seller.post('/api/affiliate/cashouts', { amount: 60, paymentMethodId: paymentMethods[0].id });
    await seller.get('/api/affiliate/stats');
    const found: string[] = [];
    for (const projection of projections)
      for (const { table, key } of shapesOf(projection)) {
        const columns = key.map(([column]) => `${column}::text`).join(', ');
        const { rows } = await app.db.pool.query({
          text: `select ${columns} from ${projection.schema}.${table} limit 3`,
          rowMode: 'array',
        });
        for (const row of rows) {
          const { body, status } = await stepsOf(projection.name, table, row);
          expect([projection.name, table, row, status, body.isSame, body.events > 0]).toEqual([
            projection.name,
            table,
            row,
            200,
            true,
            true,
          ]);
          const clear = Object.keys(body.columns).filter((name) => body.columns[name]!.isClear);
          expect(body.row).toEqual(body.steps[0]!.after);
          for (const name of clear) expect(body.row![name]).toBeNull();
          found.push(`${projection.name}.${table}`);
        }
      }
    expect(new Set(found).size).toBeGreaterThan(10);
    const { body } = await stepsOf('dashboard', 'totals', [seller.id]);
    expect(body.steps.map(({ type }) => type)).toEqual(expect.arrayContaining(['SaleRecorded', 'CashoutRequested', 'AffiliateRegistered']));
    expect(body.steps.at(-1)).toMatchObject({ type: 'AffiliateRegistered', before: null });
    for (const [i, step] of body.steps.slice(0, -1).entries()) expect(step.before).toEqual(body.steps[i + 1]!.after);
    const first = await stepsOf('dashboard', 'totals', [seller.id], '&limit=2');
    const second = await stepsOf('dashboard', 'totals', [seller.id], `&limit=500&after=${encodeURIComponent(first.body.next!)}`);
    expect([...first.body.steps, ...second.body.steps]).toEqual(body.steps);
  });

  it('show that the serving row differs from their result', async () => {
    const { rows } = await app.db.pool.query(
      'update dashboard.totals set earned_cents = earned_cents + 1 where net_sales > 2 returning affiliate_id',
    );
    expect((await stepsOf('dashboard', 'totals', [rows[0].affiliate_id])).body.isSame).toBe(false);
    await app.db.pool.query('update dashboard.totals set earned_cents = earned_cents - 1 where affiliate_id = $1', [rows[0].affiliate_id]);
    expect((await stepsOf('dashboard', 'totals', [rows[0].affiliate_id])).body.isSame).toBe(true);
  });

  it('are refused for unknown rows', async () => {
    for (const [name, table, key] of [
      ['nope', 'totals', ['a']],
      ['dashboard', 'nope', ['a']],
      ['dashboard', 'constructor', ['a']],
      ['dashboard', 'totals', ['nobody']],
      ['action-log', 'actions', ['no position']],
    ] as const)
      expect([name, table, (await stepsOf(name, table, [...key])).status]).toEqual([name, table, 404]);
    for (const key of [[], ['a', 'b'], [{}], [null], ['\0']]) expect((await stepsOf('dashboard', 'totals', key)).status).toBe(400);
    expect((await admin.get('/api/admin/read-models/dashboard/totals/steps?key=x')).status).toBe(400);
  });

  it('are found from any event, by the rows it changed', async () => {
    const { position } = await app.system.log.head();
    const { body } = await admin.get<TouchedRowsView>(`/api/admin/events/${position}/rows`);
    expect(Value.Errors(calls['GET /api/admin/events/:position/rows'].answers, body)).toEqual([]);
    for (const { readModel, table, key } of body.rows)
      expect((await stepsOf(readModel, table, key)).body.steps.some((step) => step.position === position)).toBe(true);
    expect(body.rows.length).toBeGreaterThan(0);
    expect((await admin.get(`/api/admin/events/${position + 1}/rows`)).status).toBe(404);
  });
});
