import { lockKey, locks } from '../platform/locks.ts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { affiliateStream, checkoutStream, invoiceKey, premium, refusals, rules, type Sealed, sellauth } from '@framelift/contracts';
import { StoreHarness } from '../../../test/support/store-harness.ts';
import { affiliateSource } from '../programme/affiliate/affiliate.decider.ts';
import { Reconciler } from './reconciler.ts';
import { ref } from '../../../test/support/invoices.ts';
import { until } from '../../../test/support/until.ts';

let harness: StoreHarness;
beforeAll(async () => void (harness = await StoreHarness.open({ notify: false })));
afterAll(() => harness.close());

const running = new AbortController().signal;
const reconcile = () => harness.app.get(Reconciler).run(Date.now(), running);

const body = (invoice: string, more: object = {}) =>
  JSON.stringify({
    event: 'NOTIFICATION.SHOP_INVOICE_PROCESSED',
    data: { invoice_id: Number(invoice) },
    shop_id: sellauth.shopId,
    ...more,
  });
const signature = (text: string) => createHmac('sha256', harness.webhookSecret).update(text).digest('hex');
const notify = (text: string, headers: Record<string, string> = {}) =>
  harness.call('POST', '/api/store/notifications', text, {
    'idempotency-key': randomBytes(32).toString('hex'),
    'x-signature': signature(text),
    ...headers,
  });
const kept = async () => (await harness.db.pool.query('select from store.notifications')).rowCount;
const typesOf = async (streamId: string) => (await harness.db.log.readStream(streamId)).map((e) => e.type);

let names = 0;
const name = () => `seller${++names}`;
/** A checkout through an affiliate's link, paid for. */
async function sold(email?: string) {
  const username = name();
  const affiliateId = await harness.affiliate(username);
  const { page, invoice } = await harness.opened({ ref: username });
  await harness.press(page, 'pay', email);
  return { username, affiliateId, page, invoice };
}

describe('a notified sale', () => {
  it('earns its affiliate a commission', async () => {
    const { affiliateId, invoice } = await sold();
    expect(await notify(body(invoice))).toMatchObject({ status: 200, body: { success: true } });
    expect(await harness.settled(invoice)).toEqual(['SaleCredited']);
    const { state } = await harness.system.streams.load(affiliateSource(affiliateId));
    expect(state.books).toMatchObject({ earnedCents: 6_00 });
  });

  it('is one sale despite fifty concurrent notifications, and more after a restart', async () => {
    const { affiliateId, invoice } = await sold();
    const text = body(invoice);
    const copies = () =>
      Promise.all(Array.from({ length: 50 }, (_, i) => notify(text, i % 2 ? {} : { 'idempotency-key': 'a'.repeat(64) })));
    const answers = await copies();
    expect(answers.map((a) => a.status)).toEqual(Array(50).fill(200));
    await harness.settled(invoice);
    await harness.stop();
    await harness.start();
    await copies();
    await until(async () => (await harness.db.pool.query('select from store.notifications where done_at is null')).rowCount === 0);
    expect(await harness.outcome(invoice)).toHaveLength(1);
    expect((await typesOf(affiliateStream(affiliateId))).filter((t) => t === 'SaleRecorded')).toHaveLength(1);
  });

  it('is answered before it is processed, and a crash in between loses nothing', async () => {
    const { invoice } = await sold();
    await harness.stop();
    await harness.db.pool.query('insert into store.notifications (provider, key, event, invoice, attempts) values ($1, $2, $3, $4, 1)', [
      'sellauth',
      randomUUID(),
      'x',
      invoice,
    ]);
    await harness.start();
    expect(await harness.settled(invoice)).toEqual(['SaleCredited']);
  });

  it('waits while the store does not answer', async () => {
    const { invoice } = await sold();
    const store = harness.system.config.store.sellauth!;
    const apiUrl = store.apiUrl;
    store.apiUrl = 'http://127.0.0.1:9';
    await notify(body(invoice));
    await until(async () => (await harness.db.pool.query('select from store.notifications where problem is not null')).rowCount === 1);
    store.apiUrl = apiUrl;
    expect(await harness.settled(invoice)).toEqual(['SaleCredited']);
  });

  it('has one outcome when notified, reconciled and credited by hand concurrently', async () => {
    const admin = await harness.admin();
    for (let round = 0; round < 5; round++) {
      const { username, affiliateId, invoice } = await sold();
      const byHand = () =>
        harness.call('POST', `/api/admin/sales/${invoiceKey(ref(invoice))}/credit`, { username, reason: 'asked' }, admin);
      const [, , ...hand] = await Promise.all([notify(body(invoice)), reconcile(), byHand(), byHand(), byHand()]);
      await harness.settled(invoice);
      for (const { status } of hand) expect([200, 409]).toContain(status);
      expect(await harness.outcome(invoice)).toHaveLength(1);
      expect((await typesOf(affiliateStream(affiliateId))).filter((t) => t === 'SaleRecorded')).toHaveLength(1);
    }
  });

  it('keeps the buyer’s address sealed and the rest in clear', async () => {
    const { affiliateId, invoice } = await sold('canary@example.com');
    await notify(body(invoice));
    await harness.settled(invoice);
    const [recorded] = (await harness.db.log.readStream(affiliateStream(affiliateId))).filter((e) => e.type === 'SaleRecorded');
    expect(recorded!.dataText).not.toContain('canary');
    expect(await harness.system.vault.openOne((recorded!.data as unknown as { customerEmail: Sealed }).customerEmail)).toBe(
      'canary@example.com',
    );
    expect(recorded!.metadata).toMatchObject({ actor: { kind: 'store', id: 'sellauth' } });
  });
});

