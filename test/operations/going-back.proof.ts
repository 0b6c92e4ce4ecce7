// Going back to random moments, again and again: a bank, PayPal and a hand outside remember what they paid. Nothing of it is paid a second time,
// and once the unknown outcomes are stated the books say what they remember.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { affiliateStream, documentsStream, type PayoutRunView } from '../../contracts/src/index.ts';
import { Archiver } from '../../services/src/operating/backups/archiver.ts';
import { LogWatch } from '../../services/src/observing/log-watch.ts';
import { sandboxPaypalKeys } from '../../services/src/platform/paypal-settings.ts';
import { PaypalBatches } from '../../services/src/programme/payouts/providers/paypal/paypal-batches.ts';
import { addForProof, atProof } from '../support/counts.ts';
import { cashoutRequested, paymentMethodAdded } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { operatorOf } from '../support/operator.ts';
import { sold } from '../support/sales.ts';
import { type App, type Client, startApp } from '../support/system.ts';
import { until } from '../support/until.ts';

const ROUNDS = atProof(50, 1, 'times back to a random moment');
const ACTS = 14;
const never = new AbortController().signal;

let folder: string;
/** PayPal’s own memory: another system, which nobody puts back. */
let elsewhere: App;
let proxy: Server;
let app: App;
let boss: Client;
/** What somebody outside paid: cashout → by which runs or hands. */
const paid = new Map<string, string[]>();
const bank = new Set<string>();
const pays = (cashouts: readonly string[], by: string) => {
  for (const one of cashouts) paid.set(one, [...(paid.get(one) ?? []), by]);
};
/** The numbers of documents that left, and what each was about. */
const documents = new Map<number, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-going-back-'));
  elsewhere = await startApp();
  const upstream = elsewhere.system.config.store.sandboxUrl;
  const batches = new Set<string>();
  proxy = createServer(async (request, response) => {
    const body = await text(request);
    const headers = Object.fromEntries(
      ['authorization', 'content-type'].flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
    );
    const answer = await fetch(upstream + request.url, { method: request.method!, headers, ...(request.method === 'GET' ? {} : { body }) });
    if (request.url === '/v1/payments/payouts' && answer.ok) {
      const { sender_batch_header: header, items } = JSON.parse(body) as {
        sender_batch_header: { sender_batch_id: string };
        items: { sender_item_id: string }[];
      };
      if (!batches.has(header.sender_batch_id))
        pays(
          items.map(({ sender_item_id: id }) => id),
          `paypal ${header.sender_batch_id}`,
        );
      batches.add(header.sender_batch_id);
    }
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  app = await startApp({
    BACKUP_TO: join(folder, 'store'),
    BACKUP_KEY: 'ab'.repeat(32),
    ARCHIVE_SECONDS: '3600',
    PAYPAL_API_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    PAYPAL_CLIENT_ID: sandboxPaypalKeys.clientId,
    PAYPAL_SECRET: sandboxPaypalKeys.secret,
    PAYPAL_WEBHOOK_ID: sandboxPaypalKeys.webhookId,
  });
  boss = await app.admin();
  const { terms, position } = (await boss.get('/api/admin/terms')).body;
  const selfBilling = { country: 'DE', vatNumber: 'DE136695976', rate: 19 };
  expect((await boss.put('/api/admin/terms', { ...terms, selfBilling }, { 'Edit-Base': String(position) })).status).toBe(200);
  await boss.put('/api/admin/payout-account', { iban: 'DE89370400440532013000', name: 'Framelift', editBase: 0 });
});
afterAll(async () => {
  await app.stop();
  await elsewhere.stop();
  proxy.close();
  await rm(folder, { recursive: true, force: true });
});

