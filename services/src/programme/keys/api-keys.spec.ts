import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { affiliateStream, apiKeysStream, keyRefusals, refusals } from '@framelift/contracts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';

let app: App;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.admin();
});
afterAll(() => app.stop());

const body = (name: string) => ({ name, scopes: ['read:affiliates', 'read:personal'], perMinute: 60 });
const invalid = { status: 401, body: { error: keyRefusals.invalid } };
const lastUse = async (id: string) =>
  (await app.db.pool.query('select used_at from api_keys.last_uses where key_id = $1', [id])).rows[0]?.used_at;

it('is shown once, and neither the log nor a table holds it', async () => {
  const headers = { 'Idempotency-Key': 'once' };
  const { status, body: made } = await admin.post('/api/admin/keys', body('Shown once'), headers);
  expect([status, made.key]).toEqual([201, expect.stringMatching(/^flk_[0-9a-z]{16}_[\w-]{43}$/)]);
  expect(made.key).toContain(`flk_${made.id}_`);
  expect(await admin.post('/api/admin/keys', body('Shown once'), headers)).toMatchObject({
    status: 409,
    body: { error: keyRefusals.shownOnce },
  });
  const secret = made.key.slice(-43);
  const { rows } = await app.db.pool.query(`select string_agg(e::text, '') as all from log.events e where stream_id = $1`, [apiKeysStream]);
  expect(rows[0].all).toContain(made.id);
  expect(rows[0].all).not.toContain(secret);
  expect(JSON.stringify((await admin.get('/api/admin/keys')).body)).not.toContain(secret);
});

it('needs the password again, and no key can create or revoke another', async () => {
  const late = app.as(app.tokenOf((await app.system.streams.log.streamsWith('AdminCreated'))[0]!, { minutesAgo: 11 }));
  expect(await late.post('/api/admin/keys', body('Late'))).toMatchObject({ status: 403, body: { error: refusals.confirmFirst } });
  const program = await app.program(['read:programme', 'read:personal', 'write:affiliates', 'write:sales']);
  const notAccepted = { status: 403, body: { error: keyRefusals.notAccepted } };
  expect(await program.post('/api/admin/keys', body('Child'))).toMatchObject(notAccepted);
  expect(await program.send('DELETE', `/api/admin/keys/${program.id}`)).toMatchObject(notAccepted);
});

it('reads what its scopes allow and nothing after it is revoked', async () => {
  const program = await app.program(['read:affiliates', 'read:personal']);
  const { username } = await app.affiliate();
  const { affiliates } = (await program.get('/api/admin/affiliates')).body;
  expect(affiliates.map((a: { username: string }) => a.username)).toContain(username);
  expect(await program.get('/api/admin/events')).toMatchObject({ status: 403, body: { error: keyRefusals.scopeMissing('read:events') } });
  expect((await admin.send('DELETE', `/api/admin/keys/${program.id}`)).status).toBe(200);
  expect(await program.get('/api/admin/affiliates')).toMatchObject(invalid);
  expect((await admin.send('DELETE', `/api/admin/keys/${program.id}`)).status).toBe(404);
  expect(await lastUse(program.id)).toBeUndefined();
});

it('is limited to its requests per minute', async () => {
  const program = await app.program(['read:programme'], { perMinute: 3 });
  const statuses: number[] = [];
  for (let n = 0; n < 5; n++) statuses.push((await program.get('/api/admin/overview')).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const refused = await fetch(`${app.url}/api/admin/overview`, { headers: { Authorization: `Bearer ${program.token}` } });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(50);
  const limits = (answer: Response) => ['Limit', 'Remaining'].map((name) => answer.headers.get(`X-RateLimit-${name}`));
  expect(limits(refused)).toEqual(['3', '0']);
  const other = await app.program(['read:programme'], { perMinute: 7 });
  const left = () => fetch(`${app.url}/api/admin/overview`, { headers: { Authorization: `Bearer ${other.token}` } }).then(limits);
  expect([await left(), await left()]).toEqual([
    ['7', '6'],
    ['7', '5'],
  ]);
  expect((await (await app.program(['read:programme'])).get('/api/admin/overview')).status).toBe(200);
});

it('shows its last use, written once a minute', async () => {
  const program = await app.program(['read:programme']);
  const listed = async () => (await admin.get('/api/admin/keys')).body.keys.find((k: { id: string }) => k.id === program.id);
  expect(await listed()).toMatchObject({ name: program.name, createdBy: 'admin', lastUsedAt: null, expiresAt: null });
  await program.get('/api/admin/overview');
  const first = await lastUse(program.id);
  await program.get('/api/admin/overview');
  expect(await lastUse(program.id)).toEqual(first);
  expect((await listed()).lastUsedAt).toBe(first.toISOString());
});

it('is named in the access record and in the actions, and is the actor of what it does', async () => {
  const program = await app.program(['read:affiliates', 'read:personal', 'write:affiliates']);
  const { id } = await app.affiliate();
  await program.get(`/api/admin/affiliates/${id}/history`);
  await program.get('/api/admin/events');
  expect((await program.put(`/api/admin/affiliates/${id}`, { commissionRate: 33 })).status).toBe(200);
  const { rows } = await app.db.pool.query(
    `select kind, account_id, key_name, about, status from access.entries where key_name = $1 order by id`,
    [program.name],
  );
  const [account_id, key_name] = [`key-${program.id}`, program.name];
  expect(rows).toEqual([
    { kind: 'read', account_id, key_name, about: id, status: 200 },
    { kind: 'refused', account_id, key_name, about: null, status: 403 },
  ]);
  expect((await admin.get('/api/admin/accesses?limit=5')).body.accesses[0]).toMatchObject({ keyName: program.name });
  const edited = (await app.system.log.readStream(affiliateStream(id))).at(-1)!;
  expect([edited.type, edited.metadata.actor]).toEqual(['AffiliateEdited', { kind: 'key', id: program.id }]);
  expect((await admin.get('/api/admin/actions?limit=1')).body.actions[0]).toMatchObject({
    actionType: 'edit_affiliate',
    adminUsername: `API key ${program.name}`,
  });
});
