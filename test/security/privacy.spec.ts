import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Answer, type App, type Client, startApp } from '../support/system.ts';
import { KafkaHarness, noKafka, titled } from '../support/kafka.ts';
import { operatorOf } from '../support/operator.ts';
import { sold } from '../support/sales.ts';
import { sharedBroker } from '../support/stack.ts';
import { until } from '../support/until.ts';

let app: App;
let folder: string;
/** Of the erased person and their buyer. */
const canaries = [
  'canaryname',
  'canarypay',
  'canarycode',
  'canarynote',
  'canaryadminnote',
  'canaryguess',
  'canaryagent',
  'canaryreferrer',
  'canarybuyer',
  'canarymoved',
  'canaryholder',
  'canarystreet',
  'canaryland',
  'canarytax',
  'canaryorder',
  'canarymissed',
  'canaryrefusal',
  'canaryedit',
  'canaryreview',
  'canarynoted',
];
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'on' });
  folder = await mkdtemp(join(tmpdir(), 'framelift-privacy-'));
});
afterAll(async () => {
  receiver.stop();
  await rm(folder, { recursive: true, force: true });
  await app.stop();
});

/** Rows of any table of any schema that contain any of these, as text or as bytes. */
async function tablesHolding(words: readonly string[]): Promise<string[]> {
  const { owner } = app.db;
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of rows)
    for (const word of words) {
      const hex = Buffer.from(word).toString('hex');
      const held = await owner.query(`select from ${name} t where t::text ilike $1 or t::text ilike $2 limit 1`, [`%${word}%`, `%${hex}%`]);
      if (held.rowCount) found.push(`${name}: ${word}`);
    }
  return found;
}

/** A person with a history, whose every detail is unique. */
async function person(): Promise<Client & { id: string; username: string }> {
  const client = await app.affiliate('canaryname');
  const admin = await app.admin();
  const done = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  // It receives personal fields, and repeats them in its answers.
  receiver.answers['/told'] = (_request, response) => void response.writeHead(500).end(receiver.heard.at(-1)!.body);
  await done(admin.post('/api/admin/webhooks', { name: 'Books', url: receiver.urlOf('/told'), types: [], personal: true }));
  const customerEmail = 'canarybuyer@example.com';
  await sold(app.system.log, client.id, 200_00, 'invoice-1', {
    customerEmail,
    buyer: app.system.keys.buyer(customerEmail),
    attributedBy: 'coupon',
    code: 'canarycode',
  });
  await client.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'canarypay@example.org' } });
  for (const code of ['canarycode', 'canarycode2']) await admin.post(`/api/admin/affiliates/${client.id}/coupons`, { code });
  await admin.send('DELETE', `/api/admin/affiliates/${client.id}/coupons/canarycode2`);
  const { paymentMethods } = (await client.get('/api/affiliate/stats')).body;
  await client.post('/api/affiliate/cashouts', { amount: 60, paymentMethodId: paymentMethods[0].id, notes: 'canarynote' });
  const { recentCashouts } = (await client.get('/api/affiliate/stats')).body;
  await admin.put(`/api/admin/cashouts/${recentCashouts[0].id}/process`, {
    status: 'completed',
    adminNotes: 'canaryadminnote',
    internalNote: 'canarynoted',
  });
  const billing = { name: 'canaryholder', address: 'canarystreet 1', country: 'canaryland', taxNumber: 'canarytax' };
  await done(client.put('/api/affiliate/billing', billing));
  await done(client.post('/api/account/email', { email: 'canarymoved@example.org' }));
  const boughtOn = new Date().toISOString().slice(0, 10);
  const missed = { boughtOn, invoice: 'canaryorder', customerEmail, notes: 'canarymissed' };
  await done(client.post('/api/affiliate/missing-sales', missed));
  const { missingSales } = await done(admin.get('/api/admin/missing-sales'));
  await done(admin.post(`/api/admin/missing-sales/${missingSales[0].id}/refuse`, { reason: 'canaryrefusal' }));
  await done(admin.put(`/api/admin/affiliates/${client.id}`, { minimumCashout: 25, reason: 'canaryedit' }));
  const reviewed = { decision: 'fine', reason: 'canaryreview', upTo: 1, rules: ['burst'] };
  await done(admin.post(`/api/admin/review/affiliate-${client.id}`, reviewed));
  await app.anybody.post('/api/affiliate/login', { username: 'canaryname', password: 'canaryguess' });
  await admin.get('/api/admin/affiliates?search=canaryname');
  await app.anybody.post('/api/track/track-visit', {
    ref: 'canaryname',
    userAgent: 'Mozilla canaryagent',
    referrer: 'https://canaryreferrer.example',
    pageUrl: 'https://x/',
  });
  return client;
}

