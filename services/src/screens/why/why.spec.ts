import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { affiliateStream, visitsStream, type WhyView } from '@framelift/contracts';
import { saleRecorded, visitTracked } from '../../../../test/support/facts.ts';
import { append } from '../../../../test/support/history.ts';
import { ref } from '../../../../test/support/invoices.ts';
import { refunded, sold } from '../../../../test/support/sales.ts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';

let app: App;
let admin: Client;
let anna: Awaited<ReturnType<App['affiliate']>>;
let sale: string;
const DAY_MS = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  app = await startApp();
  admin = await app.admin();
  anna = await app.affiliate('anna');
  sale = await sold(app.system.log, anna.id, 60_00);
  const back = await sold(app.system.log, anna.id, 26_40);
  await refunded(app.system.log, anna.id, 26_40, back);
  const availableAt = new Date(Date.now() + 7 * DAY_MS).toISOString();
  await sold(app.system.log, anna.id, 10_00, 'held', { customerEmail: 'b@mail.com', buyer: 'b'.repeat(40), availableAt });
  await anna.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'anna@pay.com' } });
  const { id } = (await anna.get('/api/affiliate/stats')).body.paymentMethods[0];
  await anna.post('/api/affiliate/cashouts', { amount: 50, paymentMethodId: id });
});
afterAll(() => app.stop());

const why = async (client: Client, asked: string): Promise<WhyView> => {
  const { status, body } = await client.get(`/api/why/${asked}`);
  expect([asked, status, body.error]).toEqual([asked, 200, undefined]);
  return body;
};
const refused = async (client: Client, asked: string) => {
  const { status, body } = await client.get(`/api/why/${asked}`);
  return [status, body.error];
};
const lines = ({ parts }: WhyView) => parts.map(({ says, amount, running, figure }) => [says, amount, running, figure]);