const ops = (...args: string[]) => operatorOf(app.system, app.db.ownerUrl)(...args, '--json');
const archived = async () => {
  const { position } = await app.system.log.head();
  await until(async () => {
    await app.api.get(Archiver).run(0, never);
    return ((await boss.get('/api/admin/backups')).body.safeUpTo?.position ?? 0) >= position;
  }, 60_000);
};
const some = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!;
const run = async (id: string) => (await boss.get<PayoutRunView>(`/api/admin/payout-runs/${id}`)).body;
const onRun = (id: string, what: string, body: object = {}) => boss.post(`/api/admin/payout-runs/${id}/${what}`, body);
interface Cashout {
  id: string;
  status: string;
  runId: string | null;
  paymentType: 'paypal' | 'bank';
  outcomeUnknown: boolean;
  affiliate: { id: string };
}
const cashouts = async (status = '') => {
  const { body } = await boss.get(`/api/admin/cashouts?limit=500${status && `&status=${status}`}`);
  return body.cashouts as Cashout[];
};
const free = async () => (await cashouts('open')).filter((one) => one.runId === null && !one.outcomeUnknown);
const poll = async () => {
  const batches = app.api.get(PaypalBatches) as unknown as {
    due: Map<string, number>;
    work(now: number, stop: AbortSignal): Promise<void>;
  };
  batches.due.clear();
  await batches.work(0, never);
};

/** Somebody who earned 100 euros and asks for some of it. */
async function asks() {
  const terms = (await boss.get('/api/admin/terms')).body.position as number;
  const { id } = await app.affiliate();
  await sold(app.system.log, id, 100_00, `i-${id}`, { terms });
  const isBank = Math.random() < 0.6;
  const payTo = isBank ? { iban: 'DE89370400440532013000', name: `n${id}` } : { email: `${id}@pay.example` };
  const paymentType = isBank ? 'bank' : 'paypal';
  await append(app.system, affiliateStream(id), [
    paymentMethodAdded({ paymentMethodId: 'm1', paymentType, details: payTo as never }),
    cashoutRequested({ cashoutId: `${id}-1`, amountCents: 60_00, paymentType, payTo: payTo as never }),
  ]);
}

/** A bank’s file, which the bank pays or not; settled sometimes. */
async function paysByBank() {
  const mine = (await free()).filter(({ paymentType }) => paymentType === 'bank').slice(0, 2);
  if (!mine.length) return;
  const { id } = (await boss.post('/api/admin/payout-runs', { cashouts: mine.map((one) => one.id) })).body;
  if (Math.random() < 0.2) return;
  expect((await onRun(id, 'file', { type: 'bank' })).status).toBe(200);
  if (Math.random() < 0.3) return;
  bank.add(id);
  pays(
    mine.map((one) => one.id),
    `bank ${id}`,
  );
  if (Math.random() < 0.5) expect((await onRun(id, 'settle', { reference: `B-${id}` })).status).toBe(200);
}

async function paysByPaypal() {
  const mine = (await free()).filter(({ paymentType }) => paymentType === 'paypal').slice(0, 2);
  if (!mine.length) return;
  const { id } = (await boss.post('/api/admin/payout-runs', { cashouts: mine.map((one) => one.id) })).body;
  expect((await onRun(id, 'send')).status).toBe(200);
  if (Math.random() < 0.5) await poll();
}

async function paysByHand() {
  const [one] = await free();
  if (!one) return;
  pays([one.id], 'hand');
  expect((await boss.put(`/api/admin/cashouts/${one.id}/process`, { status: 'completed' })).status).toBe(200);
}

/** What each document that left is about: a number is never given twice. */
async function seeDocuments() {
  for (const { data } of await app.system.log.readStream(documentsStream(new Date().getUTCFullYear()))) {
    const { document, cashoutId, cancels } = data as { document: { number: number }; cashoutId: string; cancels?: object };
    const about = `${cashoutId}${cancels ? ' cancelled' : ''}`;
    expect([document.number, documents.get(document.number) ?? about]).toEqual([document.number, about]);
    documents.set(document.number, about);
  }
}

