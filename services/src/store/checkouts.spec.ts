import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { affiliateStream, checkoutStream, fact, refusals, sellauth } from '@framelift/contracts';
import { append } from '../../../test/history.ts';
import { StoreTown } from '../../../test/store.ts';
import { ref } from '../../../test/invoices.ts';

let town: StoreTown;
beforeAll(async () => void (town = await StoreTown.open()));
afterAll(() => town.close());

const DAY = 24 * 60 * 60 * 1000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const begun = async (invoice: string) => (await town.db.log.readStream(checkoutStream(ref(invoice))))[0]!.data as Record<string, unknown>;
const invoices = async () => (await town.db.pool.query('select from sandbox_store.invoices')).rowCount;
const codeOf = async (invoice: string) =>
  (await town.db.pool.query('select affiliate from sandbox_store.invoices where id = $1', [invoice])).rows[0].affiliate;

describe('a checkout', () => {
  it('leads a visitor from a link to the store, and their payment to a commission', async () => {
    const affiliateId = await town.affiliate('ann');
    const visit = await town.call('POST', '/api/track/track-visit', {
      ref: 'ann',
      pageUrl: `${town.url}/premium?ref=ann`,
      userAgent: 'Mozilla/5.0',
    });
    const { visitId } = visit.body;
    const { page, invoice } = await town.opened({ ref: 'ANN', visitId, referredAt: ago(DAY) });
    expect(await begun(invoice)).toMatchObject({ affiliateId, visitId, visitKnown: true, quantity: 1, listCents: 29_99 });
    expect(await codeOf(invoice)).toBe(affiliateId);
    await town.press(page, 'pay');
    expect(await town.settled(invoice)).toEqual(['SaleCredited']);
  });

  it('commits what was intended before it asks the store', async () => {
    const { store } = town.system.config;
    const apiUrl = store.apiUrl;
    store.apiUrl = 'http://127.0.0.1:9';
    expect(await town.checkout({ ref: 'ann' })).toEqual({ status: 502, body: { error: refusals.checkoutFailed } });
    store.apiUrl = apiUrl;
    const { rows } = await town.db.pool.query('select affiliate_id, url from store.intents order by created_at desc limit 1');
    expect(rows).toEqual([{ affiliate_id: expect.any(String), url: null }]);
  });

  it('earns nobody anything without a link, or through a name nobody or an admin has', async () => {
    await town.admin('root');
    for (const more of [{}, { ref: null }, { ref: 'nobody-here' }, { ref: 'root' }]) {
      const { page, invoice } = await town.opened(more);
      await town.press(page, 'pay');
      await town.settled(invoice);
      expect((await town.outcome(invoice))[0]!.data).toMatchObject({ reason: 'noReferral' });
    }
  });

  it('keeps an old referral as known, tells the store of none, and says so at the sale', async () => {
    await town.affiliate('old');
    const { page, invoice } = await town.opened({ ref: 'old', referredAt: ago(61 * DAY) });
    expect(await codeOf(invoice)).toBeNull();
    await town.press(page, 'pay');
    await town.settled(invoice);
    expect((await town.outcome(invoice))[0]!.data).toMatchObject({ reason: 'expiredReferral' });
  });

  it('believes no time to come and no time that is none', async () => {
    await town.affiliate('tim');
    const future = await town.opened({ ref: 'tim', referredAt: ago(-30 * DAY) });
    expect(Date.parse((await begun(future.invoice))['referredAt'] as string)).toBeLessThanOrEqual(Date.now());
    const none = await town.opened({ ref: 'tim', referredAt: 'tomorrow', visitId: 'not an id' });
    expect(await begun(none.invoice)).toMatchObject({ visitId: 'not an id', visitKnown: false });
    expect(await begun(none.invoice)).not.toHaveProperty('referredAt');
  });

  it('knows no visit to somebody else’s link', async () => {
    await town.affiliate('una');
    const visit = await town.call('POST', '/api/track/track-visit', { ref: 'ann', pageUrl: '/una', userAgent: 'Mozilla/5.0' });
    const { invoice } = await town.opened({ ref: 'una', visitId: visit.body['visitId'] });
    expect(await begun(invoice)).toMatchObject({ visitKnown: false });
  });

  it('decides by what the affiliate is when the sale is recorded', async () => {
    const affiliateId = await town.affiliate('sue');
    const { page, invoice } = await town.opened({ ref: 'sue' });
    await append(town.db, affiliateStream(affiliateId), [fact('AffiliateEdited', { status: 'suspended' })]);
    await town.press(page, 'pay');
    await town.settled(invoice);
    expect((await town.outcome(invoice))[0]!.data).toMatchObject({ reason: 'suspended', affiliateId });
  });

  it('earns an affiliate nothing on their own purchase or a throw-away address', async () => {
    await town.affiliate('own', 'own@example.org');
    for (const [email, reason] of [
      ['OWN@example.org', 'ownPurchase'],
      ['x@sub.mailinator.com', 'disposableEmail'],
    ] as const) {
      const { page, invoice } = await town.opened({ ref: 'own' });
      await town.press(page, 'pay', email);
      await town.settled(invoice);
      expect((await town.outcome(invoice))[0]!.data).toMatchObject({ reason });
    }
  });

  it('earns an affiliate on a buyer whose address forwards', async () => {
    await town.affiliate('fwd');
    const { page, invoice } = await town.opened({ ref: 'fwd' });
    await town.press(page, 'pay', 'framelift.zoe@duck.com');
    await town.settled(invoice);
    expect((await town.outcome(invoice))[0]!.type).toBe('SaleCredited');
  });

  it('is one checkout when its request is repeated', async () => {
    const altcha = await town.proof();
    const before = (await invoices())!;
    const first = await town.checkout({ altcha }, { 'idempotency-key': 'k1' });
    expect(await town.checkout({ altcha }, { 'idempotency-key': 'k1' })).toEqual(first);
    expect(await town.checkout({ altcha, ref: 'ann' }, { 'idempotency-key': 'k1' })).toEqual({
      status: 422,
      body: { error: refusals.commandReused },
    });
    expect(await invoices()).toBe(before + 1);
  });
});