it('gives an affiliate all data about them, and none of their buyers', async () => {
  const client = await app.affiliate();
  await sold(app.system.log, client.id, 10_00);
  await client.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'mine@example.org' } });
  const { status, body } = await client.get('/api/account/data');
  expect(status).toBe(200);
  const text = JSON.stringify(body);
  for (const own of [client.username, `${client.username}@example.org`, 'mine@example.org']) expect(text).toContain(own);
  expect(text).not.toMatch(/buyer@example\.com|"sealed"/);
  const stream = await app.db.log.readStream(`affiliate-${client.id}`);
  expect(body.events.map((e: { type: string }) => e.type)).toEqual(stream.map((e) => e.type));
  const { body: first } = await client.get('/api/account/data?limit=2');
  const { body: rest } = await client.get(`/api/account/data?after=${first.next}`);
  expect([...first.events, ...rest.events]).toEqual(body.events);
  const admin = await app.admin();
  expect((await admin.get('/api/account/data')).body.events[0]).toMatchObject({ type: 'AdminCreated', data: { username: 'admin' } });
});

it('forgets an erased affiliate and buyer everywhere: tables, exports, backups; and the books stay right', async () => {
  const client = await person();
  const ops = operatorOf(app.system, app.db.ownerUrl);
  // Otherwise finding nothing later would prove nothing.
  expect(await tablesHolding(['canaryname'])).not.toEqual([]);
  await until(() => receiver.heard.some(({ body }) => body.includes('canarybuyer')));
  expect(await ops('erase', '--affiliate', client.username, '--yes')).toMatchObject({ code: 0 });
  expect(await ops('erase', '--buyer', 'canarybuyer@example.com', '--yes')).toMatchObject({ code: 0 });

  const { position } = await app.system.log.head();
  const admin = await app.admin();
  await admin.send('GET', '/api/admin/affiliates', undefined, { 'Log-After': String(position) });
  expect(await tablesHolding(canaries)).toEqual([]);

  expect(await ops('export', join(folder, 'log.ndjson'))).toMatchObject({ code: 0 });
  for (const file of await readdir(folder)) {
    const bytes = (await readFile(join(folder, file))).toString('latin1').toLowerCase();
    for (const word of canaries) expect([file, word, bytes.includes(word)]).toEqual([file, word, false]);
  }
  for (const path of [
    'affiliates',
    'cashouts',
    'actions',
    'missing-sales?status=refused',
    'review?status=decided',
    'events?limit=500',
    'accesses',
    `affiliates/${client.id}/history`,
  ]) {
    const { status, body } = await admin.get(`/api/admin/${path}`);
    expect([path, status]).toEqual([path, 200]);
    for (const word of canaries) expect([path, word, JSON.stringify(body).includes(word)]).toEqual([path, word, false]);
  }

  const audited = await ops('audit', '--json');
  expect(audited.json).toMatchObject({ ok: true, problems: [] });
  expect(await ops('verify', '--all', '--json')).toMatchObject({ code: 0, json: { ok: true } });
});

const overKafka = noKafka ? it.skip : it;
overKafka(titled('leaves nothing of them on the topic either'), async () => {
  const harness = await KafkaHarness.open(await sharedBroker(), app.db);
  try {
    harness.relay();
    const { position } = await app.system.log.head();
    const published = async () =>
      (await app.db.pool.query('select position from feed.relays where topic = $1', [harness.topic])).rows[0]?.position;
    await until(async () => (await published()) === position);
    const messages = (await harness.messages()).flat();
    expect(messages.length).toBe(position);
    const text = JSON.stringify(messages.map(({ row }) => row)).toLowerCase();
    expect(text).toContain('sealed');
    expect(canaries.filter((word) => text.includes(word))).toEqual([]);
  } finally {
    await harness.close();
  }
});
