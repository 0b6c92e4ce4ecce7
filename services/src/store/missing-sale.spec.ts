import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkoutStream, missingSaleRefusals, refusals } from '@framelift/contracts';
import { bought } from '../../../test/support/buying.ts';
import { saleNotCredited } from '../../../test/support/facts.ts';
import { append } from '../../../test/support/history.ts';
import { ref } from '../../../test/support/invoices.ts';
import { type App, type Client, startApp } from '../../../test/support/system.ts';

describe('a missing sale from report to answer', () => {
  let app: App;
  let admin: Client;
  beforeAll(async () => {
    app = await startApp();
    admin = await app.admin();
  });
  afterAll(() => app.stop());

  const today = () => new Date().toISOString().slice(0, 10);
  const openOnes = async () => (await admin.get('/api/admin/missing-sales?status=open')).body.missingSales;

  it('is credited, shown to both sides, and mailed to admins and affiliate', async () => {
    const zoe = await app.affiliate('zoe');
    const transactionId = await bought(app, null, 'erin@example.com');
    const report = { boughtOn: today(), customerEmail: 'erin@example.com', notes: 'She told me on stream.' };
    expect((await zoe.post('/api/affiliate/missing-sales', report)).status).toBe(201);
    const open = await openOnes();
    expect(open).toMatchObject([{ affiliate: { username: 'zoe' }, ...report, invoice: null, state: 'open', reason: null }]);

    const path = `/api/admin/missing-sales/${open[0].id}`;
    const unknown = await admin.post(`${path}/credit`, { transactionId: 'sellauth-99999', reason: 'looked' });
    expect(unknown).toMatchObject({ status: 404, body: { error: refusals.saleNotFound } });
    const found = { transactionId, reason: 'She bought without the link.' };
    expect((await admin.post(`${path}/credit`, found)).status).toBe(200);
    const late = await admin.post(`${path}/refuse`, { reason: 'late' });
    expect(late).toMatchObject({ status: 409, body: { error: missingSaleRefusals.answered } });
    const { body } = await zoe.get('/api/affiliate/missing-sales');
    expect(body).toMatchObject({ missingSales: [{ ...report, ...found, state: 'credited' }], next: null });
    const stats = (await zoe.get('/api/affiliate/stats')).body;
    expect(stats.affiliate.balance).toBe(6);
    expect(stats.notifications[0]).toMatchObject({ title: 'Missing sale found' });
  });

  it('comes with the checkouts that it may be: the same buyer, then the affiliate’s own, then the same day', async () => {
    const eva = await app.affiliate('eva');
    const boughtOn = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
    const at = (days: number) => new Date(Date.parse(`${boughtOn}T12:00:00.000Z`) + days * 86_400_000).toISOString();
    const record = (id: string, fields: Partial<Parameters<typeof saleNotCredited>[0]>, days: number) =>
      append(app.system, checkoutStream(ref(id)), [
        saleNotCredited({
          ...ref(id),
          reason: 'noReferral',
          soldAt: at(days),
          customerEmail: 'x@mail.example',
          buyer: 'c'.repeat(40),
          ...fields,
        }),
      ]);
    await record('far', {}, 3);
    await record('day-after', {}, 1);
    await record('same-day', {}, 0);
    await record('hers', { affiliateId: eva.id, reason: 'expiredReferral' }, -1);
    await record('given-back', { reason: 'refunded' }, 0);
    await record('of-buyer', { buyer: app.system.keys.buyer('fay@example.com') }, 9);
    await eva.post('/api/affiliate/missing-sales', { boughtOn, customerEmail: 'Fay@example.com' });
    const { id } = (await admin.get('/api/admin/missing-sales?search=eva')).body.missingSales[0];
    const { body } = await admin.get(`/api/admin/missing-sales/${id}/candidates`);
    expect(body.sales.map((sale: { transactionId: string }) => sale.transactionId)).toEqual([
      'sellauth-of-buyer',
      'sellauth-hers',
      'sellauth-same-day',
    ]);
    const unknown = await admin.get('/api/admin/missing-sales/none/candidates');
    expect(unknown).toMatchObject({ status: 404, body: { error: missingSaleRefusals.notFound } });
  });

  it('is refused with a reason, and hidden from other affiliates', async () => {
    const [ann, bob] = [await app.affiliate('ann'), await app.affiliate('bob')];
    await ann.post('/api/affiliate/missing-sales', { boughtOn: today(), invoice: ' 8123-4407 ' });
    const [missed] = (await admin.get('/api/admin/missing-sales?search=ann')).body.missingSales;
    expect(missed.invoice).toBe('8123-4407');
    const refuse = (by: Client) => by.post(`/api/admin/missing-sales/${missed.id}/refuse`, { reason: 'It was refunded.' });
    expect((await refuse(ann)).status).toBe(403);
    expect((await refuse(admin)).status).toBe(200);
    const listed = async (by: Client) => (await by.get('/api/affiliate/missing-sales')).body.missingSales;
    expect(await listed(ann)).toMatchObject([{ state: 'refused', reason: 'It was refunded.', transactionId: null }]);
    expect(await listed(bob)).toEqual([]);
  });

  it.each([
    [{}, refusals.fieldsRequired],
    [{ boughtOn: '2025-02-30', invoice: 'x' }, missingSaleRefusals.dayInvalid],
    [{ boughtOn: 'yesterday', invoice: 'x' }, missingSaleRefusals.dayInvalid],
    [{ boughtOn: today() }, missingSaleRefusals.nothingToFindItBy],
    [{ boughtOn: today(), invoice: ' ' }, missingSaleRefusals.nothingToFindItBy],
    [{ boughtOn: today(), customerEmail: 'nobody' }, refusals.emailInvalid],
    [{ boughtOn: today(), invoice: 'x'.repeat(101) }, missingSaleRefusals.invoiceTooLong],
    [{ boughtOn: today(), invoice: 'x', notes: 'x'.repeat(1001) }, refusals.textTooLong],
  ])('refuses %.60j, and nothing is appended', async (body, error) => {
    const eve = await app.affiliate();
    expect(await eve.post('/api/affiliate/missing-sales', body)).toMatchObject({ status: 400, body: { error } });
    expect((await eve.get('/api/affiliate/missing-sales')).body.missingSales).toEqual([]);
  });
});
