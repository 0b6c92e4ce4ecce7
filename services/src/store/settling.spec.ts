import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { affiliateStream, checkoutStream, rules } from '@framelift/contracts';
import { commandMeta } from '../../../test/support/command-meta.ts';
import { countedReads } from '../../../test/support/counted-reads.ts';
import { begun, invoice, item } from '../../../test/support/sale-given.ts';
import { StoreHarness } from '../../../test/support/store-harness.ts';
import { affiliateSource } from '../programme/affiliate/affiliate.decider.ts';
import type { Invoice } from './invoice.ts';
import { StoreProviders } from './provider.ts';
import { Settling } from './settling.ts';
import { ref } from '../../../test/support/invoices.ts';
import { checkoutStarted } from '../../../test/support/facts.ts';

let harness: StoreHarness;
let affiliateId: string;
beforeAll(async () => {
  harness = await StoreHarness.open({ notify: false });
  affiliateId = await harness.affiliate('seller');
});
afterAll(() => harness.close());

const iso = (ago: number) => new Date(Date.now() - ago).toISOString();
/** An invoice as the store has it, its checkout announced for the affiliate or not at all. */
async function sold({ announced = true, age = 60_000, ...more }: { announced?: boolean; age?: number } & Partial<Invoice> = {}) {
  const id = randomUUID().slice(0, 8);
  const { repeatable: _, ...metadata } = commandMeta();
  const facts = [checkoutStarted({ ...begun, ...ref(id), affiliateId })];
  if (announced) await harness.system.log.append({ streams: [{ streamId: checkoutStream(ref(id)), expected: 0, facts }], metadata });
  return invoice({ ref: ref(id), createdAt: iso(age), completedAt: iso(age - 1_000), ...more });
}
const settle = (sale: Invoice, options?: { onlyKnown: boolean }) => harness.app.get(Settling).settle(sale, options);
const typesOf = async (sale: Invoice) => (await harness.db.log.readStream(checkoutStream(sale.ref))).map((e) => e.type).slice(-1);
/** Reads of the checkout's stream, and what it came to. */
async function settled(sale: Invoice, options?: { onlyKnown: boolean }) {
  let isSettled: boolean | undefined;
  const reads = await countedReads(harness.system.pool, checkoutStream(sale.ref), async () => (isSettled = await settle(sale, options)));
  return { reads, isSettled, last: (await typesOf(sale))[0] };
}

describe('settling reads a checkout', () => {
  it('once for a sale that is credited', async () =>
    expect(await settled(await sold())).toEqual({ reads: 1, isSettled: true, last: 'SaleCredited' }));

  it('once for a sale that is taken back, and once where nothing is left to do', async () => {
    const sale = await sold();
    await settle(sale);
    const refunded = { ...sale, status: 'refunded' as const };
    expect(await settled(refunded)).toEqual({ reads: 1, isSettled: true, last: 'SaleCreditReversed' });
    expect(await settled(refunded)).toEqual({ reads: 1, isSettled: true, last: 'SaleCreditReversed' });
  });

  it('twice at most for a sale that earns its affiliate nothing', async () => {
    for (const known of [false, true]) {
      const sale = await sold({ currency: 'USD' });
      if (known) await harness.system.streams.load(affiliateSource(affiliateId));
      const { reads, ...rest } = await settled(sale);
      expect(rest).toEqual({ isSettled: true, last: 'SaleNotCredited' });
      expect(reads).toBeLessThanOrEqual(2);
    }
  });

  it('twice at most for an invoice that nobody announced, whether it must wait or not', async () => {
    const waiting = await settled(await sold({ announced: false }));
    expect(waiting).toMatchObject({ isSettled: false, last: undefined });
    const unknown = await settled(await sold({ announced: false, age: 2 * rules.unknownCheckoutAfter }));
    expect(unknown).toMatchObject({ isSettled: true, last: 'SaleNotCredited' });
    expect(Math.max(waiting.reads, unknown.reads)).toBeLessThanOrEqual(2);
  });

  it('twice at most for a sale that is partly refunded', async () => {
    const sale = await sold({ refundedCents: 10_00 });
    const { reads, ...rest } = await settled(sale);
    expect(rest).toEqual({ isSettled: true, last: 'PartialRefundSeen' });
    expect(reads).toBeLessThanOrEqual(2);
  });

  it.each<[string, Partial<Invoice>]>([
    ['paid', {}],
    ['refunded', { status: 'refunded', refundedCents: 29_99 }],
    ['refunded in part', { refundedCents: 10_00 }],
    ['disputed', { dispute: { state: 'open', cents: 29_99 } }],
    ['charged back', { status: 'chargedBack', refundedCents: 29_99, dispute: { state: 'lost', cents: 29_99 } }],
    ['won', { dispute: { state: 'won', cents: 29_99 } }],
    ['not paid', { status: 'open' }],
  ])('once for another product of the seller’s, %s, of which nothing is written down', async (_, more) => {
    for (const items of [[], [item({ sku: null })]])
      for (const age of [60_000, 2 * rules.unknownCheckoutAfter]) {
        const before = await harness.db.log.head();
        const { isSettled, last } = await settled(await sold({ announced: false, age, items, ...more }));
        expect([isSettled, last, (await harness.db.log.head()).position]).toEqual([true, undefined, before.position]);
      }
  });

  it('of ours that sold another product: it is known, and listed', async () => {
    expect(await settled(await sold({ items: [item({ sku: null })] }))).toMatchObject({ last: 'SaleNotCredited' });
  });

  it('as sold now if the store’s clock is ahead of ours', async () => {
    const sale = await sold({ completedAt: '2999-01-01T00:00:00.000Z' });
    await settle(sale);
    const [recorded] = (await harness.db.log.readStream(affiliateStream(affiliateId))).slice(-1);
    expect((recorded!.data as { soldAt: string }).soldAt <= recorded!.metadata.occurredAt).toBe(true);
  });

  it('until it matches the store, whatever the order of reads', async () => {
    const sale = await sold({ refundedCents: 19_99 });
    await settle(sale);
    const read = harness.app.get(StoreProviders).of('sellauth');
    const { readInvoice } = read;
    read.readInvoice = async () => sale;
    await settle({ ...sale, refundedCents: 10_00 });
    read.readInvoice = readInvoice;
    const seen = (await harness.db.log.readStream(checkoutStream(sale.ref))).filter((e) => e.type === 'PartialRefundSeen');
    expect(seen.map(({ data }) => (data as { refundedCents: number }).refundedCents)).toEqual([19_99, 10_00, 19_99]);
  });

  it('once for an old invoice of which the log holds nothing, which is left alone', async () => {
    const sale = await sold({ announced: false, age: 2 * rules.unknownCheckoutAfter });
    expect(await settled(sale, { onlyKnown: true })).toEqual({ reads: 1, isSettled: true, last: undefined });
    expect((await harness.db.log.readStream(affiliateStream('nobody'))).length).toBe(0);
  });
});
