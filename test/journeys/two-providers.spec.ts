import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { checkoutStream, idOf, invoiceKey, invoiceNamed, type InvoiceRef, PROVIDERS, type ProviderName } from '@framelift/contracts';
import { audit } from '../../services/src/engine/log/proving/audit.ts';
import { BooksAudit } from '../../services/src/operating/audit/books.audit.ts';
import type { Invoice } from '../../services/src/store/invoice.ts';
import { Settling } from '../../services/src/store/settling.ts';
import { type App, startApp } from '../support/system.ts';
import { append } from '../support/history.ts';
import { begun, invoice } from '../support/sale-given.ts';
import { checkoutStarted } from '../support/facts.ts';

// A second provider, only here: it gives an invoice the same id as the first one.
(PROVIDERS as unknown as string[]).push('other');
const twins = ['sellauth', 'other'].map((provider): InvoiceRef => ({ provider: provider as ProviderName, invoiceId: 'twin' }));
const streams = twins.map(checkoutStream);

let app: App;
let anna: Awaited<ReturnType<App['affiliate']>>;
let admin: Awaited<ReturnType<App['admin']>>;
const settle = (more: Partial<Invoice>) => app.api.get(Settling).settle(invoice({ email: '', ...more }));
const settled = () => Promise.all(streams.map((stream) => app.system.log.readStream(stream)));
const statuses = async (path: string, of: 'status' | 'outcome') => {
  const { sales } = (await (path.includes('admin') ? admin : anna).get(path)).body;
  return Object.fromEntries(sales.map((s: Record<string, string>) => [s['transactionId'], s[of]]));
};

beforeAll(async () => {
  app = await startApp();
  [anna, admin] = [await app.affiliate('anna'), await app.admin()];
  for (const ref of twins) await append(app.system, checkoutStream(ref), [checkoutStarted({ ...begun, ...ref, affiliateId: anna.id })]);
  for (const ref of [...twins, ...twins]) await settle({ ref });
});
afterAll(async () => {
  (PROVIDERS as unknown as string[]).pop();
  await app.stop();
});

it('a key names its invoice, whatever characters its id has, and nothing else does', () => {
  for (const invoiceId of ['123', 'cs_test_a-b', '-'])
    expect(invoiceNamed(invoiceKey({ provider: 'sellauth', invoiceId }))).toEqual({ provider: 'sellauth', invoiceId });
  for (const key of ['123', 'sellauth', 'sellauth-', 'paypal-1', 'Sellauth-1', '-1', '']) expect(invoiceNamed(key)).toBeUndefined();
  expect(PROVIDERS.filter((name) => !/^[a-z]+$/.test(name))).toEqual([]);
});

it('two providers’ invoices with one id are two sales, each with its stream, provider and buyer', async () => {
  expect(streams).toEqual(['checkout-sellauth-twin', 'checkout-other-twin']);
  for (const [i, events] of (await settled()).entries()) {
    expect(events.map((e) => e.type)).toEqual(['CheckoutStarted', 'SaleCredited']);
    expect([events[1]!.metadata.actor, events[1]!.data]).toMatchObject([{ kind: 'store', id: twins[i]!.provider }, twins[i]!]);
  }
  const sales = (await app.system.log.readStream(`affiliate-${anna.id}`)).filter((e) => e.type === 'SaleRecorded');
  expect(new Set(sales.map(({ data }) => data.buyer)).size).toBe(2);
});

it('a refund at one provider reverses only that sale, on every screen', async () => {
  await settle({ ref: twins[1], status: 'refunded' });
  const both = ['sellauth-twin', 'other-twin'];
  expect(await statuses('/api/affiliate/sales', 'status')).toEqual({ [both[0]!]: 'completed', [both[1]!]: 'refunded' });
  expect(await statuses('/api/admin/sales', 'outcome')).toEqual({ [both[0]!]: 'credited', [both[1]!]: 'reversed' });
  const kinds = await Promise.all(both.map(async (key) => (await admin.get(`/api/admin/sales/${key}`)).body.timeline.at(-1).kind));
  expect(kinds).toEqual(['credited', 'reversed']);
  for (const key of both) {
    const { events } = (await admin.get(`/api/admin/events?search=${key}`)).body;
    expect(new Set(events.map((e: { streamId: string }) => idOf(e.streamId)))).toEqual(new Set([key]));
  }
});

it('an admin reverses the sale that the key names, and the books balance', async () => {
  expect((await admin.post('/api/admin/sales/sellauth-twin/reverse', { reason: 'fraud' })).status).toBe(200);
  expect((await settled()).map((events) => events.at(-1)!.data)).toMatchObject([{ cause: 'hand' }, { cause: 'refund' }]);
  expect((await audit(app.system.pool, app.system.log, { checks: [new BooksAudit()] })).problems).toEqual([]);
});

it('a dispute that is lost and then won is in the sale’s evidence, and the books balance', async () => {
  const paid: InvoiceRef = { provider: 'stripe', invoiceId: 'paid' };
  const about = (state: 'open' | 'lost' | 'won') => ({ ref: paid, dispute: { state, cents: 29_99 } });
  await append(app.system, checkoutStream(paid), [checkoutStarted({ ...begun, ...paid, affiliateId: anna.id })]);
  await settle(about('open'));
  await settle({ ...about('lost'), status: 'chargedBack' });
  await settle(about('won'));
  const { body } = await admin.get('/api/admin/sales/stripe-paid');
  expect(body.sale).toMatchObject({ outcome: 'credited', dispute: 'won' });
  expect(body.timeline.map(({ kind, text }: Record<string, string>) => (kind === 'dispute' ? text : kind))).toEqual([
    'checkout',
    'invoice',
    'credited',
    'The buyer opened a dispute, about 29.99 EUR',
    'reversed',
    'The dispute was lost, about 29.99 EUR',
    'restored',
    'The dispute was won, about 29.99 EUR',
  ]);
  expect((await audit(app.system.pool, app.system.log, { checks: [new BooksAudit()] })).problems).toEqual([]);
});

it('notifications of two providers under one key are two', async () => {
  const keep = 'insert into store.notifications (provider, key, event, done_at) values ($1, $2, $3, now())';
  for (const provider of PROVIDERS) await app.db.pool.query(keep, [provider, 'k1', 'x']);
});
