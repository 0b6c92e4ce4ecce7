import { expect } from '@jest/globals';
import { Value } from 'typebox/value';
import type { TSchema } from 'typebox';
import { affiliateStream, type Call, calls, checkoutStream, type Fact, visitsStream } from '../../contracts/src/index.ts';
import { type Answer, type App, type Client, startApp } from './system.ts';
import { append } from './history.ts';
import { ref } from './invoices.ts';
import { saleNotCredited, saleRecorded, saleReversed, visitTracked } from './facts.ts';

type Person = Awaited<ReturnType<App['affiliate']>>;

/** A programme with data in every view. */
export interface SeededApp {
  app: App;
  /** Has sixty sales, one of them refunded, one paid and one open cashout, two payment methods and an own purchase. */
  anna: Person;
  /** Has only registered. */
  ben: Person;
  admin: Client;
  /** The answer of `GET /api/affiliate/system-stats` without any history. */
  statsAtFirst: unknown;
  /** A GET whose answer must match the contract exactly. */
  ask(client: Client, path: string, call: keyof typeof calls): Promise<Answer>;
}

const hash = 'f'.repeat(32);
const sale = (invoiceId: string): Fact =>
  saleRecorded({
    ...ref(invoiceId),
    product: 'Framelift Premium',
    paidCents: 29_99,
    amountCents: 29_99,
    commissionCents: 6_00,
    soldAt: '2025-03-01T12:00:00.000Z',
    customerEmail: 'jane@mail.com',
    buyer: `${invoiceId}${hash}`.slice(-40),
  });

export async function startSeededApp(): Promise<SeededApp> {
  const app = await startApp();
  const statsAtFirst = (await app.anybody.get('/api/affiliate/system-stats')).body;
  const anna = await app.affiliate('anna');
  const ben = await app.affiliate('ben_100');
  const admin = await app.admin();
  const thisMonth = { at: new Date().toISOString() };
  const visits = [0, 1, 2].map((i) => visitTracked({ visitId: `v${i}`, affiliateId: anna.id, page: '/', visitor: 'v' }));
  await append(app.system, visitsStream(anna.id), visits);
  const sales = Array.from({ length: 60 }, (_, i) => sale(`i${i}`));
  await append(app.system, affiliateStream(anna.id), sales, thisMonth);
  const refund = saleReversed({ ...ref('i59'), amountCents: 29_99, commissionCents: 6_00, cause: 'refund' });
  await append(app.system, affiliateStream(anna.id), [refund], thisMonth);
  await anna.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'anna@pay.com' } });
  await anna.post('/api/affiliate/payment-methods', { paymentType: 'solana', paymentDetails: { address: '4'.repeat(44) } });
  const { paymentMethods } = (await anna.get('/api/affiliate/stats')).body;
  for (const amount of [50, 100.5]) await anna.post('/api/affiliate/cashouts', { amount, paymentMethodId: paymentMethods[0].id });
  await admin.put(`/api/admin/cashouts/${anna.id}-1/process`, { status: 'completed' });
  await append(app.system, checkoutStream(ref('n1')), [
    saleNotCredited({
      ...ref('n1'),
      reason: 'ownPurchase',
      affiliateId: anna.id,
      paidCents: 29_99,
      soldAt: '2025-03-02T12:00:00.000Z',
      customerEmail: 'anna@mail.com',
      buyer: hash,
    }),
  ]);
  await anna.put('/api/affiliate/notifications/2/read');

  return {
    app,
    anna,
    ben,
    admin,
    statsAtFirst,
    async ask(client, path, call) {
      const { position } = await app.system.log.head();
      const answer = await client.send('GET', path, undefined, { 'Log-After': String(position) });
      expect(answer.status).toBe(200);
      const schema = (calls[call] as Call).answers as TSchema;
      expect(Value.Errors(schema, answer.body)).toEqual([]);
      expect(Value.Clean(schema, structuredClone(answer.body))).toEqual(answer.body);
      return answer;
    },
  };
}
