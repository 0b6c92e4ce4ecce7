import { afterEach, expect, it, jest } from '@jest/globals';
import { Log } from '../../services/src/engine/log/log.ts';
import { CredentialsTable } from '../../services/src/programme/sign-in/credentials.ts';
import { projections } from '../../services/src/screens/screens.module.ts';
import { type App, startApp } from '../support/system.ts';
import { Cable } from '../support/cable.ts';
import { freshDatabase } from '../support/database.ts';
import { sold } from '../support/sales.ts';
import { until } from '../support/until.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

const ready = async (app: App) => {
  const response = await fetch(`${app.url}/health/ready`);
  return { status: response.status, body: (await response.json()) as { error?: string; lastLoss?: object } };
};

it('is not ready when the database falls silent, and is ready again over new connections', async () => {
  const db = await freshDatabase();
  undo.push(() => db.close());
  const line = await Cable.to(db.appUrl);
  undo.push(() => line.close());
  const app = await startApp({}, { ...db, appUrl: line.url });
  undo.push(() => app.stop());
  let seen = await ready(app);
  expect(seen.status).toBe(200);
  // A connection that was being opened at the cut works. Without a timeout of the query there would be no answer.
  for (; seen.status === 200; seen = await ready(app)) line.cut();
  expect(seen).toMatchObject({ status: 503, body: { error: 'the database does not answer' } });
  await until(async () => (await ready(app)).status === 200);
});

it.each([
  ['before', 'select pg_terminate_backend(pg_backend_pid())'],
  ['after', 'commit; select pg_terminate_backend(pg_backend_pid())'],
])('creates one first admin although the database ends the session %s it has recorded it', async (_when, text) => {
  const add = CredentialsTable.add.bind(CredentialsTable);
  const spy = jest.spyOn(CredentialsTable, 'add').mockImplementationOnce(async (client, accountId, hash) => {
    await add(client, accountId, hash);
    await client.query(text);
  });
  undo.push(async () => spy.mockRestore());
  const app = await startApp();
  undo.push(() => app.stop());
  expect((await (await app.admin()).get('/api/admin/attention')).status).toBe(200);
  expect(await app.system.log.streamsWith('AdminCreated')).toHaveLength(1);
});

it.each([
  ['starts although the database is away for a moment', 3, 'ready'],
  ['does not start while it is away', 1_000, 'timeout exceeded when trying to connect'],
])('%s', async (_what, times, expected) => {
  const head = Log.prototype.head;
  let failed = 0;
  const spy = jest.spyOn(Log.prototype, 'head').mockImplementation(function (this: Log) {
    return failed++ < times ? Promise.reject(new Error('timeout exceeded when trying to connect')) : head.call(this);
  });
  undo.push(async () => spy.mockRestore());
  const start = async () => {
    const app = await startApp();
    undo.push(() => app.stop());
    return 'ready';
  };
  expect(await start().catch(({ message }: Error) => message)).toBe(expected);
});

it('notices and reports that the database lost events, and shows later ones', async () => {
  const app = await startApp();
  undo.push(() => app.stop());
  const { id, get } = await app.affiliate();
  for (let i = 0; i < 5; i++) await sold(app.system.log, id, 10_00);
  const { position } = await app.system.log.head();
  await until(async () => (await get('/api/affiliate/stats')).body.affiliate.totalSales === 5);
  // Like a failover to a replica that was behind: events and their rows are gone.
  await app.db.owner.query('delete from log.events where position > $1', [position - 9]);
  for (const { schema } of projections)
    await app.db.owner.query(`update ${schema}.checkpoints set position = least(position, $1)`, [position - 9]);
  await app.db.owner.query(
    'update dashboard.totals set net_sales = 2, earned_cents = 2000, generated_cents = 10000 where affiliate_id = $1',
    [id],
  );
  await until(async () => (await ready(app)).status === 503);
  expect((await ready(app)).body.error).toContain(`${position} was seen, the log ends at ${position - 9}`);
  await until(async () => (await ready(app)).status === 200);
  expect((await ready(app)).body.lastLoss).toMatchObject({ position, headPosition: position - 9 });
  await sold(app.system.log, id, 10_00);
  await until(async () => (await get('/api/affiliate/stats')).body.affiliate.totalSales === 3);
  expect((await app.db.owner.query('select position::int from log.losses')).rows).toContainEqual({ position });
});
