// Histories for benchmarks, appended in bulk through log.append: what a programme of this size would hold, by kind and in order.
import { randomUUID } from 'node:crypto';
import { fact } from '../contracts/dist/index.js';
import { idFrom } from '../services/dist/platform/keys.js';

const HASH = 'c'.repeat(40);
const sealedAs = (text, of) => ({ sealed: Buffer.from(text.padEnd(60, ' ')).toString('base64'), of });
const metadata = (at, actor) => {
  const commandId = randomUUID();
  return { occurredAt: new Date(at).toISOString(), actor, commandId, correlationId: commandId };
};
const visitor = { kind: 'visitor', id: 'anonymous' };
const store = { kind: 'store', id: 'sellauth' };

/** Appends about `count` events: per sale two visits, a checkout, the sale and its credit; now and then a refund, a cashout, a look. */
export async function fill(log, count, { affiliates = Math.max(10, Math.round(count / 5_000)), seed = 'h' } = {}) {
  const ids = Array.from({ length: affiliates }, (_, i) => idFrom(`${seed} ${i}`));
  const books = ids.map(() => ({ cents: 0, cashouts: 0, version: 0 }));
  let [at, events, sale] = [Date.UTC(2025, 0, 1), 0, 0];
  let waiting = [];
  const append = async (actor, ...streams) => {
    at += 1_000;
    events += streams.reduce((n, [, facts]) => n + facts.length, 0);
    waiting.push(
      log.append({ streams: streams.map(([streamId, facts]) => ({ streamId, expected: 'any', facts })), metadata: metadata(at, actor) }),
    );
    if (waiting.length >= 400) await Promise.all(waiting.splice(0));
  };
  for (const [i, id] of ids.entries()) {
    const personal = (text) => sealedAs(text, `affiliate:${id}`);
    await append(visitor, [
      `affiliate-${id}`,
      [
        fact('AffiliateRegistered', {
          affiliateId: id,
          username: personal(`name${i}`),
          email: personal(`name${i}@mail.example`),
          usernameClaim: HASH,
          emailClaim: HASH,
          commissionBps: 2000,
        }),
        fact('PaymentMethodAdded', { paymentMethodId: `m${i}`, paymentType: 'paypal', details: personal('paypal'), detailsHash: HASH }),
      ],
    ]);
  }
  while (events < count) {
    // A few sell most of it.
    const n = Math.floor((((sale * 7919) % 1000) / 1000) ** 2 * affiliates);
    const [id, own] = [ids[n], books[n]];
    const invoiceId = `${seed}${sale++}`;
    const invoice = { provider: 'sellauth', invoiceId };
    const day = { sealed: 'x'.repeat(88), of: `day:${new Date(at).toISOString().slice(0, 10)}` };
    const visit = () =>
      fact('VisitTracked', { visitId: randomUUID(), affiliateId: id, page: '/premium/', visitor: day, userAgent: day, referrer: day });
    await append(visitor, [`visits-${id}`, [visit()]]);
    await append(visitor, [`visits-${id}`, [visit()]]);
    await append(visitor, [
      `checkout-sellauth-${invoiceId}`,
      [
        fact('CheckoutStarted', {
          checkoutId: invoiceId,
          ...invoice,
          sku: 'premium',
          quantity: 1,
          listCents: 2999,
          affiliateId: id,
          visitKnown: true,
        }),
      ],
    ]);
    const sold = { ...invoice, amountCents: 2999, commissionCents: 600 };
    const soldAt = new Date(at).toISOString();
    await append(
      store,
      [
        `affiliate-${id}`,
        [
          fact('SaleRecorded', {
            ...sold,
            product: 'Framelift Premium',
            quantity: 1,
            paidCents: 2999,
            capped: false,
            commissionBps: 2000,
            rateFrom: 'tier',
            tier: 'bronze',
            soldAt,
            customerEmail: sealedAs('buyer@mail.example', 'buyer:b'),
            buyer: HASH,
            credited: 'store',
          }),
        ],
      ],
      [`checkout-sellauth-${invoiceId}`, [fact('SaleCredited', { ...sold, affiliateId: id, credited: 'store' })]],
    );
    own.cents += 600;
    if (sale % 25 === 0) {
      await append(
        store,
        [`affiliate-${id}`, [fact('SaleReversed', { ...sold, cause: 'refund' })]],
        [`checkout-sellauth-${invoiceId}`, [fact('SaleCreditReversed', { ...sold, affiliateId: id, cause: 'refund' })]],
      );
      own.cents -= 600;
    }
    if (own.cents >= 120_00) {
      const cashout = { cashoutId: `${id}-${++own.cashouts}`, amountCents: 100_00, paymentMethodId: `m${n}` };
      own.cents -= 100_00;
      await append({ kind: 'affiliate', id }, [
        `affiliate-${id}`,
        [fact('CashoutRequested', { ...cashout, paymentType: 'paypal', payTo: sealedAs('paypal', `affiliate:${id}`) })],
      ]);
      await append({ kind: 'admin', id: 'bench' }, [
        `affiliate-${id}`,
        [fact('CashoutProcessed', { ...cashout, from: 'pending', status: 'completed' })],
      ]);
    }
  }
  await Promise.all(waiting);
  return events;
}

/** Reads the whole log as replay does, page by page with the next one on its way, and does nothing with it. */
export async function justRead(log, types) {
  const { pages } = await import('../services/dist/engine/projecting/copying.js');
  let events = 0;
  for await (const page of pages(log, 0, (await log.head()).position, types)) events += page.events.length;
  return events;
}
