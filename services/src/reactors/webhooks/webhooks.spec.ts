import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { affiliateStream, DAY_MS, HOUR_MS, MINUTE_MS, refusals } from '@framelift/contracts';
import { saleRecorded } from '../../../../test/support/facts.ts';
import { append } from '../../../../test/support/history.ts';
import { ref } from '../../../../test/support/invoices.ts';
import { answersWith, type Heard, type Receiver, type ReceiverAnswer, startReceiver } from '../../../../test/support/receiver.ts';
import { endJob, sendAll, untilAllKnown } from '../../../../test/support/sending.ts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';
import { mail } from '../mail/mail.reactor.ts';
import { MailSender } from '../mail/mail.sender.ts';
import { webhooks as reactor } from './webhooks.reactor.ts';
import { WebhookSender } from './webhooks.sender.ts';

let app: App;
let admin: Client;
let seller: Awaited<ReturnType<App['affiliate']>>;
let receiver: Receiver;
let invoices = 0;

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'on' });
  // Under a moved clock they plan attempts for days from now.
  for (const job of ['WebhookSender.work', 'MailSender.work']) await endJob(app.api, job);
  admin = await app.admin();
  seller = await app.affiliate();
});
afterAll(async () => {
  receiver.stop();
  await app.stop();
});
beforeEach(async () => {
  for (const { id } of (await admin.get('/api/admin/webhooks')).body.webhooks) await admin.send('DELETE', `/api/admin/webhooks/${id}`);
  await settled();
  receiver.heard = [];
  receiver.answers = {};
});

const urlOf = (path: string) => receiver.urlOf(path);
const add = async (path: string, rest: object = {}) => {
  const body = { name: path.slice(1), url: urlOf(path), types: [], personal: false, ...rest };
  const { status, body: made } = await admin.post('/api/admin/webhooks', body);
  expect(status).toBe(201);
  return made as { id: string; secret: string };
};
const sell = async (n: number, by = seller.id) => {
  for (let i = 0; i < n; i++) {
    const sale = saleRecorded({ ...ref(`w${++invoices}`), commissionCents: 6_00, customerEmail: 'jane@mail.example' });
    await append(app.system, affiliateStream(by), [sale], { at: new Date().toISOString() });
  }
};
const work = (sender: typeof WebhookSender | typeof MailSender = WebhookSender) =>
  app.api.get<WebhookSender | MailSender>(sender).work(0, new AbortController().signal);
const sent = async ({ schema }: typeof mail, sender: typeof WebhookSender | typeof MailSender, later: number) => {
  await untilAllKnown(app.db, schema);
  app.system.config.clockAheadMs = later;
  await sendAll(app.db.pool, schema, () => work(sender));
  app.system.config.clockAheadMs = 0;
};
/** Sends everything that is due. */
const settled = (later = 0) => sent(reactor, WebhookSender, later);
/** How many mails were ever sent, with those that are due. */
const mails = async (later = 0) => {
  await sent(mail, MailSender, later);
  return (await app.db.pool.query('select count(*)::int as n from sandbox_mail.mails')).rows[0].n as number;
};
const heardAt = (path: string) => receiver.heard.filter((h) => h.path === path);
const idsAt = (path: string) => heardAt(path).map((h) => h.headers['webhook-id']!);
const invoicesAt = (path: string) => heardAt(path).map((h) => JSON.parse(h.body).data.transactionId as string);
const stateOf = async (id: string) => (await admin.get('/api/admin/webhooks')).body.webhooks.find((w: { id: string }) => w.id === id);

