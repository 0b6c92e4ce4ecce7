import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac, randomBytes } from 'node:crypto';
import { affiliateStream, sellauth } from '@framelift/contracts';
import { StoreHarness } from '../support/store-harness.ts';
import { until } from '../support/until.ts';

const HOUR = 60 * 60 * 1000;

let harness: StoreHarness;
beforeAll(async () => void (harness = await StoreHarness.open({ notify: false })));
afterAll(() => harness.close());

type Headers = Record<string, string>;
const sign = (text: string | Buffer, secret = harness.webhookSecret) => createHmac('sha256', secret).update(text).digest('hex');
const notification = (invoice: unknown, more: object = {}) =>
  JSON.stringify({ event: 'NOTIFICATION.SHOP_INVOICE_PROCESSED', data: { invoice_id: invoice }, shop_id: sellauth.shopId, ...more });

/** Sends it as raw bytes, signed unless the headers replace that. */
async function send(body: string | Buffer, headers: Headers = {}, method = 'POST'): Promise<{ status: number; body: string }> {
  const signed = {
    'content-type': 'application/json',
    'idempotency-key': randomBytes(32).toString('hex'),
    'x-signature': sign(body),
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(signed).filter(([, value]) => value !== '-'));
  const response = await fetch(`${harness.url}/api/store/notifications`, { method, headers: given, ...(method === 'GET' ? {} : { body }) });
  return { status: response.status, body: await response.text() };
}

const kept = async () => (await harness.db.pool.query('select from store.notifications')).rowCount!;
const head = async () => (await harness.system.log.head()).position;
/** Nothing is pending for the invoice. */
const worked = (invoice: string) =>
  until(
    async () =>
      (await harness.db.pool.query('select from store.notifications where done_at is null and invoice = $1', [invoice])).rowCount === 0,
  );

let names = 0;
/** A paid checkout through an affiliate's link; `change` alters the store's invoice. */
async function sold(change = '') {
  const username = `seller${++names}`;
  const affiliateId = await harness.affiliate(username);
  const { page, invoice } = await harness.opened({ ref: username });
  await harness.press(page, 'pay', `${username}@buyers.example.com`);
  if (change) await harness.db.pool.query(`update sandbox_store.invoices set ${change} where id = $1`, [invoice]);
  return { affiliateId, page, invoice };
}
const earned = async (affiliateId: string) =>
  (await harness.db.log.readStream(affiliateStream(affiliateId))).filter((e) => e.type === 'SaleRecorded');

describe('a bad notification is refused, not kept, and changes nothing', () => {
  const good = notification(1001);
  const half = () => sign(good).slice(0, 32);
  const bad: Record<string, () => Promise<{ status: number; body: string }>> = {
    'no signature': () => send(good, { 'x-signature': '-' }),
    'an empty signature': () => send(good, { 'x-signature': '' }),
    'a short signature': () => send(good, { 'x-signature': half() }),
    'a signature one digit short': () => send(good, { 'x-signature': sign(good).slice(1) }),
    'a signature one digit long': () => send(good, { 'x-signature': `${sign(good)}0` }),
    'a doubled signature': () => send(good, { 'x-signature': `${sign(good)}, ${sign(good)}` }),
    'one digit wrong': () => send(good, { 'x-signature': sign(good).replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }),
    'a signature of zeros': () => send(good, { 'x-signature': '0'.repeat(64) }),
    'letters that are no digits': () => send(good, { 'x-signature': 'z'.repeat(64) }),
    'the signature in base64': () => send(good, { 'x-signature': Buffer.from(sign(good), 'hex').toString('base64') }),
    'the signature with its algorithm before it': () => send(good, { 'x-signature': `sha256=${sign(good)}` }),
    'a signature under another secret': () => send(good, { 'x-signature': sign(good, 'sandbox-secret') }),
    'a signature under no secret': () => send(good, { 'x-signature': sign(good, '') }),
    'a hash without a secret': async () => {
      const { createHash } = await import('node:crypto');
      return send(good, { 'x-signature': createHash('sha256').update(good).digest('hex') });
    },
    'HMAC with another hash': () =>
      send(good, { 'x-signature': createHmac('sha512', harness.webhookSecret).update(good).digest('hex').slice(0, 64) }),
    'the signature of another notification': () => send(good, { 'x-signature': sign(notification(1002)) }),
    'a re-serialised body': () => send(JSON.stringify(JSON.parse(good), null, 2), { 'x-signature': sign(good) }),
    'keys in another order': () =>
      send(JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(good)).toReversed())), { 'x-signature': sign(good) }),
    'a line break after the body': () => send(`${good}\n`, { 'x-signature': sign(good) }),
    'a byte order mark before it': () => send(`\ufeff${good}`, { 'x-signature': sign(good) }),
    'another shop': () => send(notification(1001, { shop_id: 1 })),
    'no shop': () => send(notification(1001, { shop_id: undefined })),
    'a list of shops': () => send(notification(1001, { shop_id: [sellauth.shopId, 1] })),
    'no event': () => send(notification(1001, { event: undefined })),
    'an event that is not a text': () => send(notification(1001, { event: { name: 'x' } })),
    'a list': () => send(`[${good}]`),
    'a text': () => send(JSON.stringify(good)),
    null: () => send('null'),
    'a number': () => send('1'),
    'no JSON': () => send('event=paid'),
    'half of it': () => send(good.slice(0, 40)),
    nothing: () => send('', { 'x-signature': sign('') }),
    'two of it': () => send(good + good),
    'a form': () => send('invoice_id=1001', { 'content-type': 'application/x-www-form-urlencoded' }),
    'text by its type': () => send(good, { 'content-type': 'text/plain' }),
    'XML by its type': () => send(good, { 'content-type': 'application/xml' }),
    'no type': () => send(Buffer.from(good), { 'content-type': '-' }),
    'a prototype': () => send(`{"__proto__":{"shop_id":${sellauth.shopId},"event":"x"}}`),
    'a prototype beside it': () => send(`${good.slice(0, -1)},"__proto__":{"x":1}}`),
    'more than any notification holds': () => send(notification(1001, { padding: 'x'.repeat(17_000) })),
    'more than any request holds': () => send(notification(1001, { padding: 'x'.repeat(200_000) })),
    'another method': () => send('', {}, 'GET'),
    PUT: () => send(good, {}, 'PUT'),
  };

  it('is refused in at least thirty forms', async () => {
    expect(Object.keys(bad).length).toBeGreaterThanOrEqual(30);
    const before = [await kept(), await head()];
    for (const [what, attempt] of Object.entries(bad)) {
      const { status, body } = await attempt();
      expect([what, status >= 400 && status < 500, JSON.parse(body)]).toEqual([
        what,
        true,
        { error: expect.any(String), code: expect.any(String) },
      ]);
    }
    expect([await kept(), await head()]).toEqual(before);
  });

  it('is accepted only as the store sends it', async () => {
    const before = await kept();
    expect(await send(good)).toEqual({ status: 200, body: '{"success":true}' });
    expect(await kept()).toBe(before + 1);
  });
});

