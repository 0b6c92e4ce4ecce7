import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { premium } from '@framelift/contracts';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { StoreProblem, StoreRefusal, StoreUnavailable } from '../../invoice.ts';
import { centsOf, invoiceFrom, SellAuth } from './sellauth.ts';

const documented = {
  id: 1218,
  unique_id: 'ab12',
  status: 'completed',
  price: '29.99',
  paid: '29.99',
  currency: 'EUR',
  email: 'bob@example.org',
  ip: '203.0.113.9',
  created_at: '2026-01-01T10:00:00.000000Z',
  completed_at: '2026-01-01T10:05:00.000000Z',
  updated_at: '2026-01-01T10:05:00.000000Z',
  items: [{ product_id: 357054, variant_id: 500794, quantity: 1, total_price: '26.99' }],
};

describe('money', () => {
  it.each([
    ['29.99', 29_99],
    ['0.1', 10],
    ['5', 5_00],
    ['0.00', 0],
    ['29.990000', 29_99],
    ['26.9950', 27_00],
    ['9999999999.99', 999_999_999_999],
  ])('reads %s to the cent', (text, cents) => expect(centsOf(text)).toBe(cents));
  it.each(['', '-1', '1e3', ' 1', '1,50', '.5', '1.', 'NaN', '0x10', '1.123456789', '10000000000'])('refuses %j', (text) =>
    expect(() => centsOf(text)).toThrow(StoreProblem),
  );
  it('is exact for every amount', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => {
        const text = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        expect(centsOf(text)).toBe(cents);
      }),
    ));
});

describe('an invoice', () => {
  it('is read from the documented fields', () =>
    expect(invoiceFrom(documented)).toEqual({
      ref: { provider: 'sellauth', invoiceId: '1218' },
      status: 'completed',
      currency: 'EUR',
      email: 'bob@example.org',
      createdAt: '2026-01-01T10:00:00.000Z',
      completedAt: '2026-01-01T10:05:00.000Z',
      priceCents: 29_99,
      refundedCents: 0,
      dispute: null,
      items: [{ sku: 'premium', quantity: 1, totalCents: 26_99 }],
    }));
  it.each([
    ['completed', 'completed'],
    ['refunded', 'refunded'],
    ['pending', 'open'],
    ['confirming', 'open'],
    ['constructor', 'open'],
  ])('that is %s is %s in our words', (status, expected) => expect(invoiceFrom({ ...documented, status }).status).toBe(expected));
  it.each([
    ['another product', { product_id: 1 }],
    ['another variant', { variant_id: 1 }],
    ['a product without a number', { product_id: null, variant_id: null }],
  ])('has no product of ours for %s', (_, more) => {
    const items = [{ ...documented.items[0], ...more }];
    expect(invoiceFrom({ ...documented, items }).items).toMatchObject([{ sku: null }]);
  });
  it('may be unpaid and anonymous', () =>
    expect(invoiceFrom({ ...documented, email: null, completed_at: null })).toMatchObject({ email: '', completedAt: null }));
  it.each([
    ['money as a number', { price: 29.99 }],
    ['no items', { items: undefined }],
    ['an item without a price', { items: [{ product_id: 1, variant_id: 1, quantity: 1 }] }],
    ['a negative quantity', { items: [{ product_id: 1, variant_id: 1, quantity: -1, total_price: '1.00' }] }],
    ['a time that is none', { created_at: 'yesterday at noon' }],
    ['an id too long to be one', { id: 'x'.repeat(65) }],
  ])('is refused with %s', (_, more) => expect(() => invoiceFrom({ ...documented, ...more })).toThrow(StoreProblem));
});

describe('coupons', () => {
  /** The store's responses by method, in order; and its requests. */
  let answers: Record<string, { status?: number; body: unknown; headers?: Record<string, string> }[]> = {};
  let paths: string[] = [];
  let server: Server;
  let provider: SellAuth;
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      paths.push(`${request.method} ${request.url!.split('/').slice(4).join('/')} ${text}`.trim());
      const { status = 200, body, headers } = answers[request.method!]!.shift()!;
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    provider = new SellAuth({ apiUrl, apiKey: 'key', webhookSecret: 'secret' });
  });
  afterAll(() => void server.close());
  const given = (all: typeof answers) => {
    answers = all;
    paths = [];
  };
  const coupon = (code: string, discount: unknown = 10) => ({ id: 7, code, type: 'percentage', discount, global: 1 });
  const made = { code: 'ZOE10', global: true, type: 'percentage', discount: 12.5, disable_if_volume_discount: false };

  it('creates one for all products if there is none', async () => {
    given({ GET: [{ body: [] }], POST: [{ body: coupon('ZOE10', 12.5) }] });
    expect(await provider.couponFor({ code: 'ZOE10', discountBps: 12_50 })).toBe(true);
    expect(paths).toEqual(['GET coupons?page=1&perPage=100', `POST coupons ${JSON.stringify(made)}`]);
  });
  it('finds the equal one in a bare list or in pages, its discount a number or a text', async () => {
    given({ GET: [{ body: [coupon('OTHER'), coupon('zoe10')] }] });
    expect(await provider.couponFor({ code: 'ZOE10', discountBps: 10_00 })).toBe(true);
    const page = Array.from({ length: 100 }, (_, n) => coupon(`C${n}`));
    given({ GET: [{ body: { data: page } }, { body: { data: [coupon('Zoe10', '10.00')] } }] });
    expect(await provider.couponFor({ code: 'ZOE10', discountBps: 10_00 })).toBe(true);
    expect(paths).toHaveLength(2);
  });
  it('says that another one is there', async () => {
    for (const other of [coupon('ZOE10', 20), { ...coupon('ZOE10'), type: 'fixed' }]) {
      given({ GET: [{ body: [other] }] });
      expect(await provider.couponFor({ code: 'ZOE10', discountBps: 10_00 })).toBe(false);
    }
  });
  it('deletes one that is there', async () => {
    given({ GET: [{ body: [coupon('ZOE10')] }], DELETE: [{ body: {} }] });
    await provider.deleteCoupon('zoe10');
    expect(paths[1]).toBe('DELETE coupons/7');
    given({ GET: [{ body: [] }] });
    await provider.deleteCoupon('zoe10');
    expect(paths).toHaveLength(1);
  });
  it('fails if the store responds with anything else', async () => {
    given({ GET: [{ body: [{ id: 7 }] }] });
    await expect(provider.couponFor({ code: 'ZOE10', discountBps: 10_00 })).rejects.toThrow(StoreProblem);
    given({ GET: [{ status: 404, body: {} }] });
    await expect(provider.couponFor({ code: 'ZOE10', discountBps: 10_00 })).rejects.toThrow(StoreProblem);
  });
  it('distinguishes a refused checkout from one without a response', async () => {
    const order = { checkoutId: 'k1', product: premium, quantity: 1, coupon: 'ZOE10' } as const;
    for (const status of [404, 422]) {
      given({ POST: [{ status, body: {} }] });
      await expect(provider.createCheckout(order)).rejects.toThrow(StoreRefusal);
    }
    for (const status of [401, 403, 405, 408, 425, 429, 500, 503]) {
      given({ POST: [{ status, body: {}, headers: { 'retry-after': '7' } }] });
      const problem = await provider.createCheckout(order).catch((error: unknown) => error);
      expect([status, problem]).toEqual([status, expect.any(StoreUnavailable)]);
      expect((problem as StoreUnavailable).retryAfterMs).toBe(7_000);
    }
    expect(paths[0]).toContain('"coupon":"ZOE10"');
  });
});