describe('a webhook', () => {
  it('receives each public event since it was added, in order, signed, under the event’s id', async () => {
    await sell(1);
    const { secret } = await add('/books');
    await sell(3);
    await settled();
    expect(invoicesAt('/books')).toEqual([1, 2, 3].map((n) => `sellauth-w${invoices - 3 + n}`));
    for (const { body, headers } of heardAt('/books')) {
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({
        type: 'sale.credited',
        id: headers['webhook-id'],
        data: { customerEmail: null },
      });
      expect(() => new Webhook(`whsec_${Buffer.alloc(32, 9).toString('base64')}`).verify(body, headers)).toThrow();
    }
    expect(new Set(idsAt('/books')).size).toBe(3);
  });

  it('receives only its types, and personal fields if an admin allowed them', async () => {
    await add('/tiers', { types: ['tier.changed', 'cashout.completed'] });
    await add('/people', { personal: true });
    await sell(1);
    await settled();
    expect(heardAt('/tiers')).toEqual([]);
    expect(JSON.parse(heardAt('/people')[0]!.body).data.customerEmail).toBe('jane@mail.example');
  });

  it('gets another secret, while the old one also signs for a day', async () => {
    const { id, secret: old } = await add('/rotating');
    const { secret } = (await admin.post(`/api/admin/webhooks/${id}/secret`)).body;
    await sell(1);
    await settled();
    const [{ body, headers }] = heardAt('/rotating') as [Heard];
    for (const good of [old, secret]) new Webhook(good).verify(body, headers);
    receiver.heard = [];
    await sell(1);
    await settled(25 * HOUR_MS);
    const [later] = heardAt('/rotating') as [Heard];
    expect(later.headers['webhook-signature']!.split(' ')).toHaveLength(1);
  });

  it('can be tested immediately, and shows the response', async () => {
    const { id } = await add('/tried');
    expect((await admin.post(`/api/admin/webhooks/${id}/test`)).body).toMatchObject({ status: 204 });
    receiver.answers['/tried'] = answersWith(418, 'teapot');
    expect((await admin.post(`/api/admin/webhooks/${id}/test`)).body).toMatchObject({ status: 418, response: 'teapot' });
    await sell(1);
    await settled();
    receiver.answers = {};
    await settled(MINUTE_MS);
    const [delivery] = (await admin.get(`/api/admin/webhooks/${id}/deliveries`)).body.deliveries;
    expect(delivery).toMatchObject({
      type: 'sale.credited',
      outcome: 'sent',
      attempts: 2,
      response: expect.stringMatching(/^204 in \d+ ms$/),
    });
    const before = heardAt('/tried').length;
    expect((await admin.post(`/api/admin/webhooks/${id}/deliveries/${delivery.position}/again`)).status).toBe(200);
    await settled();
    expect(idsAt('/tried').slice(before)).toEqual([heardAt('/tried').at(-2)!.headers['webhook-id']]);
    expect((await admin.post(`/api/admin/webhooks/${id}/deliveries/1/again`)).status).toBe(404);
  });

  it('is added with its address and secret sealed; neither is in the log, nor shown again', async () => {
    const { id, secret } = await add('/sealed-path');
    const kept = await app.db.pool.query('select row_to_json(e)::text as row from webhooks.endpoints e');
    const logged = await app.db.pool.query(`select data::text as data from log.events where stream_id = 'webhooks'`);
    const shown = JSON.stringify((await admin.get('/api/admin/webhooks')).body);
    for (const text of [kept.rows.map((r) => r.row).join(), logged.rows.map((r) => r.data).join(), shown]) {
      expect(text).not.toContain('sealed-path/');
      expect(text).not.toContain(secret);
      expect(text).not.toContain(urlOf('/sealed-path'));
    }
    expect(await stateOf(id)).toMatchObject({ host: new URL(urlOf('/')).host, state: 'active' });
  });

  it('is refused with a wrong address, a name that is taken, or events that there are not', async () => {
    await add('/taken');
    const refused = async (body: object) =>
      (await admin.post('/api/admin/webhooks', { name: 'x', url: urlOf('/x'), types: [], personal: false, ...body })).status;
    expect(await refused({ url: 'nonsense' })).toBe(400);
    expect(await refused({ url: 'https://a:b@hooks.example' })).toBe(400);
    expect(await refused({ name: 'TAKEN' })).toBe(409);
    expect(await refused({ types: ['sale.stolen'] })).toBe(400);
    expect((await admin.send('DELETE', '/api/admin/webhooks/none')).status).toBe(404);
    expect((await admin.post('/api/admin/webhooks/none/test')).status).toBe(404);
  });
});

