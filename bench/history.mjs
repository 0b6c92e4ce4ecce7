// Histories for benchmarks, appended in bulk through log.append: the events of a programme of this size, in a realistic mix and order.
import { createHash, randomUUID } from 'node:crypto';
import { HOUR_MS } from '../contracts/dist/index.js';
import { idFrom } from '../services/dist/platform/keys.js';
import {
  affiliateRegistered,
  cashoutProcessed,
  cashoutRequested,
  checkoutStarted,
  paymentMethodAdded,
  saleCreditReversed,
  saleCredited,
  saleRecorded,
  saleReversed,
  visitTracked,
} from '../test/support/facts.ts';

const sealedAs = (text, of) => ({ sealed: Buffer.from(text.padEnd(60, ' ')).toString('base64'), of });
const metadata = (at, actor) => {
  const commandId = randomUUID();
  return { occurredAt: new Date(at).toISOString(), actor, commandId, correlationId: commandId };
};
/** Personal values of affiliates in clear text, so that they are really sealed and screens can open them. */
const payTo = { email: 'paypal@mail.example' };
const visitor = { kind: 'visitor', id: 'anonymous' };
const store = { kind: 'store', id: 'sellauth' };

/** Appends about `count` events: per sale two visits, a checkout, the sale and its credit; sometimes a refund, a cashout, a read. */
export async function fill(log, count, { affiliates = Math.max(10, Math.round(count / 5_000)), seed = 'h' } = {}) {
  /** Unique, as keyed hashes are. */
  const hashOf = (of, n) => createHash('sha1').update(`${seed} ${of} ${n}`).digest('hex');
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
    if (waiting.length >= 400) await settled();
  };
  /** Appends that must come after others: during sealing a later append would overtake. */
  const decisions = [];
  const settled = async () => {
    await Promise.all(waiting.splice(0));
    for (const decide of decisions.splice(0)) await decide();
  };
  for (const [i, id] of ids.entries()) {
    await append(visitor, [
      `affiliate-${id}`,
      [
        affiliateRegistered({
          affiliateId: id,
          username: `${seed}name${i}`,
          email: `${seed}name${i}@mail.example`,
          usernameClaim: hashOf('username', i),
          emailClaim: hashOf('email', i),
          commissionBps: 2000,
        }),
        paymentMethodAdded({ paymentMethodId: `m${i}`, paymentType: 'paypal', details: payTo, detailsHash: hashOf('payee', i) }),
      ],
    ]);
  }
  await settled();
  while (events < count) {
    // A few affiliates make most of the sales.
    const n = Math.floor((((sale * 7919) % 1000) / 1000) ** 2 * affiliates);
    const [id, own] = [ids[n], books[n]];
    const invoiceId = `${seed}${sale++}`;
    const invoice = { provider: 'sellauth', invoiceId };
    const day = { sealed: 'x'.repeat(88), of: `day:${new Date(at).toISOString().slice(0, 10)}` };
    const visit = () =>
      visitTracked({ visitId: randomUUID(), affiliateId: id, page: '/premium/', visitor: day, userAgent: day, referrer: day });
    await append(visitor, [`visits-${id}`, [visit()]]);
    await append(visitor, [`visits-${id}`, [visit()]]);
    await append(visitor, [
      `checkout-sellauth-${invoiceId}`,
      [
        checkoutStarted({
          checkoutId: invoiceId,
          ...invoice,
          listCents: 2999,
          affiliateId: id,
          attributedBy: 'click',
          // Some browsers do not report their visits.
          visitKnown: sale % 20 !== 0,
          referredAt: new Date(at - HOUR_MS).toISOString(),
          network: hashOf('network', sale),
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
          saleRecorded({
            ...sold,
            soldAt,
            availableAt: soldAt,
            customerEmail: sealedAs('buyer@mail.example', 'buyer:b'),
            buyer: hashOf('buyer', sale),
          }),
        ],
      ],
      [
        `checkout-sellauth-${invoiceId}`,
        [
          saleCredited({
            ...sold,
            soldAt,
            affiliateId: id,
            buyerAs: { account: hashOf('buyer account', sale), payee: hashOf('buyer payee', sale) },
          }),
        ],
      ],
    );
    own.cents += 600;
    if (sale % 25 === 0) {
      await append(
        store,
        [`affiliate-${id}`, [saleReversed({ ...sold, cause: 'refund' })]],
        [`checkout-sellauth-${invoiceId}`, [saleCreditReversed({ ...sold, affiliateId: id, cause: 'refund' })]],
      );
      own.cents -= 600;
    }
    if (own.cents >= 120_00) {
      const cashout = { cashoutId: `${id}-${++own.cashouts}`, amountCents: 100_00, paymentMethodId: `m${n}` };
      own.cents -= 100_00;
      const asked = cashoutRequested({ ...cashout, paymentType: 'paypal', payTo });
      const processed = cashoutProcessed({ ...cashout, from: 'pending', status: 'completed' });
      decisions.push(async () => {
        await append({ kind: 'affiliate', id }, [`affiliate-${id}`, [asked]]);
        // Some are not paid yet.
        if (own.cashouts % 50) decisions.push(() => append({ kind: 'admin', id: 'bench' }, [`affiliate-${id}`, [processed]]));
      });
    }
  }
  while (waiting.length || decisions.length) await settled();
  return events;
}

/** Only reads the whole log as replay does: page by page, with the next one in flight. */
export async function justRead(log, types) {
  const { pages } = await import('../services/dist/engine/projecting/copying.js');
  let events = 0;
  for await (const page of pages(log, 0, (await log.head()).position, types)) events += page.events.length;
  return events;
}
