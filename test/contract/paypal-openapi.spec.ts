import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import { sandboxPaypalKeys } from '../../services/src/platform/paypal-settings.ts';
import { batchBody, noticeOf } from '../../services/src/programme/payouts/providers/paypal/paypal-words.ts';
import { PayPal } from '../../services/src/programme/payouts/providers/paypal/paypal.ts';
import { type SandboxStore, startSandboxStore } from '../../services/src/store/providers/sandbox/sandbox-store.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

type Schema = Record<string, any>;
const document = JSON.parse(readFileSync(join(import.meta.dirname, 'paypal-openapi.json'), 'utf8')) as Record<string, Schema>;
const faults = (name: string, value: unknown): string[] =>
  [...Compile(document[name] as never).Errors(value)].map((e) => `${name}${e.instancePath} ${e.message}`);

interface Seen {
  call: string;
  body: string;
  status: number;
  answer: Schema;
}
interface Notice {
  body: string;
  headers: Record<string, unknown>;
}
let db: TestDatabase;
let between: Server;
let sandbox: SandboxStore;
let paypal: PayPal;
const seen: Seen[] = [];
const notices: Notice[] = [];

beforeAll(async () => {
  db = await freshDatabase();
  // All traffic passes here: our calls, and PayPal's notifications.
  between = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (request.url === '/api/paypal/notifications') {
      notices.push({ body, headers: request.headers });
      return void response.end('{}');
    }
    const { authorization = '' } = request.headers;
    const answer = await fetch(sandbox.url + request.url, {
      method: request.method!,
      headers: { authorization },
      ...(request.method === 'GET' ? {} : { body }),
    });
    const text = await answer.text();
    seen.push({ call: `${request.method} ${request.url!.split('?')[0]}`, body, status: answer.status, answer: JSON.parse(text) as Schema });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((listening) => between.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  sandbox = await startSandboxStore({
    pool: db.pool,
    siteUrl: 'http://localhost:3000',
    webhookUrl: `${url}/api/store/notifications`,
    apiKey: 'key',
    webhookSecret: 'secret',
    stripe: { secretKey: 'sk_test', webhookSecret: 'whsec_test' },
  });
  paypal = new PayPal({ apiUrl: url, ...sandboxPaypalKeys });
});
afterAll(async () => {
  await sandbox.close();
  between.closeAllConnections();
  between.close();
  await db.close();
});

it('our calls, the sandbox’s answers and its notifications are as PayPal documents them', async () => {
  const payments = ['ann', 'unclaimed', 'failed', 'onhold'].map((name, n) => ({
    cashoutId: `a${n}-1`,
    amountCents: 60_05 + n,
    payTo: `${name}@pay.example`,
  }));
  const body = batchBody('r1', payments);
  const batchId = await paypal.send('r1', body);
  expect(await paypal.send('r1', body)).toBe(batchId);
  expect(await paypal.batch(batchId)).toMatchObject({ status: 'PENDING', senderId: 'r1' });
  expect(await paypal.batch('NOBODY')).toBeUndefined();
  await until(async () => (await paypal.batch(batchId))!.status === 'SUCCESS');
  const { items, feeCents } = (await paypal.batch(batchId))!;
  expect([feeCents, ...items.map(({ cashoutId, cents, status, code }) => [cashoutId, cents, status, code])]).toEqual([
    2_40,
    ['a0-1', 60_05, 'SUCCESS', undefined],
    ['a1-1', 60_06, 'UNCLAIMED', 'RECEIVER_UNREGISTERED'],
    ['a2-1', 60_07, 'FAILED', 'RECEIVER_ACCOUNT_LOCKED'],
    ['a3-1', 60_08, 'ONHOLD', 'REGULATORY_PENDING'],
  ]);
  expect(await paypal.cancel(items[0]!.itemId)).toBe(false);
  expect(await paypal.cancel(items[1]!.itemId)).toBe(true);
  await until(() => notices.length >= 5);
  const read = notices.map((one) => noticeOf(Buffer.from(one.body), one.headers));
  expect(read.map((notice) => notice && [notice.batchId, notice.senderId])).toEqual(notices.map(() => [batchId, 'r1']));
  expect(await Promise.all(read.map((notice) => paypal.sent(notice!)))).toEqual(notices.map(() => true));
  expect(await paypal.sent({ ...read[0]!, raw: read[0]!.raw.replace('WH-', 'WH-X') })).toBe(false);

  const kinds: [RegExp, string | null, string][] = [
    [/^POST \/v1\/payments\/payouts$/, 'create_payout_request', 'payout'],
    [/^GET \/v1\/payments\/payouts\/[^/]+$/, null, 'payout_batch'],
    [/^POST \/v1\/payments\/payouts-item\/[^/]+\/cancel$/, null, 'payout_item-2'],
    [/^POST \/v1\/notifications\/verify-webhook-signature$/, 'verify_webhook_signature', 'verify_webhook_signature_response'],
  ];
  const found: string[] = [];
  for (const [pattern, asked, answered] of kinds) {
    const calls = seen.filter(({ call }) => pattern.test(call));
    expect(calls.length).toBeGreaterThan(0);
    for (const { body: sent, status, answer } of calls) {
      if (asked) found.push(...faults(asked, JSON.parse(sent)));
      // An answer may link an earlier batch, which the document of errors does not show.
      const { details: _details, ...error } = answer;
      found.push(...(status < 400 ? faults(answered, answer) : faults('error', error)));
    }
  }
  const resources = notices.map(({ body: text }) => (JSON.parse(text) as { resource: Schema }).resource);
  for (const resource of resources)
    found.push(...('batch_header' in resource ? faults('payout_batch', resource) : faults('payout_item-2', resource)));
  expect(found).toEqual([]);
});
