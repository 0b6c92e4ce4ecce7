import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { affiliateStream, checkoutStream, premium, refusals, sellauth } from '@framelift/contracts';
import { append } from '../../../test/support/history.ts';
import { StoreHarness } from '../../../test/support/store-harness.ts';
import { ref } from '../../../test/support/invoices.ts';
import { Checkouts } from './checkouts.ts';
import { affiliateEdited, programmeTermsSet } from '../../../test/support/facts.ts';

let harness: StoreHarness;
beforeAll(async () => void (harness = await StoreHarness.open()));
afterAll(() => harness.close());

const DAY = 24 * 60 * 60 * 1000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const begun = async (invoice: string) =>
  (await harness.db.log.readStream(checkoutStream(ref(invoice))))[0]!.data as Record<string, unknown>;
const invoices = async () => (await harness.db.pool.query('select from sandbox_store.invoices')).rowCount;
const codeOf = async (invoice: string) =>
  (await harness.db.pool.query('select affiliate from sandbox_store.invoices where id = $1', [invoice])).rows[0].affiliate;

describe('a checkout', () => {
  it('leads from a visitor’s link to the store, and from the payment to a commission', async () => {
    const affiliateId = await harness.affiliate('ann');
    const visit = await harness.call('POST', '/api/track/track-visit', {
      ref: 'ann',
      pageUrl: `${harness.url}/premium?ref=ann`,
      userAgent: 'Mozilla/5.0',
    });
    const { visitId } = visit.body;
    const { page, invoice } = await harness.opened({ ref: 'ANN', visitId, referredAt: ago(DAY) });
    expect(await begun(invoice)).toMatchObject({ affiliateId, visitId, visitKnown: true, quantity: 1, listCents: 29_99 });
    expect(await codeOf(invoice)).toBe(affiliateId);
    await harness.press(page, 'pay');
    expect(await harness.settled(invoice)).toEqual(['SaleCredited']);
  });

  it('commits the intent before it calls the store', async () => {
    const store = harness.system.config.store.sellauth!;
    const apiUrl = store.apiUrl;
    store.apiUrl = 'http://127.0.0.1:9';
    expect(await harness.checkout({ ref: 'ann' })).toMatchObject({ status: 502, body: { error: refusals.checkoutFailed } });
    store.apiUrl = apiUrl;
    const { rows } = await harness.db.pool.query('select affiliate_id, url from store.intents order by created_at desc limit 1');
    expect(rows).toEqual([{ affiliate_id: expect.any(String), url: null }]);
  });

  it('deletes intents that are too old for a missing sale', async () => {
    const { pool } = harness.db;
    const now = Date.now();
    const left = async () =>
      (await pool.query(`select checkout_id as id from store.intents where checkout_id like 'old-%' order by 1`)).rows;
    await pool.query(
      `insert into store.intents (checkout_id, created_at) select 'old-' || days, $1::timestamptz - days * interval '1 day' from unnest(array[366, 396, 398]) days`,
      [new Date(now)],
    );
    await harness.app.get(Checkouts).forget(now);
    expect(await left()).toEqual([{ id: 'old-366' }, { id: 'old-396' }]);
    await pool.query(`delete from store.intents where checkout_id like 'old-%'`);
  });

  it('earns no commission without a link, or with an unknown or admin’s name', async () => {
    await harness.admin('root');
    for (const more of [{}, { ref: null }, { ref: 'nobody-here' }, { ref: 'root' }]) {
      const { page, invoice } = await harness.opened(more);
      await harness.press(page, 'pay');
      await harness.settled(invoice);
      expect((await harness.outcome(invoice))[0]!.data).toMatchObject({ reason: 'noReferral' });
    }
  });

  it('records an old referral, sends the store none, and gives the reason at the sale', async () => {
    await harness.affiliate('old');
    const { page, invoice } = await harness.opened({ ref: 'old', referredAt: ago(61 * DAY) });
    expect(await codeOf(invoice)).toBeNull();
    await harness.press(page, 'pay');
    await harness.settled(invoice);
    expect((await harness.outcome(invoice))[0]!.data).toMatchObject({ reason: 'expiredReferral' });
  });

  it('credits the first of several affiliates if the terms say so, and otherwise the last', async () => {
    const [one, two] = [await harness.affiliate('one'), await harness.affiliate('two')];
    const earlier = [{ ref: 'nobody-here' }, { ref: 'one', referredAt: ago(3 * DAY), campaign: 'spring' }];
    const clicks = { ref: 'two', referredAt: ago(DAY), earlier };
    expect(await begun((await harness.opened(clicks)).invoice)).toMatchObject({ affiliateId: two });
    const terms = { ...programmeTermsSet().data, windowDays: 60 };
    await append(harness.db, 'programme', [programmeTermsSet({ ...terms, attribution: 'first' })]);
    const { page, invoice } = await harness.opened(clicks);
    expect(await begun(invoice)).toMatchObject({ affiliateId: one, campaign: 'spring', outvoted: { affiliateId: two } });
    await harness.press(page, 'pay');
    expect(await harness.settled(invoice)).toEqual(['SaleCredited']);
    await append(harness.db, 'programme', [programmeTermsSet({ ...terms, attribution: 'last' })]);
    expect(await begun((await harness.opened(clicks)).invoice)).toMatchObject({ affiliateId: two });
    expect((await harness.checkout({ earlier: Array.from({ length: 11 }, () => ({ ref: 'one' })) })).status).toBe(400);
  });

  it('ignores future and invalid times', async () => {
    await harness.affiliate('tim');
    const future = await harness.opened({ ref: 'tim', referredAt: ago(-30 * DAY) });
    expect(Date.parse((await begun(future.invoice))['referredAt'] as string)).toBeLessThanOrEqual(Date.now());
    const none = await harness.opened({ ref: 'tim', referredAt: 'tomorrow', visitId: 'not an id' });
    expect(await begun(none.invoice)).toMatchObject({ visitId: 'not an id', visitKnown: false });
    expect(await begun(none.invoice)).not.toHaveProperty('referredAt');
  });

  it('takes campaign and page from a known visit, else from the browser as far as they can be', async () => {
    await harness.affiliate('cam');
    const origin = async (more: Record<string, unknown>) => {
      const { campaign, landing } = await begun((await harness.opened({ ref: 'cam', ...more })).invoice);
      return [campaign, landing];
    };
    expect(await origin({ campaign: 'spring', landing: '/premium/' })).toEqual(['spring', '/premium/']);
    expect(await origin({ landing: '/<b>?email=me@mail.com' })).toEqual([undefined, '/']);
    expect(await origin({ landing: '/'.repeat(400) })).toEqual([undefined, '/']);
    expect(await origin({})).toEqual([undefined, undefined]);
    const pageUrl = `${harness.url}/pricing?ref=cam&c=autumn`;
    const { visitId } = (await harness.call('POST', '/api/track/track-visit', { ref: 'cam', pageUrl, userAgent: 'Mozilla/5.0' })).body;
    expect(await origin({ visitId, campaign: 'spring', landing: '/premium' })).toEqual(['autumn', '/pricing']);
    const { invoice } = await harness.opened({ ref: 'nobody-here', campaign: 'spring', landing: '/premium' });
    expect(await begun(invoice)).not.toHaveProperty('campaign');
  });

  it('ignores a visit to another affiliate’s link', async () => {
    await harness.affiliate('una');
    const visit = await harness.call('POST', '/api/track/track-visit', { ref: 'ann', pageUrl: '/una', userAgent: 'Mozilla/5.0' });
    const { invoice } = await harness.opened({ ref: 'una', visitId: visit.body['visitId'] });
    expect(await begun(invoice)).toMatchObject({ visitKnown: false });
  });

  it('decides by the affiliate’s status when the sale is recorded', async () => {
    const affiliateId = await harness.affiliate('sue');
    const { page, invoice } = await harness.opened({ ref: 'sue' });
    await append(harness.db, affiliateStream(affiliateId), [affiliateEdited({ status: 'suspended' })]);
    await harness.press(page, 'pay');
    await harness.settled(invoice);
    expect((await harness.outcome(invoice))[0]!.data).toMatchObject({ reason: 'suspended', affiliateId });
  });

  it('earns no commission on an own purchase or a disposable address', async () => {
    await harness.affiliate('own', 'own@example.org');
    for (const [email, reason] of [
      ['OWN@example.org', 'ownPurchase'],
      ['x@sub.mailinator.com', 'disposableEmail'],
    ] as const) {
      const { page, invoice } = await harness.opened({ ref: 'own' });
      await harness.press(page, 'pay', email);
      await harness.settled(invoice);
      expect((await harness.outcome(invoice))[0]!.data).toMatchObject({ reason });
    }
  });

  it('earns a commission if the buyer’s address forwards', async () => {
    await harness.affiliate('fwd');
    const { page, invoice } = await harness.opened({ ref: 'fwd' });
    await harness.press(page, 'pay', 'framelift.zoe@duck.com');
    await harness.settled(invoice);
    expect((await harness.outcome(invoice))[0]!.type).toBe('SaleCredited');
  });

  it('stores a daily changing hash of the buyer’s network, and none of a private address', async () => {
    await harness.affiliate('net');
    const from = async (address: string, ref: string | null = 'net') => {
      const { invoice } = await harness.opened({ ref }, { 'x-forwarded-for': address });
      return (await begun(invoice))['network'];
    };
    const first = await from('8.8.8.8');
    expect(first).toMatch(/^[0-9a-f]{40}$/);
    expect([await from('8.8.8.8'), (await from('8.8.4.4')) === first, await from('192.168.1.7'), await from('8.8.8.8', null)]).toEqual([
      first,
      false,
      undefined,
      undefined,
    ]);
    // Of IPv6 a network is one.
    expect(await from('2001:4860:4860::8888')).toBe(await from('2001:4860:4860:0:1::1'));
    harness.ahead = DAY;
    const nextDay = await from('8.8.8.8');
    harness.ahead = 0;
    expect([typeof nextDay, nextDay === first]).toEqual(['string', false]);
    // Its key is destroyed: the network cannot be matched any more.
    await harness.db.owner.query(`delete from vault.keys where subject like 'day:%'`);
    harness.system.vault.forgetKeys();
    expect(await from('8.8.8.8')).not.toBe(first);
  });

  it('is one checkout when its request is repeated', async () => {
    const altcha = await harness.proof();
    const before = (await invoices())!;
    const first = await harness.checkout({ altcha }, { 'idempotency-key': 'k1' });
    expect(await harness.checkout({ altcha }, { 'idempotency-key': 'k1' })).toEqual(first);
    expect(await harness.checkout({ altcha, ref: 'ann' }, { 'idempotency-key': 'k1' })).toMatchObject({
      status: 422,
      body: { error: refusals.commandReused },
    });
    expect(await invoices()).toBe(before + 1);
  });
});

describe('a checkout is refused', () => {
  const { shopId } = sellauth;
  const line = { ...premium.providers.sellauth, quantity: 1 };
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
    ['with a campaign of markup', { campaign: '<b>x</b>' }, refusals.campaignInvalid],
    ['with a campaign of 41 letters', { campaign: 'x'.repeat(41) }, refusals.campaignInvalid],
    ['with an earlier click’s campaign of markup', { earlier: [{ ref: 'ann', campaign: '<b>' }] }, refusals.campaignInvalid],
  ])('%s', async (_, more, error) => {
    const before = await invoices();
    expect(await harness.checkout(more)).toMatchObject({ status: 400, body: { error } });
    expect(await invoices()).toBe(before);
  });

  it('with a proof that was used', async () => {
    const altcha = await harness.proof();
    const answers = await Promise.all(Array.from({ length: 20 }, () => harness.checkout({ altcha })));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(answers.filter((a) => a.body['error'] === refusals.captchaInvalid)).toHaveLength(19);
  });
});