describe('a receiver in trouble', () => {
  const hostile: Record<string, ReceiverAnswer> = {
    '/broken': answersWith(500, 'no'),
    '/hangs': () => {},
    '/redirects': (_request, response) => void response.writeHead(302, { location: urlOf('/elsewhere') }).end(),
    '/endless': (_request, response) => {
      response.writeHead(200);
      const part = Buffer.alloc(64 * 1024);
      const pour = () => {
        while (!response.destroyed && response.write(part));
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    },
    '/closes': (request) => void request.socket.destroy(),
  };

  it('holds up no other, is not followed elsewhere, and is read no further than 64 KiB', async () => {
    receiver.answers = { ...hostile };
    const made: Record<string, string> = {};
    for (const path of Object.keys(hostile)) made[path] = (await add(path)).id;
    await add('/healthy');
    await sell(3);
    await untilAllKnown(app.db, reactor.schema);
    // What the healthy one had got when the first one that hangs was given up.
    let healthy: number | undefined;
    receiver.answers['/hangs'] = (_request, response) => void response.once('close', () => (healthy ??= heardAt('/healthy').length));
    await work();
    expect(healthy).toBe(3);
    await settled();
    expect(heardAt('/elsewhere')).toEqual([]);
    const lastDelivery = async (path: string) => (await admin.get(`/api/admin/webhooks/${made[path]}/deliveries`)).body.deliveries.at(-1);
    expect(await lastDelivery('/broken')).toMatchObject({ outcome: 'waiting', response: expect.stringMatching(/^500 in/) });
    expect(await lastDelivery('/hangs')).toMatchObject({ outcome: 'waiting', response: 'no answer within 10 seconds' });
    expect(await lastDelivery('/redirects')).toMatchObject({ outcome: 'waiting', response: expect.stringMatching(/^302 in/) });
    expect(await lastDelivery('/closes')).toMatchObject({ outcome: 'waiting' });
    expect(await lastDelivery('/endless')).toMatchObject({ outcome: 'sent' });
  });

  it('is paused after three days, with its place, and told to admins; resumed, it gets everything since, in order', async () => {
    const { id } = await add('/down');
    receiver.answers = { '/down': hostile['/broken']! };
    await sell(2);
    let hours = 0;
    for (; (await stateOf(id)).state === 'active' && hours < 200; hours += 4) await settled(hours * HOUR_MS);
    expect(hours).toBeGreaterThan(70);
    expect(await stateOf(id)).toMatchObject({ state: 'failing', waiting: 2 });
    await sell(3);
    await settled((hours + 1) * HOUR_MS);
    const tried = heardAt('/down').length;
    await settled((hours + 100) * HOUR_MS);
    expect(heardAt('/down')).toHaveLength(tried);
    await mails();
    const mailed = await app.db.pool.query(`select body from sandbox_mail.mails where subject = 'A webhook is paused'`);
    expect(mailed.rows[0].body).toContain(`The webhook ${(await stateOf(id)).name} failed for three days.`);
    receiver.answers = {};
    receiver.heard = [];
    const { name, types, personal, position } = await stateOf(id);
    const resume = (editBase: number) =>
      admin.put(`/api/admin/webhooks/${id}`, { name, types, personal, paused: false }, { 'Edit-Base': String(editBase) });
    // A form from before it was paused does not overwrite what happened since.
    expect(await resume(position - 1)).toMatchObject({ status: 409, body: { error: refusals.changedMeanwhile('webhook') } });
    expect((await resume(position)).status).toBe(200);
    await settled();
    expect(invoicesAt('/down')).toEqual([1, 2, 3, 4, 5].map((n) => `sellauth-w${invoices - 5 + n}`));
    expect(await stateOf(id)).toMatchObject({ state: 'active', waiting: 0 });
  });

  it('that is gone is paused at once, and one that asks for patience gets it', async () => {
    const { id } = await add('/gone');
    const { id: busy } = await add('/busy');
    receiver.answers = {
      '/gone': answersWith(410),
      '/busy': (_request, response) => void response.writeHead(429, { 'retry-after': '7200' }).end(),
    };
    await sell(1);
    await settled();
    expect(await stateOf(id)).toMatchObject({ state: 'gone', waiting: 1 });
    receiver.answers = {};
    await settled(HOUR_MS);
    expect(heardAt('/busy')).toHaveLength(1);
    await settled(3 * HOUR_MS);
    expect(heardAt('/busy')).toHaveLength(2);
    expect(await stateOf(busy)).toMatchObject({ state: 'active', waiting: 0 });
  });
});

it('a full replay sends nothing', async () => {
  await add('/replayed');
  await sell(1);
  await settled();
  const { replay } = await import('../../engine/projecting/replay.ts');
  const { projections } = await import('../../screens/screens.module.ts');
  // A mail that a busy machine did not take, and a summary, are due later.
  const before = [receiver.heard.length, await mails(2 * DAY_MS)];
  await replay({ pool: app.db.owner, vault: app.system.vault }, app.system.log, projections);
  await settled();
  expect([receiver.heard.length, await mails()]).toEqual(before);
});