/** Nothing of what is unknown is paid a second time; then it is stated. */
async function state() {
  const runs = ((await boss.get('/api/admin/payout-runs?limit=50')).body.runs as PayoutRunView[]).filter((one) => one.outcomeUnknown);
  const byHand = (await cashouts('open')).filter((one) => one.outcomeUnknown);
  for (const { id } of runs) {
    const { cashouts: within } = await run(id);
    const attempts = [
      boss.post('/api/admin/payout-runs', { cashouts: [within[0]!.cashoutId] }),
      onRun(id, 'file', { type: within[0]!.paymentType }),
      onRun(id, 'send'),
      onRun(id, 'settle', { reference: 'again' }),
      onRun(id, 'cancel'),
    ];
    // 404: a run for the bank has nothing for PayPal.
    for (const { status } of await Promise.all(attempts)) expect([404, 409]).toContain(status);
  }
  for (const { id } of byHand) {
    expect((await boss.post('/api/admin/payout-runs', { cashouts: [id] })).status).toBe(409);
    expect((await boss.put(`/api/admin/cashouts/${id}/process`, { status: 'completed' })).status).toBe(409);
    expect((await boss.post(`/api/admin/cashouts/${id}/outcome`, { outcome: 'paid', reference: 'S', reason: 'By hand' })).status).toBe(200);
  }
  for (const { id, atPaypal } of runs)
    if (atPaypal)
      await until(async () => {
        await poll();
        return !(await run(id)).outcomeUnknown;
      });
    else {
      const outcome = bank.has(id) ? 'paid' : 'notPaid';
      const { status, body } = await onRun(id, 'outcome', { outcome, reference: 'S', reason: 'The statement' });
      expect([id, outcome, status, body.error]).toEqual([id, outcome, 200, undefined]);
    }
  return runs.length + byHand.length;
}

it(
  'pays nothing a second time, and the books say what was paid',
  async () => {
    let unknown = 0;
    for (let round = 0; round < ROUNDS; round++) {
      expect(await ops('backup', '--no-proof')).toMatchObject({ code: 0 });
      await until(async () => {
        await app.api.get(Archiver).run(0, never);
        return (await boss.get('/api/admin/backups')).body.safeUpTo !== null;
      }, 60_000);
      const { position: from } = await app.system.log.head();
      for (let n = 0; n < ACTS; n++) await some([asks, asks, asks, paysByBank, paysByBank, paysByPaypal, paysByHand])();
      await seeDocuments();
      await archived();
      const { position: to } = await app.system.log.head();
      const moment = from + Math.floor(Math.random() * (to - from));
      const back = await ops('restore', '--at', String(moment), '--replace', '--yes', '--reason', `Round ${round}`);
      expect([round, from, moment, to, back.code, back.json?.error]).toEqual([round, from, moment, to, 0, undefined]);
      await until(async () => ((boss = await app.admin()), Boolean(boss.token)), 60_000);
      await until(async () => (await boss.get('/api/admin/attention')).status === 200, 60_000);

      // As the process does each second: what it remembers of the withdrawn history decides nothing.
      await app.api.get(LogWatch).look();
      unknown += await state();
      await seeDocuments();
      const twice = [...paid].filter(([, by]) => by.length > 1);
      expect(twice).toEqual([]);
      await until(async () => {
        await poll();
        const completed = (await cashouts('completed')).map(({ id }) => id);
        const open = (await cashouts('open')).filter(({ runId }) => runId !== null).map(({ id }) => id);
        // Each payment is in the books, or in an open run that its payer may still be asked about.
        return [...paid.keys()].every((id) => completed.includes(id) || open.includes(id)) && completed.every((id) => paid.has(id));
      });
      expect(await ops('audit')).toMatchObject({ code: 0, json: { problems: [] } });
    }
    addForProof(unknown, 'payments whose outcome was unknown');
    addForProof(paid.size, 'payments that somebody outside remembers');
    expect(unknown + ROUNDS).toBeGreaterThan(ROUNDS);
  },
  ROUNDS * 120_000,
);
