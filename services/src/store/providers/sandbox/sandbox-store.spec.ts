import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { premium, sellauth } from '@framelift/contracts';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { until } from '../../../../../test/support/until.ts';
import { type SandboxStore, startSandboxStore } from './sandbox-store.ts';

interface Delivery {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

let db: TestDatabase;
let site: Server;
let sandbox: SandboxStore;
let received: Delivery[];
let answers: number[];

beforeAll(async () => {
  db = await freshDatabase();
  site = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push({ headers: request.headers, body });
    response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((listening) => site.listen(0, listening));
});
afterAll(async () => {
  site.close();
  await db.close();
});

const open = () =>
  startSandboxStore({
    pool: db.pool,
    siteUrl: 'http://localhost:3000',
    webhookUrl: `http://localhost:${(site.address() as AddressInfo).port}/`,
    apiKey: 'key',
    webhookSecret: 'secret',
    stripe: { secretKey: 'sk_test', webhookSecret: 'whsec_test' },
    retryAfter: 10,
  });
beforeEach(async () => {
  received = [];
  answers = [];
  sandbox = await open();
});
afterEach(() => sandbox.close());

const { shopId } = sellauth;
const products = { premium: premium.providers.sellauth! };
const api = async (method: string, path: string, body?: unknown, key = 'key') => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${sandbox.url}/v1/shops/${shopId}/${path}`, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as any };
};
const buy = async (more: object = {}) =>
  (await api('POST', 'checkout', { cart: [{ ...products.premium, quantity: 1 }], ...more })).body as { invoice_id: string; url: string };
const press = (url: string, button: string, email = 'bob@example.com') =>
  fetch(`${url}/${button}`, { method: 'POST', body: new URLSearchParams({ email }) }).then((r) => r.text());
const deliveries = (count: number) => until(() => received.length >= count);

describe('the sandbox store', () => {
  it('sells through a page with Pay, Fail and Refund', async () => {
    const { url, invoice_id } = await buy();
    const page = await (await fetch(url)).text();
    expect(page).toContain('no money moves');
    expect(page).toContain('Pay €29.99');
    expect(await press(url, 'fail')).toContain('The payment was declined');
    expect(await press(url, 'pay', 'nonsense')).toContain('Please enter a valid e-mail address');
    const paid = await press(url, 'pay');
    expect(paid).toContain('Payment successful');
    expect(paid).toContain('href="http://localhost:3000/success" target="_top"');
    expect((await api('GET', `invoices/${invoice_id}`)).body).toMatchObject({
      status: 'completed',
      price: '29.99',
      email: 'bob@example.com',
    });
    expect(await press(url, 'refund')).toContain('went back to the buyer');
    expect((await api('GET', `invoices/${invoice_id}`)).body).toMatchObject({ status: 'refunded', refunded: '29.99' });
    expect(await press(url, 'pay')).toContain('went back to the buyer');
  });

  it('lets its page be framed and load nothing', async () => {
    const { headers } = await fetch((await buy()).url);
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'`);
  });

  it('announces each step once, signed over its bytes', async () => {
    const { url } = await buy();
    await press(url, 'pay');
    await press(url, 'pay');
    await deliveries(2);
    expect(received.map((d) => JSON.parse(d.body).event).sort()).toEqual([
      'NOTIFICATION.SHOP_INVOICE_CREATED',
      'NOTIFICATION.SHOP_INVOICE_PROCESSED',
    ]);
    for (const { headers, body } of received) {
      expect(headers['x-signature']).toBe(createHmac('sha256', 'secret').update(body).digest('hex'));
      expect(headers['idempotency-key']).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('tries three times under one key, then gives up', async () => {
    answers = [500, 500, 500, 500];
    await buy();
    await deliveries(3);
    // No other follows.
    await wait(500);
    expect(received).toHaveLength(3);
    expect(new Set(received.map((d) => d.headers['idempotency-key'])).size).toBe(1);
  });

  it('takes a coupon off the price, whatever its case, and lists, finds and deletes it', async () => {
    const coupon = { code: 'ZOE10', global: true, type: 'percentage', discount: 12.5, disable_if_volume_discount: false };
    const { body: made } = await api('POST', 'coupons', coupon);
    expect(await api('POST', 'coupons', { ...coupon, code: 'zoe10' })).toMatchObject({ status: 422 });
    expect((await api('GET', 'coupons?page=1&perPage=100')).body.data).toEqual([made]);
    expect((await api('GET', `coupons/${made.id}`)).body).toMatchObject({ code: 'ZOE10', type: 'percentage', discount: 12.5 });
    const { url, invoice_id } = await buy({ coupon: 'zoe10' });
    const page = await (await fetch(url)).text();
    expect(page).toContain('<dt>Code ZOE10</dt><dd>−€3.75</dd>');
    expect(page).toContain('Pay €26.24');
    expect((await api('GET', `invoices/${invoice_id}`)).body).toMatchObject({ price: '26.24', items: [{ total_price: '26.24' }] });
    expect((await api('DELETE', `coupons/${made.id}`)).status).toBe(200);
    expect((await api('DELETE', `coupons/${made.id}`)).status).toBe(404);
    expect((await api('POST', 'checkout', { cart: [{ ...products.premium, quantity: 1 }], coupon: 'ZOE10' })).status).toBe(422);
    for (const wrong of [{ discount: 0 }, { discount: 101 }, { discount: '10' }, { type: 'fixed' }, { code: '' }, { global: undefined }])
      expect((await api('POST', 'coupons', { ...coupon, ...wrong })).status).toBe(422);
  });

  it('keeps its invoices over a restart', async () => {
    const { invoice_id } = await buy({ affiliate: '0123456789abcdef' });
    await sandbox.close();
    sandbox = await open();
    expect((await api('GET', `invoices/${invoice_id}`)).body).toMatchObject({ unique_id: invoice_id, status: 'pending' });
  });

  it('lists by status and time, page by page', async () => {
    for (let i = 0; i < 3; i++) await press((await buy()).url, 'pay');
    const since = new Date(Date.now() - 60_000).toISOString();
    const query = `statuses[]=completed&completed_at_start=${since}&perPage=2&orderColumn=completed_at&orderDirection=asc`;
    const first = (await api('GET', `invoices?${query}&page=1`)).body;
    const second = (await api('GET', `invoices?${query}&page=2`)).body;
    const ids = [...first.data, ...second.data].map((i: { id: number }) => i.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(first).toMatchObject({ per_page: 2, last_page: Math.ceil(first.total / 2) });
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await api('GET', `invoices?completed_at_start=${later}`)).body.data).toEqual([]);
  });

  it('refuses a wrong key, another product, a long affiliate code and invalid JSON', async () => {
    expect((await api('GET', 'invoices', undefined, 'wrong')).status).toBe(401);
    expect((await api('POST', 'checkout', { cart: [{ ...products.premium, productId: 1, quantity: 1 }] })).status).toBe(422);
    expect((await api('POST', 'checkout', { cart: [{ ...products.premium, quantity: 1 }], affiliate: 'x'.repeat(17) })).status).toBe(422);
    expect((await api('POST', 'checkout')).status).toBe(400);
    expect((await api('GET', 'invoices/nope')).status).toBe(404);
    expect((await fetch(`${sandbox.url}/checkout/nope`)).status).toBe(404);
  });
});

it('explains itself at its own address', async () => {
  const answer = await fetch(sandbox.url);
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).toContain('This is where buyers pay');
  expect(text).toContain('href="http://localhost:3000/premium"');
});