describe('a notification is refused', () => {
  const cases: [string, (text: string) => Promise<{ status: number; body: object }>, number][] = [
    ['without a signature', (text) => notify(text, { 'x-signature': '' }), 401],
    ['with another signature', (text) => notify(text, { 'x-signature': 'ab'.repeat(32) }), 401],
    ['signed with another secret', (text) => notify(text, { 'x-signature': createHmac('sha256', 'x').update(text).digest('hex') }), 401],
    [
      'when its body was serialised again',
      (text) => notify(JSON.stringify(JSON.parse(text), null, 1), { 'x-signature': signature(text) }),
      401,
    ],
    ['when only the timestamp header was signed', (text) => notify(text, { 'x-timestamp': '1', 'x-signature': signature('1') }), 401],
    ['from another shop', () => notify(body('1', { shop_id: 1 })), 400],
    ['without an event', () => notify(body('1', { event: undefined })), 400],
    ['when it is far too large', () => notify(body('1', { padding: 'x'.repeat(20_000) })), 413],
    ['when it is larger than any request', () => notify(body('1', { padding: 'x'.repeat(100_000) })), 413],
  ];
  it.each(cases)('%s', async (_, send, status) => {
    const before = await kept();
    const answer = await send(body('1'));
    expect(answer).toMatchObject({ status, body: { error: expect.any(String) } });
    expect(await kept()).toBe(before);
  });

  it('but one about no invoice is accepted without effect', async () => {
    expect(await notify(body('1', { event: 'NOTIFICATION.SHOP_FEEDBACK', data: { feedback_id: 5 } }))).toMatchObject({ status: 200 });
    await until(async () => (await harness.db.pool.query('select from store.notifications where done_at is null')).rowCount === 0);
  });

  it('and one that was re-serialised by its sender is taken as it was signed', async () =>
    expect(await notify(body('1').replaceAll(':', ': ').replace('http: ', 'http:'))).toMatchObject({ status: 200 }));
});

describe('the reconciler', () => {
  it('records a sale without a notification', async () => {
    const { invoice } = await sold();
    await reconcile();
    expect(await harness.settled(invoice)).toEqual(['SaleCredited']);
  });

  it('takes a refund back', async () => {
    const { affiliateId, page, invoice } = await sold();
    await reconcile();
    await harness.press(page, 'refund');
    await reconcile();
    await reconcile();
    expect(await harness.settled(invoice)).toEqual(['SaleCredited', 'SaleCreditReversed']);
    const { state } = await harness.system.streams.load(affiliateSource(affiliateId));
    expect(state.books).toMatchObject({ earnedCents: 6_00, reversedCents: 6_00 });
  });

  it('settles a sale refunded before it was recorded', async () => {
    const { page, invoice } = await sold();
    await harness.press(page, 'refund');
    await Promise.all([notify(body(invoice)), reconcile()]);
    await harness.settled(invoice);
    expect((await harness.outcome(invoice)).map((e) => e.data)).toMatchObject([{ reason: 'refunded' }]);
  });

  it('lists a partial refund once', async () => {
    const { invoice } = await sold();
    await harness.db.pool.query('update sandbox_store.invoices set refunded_cents = 1000 where id = $1', [invoice]);
    await reconcile();
    await reconcile();
    expect(await harness.settled(invoice)).toEqual(['SaleCredited', 'PartialRefundSeen']);
  });

  it('settles an unannounced invoice at the earliest fifteen minutes after its creation', async () => {
    const { rows } = await harness.db.pool.query(
      `insert into sandbox_store.invoices (unique_id, status, email, product_id, variant_id, quantity, currency, price_cents, completed_at)
       values ($1, 'completed', 'eve@example.com', $2, $3, 1, 'EUR', 2999, now()) returning id`,
      [randomBytes(12).toString('hex'), premium.providers.sellauth!.productId, premium.providers.sellauth!.variantId],
    );
    const invoice = String(rows[0].id);
    await Promise.all([reconcile(), notify(body(invoice))]);
    const waiting = () =>
      harness.db.pool.query('select from store.notifications where invoice = $1 and done_at is null and problem is not null', [invoice]);
    await until(async () => (await waiting()).rowCount === 1);
    expect(await harness.outcome(invoice)).toEqual([]);
    harness.ahead = rules.unknownCheckoutAfter + 1_000;
    await reconcile();
    harness.ahead = 0;
    expect((await harness.outcome(invoice)).map((e) => e.data)).toMatchObject([{ reason: 'unknownCheckout' }]);
  });

  it('ignores sales before the programme’s start', async () => {
    const { rows } = await harness.db.pool.query(
      `insert into sandbox_store.invoices (unique_id, status, product_id, variant_id, quantity, currency, price_cents, created_at, completed_at)
       values ($1, 'refunded', 1, 1, 1, 'EUR', 2999, now() - interval '3 days', now()) returning id`,
      [randomBytes(12).toString('hex')],
    );
    await reconcile();
    expect(await harness.outcome(String(rows[0].id))).toEqual([]);
  });

  it('skips an unreadable invoice and continues', async () => {
    await harness.db.pool.query(
      `insert into sandbox_store.invoices (unique_id, status, product_id, variant_id, quantity, currency, price_cents, completed_at)
       values ($1, 'completed', 1, 1, 0, 'EUR', 2999, now() - interval '1 minute')`,
      [randomBytes(12).toString('hex')],
    );
    const { invoice } = await sold();
    await reconcile();
    expect(await harness.outcome(invoice)).toHaveLength(1);
  });

  it('runs in one process at a time', async () => {
    const { invoice } = await sold();
    const other = await harness.db.owner.connect();
    await other.query(`select pg_advisory_lock(${lockKey(locks.reconciler)})`);
    await reconcile();
    expect(await harness.outcome(invoice)).toEqual([]);
    await other.query(`select pg_advisory_unlock(${lockKey(locks.reconciler)})`);
    other.release();
    await reconcile();
    expect(await harness.outcome(invoice)).toHaveLength(1);
  });
});

