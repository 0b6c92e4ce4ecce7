import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { affiliateStream, type Fact, visitsStream } from '@framelift/contracts';
import { type App, startApp } from '../../../../test/support/system.ts';
import { append } from '../../../../test/support/history.ts';
import { ref } from '../../../../test/support/invoices.ts';
import { cashoutProcessed, cashoutRequested, saleRecorded, saleReversed, visitTracked } from '../../../../test/support/facts.ts';

const DAY = 24 * 60 * 60 * 1000;
const hash = 'f'.repeat(32);
let app: App;
let anna: Awaited<ReturnType<App['affiliate']>>;
beforeAll(async () => {
  app = await startApp();
  anna = await app.affiliate('anna');
});
afterAll(() => app.stop());

/** The specs may run past midnight: days of facts count from the start, days of a response from its last one. */
const BEGAN = Date.now();
const daysAgo = (days: number) => new Date(BEGAN - days * DAY).toISOString();
const daysBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);
const sale = (invoiceId: string, commissionCents: number): Fact =>
  saleRecorded({
    ...ref(invoiceId),
    paidCents: 100_00,
    amountCents: 100_00,
    commissionCents,
    soldAt: daysAgo(0),
    customerEmail: 'jane@mail.com',
    buyer: hash,
  });
const refund = (invoiceId: string, commissionCents: number): Fact =>
  saleReversed({ ...ref(invoiceId), amountCents: 100_00, commissionCents, cause: 'refund' });
const visit = (visitId: string): Fact => visitTracked({ visitId, affiliateId: anna.id, page: '/', visitor: 'somebody' });

const mine = async (range?: string) => (await app.as(anna.token).get(`/api/affiliate/trends${range ? `?range=${range}` : ''}`)).body;
const admins = async (range: string) => (await (await app.admin()).get(`/api/admin/trends?range=${range}`)).body;
const sum = (points: Record<string, number>[], name: string) => points.reduce((total, p) => total + p[name]! * 100, 0) / 100;