describe('why', () => {
  it('a balance is what it is: its kinds, its events, and what of it is on hold', async () => {
    const answer = await why(anna, 'balance');
    const { affiliate } = (await anna.get('/api/affiliate/stats')).body;
    expect([answer.value, answer.unit]).toEqual([Math.round(affiliate.balance * 100), 'cents']);
    expect(answer.sums).toEqual([
      { kind: 'sale', count: 3, amount: 96_40 },
      { kind: 'cashoutRequested', count: 1, amount: -50_00 },
      { kind: 'reversal', count: 1, amount: -26_40 },
      { kind: 'on-hold', count: 1, amount: -10_00 },
    ]);
    expect(lines(answer)).toEqual([
      ['On hold', -10_00, 10_00, 'on-hold'],
      [`Reserved for cashout ${anna.id}-1`, -50_00, 20_00, null],
      ['Commission of 20% (bronze tier) on sale sellauth-held', 10_00, 70_00, null],
      [expect.stringMatching(/^Sale .* was taken back$/), -26_40, 60_00, null],
      [expect.stringMatching(/^Commission of 20%/), 26_40, 86_40, null],
      [`Commission of 20% (bronze tier) on sale sellauth-${sale}`, 60_00, 60_00, null],
    ]);
    expect(answer.parts.at(-1)).toMatchObject({ of: `sellauth-${sale}`, position: expect.any(Number) });
    expect(answer.at.position).toBe((await app.system.log.head()).position);
  });

  it('a figure was another at an earlier position, or time', async () => {
    const { parts } = await why(anna, 'earned');
    const [, second, first] = parts.filter(({ amount }) => amount > 0);
    expect((await why(anna, `earned?at=${first!.position}`)).value).toBe(60_00);
    expect((await why(anna, `earned?at=${second!.position}`)).value).toBe(86_40);
    const now = await why(anna, `earned?at=${encodeURIComponent(new Date().toISOString())}`);
    expect(now.value).toBe(70_00);
    expect((await why(anna, 'on-hold')).value).toBe(10_00);
    const later = new Date(Date.now() + 8 * DAY_MS).toISOString();
    expect((await why(anna, `on-hold?at=${later}`)).value).toBe(0);
    expect(await refused(anna, 'earned?at=2020-01-01')).toEqual([404, 'Affiliate not found']);
    expect(await refused(anna, 'earned?at=soon')).toEqual([400, expect.stringContaining('at')]);
  });

  it('of a month adds up what was recorded in it', async () => {
    const month = new Date().toISOString().slice(0, 7);
    expect(await why(anna, `sales?range=${month}`)).toMatchObject({
      value: 2,
      sums: [
        { count: 3, amount: 3 },
        { count: 1, amount: -1 },
      ],
    });
    expect(await why(anna, 'sales?range=2020-01')).toMatchObject({ value: 0, parts: [], sums: [], next: null });
    expect((await refused(anna, 'balance?range=2020-01'))[0]).toBe(400);
    expect((await refused(anna, 'sales?range=2020-13'))[0]).toBe(400);
  });

  it('is asked by an affiliate about their own alone, and by an admin about all', async () => {
    const ben = await app.affiliate('ben');
    expect(await refused(ben, `balance?of=${anna.id}`)).toEqual([404, 'Affiliate not found']);
    expect(await refused(ben, `earned?of=sellauth-${sale}`)).toEqual([404, 'Sale not found']);
    expect(await refused(ben, `paid?of=${anna.id}-1`)).toEqual([404, 'Cashout not found']);
    expect(await refused(ben, 'outstanding')).toEqual([400, expect.stringContaining('whose')]);
    expect((await refused(app.anybody, 'balance'))[0]).toBe(401);
    expect(await refused(anna, 'wealth')).toEqual([404, 'There is no figure of this name']);
    expect((await why(admin, `balance?of=${anna.id}`)).value).toBe((await why(anna, 'balance')).value);
    expect((await why(anna, `earned?of=sellauth-${sale}`)).value).toBe(60_00);
    expect((await why(anna, `requested?of=${anna.id}-1`)).value).toBe(50_00);
  });

  it('is on the record of accesses where an admin asks about somebody', async () => {
    await why(admin, `balance?of=${anna.id}`);
    await why(admin, 'revenue');
    const { accesses } = (await admin.get('/api/admin/accesses')).body;
    const ours = accesses.filter(({ call }: { call: string }) => call === 'GET /api/why/:figure');
    expect(new Set(ours.map(({ about }: { about: { id: string } | string }) => JSON.stringify(about).includes(anna.id)))).toEqual(
      new Set([true]),
    );
  });

  it('is asked by a program with the scope', async () => {
    const [reader, other] = [await app.program(['read:affiliates']), await app.program(['read:programme'])];
    expect((await why(reader, `earned?of=${anna.id}`)).value).toBe(70_00);
    expect((await why(reader, 'revenue')).value).toBeGreaterThan(0);
    expect((await refused(other, 'revenue'))[0]).toBe(403);
  });

  it('of the programme adds up all accounts; what some owe is a part', async () => {
    const zoe = await app.affiliate('zoe');
    const paidOut = await sold(app.system.log, zoe.id, 50_00);
    await zoe.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'zoe@pay.com' } });
    const { id } = (await zoe.get('/api/affiliate/stats')).body.paymentMethods[0];
    await zoe.post('/api/affiliate/cashouts', { amount: 50, paymentMethodId: id });
    await admin.put(`/api/admin/cashouts/${zoe.id}-1/process`, { status: 'completed' });
    await refunded(app.system.log, zoe.id, 50_00, paidOut);
    const { overview } = (await admin.get('/api/admin/overview')).body;
    const shown = {
      outstanding: overview.totalOutstandingBalance * 100,
      debts: overview.totalDebt * 100,
      revenue: overview.totalRevenue * 100,
      paid: overview.totalPaidOut * 100,
      sales: overview.totalSales,
      affiliates: overview.totalAffiliates,
      'waiting-cashouts': overview.pendingCashouts,
      clicks: overview.totalClicks,
    };
    for (const [figure, value] of Object.entries(shown))
      expect([figure, (await why(admin, figure)).value]).toEqual([figure, Math.round(value)]);
    expect((await why(admin, 'debts')).parts).toMatchObject([{ amount: 50_00, of: zoe.id, figure: 'account' }]);
    expect((await why(admin, 'outstanding')).sums).toContainEqual({ kind: 'debts', count: 1, amount: 50_00 });
    expect(await why(zoe, 'balance')).toMatchObject({ value: 0, parts: [{ figure: 'debt', amount: 50_00 }, {}, {}, {}] });
  });

  it('clicks are counted from visits, and conversion is two figures', async () => {
    const visits = Array.from({ length: 60 }, (_, i) => visitTracked({ visitId: `v${i}`, affiliateId: anna.id, page: '/' }));
    for (const visit of visits) await append(app.system, visitsStream(anna.id), [visit], { at: new Date().toISOString() });
    const first = await why(anna, 'clicks');
    expect([first.value, first.parts.length, first.parts[49]!.running]).toEqual([60, 50, 11]);
    expect((await why(anna, `clicks?after=${first.next}`)).parts.map(({ running }) => running)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const ofAll = await why(admin, 'clicks');
    expect([ofAll.value, ofAll.parts[49]!.running]).toEqual([60, 11]);
    expect((await why(admin, `clicks?after=${ofAll.next}`)).parts).toHaveLength(10);
    expect((await why(admin, `clicks?at=${first.parts[3]!.position}`)).value).toBe(57);
    const conversion = await why(anna, 'conversion');
    expect(conversion.parts.map(({ figure, amount }) => [figure, amount])).toEqual([
      ['sales', 2],
      ['clicks', 60],
    ]);
    expect(conversion.value).toBe(333);
  });

  it('comes in pages that go on where the one before ended', async () => {
    const mia = await app.affiliate('mia');
    const facts = Array.from({ length: 120 }, (_, i) =>
      saleRecorded({
        ...ref(`m${i}`),
        amountCents: 500,
        paidCents: 500,
        commissionCents: i,
        customerEmail: 'b@mail.com',
        buyer: 'b'.repeat(40),
      }),
    );
    await append(app.system, affiliateStream(mia.id), facts, { at: new Date().toISOString() });
    let asked = await why(mia, 'balance');
    const { value } = asked;
    expect(value).toBe((119 * 120) / 2);
    let running = value;
    for (let pages = 1; ; pages++) {
      for (const part of asked.parts) {
        expect(part.running).toBe(running);
        running -= part.amount;
      }
      if (!asked.next) {
        expect([pages, running]).toEqual([3, 0]);
        break;
      }
      asked = await why(mia, `balance?after=${asked.next}`);
      expect(asked.value).toBe(value);
    }
  });
});
