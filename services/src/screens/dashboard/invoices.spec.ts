import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { InvoicesView } from '@framelift/contracts';
import { sold } from '../../../../test/support/sales.ts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';

type Invoices = InvoicesView['invoices'];
let app: App;
let boss: Client;
const year = new Date().getUTCFullYear();

beforeAll(async () => {
  app = await startApp();
  boss = await app.admin();
  const { terms, position } = (await boss.get('/api/admin/terms')).body;
  const selfBilling = { country: 'DE', vatNumber: 'DE136695976', rate: 19 };
  expect((await boss.put('/api/admin/terms', { ...terms, selfBilling }, { 'Edit-Base': String(position) })).status).toBe(200);
});
afterAll(() => app.stop());

/** Paid 119 euros by a run; the run's id. */
async function paid(taxNumber: string | null) {
  const person = await app.affiliate();
  await sold(app.system.log, person.id, 200_00, `i-${person.id}`);
  const billing = { name: 'Ann Ark', address: 'Street 1\n10115 Berlin', country: 'Germany', taxNumber };
  expect((await person.put('/api/affiliate/billing', billing)).status).toBe(200);
  await person.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: `${person.id}@pay.example` } });
  const [method] = (await person.get('/api/affiliate/stats')).body.paymentMethods;
  expect((await person.post('/api/affiliate/cashouts', { amount: 119, paymentMethodId: method.id })).status).toBe(201);
  const { id: runId } = (await boss.post('/api/admin/payout-runs', { cashouts: [`${person.id}-1`] })).body;
  expect((await boss.post(`/api/admin/payout-runs/${runId}/settle`, { reference: 'PP-1' })).status).toBe(200);
  return { ...person, runId: runId as string };
}
const bytesOf = async (client: { token: string }, path: string) => {
  const response = await fetch(app.url + path, { headers: { Authorization: `Bearer ${client.token}` } });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};
const invoicesOf = async (client: Client) => (await client.get('/api/affiliate/invoices')).body as { invoices: Invoices; years: number[] };

describe('self-billing invoices', () => {
  it('are numbered in order and taxed as the affiliate’s number says; a returned payment cancels one', async () => {
    const [ann, bob, eve] = [await paid('DE 136 695 976'), await paid('ATU13585627'), await paid(null)];
    const at = (who: { id: string }, n: number) => ({ number: `${year}-00000${n}`, cashoutId: `${who.id}-1`, total: 119, cancels: null });
    expect(await invoicesOf(ann)).toEqual({
      invoices: [{ ...at(ann, 1), net: 100, tax: 19, taxation: 'own', issuedAt: expect.any(String) }],
      years: [],
    });
    expect((await invoicesOf(bob)).invoices).toMatchObject([{ ...at(bob, 2), net: 119, tax: 0, taxation: 'reverse' }]);
    expect((await invoicesOf(eve)).invoices).toMatchObject([{ ...at(eve, 3), net: 119, tax: 0, taxation: 'none' }]);
    const back = { cashoutId: `${ann.id}-1`, because: 'returned' };
    for (const status of [200, 200]) expect((await boss.post(`/api/admin/payout-runs/${ann.runId}/return`, back)).status).toBe(status);
    expect((await invoicesOf(ann)).invoices).toMatchObject([
      { number: `${year}-000004`, net: -100, tax: -19, total: -119, cancels: `${year}-000001` },
      { number: `${year}-000001` },
    ]);

    const path = `/api/affiliate/invoices/${year}-000001.pdf`;
    const [first, again] = [await bytesOf(ann, path), await bytesOf(ann, path)];
    expect([first.status, first.bytes.subarray(0, 5).toString(), again.bytes.equals(first.bytes)]).toEqual([200, '%PDF-', true]);
    expect((await bytesOf(boss, `/api/admin/invoices/${year}-000001.pdf`)).bytes.equals(first.bytes)).toBe(true);
    // Of others, of no number, of a year that is not over.
    for (const [who, wrong] of [
      [bob, path],
      [ann, `/api/affiliate/invoices/${year}-000099.pdf`],
      [ann, '/api/affiliate/invoices/x.pdf'],
      [ann, `/api/affiliate/invoice-years/${year}.pdf`],
      [boss, `/api/admin/invoices/${year}-000099.pdf`],
    ] as const)
      expect([wrong, (await bytesOf(who, wrong)).status]).toEqual([wrong, 404]);

    const csv = (await boss.get(`/api/admin/bookkeeping.csv?year=${year}`)).body as unknown as string;
    const rows = parse(csv, { columns: true, bom: true }) as Record<string, string>[];
    const of = (who: { id: string }) =>
      rows.filter(({ affiliateId }) => affiliateId === who.id).map((r) => [r['kind'], r['amount'], r['paid'], r['document'], r['tax']]);
    expect(of(ann)).toEqual([
      ['Commission', '200.00', '0.00', '', ''],
      ['Cashout requested', '-119.00', '0.00', '', ''],
      ['Cashout paid', '0.00', '119.00', `${year}-000001`, '19.00'],
      ['Payment returned', '119.00', '-119.00', `${year}-000004`, '-19.00'],
    ]);
    const datev = (await boss.get(`/api/admin/bookkeeping.csv?year=${year}&format=datev&bank=1210`)).body as unknown as string;
    const [head, , ...lines] = datev.split('\r\n');
    expect(head).toMatch(/^\uFEFF?"EXTF";700;21;"Buchungsstapel";13;/);
    const bookings = lines.flatMap((line) => (line.includes(ann.id) ? [line.split(';')] : []));
    expect(bookings.map((b) => [b[0], b[1], b[6], b[7], b[10]])).toEqual([
      ['200,00', '"S"', '4760', '1700', expect.any(String)],
      ['119,00', '"S"', '1700', '1210', `"${year}-000001"`],
      ['19,00', '"S"', '1576', '4760', `"${year}-000001"`],
      ['119,00', '"H"', '1700', '1210', `"${year}-000004"`],
      ['19,00', '"H"', '1576', '4760', `"${year}-000004"`],
    ]);
  });

  it('are not made unless the terms say so, and say nothing of a deleted affiliate', async () => {
    const fay = await paid(null);
    const [{ number }] = (await invoicesOf(fay)).invoices as [Invoices[number]];
    expect((await boss.send('DELETE', `/api/admin/affiliates/${fay.id}`)).status).toBe(200);
    expect((await bytesOf(boss, `/api/admin/invoices/${number}.pdf`)).status).toBe(404);
    const books = (await boss.get(`/api/admin/bookkeeping.csv?year=${year}`)).body as unknown as string;
    expect(books).toContain(number);
    expect(books).not.toContain('Ann Ark');
    const { terms, position } = (await boss.get('/api/admin/terms')).body;
    expect((await boss.put('/api/admin/terms', { ...terms, selfBilling: null }, { 'Edit-Base': String(position) })).status).toBe(200);
    expect(await invoicesOf(await paid(null))).toEqual({ invoices: [], years: [] });
  });
});