describe('figures over time', () => {
  it('cover a range without gaps, even before the first event', async () => {
    const trend = await mine('7');
    expect(trend.unit).toBe('day');
    const today = trend.points.at(-1).from;
    expect([daysAgo(0), daysAgo(-1)].map((moment) => moment.slice(0, 10))).toContain(today);
    expect(trend.points.map((p: { from: string }) => p.from)).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => daysBefore(today, n)));
    expect(trend.points[0]).toEqual({ from: expect.any(String), clicks: 0, sales: 0, commission: 0 });
    expect((await mine()).points).toHaveLength(30);
    expect((await mine('all')).points).toHaveLength(1);
    expect(await app.as(anna.token).get('/api/affiliate/trends?range=31')).toMatchObject({ status: 400 });
  });

  it('count a day’s clicks, sales and commission, and a refund on its own day', async () => {
    for (const [at, facts] of [
      [daysAgo(3), [sale('i1', 20_00), sale('i2', 10_01)]],
      [daysAgo(1), [refund('i1', 20_00)]],
    ] as const)
      await append(app.system, affiliateStream(anna.id), [...facts], { at });
    await append(app.system, visitsStream(anna.id), [visit('v1'), visit('v2'), visit('v3'), visit('v4')], { at: daysAgo(3) });
    const { points } = await mine('7');
    const on = (days: number, of = points) => of.find((p: { from: string }) => p.from === daysAgo(days).slice(0, 10));
    expect(on(3)).toMatchObject({ clicks: 4, sales: 2, commission: 30.01 });
    expect(on(1)).toMatchObject({ clicks: 0, sales: -1, commission: -20 });
    const all = await admins('7');
    expect(on(3, all.points)).toMatchObject({ revenue: 200, payouts: 0, outstanding: 30.01, clicks: 4, sales: 2, conversion: 50 });
    expect(on(1, all.points)).toMatchObject({ revenue: -100, outstanding: 10.01, clicks: 0, sales: -1, conversion: null });
    expect(all.points.at(-1)).toMatchObject({ outstanding: 10.01 });
  });

  it('are grouped by week and month over long ranges, and add up to the dashboard and the overview', async () => {
    await append(app.system, affiliateStream(anna.id), [sale('i3', 60_00)], { at: daysAgo(200) });
    expect((await mine('all')).unit).toBe('week');
    await append(app.system, affiliateStream(anna.id), [sale('i4', 40_00)], { at: daysAgo(1000) });
    await anna.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'anna@pay.com' } });
    const paymentMethodId = (await anna.get('/api/affiliate/stats')).body.paymentMethods[0].id;
    await anna.post('/api/affiliate/cashouts', { amount: 70, paymentMethodId });
    const admin = await app.admin();
    await admin.put(`/api/admin/cashouts/${anna.id}-1/process`, { status: 'completed' });

    const { unit, points } = await mine('all');
    expect([unit, points.length]).toEqual(['month', expect.any(Number)]);
    expect(points[0]).toMatchObject({ from: daysAgo(1000).slice(0, 10), commission: 40 });
    const { affiliate, stats } = (await app.as(anna.token).get('/api/affiliate/stats')).body;
    expect([sum(points, 'clicks'), sum(points, 'sales'), sum(points, 'commission')]).toEqual([
      stats.totalClicks,
      stats.totalSales,
      affiliate.totalEarned,
    ]);
    const { overview } = (await app.as(admin.token).get('/api/admin/overview')).body;
    const all = (await admins('all')).points;
    expect([sum(all, 'revenue'), sum(all, 'payouts'), sum(all, 'sales'), all.at(-1).outstanding]).toEqual([
      overview.totalRevenue,
      overview.totalPaidOut,
      overview.totalSales,
      overview.totalOutstandingBalance,
    ]);
    // Events before a range count towards the balance at its start.
    expect((await admins('30')).points[0].outstanding).toBe(100);
  });

  it('have as many points for the period before; today is in the later one', async () => {
    const cleo = await app.affiliate('cleo');
    const today = (await cleo.get('/api/affiliate/trends?range=7')).body.points.at(-1).from as string;
    const stream = affiliateStream(cleo.id);
    // The first and last day of 30 and of the 30 before, and the day before those.
    for (const [n, days] of [0, 29, 30, 59, 60].entries())
      await append(app.system, stream, [sale(`c${n}`, 10 ** n)], { at: `${daysBefore(today, days)}T12:00:00.000Z` });
    for (const [range, now, then] of [
      ['7', 1, 0],
      ['30', 11, 1100],
      ['90', 11111, 0],
    ] as const) {
      const { unit, points, before } = (await cleo.get(`/api/affiliate/trends?range=${range}`)).body;
      const days = Array.from({ length: 2 * Number(range) }, (_, i) => daysBefore(today, 2 * Number(range) - 1 - i));
      expect([unit, [...before, ...points].map((p: { from: string }) => p.from)]).toEqual(['day', days]);
      expect([before.length, sum(points, 'commission'), sum(before, 'commission')]).toEqual([Number(range), now / 100, then / 100]);
    }
    const { before } = (await cleo.get('/api/affiliate/trends?range=7')).body;
    expect(before[0]).toEqual({ from: daysBefore(today, 13), clicks: 0, sales: 0, commission: 0 });
    expect((await cleo.get('/api/affiliate/trends?range=all')).body.before).toBeNull();
    expect((await admins('all')).before).toBeNull();
  });

  it('of two adjacent periods sum to the daily figures, and the balance carries over', async () => {
    const { points: all } = await admins('90');
    for (const range of ['7', '30'] as const) {
      const { points, before } = await admins(range);
      expect([...before, ...points]).toEqual(all.slice(-2 * Number(range)));
    }
    const mineBefore = await mine('30');
    const { points } = await mine('90');
    for (const name of ['clicks', 'sales', 'commission'])
      expect(sum(mineBefore.before, name) + sum(mineBefore.points, name)).toBe(sum(points.slice(-60), name));
  });

  it('say what is owed as the overview does, where an affiliate owes money too', async () => {
    const debtor = await app.affiliate('debtor');
    const paid = cashoutProcessed({ cashoutId: `${debtor.id}-1`, amountCents: 9_00, from: 'pending', status: 'completed' });
    const asked = cashoutRequested({ cashoutId: `${debtor.id}-1`, amountCents: 9_00 });
    await append(app.system, affiliateStream(debtor.id), [sale('d1', 9_00), asked, paid, refund('d1', 9_00)], { at: daysAgo(0) });
    const { overview } = (await (await app.admin()).get('/api/admin/overview')).body;
    expect(overview.totalDebt).toBe(9);
    expect((await admins('7')).points.at(-1).outstanding).toBe(overview.totalOutstandingBalance);
  });

  it('of other affiliates are not shown', async () => {
    const ben = await app.affiliate('ben');
    const { points } = (await ben.get('/api/affiliate/trends?range=90')).body;
    expect([points.length, sum(points, 'clicks'), sum(points, 'commission')]).toEqual([90, 0, 0]);
    expect((await ben.get('/api/affiliate/trends?range=90')).body.before).toHaveLength(90);
    expect((await ben.get('/api/admin/trends')).status).toBe(403);
  });
});
