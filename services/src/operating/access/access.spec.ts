import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';
import { AccessRecords } from './access-records.ts';

let app: App;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.admin();
});
afterAll(() => app.stop());

const newest = async () => (await admin.get('/api/admin/accesses?limit=50')).body.accesses;
const login = (username: string, password: string) => app.anybody.post('/api/affiliate/login', { username, password });

it('records successful and failed logins, with the account if there is one', async () => {
  const { id, username, password } = await app.affiliate();
  await login(username, password);
  await login(username, 'not it');
  await login('nobody-at-all', 'not it');
  const recorded = (await newest()).filter((a: any) => a.call.endsWith('/login')).slice(0, 3);
  expect(recorded.map((a: any) => [a.kind, a.accountId, a.username, a.status])).toEqual([
    ['refused', null, null, 401],
    ['refused', `affiliate-${id}`, username, 401],
    ['signedIn', `affiliate-${id}`, username, 200],
  ]);
});

it('records every read of a person’s data by an admin, with that person, before responding', async () => {
  const { id } = await app.affiliate();
  await admin.get('/api/admin/overview');
  await admin.get(`/api/admin/affiliates/${id}/history`);
  await admin.get('/api/admin/affiliates?search=somebody%40example.org');
  await admin.get('/api/admin/events/1');
  const { rows } = await app.db.pool.query('select kind, about, call from access.entries order by id desc limit 3');
  expect(rows).toEqual([
    { kind: 'read', about: '1', call: 'GET /api/admin/events/:position' },
    { kind: 'read', about: null, call: 'GET /api/admin/affiliates' },
    { kind: 'read', about: id, call: 'GET /api/admin/affiliates/:id/history' },
  ]);
});

it('records refused accesses with account and call', async () => {
  const affiliate = await app.affiliate();
  expect((await affiliate.get('/api/admin/affiliates')).status).toBe(403);
  const { rows } = await app.db.pool.query('select kind, account_id, call, status from access.entries order by id desc limit 1');
  expect(rows).toEqual([{ kind: 'refused', account_id: `affiliate-${affiliate.id}`, call: 'GET /api/admin/affiliates', status: 403 }]);
});

it('records a flood of refusals in few inserts', async () => {
  const { pool } = app.db;
  const inserts = async () => (await pool.query('select count(distinct xmin::text) as n, count(*) as entries from access.entries')).rows[0];
  const before = await inserts();
  const affiliate = await app.affiliate();
  const accesses = app.api.get(AccessRecords);
  const record = accesses.record.bind(accesses);
  // However slow the machine is, all are to be recorded at once.
  const refused = Promise.withResolvers<void>();
  const recording = jest.spyOn(accesses, 'record').mockImplementation(async (entry) => {
    if (recording.mock.calls.length === 60) refused.resolve();
    await refused.promise;
    return record(entry);
  });
  await Promise.all(Array.from({ length: 60 }, () => affiliate.get('/api/admin/affiliates')));
  recording.mockRestore();
  const after = await inserts();
  expect(after.entries - before.entries).toBe(60);
  expect(after.n - before.n).toBeLessThan(3);
});

it('stores no name, address or search, and nothing for longer than twelve months', async () => {
  const { pool } = app.db;
  const { rows } = await pool.query('select row_to_json(e)::text as text from access.entries e');
  for (const { text } of rows) expect(text).not.toMatch(/127\.0\.0\.1|::1|example\.org|nobody-at-all|not it/);
  expect(new Set((await newest()).map((a: any) => a.from)).size).toBe(1);
  await pool.query(
    `insert into access.entries (at, kind, call, status, came_from) values (now() - interval '366 days', 'read', 'old', 200, 'x')`,
  );
  await app.api.get(AccessRecords).forget(Date.now());
  expect((await pool.query(`select from access.entries where call = 'old'`)).rowCount).toBe(0);
  expect((await pool.query('select from access.entries')).rowCount).toBeGreaterThan(5);
});

it('is read page by page, by admins only', async () => {
  const all: string[] = [];
  for (let after = '', page = 0; page < 5; page++) {
    const { body } = await admin.get(`/api/admin/accesses?limit=2${after && `&after=${after}`}`);
    all.push(...body.accesses.map((a: any) => a.id));
    after = body.next;
  }
  expect(new Set(all).size).toBe(10);
  expect(all).toEqual(all.toSorted((a, b) => Number(b) - Number(a)));
});
