import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { affiliateStream, checkoutStream, elsewhereRefusals, refusals } from '@framelift/contracts';
import { operatorOf } from '../../../test/support/operator.ts';
import { type App, type Client, startApp } from '../../../test/support/system.ts';

let app: App;
let admin: Client;
let shop: Client & { id: string };
beforeAll(async () => {
  app = await startApp();
  admin = await app.admin();
  shop = await app.program(['write:sales', 'read:affiliates', 'read:personal']);
});
afterAll(() => app.stop());

const order = (more: object = {}) => ({ id: `order-${randomUUID()}`, amount: 49.9, currency: 'EUR', buyer: 'bob@example.org', ...more });
const head = async () => (await app.system.log.head()).position;
const stats = async (affiliate: Client) => (await affiliate.get('/api/affiliate/stats')).body.affiliate;

describe('a sale reported by a program', () => {
  it('credits the affiliate of the code, on every screen', async () => {
    const ann = await app.affiliate();
    const body = order({ ref: ann.username.toUpperCase() });
    const transactionId = `api-${body.id}`;
    const answer = await shop.post('/api/sales', body);
    expect(answer).toMatchObject({
      status: 201,
      body: { transactionId, outcome: 'credited', reason: null, affiliateId: ann.id, commission: 9.98 },
    });
    expect(await stats(ann)).toMatchObject({ balance: 9.98, totalSales: 1 });
    const [reported] = await app.system.log.readStream(checkoutStream({ provider: 'api', invoiceId: body.id }));
    expect(reported!.metadata.actor).toEqual({ kind: 'key', id: shop.id });
    const evidence = (await shop.get(`/api/admin/sales/${transactionId}`)).body;
    expect(evidence).toMatchObject({
      sale: { transactionId, outcome: 'credited', affiliate: { id: ann.id }, amount: 49.9 },
      customerEmail: 'bob@example.org',
    });
    expect(evidence.timeline.map((s: { kind: string; text: string }) => [s.kind, s.text])).toEqual([
      ['invoice', 'Sold elsewhere for 49.90 EUR, with the referral'],
      ['credited', 'Credited with €9.98 on €49.90, at 20% (tier bronze)'],
    ]);
  });

  it('is recorded once: repeats get the same response, other fields are refused, even concurrently', async () => {
    const ann = await app.affiliate();
    const body = order({ ref: ann.username });
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.post('/api/sales', body)));
    expect(new Set(answers.map(({ status, body: b, position }) => JSON.stringify([status, b, position]))).size).toBe(1);
    const before = await head();
    for (const more of [
      { amount: 50 },
      { currency: 'USD' },
      { ref: 'somebody' },
      { buyer: 'eve@example.org' },
      { soldAt: new Date().toISOString() },
    ])
      expect(await shop.post('/api/sales', { ...body, ...more }, { 'Idempotency-Key': randomUUID() })).toMatchObject({
        status: 422,
        body: { error: elsewhereRefusals.recordedDifferently },
      });
    expect(await shop.post('/api/sales', { ...body, ref: ann.username, soldAt: null })).toMatchObject({
      status: 201,
      body: answers[0]!.body,
    });
    expect([await head(), (await stats(ann)).totalSales]).toEqual([before, 1]);
  });

  it('is credited to the coupon before any ref, on every screen', async () => {
    const [ann, bob] = [await app.affiliate(), await app.affiliate()];
    await admin.post(`/api/admin/affiliates/${ann.id}/coupons`, { code: 'TILL10' });
    const body = order({ ref: bob.username, coupon: ' till10 ' });
    expect((await shop.post('/api/sales', body)).body).toMatchObject({ outcome: 'credited', affiliateId: ann.id });
    const evidence = (await shop.get(`/api/admin/sales/api-${body.id}`)).body;
    expect(evidence).toMatchObject({ code: 'TILL10', sale: { attributedBy: 'coupon' } });
    expect(evidence.timeline[0].text).toBe('Sold elsewhere for 49.90 EUR, with the code TILL10');
    const [reported] = await app.system.log.readStream(checkoutStream({ provider: 'api', invoiceId: body.id }));
    expect(JSON.stringify(reported!.data)).not.toMatch(/till10/i);
    const recorded = (await app.system.log.readStream(affiliateStream(ann.id))).find(({ type }) => type === 'SaleRecorded')!;
    expect(recorded.data).toMatchObject({ attributedBy: 'coupon', code: (reported!.data as { code: object }).code });
    const named = order({ coupon: bob.username });
    expect((await shop.post('/api/sales', named)).body).toMatchObject({ outcome: 'credited', affiliateId: bob.id });
    const own = order({ coupon: 'TILL10', buyer: `${ann.username}@example.org` });
    expect((await shop.post('/api/sales', own)).body).toMatchObject({ outcome: 'notCredited', reason: 'ownPurchase' });
  });

  it('is refused with an invalid coupon, except for a repeat of a recorded sale', async () => {
    const [ann, bob] = [await app.affiliate(), await app.affiliate()];
    await admin.post(`/api/admin/affiliates/${ann.id}/coupons`, { code: 'SHORT1' });
    const body = order({ coupon: 'SHORT1' });
    const answer = await shop.post('/api/sales', body);
    expect((await admin.send('DELETE', `/api/admin/affiliates/${ann.id}/coupons/SHORT1`)).status).toBe(200);
    await admin.put(`/api/admin/affiliates/${bob.id}`, { status: 'suspended' });
    const before = await head();
    const refused = async (coupon: string) => shop.post('/api/sales', order({ ref: ann.username, coupon }));
    expect(await refused('SHORT1')).toMatchObject({ status: 422, body: { error: elsewhereRefusals.couponTakenBack } });
    expect(await refused('NOBODYS')).toMatchObject({ status: 422, body: { error: elsewhereRefusals.couponUnknown } });
    expect(await refused(bob.username)).toMatchObject({ status: 422, body: { error: elsewhereRefusals.couponSuspended } });
    expect(await shop.post('/api/sales', body)).toMatchObject({ status: 201, body: answer.body });
    expect(await shop.post('/api/sales', { ...body, coupon: null })).toMatchObject({
      status: 422,
      body: { error: elsewhereRefusals.recordedDifferently },
    });
    expect(await shop.post('/api/sales', { ...body, coupon: 'NOBODYS' })).toMatchObject({
      status: 422,
      body: { error: elsewhereRefusals.recordedDifferently },
    });
    expect(await head()).toBe(before);
    expect((await shop.post('/api/sales', order({ ref: ann.username, coupon: ' ' }))).body).toMatchObject({ affiliateId: ann.id });
  });

  it('earns nothing, with a reason, in another currency or without a valid code', async () => {
    const ann = await app.affiliate();
    const dollars = order({ ref: ann.username, currency: 'USD' });
    expect((await shop.post('/api/sales', dollars)).body).toMatchObject({
      outcome: 'notCredited',
      reason: 'otherCurrency',
      affiliateId: ann.id,
      commission: null,
    });
    for (const ref of [undefined, null, '', ' '])
      expect((await shop.post('/api/sales', order({ ref }))).body).toMatchObject({ reason: 'noReferral', affiliateId: null });
    const own = order({ ref: ann.username, buyer: `${ann.username}@example.org` });
    expect((await shop.post('/api/sales', own)).body).toMatchObject({ reason: 'ownPurchase' });
    const notCredited = (await ann.get('/api/affiliate/not-credited')).body;
    const paid = { amount: 49.9, currency: 'USD' };
    expect(notCredited.entries).toContainEqual(expect.objectContaining({ transactionId: `api-${dollars.id}`, foreign: paid }));
    expect((await shop.get(`/api/admin/sales/api-${dollars.id}`)).body.timeline[0].text).toBe(
      'Sold elsewhere for 49.90 USD, with the referral',
    );
  });

  it('is refused with a ref that leads nowhere, and the id is free for the right one', async () => {
    const [ann, gone] = [await app.affiliate(), await app.affiliate()];
    expect((await admin.send('DELETE', `/api/admin/affiliates/${gone.id}`)).status).toBe(200);
    const body = order();
    const before = await head();
    for (const ref of ['nobody-of-this-name', gone.username, 'two words'])
      expect(await shop.post('/api/sales', { ...body, ref })).toMatchObject({ status: 422, body: { error: elsewhereRefusals.refUnknown } });
    expect(await head()).toBe(before);
    const right = { ...body, ref: ann.username };
    expect(await shop.post('/api/sales', right)).toMatchObject({ status: 201, body: { outcome: 'credited', affiliateId: ann.id } });
    expect((await admin.send('DELETE', `/api/admin/affiliates/${ann.id}`)).status).toBe(200);
    expect(await shop.post('/api/sales', right)).toMatchObject({ status: 201, body: { outcome: 'credited', affiliateId: ann.id } });
  });

  it('shows programs the paid amount and its currency', async () => {
    const ann = await app.affiliate();
    const reader = await app.program(['read:events']);
    const feed = async (type: string) =>
      (await reader.get(`/api/feed/events?types=${type}&limit=500`)).body.events.map((e: { data: object }) => e.data);
    const yen = order({ amount: 4_900, currency: 'JPY', ref: ann.username });
    await shop.post('/api/sales', yen);
    expect(await feed('sale.not_credited')).toContainEqual(
      expect.objectContaining({ transactionId: `api-${yen.id}`, reason: 'otherCurrency', paidCents: 490_000, currency: 'JPY' }),
    );
    const { body } = await admin.get('/api/admin/terms');
    await admin.put('/api/admin/terms', { ...body.terms, foreignCurrency: 'credited' }, { 'Edit-Base': String(body.position) });
    const day = new Date().toISOString().slice(0, 10);
    expect((await admin.post('/api/admin/currency-rates', { day, currency: 'JPY', rate: 0.006 })).status).toBe(200);
    const credited = order({ amount: 4_900, currency: 'JPY', ref: ann.username });
    await shop.post('/api/sales', credited);
    await shop.post(`/api/sales/${credited.id}/refund`);
    const money = { currency: 'EUR', amountCents: 29_40, foreign: { currency: 'JPY', paidCents: 490_000, rateNanos: 6_000_000 } };
    for (const type of ['sale.credited', 'sale.reversed'])
      expect(await feed(type)).toContainEqual(expect.objectContaining({ transactionId: `api-${credited.id}`, ...money }));
    const listed = async (id: string) => (await shop.get(`/api/admin/sales/api-${id}`)).body.sale;
    for (const { id } of [yen, credited]) expect(await listed(id)).toMatchObject({ foreign: { amount: 4_900, currency: 'JPY' } });
    await admin.put('/api/admin/terms', { ...body.terms, foreignCurrency: 'refused' });
  });

  it('that goes back in part is listed in its currency and stays credited, until all of it went back', async () => {
    const ann = await app.affiliate();
    const body = order({ amount: 5, ref: ann.username });
    await shop.post('/api/sales', body);
    const refund = (amount: unknown, key: string = randomUUID()) =>
      shop.post(`/api/sales/${body.id}/refund`, { amount }, { 'Idempotency-Key': key });
    const listed = async () => (await shop.get(`/api/admin/sales/api-${body.id}`)).body.sale;
    for (const amount of [0, -1, 1.001, '2'])
      expect(await refund(amount)).toMatchObject({ status: 400, body: { error: elsewhereRefusals.refundInvalid } });
    for (let i = 0; i < 2; i++) expect((await refund(2, `${body.id} a part`)).status).toBe(200);
    expect(await listed()).toMatchObject({ outcome: 'credited', refundedAmount: 2, refundedCurrency: 'EUR' });
    expect((await refund(1.5)).status).toBe(200);
    expect(await listed()).toMatchObject({ outcome: 'credited', refundedAmount: 3.5 });
    expect(await refund(1.51)).toMatchObject({ status: 422, body: { error: elsewhereRefusals.refundTooMuch } });
    expect((await ann.get('/api/affiliate/ledger')).body.balance).toBe(1);
    expect((await refund(1.5)).status).toBe(200);
    expect((await ann.get('/api/affiliate/ledger')).body.balance).toBe(0);
    expect((await refund(1.5)).status).toBe(200);
    expect((await listed()).outcome).toBe('reversed');
  });

  it('answers its affiliate who misses it, and is not credited twice', async () => {
    const [ann, bob] = [await app.affiliate(), await app.affiliate()];
    const body = order({ ref: ann.username });
    await shop.post('/api/sales', body);
    const answer = async (by: Client) => {
      await by.post('/api/affiliate/missing-sales', { boughtOn: new Date().toISOString().slice(0, 10), invoice: body.id });
      const [missed] = (await admin.get('/api/admin/missing-sales?status=open')).body.missingSales;
      return admin.post(`/api/admin/missing-sales/${missed.id}/credit`, { transactionId: `api-${body.id}`, reason: 'it is yours' });
    };
    expect((await answer(ann)).status).toBe(200);
    expect((await ann.get('/api/affiliate/missing-sales')).body.missingSales).toMatchObject([{ state: 'credited' }]);
    expect((await ann.get('/api/affiliate/ledger')).body.balance).toBe(9.98);
    expect(await answer(bob)).toMatchObject({ status: 409, body: { error: refusals.saleAlreadyCredited } });
  });

  it('is refused where a field is wrong, and then changes nothing', async () => {
    const before = await head();
    const wrong: [object, string][] = [
      [{ id: '' }, elsewhereRefusals.idInvalid],
      [{ id: 'a/b' }, elsewhereRefusals.idInvalid],
      [{ id: 'x'.repeat(61) }, elsewhereRefusals.idInvalid],
      [{ amount: -1 }, elsewhereRefusals.amountInvalid],
      [{ amount: 1.001 }, elsewhereRefusals.amountInvalid],
      [{ amount: '49' }, elsewhereRefusals.amountInvalid],
      [{ currency: 'eur' }, elsewhereRefusals.currencyInvalid],
      [{ buyer: 'not an address' }, elsewhereRefusals.buyerInvalid],
      [{ soldAt: 'yesterday' }, elsewhereRefusals.soldAtInvalid],
      [{ soldAt: '2999-01-01' }, elsewhereRefusals.soldAtInvalid],
      [{ soldAt: '2001-01-01' }, elsewhereRefusals.soldAtInvalid],
    ];
    for (const [more, error] of wrong)
      expect([more, await shop.post('/api/sales', order(more))]).toMatchObject([more, { status: 400, body: { error } }]);
    expect(await head()).toBe(before);
  });

  it('is taken back by its refund, in full and once, also after a payout', async () => {
    const ann = await app.affiliate();
    const body = order({ ref: ann.username, amount: 500 });
    await shop.post('/api/sales', body);
    await ann.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'p@example.org' } });
    const { paymentMethods } = (await ann.get('/api/affiliate/stats')).body;
    await ann.post('/api/affiliate/cashouts', { amount: 100, paymentMethodId: paymentMethods[0].id });
    expect((await admin.put(`/api/admin/cashouts/${ann.id}-1/process`, { status: 'completed' })).status).toBe(200);
    const refunds = await Promise.all(Array.from({ length: 5 }, () => shop.post(`/api/sales/${body.id}/refund`)));
    expect(refunds.map(({ status, position }) => [status, position])).toEqual(refunds.map(() => [200, refunds[0]!.position]));
    const reversed = (await app.system.log.readStream(affiliateStream(ann.id))).filter(({ type }) => type === 'SaleReversed');
    expect(reversed).toHaveLength(1);
    expect((await ann.get('/api/affiliate/ledger')).body.balance).toBe(-100);
    expect(await shop.post(`/api/sales/${body.id}/refund`)).toMatchObject({ status: 200 });
    expect((await shop.post('/api/sales', body)).body).toMatchObject({ outcome: 'credited' });
    for (const id of ['order-unknown', 'x'.repeat(100), '%00', 'sellauth-1'])
      expect([id, (await shop.post(`/api/sales/${id}/refund`)).status]).toEqual([id, id === '%00' ? 400 : 404]);
  });

  it('is not credited by hand, which would ask the store for an invoice of that number', async () => {
    const ann = await app.affiliate();
    const body = order();
    await shop.post('/api/sales', body);
    expect(await admin.post(`/api/admin/sales/api-${body.id}/credit`, { username: ann.username, reason: 'they called' })).toMatchObject({
      status: 409,
      body: { error: elsewhereRefusals.notByHand },
    });
    expect(await admin.post(`/api/admin/sales/api-${body.id}/reverse`, { reason: 'wrong' })).toMatchObject({
      status: 409,
      body: { error: refusals.saleNotCredited },
    });
  });

  it('leaves books that the audit finds right and read models that a rebuild finds equal', async () => {
    const ops = operatorOf(app.system, app.db.ownerUrl);
    expect(await ops('audit', '--json')).toMatchObject({ code: 0, json: { ok: true, problems: [] } });
    expect(await ops('verify', '--all', '--json')).toMatchObject({ code: 0, json: { ok: true } });
  });
});
