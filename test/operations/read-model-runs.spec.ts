import { lockKey, locks } from '../../services/src/platform/locks.ts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Value } from 'typebox/value';
import { calls, type ReadModelRunView, type ReadModelsView } from '../../contracts/src/index.ts';
import { projections } from '../../services/src/screens/screens.module.ts';
import { type App, type Client, startApp } from '../support/system.ts';

let app: App;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.admin();
  for (let i = 0; i < 3; i++) await app.affiliate();
});
afterAll(() => app.stop());

const all = projections.map(({ name }) => name);
const start = (work: string, readModels: string[] = all, headers = {}) =>
  admin.post('/api/admin/read-models/work', { work, readModels }, headers);
const status = async (): Promise<ReadModelsView> => {
  const { body } = await admin.get<ReadModelsView>('/api/admin/read-models');
  expect(Value.Errors(calls['GET /api/admin/read-models'].answers, body)).toEqual([]);
  return body;
};
const ended = async (): Promise<ReadModelRunView> => {
  for (let i = 0; i < 600; i++) {
    const run = (await status()).runs[0]!;
    if (run.state !== 'running') return run;
    await new Promise((wait) => setTimeout(wait, 50));
  }
  throw new Error('It runs for more than half a minute');
};

it('verifies what is right, and says who asked', async () => {
  expect((await start('verify')).status).toBe(200);
  const run = await ended();
  expect(run).toMatchObject({ work: 'verify', state: 'fine', startedBy: 'admin', result: expect.stringMatching(/^All \d+ rows equal/) });
  expect(run.readModels).toEqual((await status()).readModels.map((r) => r.name));
  expect(run.done).toBe(run.total);
  const { actions } = (await admin.get('/api/admin/actions?limit=1')).body;
  expect(actions).toMatchObject([{ actionType: 'verify_read_models', adminUsername: 'admin', targetUsername: null }]);
});

it('finds a planted difference, and a replay mends it', async () => {
  expect((await status()).readModels.find((r) => r.name === 'dashboard')!.lastRebuild).toBeNull();
  await app.db.pool.query(
    'update dashboard.totals set net_sales = net_sales + 1 where affiliate_id = (select min(affiliate_id) from dashboard.totals)',
  );
  await start('verify', ['dashboard']);
  expect(await ended()).toMatchObject({
    state: 'differs',
    readModels: ['dashboard'],
    result: 'Rows that differ from the replay: dashboard.totals: 1',
  });
  await start('replay', ['dashboard']);
  const result = expect.stringContaining('dashboard: 1 row differs from the one in service');
  expect(await ended()).toMatchObject({ work: 'replay', state: 'fine', result });
  const { lastRebuild, lastDifference } = (await status()).readModels.find((r) => r.name === 'dashboard')!;
  expect([lastRebuild, lastDifference]).toEqual([expect.stringMatching(/^20/), expect.objectContaining({ rows: 1, cents: 0 })]);
  await start('verify', ['dashboard']);
  expect(await ended()).toMatchObject({ state: 'fine' });
}, 60_000);

it('runs one at a time, and each command once', async () => {
  const { position } = await app.system.log.head();
  const client = await app.db.pool.connect();
  await client.query(`select pg_advisory_lock(${lockKey(locks.maintenance)})`);
  const refused = await start('verify');
  expect([refused.status, refused.body]).toEqual([409, { error: 'Another verification or replay is running. Please wait for it' }]);
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

it('says of one whose process died that it was interrupted', async () => {
  await app.db.pool.query(
    `insert into projecting.runs (id, work, read_models, started_by, started_at) values ($1, 'replay', '{dashboard}', 'x', now() + interval '1 hour')`,
    [randomUUID()],
  );
  expect((await status()).runs[0]).toMatchObject({ state: 'interrupted', endedAt: null });
});