describe('a checkout is refused', () => {
  const { shopId, products } = sellauth;
  const line = { ...products.premium, quantity: 1 };
  const unavailable = refusals.cartInvalid;
  it.each<[string, object, string]>([
    ['without a proof', { altcha: undefined }, refusals.captchaMissing],
    ['with an empty proof', { altcha: '' }, refusals.captchaMissing],
    ['with a proof that is none', { altcha: 'AAAA' }, refusals.captchaInvalid],
    ['for an empty cart', { cart: [] }, unavailable],
    ['for two lines', { cart: [line, line] }, unavailable],
    ['for another product', { cart: [{ ...line, productId: 1 }] }, unavailable],
    ['for another variant', { cart: [{ ...line, variantId: '500794' }] }, unavailable],
    ['for none', { cart: [{ ...line, quantity: 0 }] }, unavailable],
    ['for eleven', { cart: [{ ...line, quantity: 11 }] }, unavailable],
    ['for half a one', { cart: [{ ...line, quantity: 0.5 }] }, unavailable],
    ['for a line that is none', { cart: [null] }, unavailable],
    ['for a cart that is none', { cart: { 0: line } }, unavailable],
    ['at another shop', { shopId: shopId + 1 }, unavailable],
  ])('%s', async (_, more, error) => {
    const before = await invoices();
    expect(await town.checkout(more)).toEqual({ status: 400, body: { error } });
    expect(await invoices()).toBe(before);
  });

  it('with a proof that was used', async () => {
    const altcha = await town.proof();
    const answers = await Promise.all(Array.from({ length: 20 }, () => town.checkout({ altcha })));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(answers.filter((a) => a.body['error'] === refusals.captchaInvalid)).toHaveLength(19);
  });
});