describe('the content of a notification is not trusted: the invoice is read', () => {
  const cases: [string, string, string][] = [
    ['another product', 'product_id = 1', 'otherProduct'],
    ['another variant', 'variant_id = 1', 'otherProduct'],
    ['another currency', `currency = 'USD'`, 'otherCurrency'],
    ['nothing paid', 'price_cents = 0', 'nothingPaid'],
    ['refunded meanwhile', `status = 'refunded', refunded_cents = price_cents`, 'refunded'],
  ];
  it.each(cases)('%s earns nothing, with the reason', async (_, change, reason) => {
    const { affiliateId, invoice } = await sold(change);
    await send(
      notification(Number(invoice), { data: { invoice_id: Number(invoice), status: 'completed', price: '29.99', currency: 'EUR' } }),
    );
    await worked(invoice);
    expect((await harness.outcome(invoice)).map((e) => e.data)).toMatchObject([{ reason }]);
    expect(await earned(affiliateId)).toEqual([]);
  });

  it.each([
    ['not paid yet', `status = 'pending', completed_at = null`],
    ['in a status of the store’s own', `status = 'on_hold'`],
  ])('%s comes to nothing', async (_, change) => {
    const { affiliateId, invoice } = await sold(change);
    await send(notification(Number(invoice)));
    await worked(invoice);
    expect(await harness.outcome(invoice)).toEqual([]);
    expect(await earned(affiliateId)).toEqual([]);
  });

  it('an amount above the list price earns the commission of the list price, and is marked', async () => {
    const { affiliateId, invoice } = await sold('price_cents = 1000000');
    await send(notification(Number(invoice)));
    await worked(invoice);
    expect((await earned(affiliateId)).map((e) => e.data)).toMatchObject([{ amountCents: 29_99, paidCents: 10_000_00, capped: true }]);
  });

  it('unknown invoices have no outcome and block no others', async () => {
    const before = await head();
    for (const invoice of [
      '../../etc/passwd',
      '0',
      '-1',
      'x'.repeat(64),
      'x'.repeat(65),
      1.5,
      9e15,
      null,
      {},
      [1],
      true,
      '1001/refund',
      '%00',
    ])
      expect((await send(notification(invoice))).status).toBe(200);
    expect(await head()).toBe(before);
    const { affiliateId, invoice } = await sold();
    await send(notification(Number(invoice)));
    await harness.settled(invoice);
    expect(await earned(affiliateId)).toHaveLength(1);
  });
});

describe('valid notifications, however they arrive, lead to the right outcome', () => {
  it('a hundred times, under one key and under many: one sale', async () => {
    const { affiliateId, invoice } = await sold();
    const text = notification(Number(invoice));
    const key = randomBytes(32).toString('hex');
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => send(text, i % 2 ? { 'idempotency-key': key } : i % 3 ? {} : { 'idempotency-key': '-' })),
    );
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200]));
    await harness.settled(invoice);
    await worked(invoice);
    expect(await harness.outcome(invoice)).toHaveLength(1);
    expect(await earned(affiliateId)).toHaveLength(1);
  });

  it('the refund before the sale: one outcome, nothing earned', async () => {
    const { affiliateId, page, invoice } = await sold();
    await harness.press(page, 'refund');
    await send(notification(Number(invoice), { event: 'NOTIFICATION.SHOP_INVOICE_REFUNDED' }));
    await worked(invoice);
    await send(notification(Number(invoice)));
    await worked(invoice);
    expect((await harness.outcome(invoice)).map((e) => e.data)).toMatchObject([{ reason: 'refunded' }]);
    expect(await earned(affiliateId)).toEqual([]);
  });

  it('72 hours late: the sale as it was, once', async () => {
    const { affiliateId, invoice } = await sold();
    harness.ahead = 72 * HOUR;
    await send(notification(Number(invoice)));
    await harness.settled(invoice);
    harness.ahead = 0;
    const [sale] = await earned(affiliateId);
    expect(sale!.data).toMatchObject({ amountCents: 29_99 });
    expect(Date.parse((sale!.data as unknown as { soldAt: string }).soldAt)).toBeLessThan(Date.now());
  });
});