describe('by hand', () => {
  let admin: Record<string, string>;
  beforeAll(async () => void (admin = await harness.admin('hand')));
  const credit = (invoice: string, username: string, headers = admin) =>
    harness.call('POST', `/api/admin/sales/${invoiceKey(ref(invoice))}/credit`, { username, reason: 'they called' }, headers);
  const reverse = (invoice: string, headers = admin) =>
    harness.call('POST', `/api/admin/sales/${invoiceKey(ref(invoice))}/reverse`, { reason: 'fraud' }, headers);

  it('credits, reverses, and does neither twice', async () => {
    const username = name();
    await harness.affiliate(username);
    const { page, invoice } = await harness.opened();
    expect(await credit(invoice, username)).toMatchObject({ status: 409, body: { error: refusals.invoiceNotCompleted } });
    await harness.press(page, 'pay');
    await reconcile();
    expect((await harness.outcome(invoice)).map((e) => e.data)).toMatchObject([{ reason: 'noReferral' }]);
    expect(await credit(invoice, username)).toEqual({ status: 200, body: { success: true } });
    expect(await credit(invoice, username)).toMatchObject({ status: 409, body: { error: refusals.saleAlreadyCredited } });
    expect(await reverse(invoice)).toEqual({ status: 200, body: { success: true } });
    expect(await reverse(invoice)).toMatchObject({ status: 409, body: { error: refusals.saleReversed } });
    await harness.press(page, 'refund');
    await reconcile();
    expect(await typesOf(checkoutStream(ref(invoice)))).toEqual([
      'CheckoutStarted',
      'SaleNotCredited',
      'SaleCredited',
      'SaleCreditReversed',
    ]);
  });

  it('answers a repeated request as it did the first time', async () => {
    const { username, invoice } = await sold();
    const repeated = { ...admin, 'idempotency-key': 'once' };
    expect((await credit(invoice, username, repeated)).status).toBe(200);
    expect((await credit(invoice, username, repeated)).status).toBe(200);
    expect((await credit(invoice, 'somebody-else', repeated)).status).not.toBe(200);
    expect(await harness.outcome(invoice)).toHaveLength(1);
  });

  it('refuses unknown invoices and affiliates', async () => {
    const { username } = await sold();
    expect(await credit('999999', username)).toMatchObject({ status: 404, body: { error: refusals.saleNotFound } });
    expect(await credit('1001', 'nobody-here')).toMatchObject({ status: 404, body: { error: refusals.affiliateNotFound } });
    expect(await credit('1001', 'hand')).toMatchObject({ status: 404, body: { error: refusals.affiliateNotFound } });
    expect(await reverse('999999')).toMatchObject({ status: 404, body: { error: refusals.saleNotFound } });
  });

  it('is for admins', async () => expect((await credit('1001', 'x', {})).status).toBe(401));
});
