import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { affiliateStream, type Fact } from '@framelift/contracts';
import { bought } from '../../../../test/support/buying.ts';
import { type App, startApp } from '../../../../test/support/system.ts';
import { append } from '../../../../test/support/history.ts';
import { ref } from '../../../../test/support/invoices.ts';
import { saleRecorded, saleReversed } from '../../../../test/support/facts.ts';
import { until } from '../../../../test/support/until.ts';

let app: App;
let anna: Awaited<ReturnType<App['affiliate']>>;
let registered: number;
const sold: number[] = [];
const hash = 'f'.repeat(32);
const sale = (invoiceId: string, more = {}): Fact =>
  saleRecorded({
    ...ref(invoiceId),
    product: 'Premium',
    paidCents: 300_00,
    amountCents: 300_00,
    commissionCents: 60_00,
    soldAt: '2025-03-01T12:00:00.000Z',
    customerEmail: 'jane@mail.com',
    buyer: hash,
    ...more,
  });

beforeAll(async () => {
  app = await startApp();
  anna = await app.affiliate('anna');
  registered = (await app.system.log.head()).position;
  for (const [i, day] of ['01', '02', '03'].entries())
    sold.push(
      await append(
        app.system,
        affiliateStream(anna.id),
        [sale(`i${i}`, i === 1 ? { commissionBps: 2500, rateFrom: 'tier', tier: 'silver', paidCents: 240_00, amountCents: 240_00 } : {})],
        { at: `2025-03-${day}T00:00:00.000Z` },
      ),
    );
  const refund = saleReversed({ ...ref('i0'), amountCents: 300_00, commissionCents: 60_00, cause: 'refund' });
  await append(app.system, affiliateStream(anna.id), [refund], { at: '2025-03-04T00:00:00.000Z' });
  await anna.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'anna@pay.com' } });
  const { id } = (await anna.get('/api/affiliate/stats')).body.paymentMethods[0];
  await anna.post('/api/affiliate/cashouts', { amount: 100, paymentMethodId: id });
});
afterAll(() => app.stop());

describe('the ledger', () => {
  it('has an entry for every movement, and they sum to the available balance', async () => {
    const { body } = await anna.get('/api/affiliate/ledger');
    expect(body.entries.map((e: { kind: string; amount: number; balance: number }) => [e.kind, e.amount, e.balance])).toEqual([
      ['cashoutRequested', -100, 20],
      ['reversal', -60, 120],
      ['sale', 60, 180],
      ['sale', 60, 120],
      ['sale', 60, 60],
    ]);
    expect(body).toMatchObject({ balance: 20, next: null });
    expect(body.entries[2]).toMatchObject({
      position: sold[2],
      recordedAt: '2025-03-03T00:00:00.000Z',
      reason: 'Commission of 20% (own rate) on sale sellauth-i2',
    });
    expect(body.entries[3]).toMatchObject({ reason: 'Commission of 25% (silver tier) on sale sellauth-i1', product: 'Premium' });
  });

  it('is asked for by page, kind and time; each entry keeps the balance it came to', async () => {
    const entries = async (query: string) => {
      const { body } = await anna.get(`/api/affiliate/ledger?${query}`);
      return [body.entries.map((e: { balance: number }) => e.balance), body.next];
    };
    expect(await entries('limit=2')).toEqual([[20, 120], expect.any(String)]);
    expect(await entries(`limit=2&after=${(await entries('limit=2'))[1]}`)).toEqual([[180, 120], expect.any(String)]);
    expect(await entries('kind=sale')).toEqual([[180, 120, 60], null]);
    expect(await entries('from=2025-03-02&to=2025-03-03')).toEqual([[180, 120], null]);
    expect((await anna.get('/api/affiliate/ledger?from=soon')).status).toBe(400);
  });

  it('can be downloaded as a table, oldest first', async () => {
    const answer = await anna.get('/api/affiliate/ledger.csv?kind=sale');
    expect(String(answer.body).split('\r\n').slice(0, 2)).toEqual([
      'position,recordedAt,kind,amount,balance,reason,availableAt,product',
      `${sold[0]},"2025-03-01T00:00:00.000Z","sale",60,60,"Commission of 20% (own rate) on sale sellauth-i0",,"Premium"`,
    ]);
  });

  it('of another affiliate shows nothing of this one', async () => {
    const ben = await app.affiliate('ben');
    expect((await ben.get('/api/affiliate/ledger')).body).toEqual({ entries: [], balance: 0, next: null });
  });
});

const at = async (moment: string | number) => {
  const { status, body } = await (await app.admin()).get(`/api/admin/affiliates/${anna.id}/history?at=${moment}`);
  return status === 200 ? [body.affiliate.balance, body.affiliate.totalSales, body.position] : status;
};

describe('the history', () => {
  it('shows the figures as of any position or time', async () => {
    expect(await at(registered)).toEqual([0, 0, registered]);
    expect(await at(sold[1]!)).toEqual([120, 2, sold[1]]);
    expect((await at(new Date().toISOString())) as number[]).toEqual([20, 2, expect.any(Number)]);
    expect((await at('')) as number[]).toEqual([20, 2, expect.any(Number)]);
  });

  it('before and after a change of terms is what the screen showed then', async () => {
    const [admin, seller] = [await app.admin(), await app.affiliate()];
    const shown = async (sales: number) => {
      await until(async () => (await seller.get('/api/affiliate/stats')).body.affiliate.totalSales === sales);
      const { affiliate } = (await seller.get('/api/affiliate/stats')).body;
      for (const field of ['coupons', 'underReview', 'reviewReason']) delete affiliate[field];
      return { position: (await app.system.log.head()).position, affiliate };
    };
    await bought(app, seller.username, 'first@mail.com');
    const before = await shown(1);
    const { terms, position } = (await admin.get('/api/admin/terms')).body;
    const others = { ...terms, holdDays: 30, tiers: [{ tier: 'bronze', name: 'Starter', rate: 35, threshold: 0 }] };
    expect((await admin.put('/api/admin/terms', others, { 'Edit-Base': String(position) })).status).toBe(200);
    const after = await shown(1);
    await bought(app, seller.username, 'second@mail.com');
    const onHold = await shown(2);
    expect([before, after, onHold].map(({ affiliate: a }) => [a.tierName, a.tierCommissionRate, a.balance, a.onHold])).toEqual([
      ['Bronze', 20, 6, 0],
      ['Starter', 35, 6, 0],
      ['Starter', 35, 6, 10.5],
    ]);
    for (const { position, affiliate } of [before, after, onHold])
      expect((await admin.get(`/api/admin/affiliates/${seller.id}/history?at=${position}`)).body.affiliate).toEqual(affiliate);
  });

  it('refuses accounts that did not exist then', async () => {
    expect(await at(0)).toBe(404);
    expect(await at('2020-01-01')).toBe(404);
    expect(await at('soon')).toBe(400);
  });
});
