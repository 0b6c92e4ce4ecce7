import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { affiliateStream, checkoutStream } from '@framelift/contracts';
import { saleCredited, saleNotCredited, saleReversed } from '../../../../test/support/facts.ts';
import { append } from '../../../../test/support/history.ts';
import { ref } from '../../../../test/support/invoices.ts';
import { sold } from '../../../../test/support/sales.ts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';

let app: App;
let boss: Client;
type Affiliate = Awaited<ReturnType<App['affiliate']>>;
let anna: Affiliate;
let bert: Affiliate;
let gone: Affiliate;
const namesOf = async (query: string) =>
  (await boss.get(`/api/admin/affiliates${query}`)).body.affiliates.map(({ username }: { username: string }) => username);

beforeAll(async () => {
  app = await startApp();
  boss = await app.admin();
  anna = await app.affiliate('anna');
  bert = await app.affiliate('bert');
  gone = await app.affiliate('gone');
  await boss.send('DELETE', `/api/admin/affiliates/${gone.id}`);
  await sold(app.system.log, anna.id, 200_00);
  await sold(app.system.log, bert.id, 30_00);
  await anna.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'anna@pay.example' } });
  const { id } = (await anna.get('/api/affiliate/stats')).body.paymentMethods[0];
  await anna.post('/api/affiliate/cashouts', { amount: 150, paymentMethodId: id });
  await boss.put(`/api/admin/cashouts/${anna.id}-1/process`, { status: 'completed' });
  await append(app.system, affiliateStream(anna.id), [saleReversed({ ...ref('r1'), amountCents: 300_00, commissionCents: 60_00 })]);
  await boss.put(`/api/admin/affiliates/${bert.id}`, { status: 'suspended', tier: 'gold' });
});
afterAll(() => app.stop());

describe('the list of affiliates', () => {
  it('says how many there are where it is not narrowed', async () => {
    const { body } = await boss.get('/api/admin/affiliates?limit=1');
    expect([body.affiliates.length, body.total]).toEqual([1, 2]);
    for (const query of ['search=anna', 'status=active', 'tier=gold'])
      expect((await boss.get(`/api/admin/affiliates?${query}`)).body.total).toBeNull();
  });

  it.each([
    ['status=suspended', ['bert']],
    ['status=active', ['anna']],
    ['tier=gold', ['bert']],
    ['tier=gold&status=active', []],
    ['tier=none', []],
  ])('has those of %s', async (query, names) => expect(await namesOf(`?${query}`)).toEqual(names));
});

describe('one affiliate', () => {
  it('is shown whole: the account, its figures and what is worth a look', async () => {
    const { body } = await boss.get(`/api/admin/affiliates/${anna.id}`);
    expect(body).toMatchObject({
      id: anna.id,
      username: 'anna',
      balance: 0,
      debt: 10,
      totalEarned: 140,
      totalPaid: 150,
      onHold: 0,
      underReviewAmount: 0,
      totalClicks: 0,
      underReview: false,
      status: 'active',
      minimumCashout: null,
    });
    expect(body.signals.map(({ rule }: { rule: string }) => rule)).toEqual(['jump']);
    const other = (await boss.get(`/api/admin/affiliates/${bert.id}`)).body;
    expect([other.balance, other.debt, other.tierName, other.signals]).toEqual([30, 0, 'Gold', []]);
  });

  it('is not found once deleted, or where there was none', async () => {
    for (const id of [gone.id, 'nobody']) expect((await boss.get(`/api/admin/affiliates/${id}`)).status).toBe(404);
  });

  it('has the ledger that the affiliate sees', async () => {
    const own = (await anna.get('/api/affiliate/ledger')).body;
    expect(own.entries.length).toBeGreaterThan(2);
    expect((await boss.get(`/api/admin/affiliates/${anna.id}/ledger`)).body).toEqual(own);
    const first = (await boss.get(`/api/admin/affiliates/${anna.id}/ledger?limit=1`)).body;
    const next = (await boss.get(`/api/admin/affiliates/${anna.id}/ledger?limit=1&after=${first.next}`)).body;
    expect([...first.entries, ...next.entries]).toEqual(own.entries.slice(0, 2));
  });

  it('has their sales and cashouts alone', async () => {
    const [one, two] = [ref('s1'), ref('s2')];
    await append(app.system, checkoutStream(one), [saleCredited({ ...one, affiliateId: anna.id })]);
    await append(app.system, checkoutStream(two), [saleNotCredited({ ...two, affiliateId: bert.id })]);
    const idsOf = async (query: string) =>
      (await boss.get(`/api/admin/sales?${query}`)).body.sales.map((sale: { transactionId: string }) => sale.transactionId);
    expect(await idsOf(`affiliate=${bert.id}&status=notCredited`)).toEqual(['sellauth-s2']);
    expect(await idsOf(`affiliate=${anna.id}&status=notCredited`)).toEqual([]);
    expect(await idsOf(`affiliate=${anna.id}`)).not.toContain('sellauth-s2');
    expect(await idsOf(`affiliate=${anna.id}&search=${encodeURIComponent('nobody@mail.example')}`)).toEqual([]);
    const cashouts = async (query: string) => (await boss.get(`/api/admin/cashouts?${query}`)).body.cashouts.length;
    expect([await cashouts(`affiliate=${anna.id}`), await cashouts(`affiliate=${bert.id}`)]).toEqual([1, 0]);
    expect(await cashouts(`affiliate=${anna.id}&status=pending`)).toBe(0);
  });

  it('is on record with whose data it was', async () => {
    const { accesses } = (await boss.get('/api/admin/accesses')).body as { accesses: { about: string | null; call: string }[] };
    const about = accesses.filter(({ about: id }) => id === anna.id).map(({ call }) => call);
    expect(about).toEqual(expect.arrayContaining(['GET /api/admin/affiliates/:id', 'GET /api/admin/affiliates/:id/ledger']));
  });
});
