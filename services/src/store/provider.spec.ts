import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { affiliateStream, checkoutStream, HOUR_MS, refusals, SELLING, type SellingProvider } from '@framelift/contracts';
import { checkoutStarted } from '../../../test/support/facts.ts';
import { append } from '../../../test/support/history.ts';
import { StoreHarness } from '../../../test/support/store-harness.ts';
import { type Notification, notificationFrom } from '../../../test/support/notification-from.ts';
import { until } from '../../../test/support/until.ts';
import { StoreRefusal, StoreUnavailable } from './invoice.ts';
import { StoreProviders } from './provider.ts';
import { Reconciler } from './reconciler.ts';

const running = new AbortController().signal;

// Notifications are sent only by specs, so every order can be tested.
describe.each(SELLING)('the provider %s', (provider) => {
  let harness: StoreHarness;
  beforeAll(async () => void (harness = await StoreHarness.open({ notify: false, provider })));
  afterAll(() => harness.close());

  const tell = ({ path, body, headers }: Notification) => harness.call('POST', path, body, headers);
  const notified = (invoice: string, more = {}) => notificationFrom[provider](harness, invoice, more);
  const kept = async () => (await harness.db.pool.query('select from store.notifications')).rowCount!;
  const reconcile = (later = 0) => harness.app.get(Reconciler).run(Date.now() + later, running);
  const types = async (invoice: string) => (await harness.outcome(invoice)).map((e) => e.type);
  const worked = () =>
    until(async () => (await harness.db.pool.query('select from store.notifications where done_at is null')).rowCount === 0);

  let sellers = 0;
  /** A checkout through an affiliate's link. */
  async function opened(headers = {}) {
    const username = `seller${++sellers}`;
    const affiliateId = await harness.affiliate(username);
    const { body } = await harness.checkout({ ref: username }, headers);
    return { affiliateId, username, sameTab: body['sameTab'], ...(await harness.invoiceOf(body['url'])) };
  }
  async function sold() {
    const sale = await opened();
    await harness.press(sale.page, 'pay');
    return sale;
  }
  const earned = async (affiliateId: string) =>
    (await harness.db.log.readStream(affiliateStream(affiliateId))).filter((e) => e.type === 'SaleRecorded').length;

  it('names itself in the stream and says how its page is reached', async () => {
    const { invoice, sameTab } = await opened();
    const [started] = await harness.events('CheckoutStarted');
    expect(started!.data).toMatchObject(harness.ref(invoice));
    expect(sameTab).toBe(provider === 'stripe');
  });

  it('returns the first checkout for a repeated one', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = { altcha: await harness.proof() };
    const [first, again] = [await harness.checkout(body, key), await harness.checkout(body, key)];
    expect(again.body).toEqual(first.body);
  });

  it('causes one sale despite repeated and concurrent notifications', async () => {
    const { affiliateId, invoice } = await sold();
    const same = notified(invoice, { key: 'a'.repeat(64) });
    const answers = await Promise.all([...Array(8).fill(same), ...Array.from({ length: 8 }, () => notified(invoice))].map(tell));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await worked();
    expect([await types(invoice), await earned(affiliateId)]).toEqual([['SaleCredited'], 1]);
  });

  it('may notify late, and of a refund before the sale', async () => {
    const { page, invoice } = await sold();
    await harness.press(page, 'refund');
    for (let i = 0; i < 2; i++) await tell(notified(invoice));
    await worked();
    expect((await harness.outcome(invoice)).map((e) => [e.type, 'reason' in e.data && e.data.reason])).toEqual([
      ['SaleNotCredited', 'refunded'],
    ]);
  });

  it('reverses a refunded sale, and its notification of an unpaid one has no effect', async () => {
    const { page, invoice } = await opened();
    await tell(notified(invoice));
    await worked();
    expect(await types(invoice)).toEqual([]);
    await harness.press(page, 'pay');
    await tell(notified(invoice));
    await worked();
    await harness.press(page, 'refund');
    await tell(notified(invoice));
    await worked();
    expect(await types(invoice)).toEqual(['SaleCredited', 'SaleCreditReversed']);
  });

  it('lists each sum of partial refunds once, until all is refunded', async () => {
    const { page, invoice } = await sold();
    await tell(notified(invoice));
    await worked();
    const partCents = provider === 'stripe' ? 10_00 : 5_00;
    for (const refundedCents of [partCents, 2 * partCents]) {
      await harness.refundPart(page, invoice);
      for (let i = 0; i < 2; i++) await tell(notified(invoice));
      await worked();
      const seen = (await harness.outcome(invoice)).at(-1)!.data;
      expect(seen).toMatchObject({ refundedCents, currency: 'EUR' });
    }
    expect(await types(invoice)).toEqual(['SaleCredited', 'PartialRefundSeen', 'PartialRefundSeen']);
    await harness.press(page, 'refund');
    await tell(notified(invoice));
    await worked();
    expect(await types(invoice)).toEqual(['SaleCredited', 'PartialRefundSeen', 'PartialRefundSeen', 'SaleCreditReversed']);
  });

  it('is not impersonated by wrong, changed or missing signatures', async () => {
    const { invoice } = await sold();
    const before = await kept();
    const good = notified(invoice);
    const forged: Notification[] = [
      notified(invoice, { secret: 'somebody else’s' }),
      { ...good, body: good.body.replace(invoice, `${invoice}0`) },
      { ...good, body: `${good.body} ` },
      { ...good, headers: {} },
      { ...good, headers: Object.fromEntries(Object.keys(good.headers).map((name) => [name, 'nonsense'])) },
    ];
    for (const one of forged) expect(await tell(one)).toMatchObject({ status: 401, body: { error: refusals.signatureInvalid } });
    expect([await kept(), await types(invoice)]).toEqual([before, []]);
  });

  it('causes one event if a notification is replayed', async () => {
    const before = await kept();
    const { invoice } = await sold();
    const one = notified(invoice);
    await tell(one);
    await worked();
    for (let i = 0; i < 3; i++) await tell(one);
    expect([await kept(), await types(invoice)]).toEqual([before + 1, ['SaleCredited']]);
  });

  it('is polled for missed notifications', async () => {
    const { page, invoice } = await sold();
    await reconcile();
    expect(await types(invoice)).toEqual(['SaleCredited']);
    await harness.press(page, 'refund');
    await reconcile(HOUR_MS);
    for (let i = 0; i < 2; i++) await reconcile(2 * HOUR_MS);
    expect(await types(invoice)).toEqual(['SaleCredited', 'SaleCreditReversed']);
  });

  it('may be unavailable for an hour', async () => {
    const [known, lost] = [await sold(), await sold()];
    await harness.sandbox.close();
    expect((await harness.checkout({ ref: known.username })).status).toBe(502);
    await tell(notified(known.invoice));
    const waiting = 'select from store.notifications where done_at is null and problem is not null';
    await until(async () => (await harness.db.pool.query(waiting)).rowCount === 1);
    await expect(reconcile()).rejects.toThrow();
    await harness.openSandbox();
    await harness.db.pool.query('update store.reconciliation set completed_until = now()');
    await harness.db.pool.query('update store.notifications set next_at = now() where done_at is null');
    await worked();
    await reconcile(HOUR_MS);
    expect([await types(known.invoice), await types(lost.invoice)]).toEqual([['SaleCredited'], ['SaleCredited']]);
  });

  it('creates and deletes coupons, and sells without an unknown one', async () => {
    const { store } = harness.system.config;
    expect(store.provider).toBe(provider);
    const admin = await harness.admin(`boss-of-${provider}`);
    const affiliateId = await harness.affiliate(`coupon-${provider}`);
    const path = `/api/admin/affiliates/${affiliateId}/coupons`;
    const give = (code: string, discount: number) => harness.call('POST', path, { code, discount }, admin);
    expect((await give('SAVE25', 25)).status).toBe(201);
    const cheaper = await harness.checkout({ coupon: 'save25' });
    expect(await (await fetch(cheaper.body['url'])).text()).toContain('Pay €22.49');
    await harness.press(cheaper.body['url'], 'pay');
    const { invoice } = await harness.invoiceOf(cheaper.body['url']);
    await tell(notified(invoice));
    await worked();
    expect(await harness.outcome(invoice)).toMatchObject([{ type: 'SaleCredited', data: { affiliateId, amountCents: 22_49 } }]);
    expect((await harness.call('DELETE', `${path}/SAVE25`, undefined, admin)).status).toBe(200);
    await give('SAVE10', 10);
    await harness.db.pool.query('delete from sandbox_store.coupons');
    await harness.db.pool.query('delete from sandbox_store.stripe_promotions');
    const usual = await harness.checkout({ coupon: 'SAVE10' });
    expect(usual.body['notice']).toContain('did not accept the discount');
    expect(await (await fetch(usual.body['url'])).text()).toContain('Pay €29.99');
  });
});

describe('a seller who moves from one provider to another', () => {
  let harness: StoreHarness;
  beforeAll(async () => void (harness = await StoreHarness.open({ notify: true })));
  afterAll(() => harness.close());
  const sellsAt = async (provider: SellingProvider) => {
    await harness.stop();
    harness.provider = provider;
    await harness.start();
  };

  it('sells at the new one, and the old one’s sales still count and are reversed', async () => {
    const affiliateId = await harness.affiliate('mover');
    const old = await harness.opened({ ref: 'mover' });
    await sellsAt('stripe');
    const { page, invoice } = await harness.opened({ ref: 'mover' });
    await harness.press(page, 'pay');
    expect(await harness.settled(invoice)).toEqual(['SaleCredited']);
    harness.provider = 'sellauth';
    await harness.press(old.page, 'pay');
    expect(await harness.settled(old.invoice)).toEqual(['SaleCredited']);
    const sales = await harness.events('SaleRecorded');
    expect(sales.map(({ data }) => (data as { provider: string }).provider)).toEqual(['stripe', 'sellauth']);
    expect(new Set(sales.map(({ streamId }) => streamId))).toEqual(new Set([affiliateStream(affiliateId)]));
  });

  it('adds and removes codes whatever the old one responds', async () => {
    await sellsAt('stripe');
    const admin = await harness.admin('moving');
    const affiliateId = await harness.affiliate('coded');
    const path = `/api/admin/affiliates/${affiliateId}/coupons`;
    const old = harness.app.get(StoreProviders).of('sellauth');
    const answers: Record<string, () => Promise<never>> = {
      away: () => Promise.reject(new StoreUnavailable('it is away')),
      refuses: () => Promise.reject(new StoreRefusal('no')),
      hasAnother: (async () => false) as never,
      hangs: () => new Promise<never>(() => {}),
    };
    for (const [code, answer] of Object.entries(answers)) {
      Object.assign(old, { couponFor: answer, deleteCoupon: answer });
      const made = await harness.call('POST', path, { code, discount: 10 }, admin);
      const atStripe = 'select active from sandbox_store.stripe_promotions where upper(code) = upper($1)';
      expect([code, made.status, (await harness.db.pool.query(atStripe, [code])).rows]).toEqual([code, 201, [{ active: true }]]);
      expect([code, (await harness.call('DELETE', `${path}/${code}`, undefined, admin)).status]).toEqual([code, 200]);
    }
  });

  it('has two sales if both providers assign the same id', async () => {
    await sellsAt('sellauth');
    const { page, invoice: id } = await harness.opened({ ref: 'mover' });
    await sellsAt('stripe');
    const twin = await harness.opened();
    const [begun] = (await harness.events('CheckoutStarted')).filter(({ data }) => 'invoiceId' in data && data.invoiceId === id);
    await append(harness.system, checkoutStream(harness.ref(id)), [checkoutStarted({ ...(begun!.data as object), ...harness.ref(id) })]);
    await harness.db.pool.query('update sandbox_store.stripe_sessions set id = $1 where id = $2', [id, twin.invoice]);
    await harness.press(page, 'pay');
    await harness.press(`${new URL(twin.page).origin}/c/pay/${id}`, 'pay');
    for (const provider of SELLING) {
      harness.provider = provider;
      expect(await harness.settled(id)).toEqual(['SaleCredited']);
    }
    expect(await harness.events('SaleRecorded')).toHaveLength(4);
  });
});
