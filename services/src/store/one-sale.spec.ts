import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { adminStream, affiliateStream, checkoutStream, type Fact, ownCents, SELLING } from '@framelift/contracts';
import { atProof } from '../../../test/support/counts.ts';
import { adminCreated, checkoutStarted } from '../../../test/support/facts.ts';
import type { Button } from '../../../test/support/orders.ts';
import { type Purchase, purchases } from '../../../test/support/purchases.ts';
import { begun, registered } from '../../../test/support/sale-given.ts';
import { StoreInMemory } from '../../../test/support/store-in-memory.ts';
import { stateOf } from '../../../test/support/given.ts';
import { BooksAudit } from '../operating/audit/books.audit.ts';
import { Keys } from '../platform/keys.ts';
import { Refused } from '../platform/refused.ts';
import { affiliateDecider } from '../programme/affiliate/affiliate.decider.ts';
import { buyerOf } from './buyer.ts';
import type { Invoice, InvoiceStatus } from './invoice.ts';
import { StoreProviders } from './provider.ts';
import { Settling } from './settling.ts';
import { CreditSaleByHand } from './store.commands.ts';

const AT = '2026-01-01T12:00:00.000Z';
const NOW = Date.parse(AT) + 60_000;
const keys = new Keys(Buffer.alloc(32, 1));

/** As often as it takes for disputes to come to something within one history. */
const buttons: Button[] = ['pay', 'pay', 'transfer', 'arrive', 'refund', 'refund-part', 'dispute', 'dispute', 'lose', 'lose', 'win', 'win'];
/** Readers are notifications, the reconciler and admins: each reads the invoice, and later does something about what it read. */
const READERS = [0, 1, 2];
type Step = ['press', Button] | ['read' | 'settle' | 'credit', number] | ['announce', 0];
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('press' as const), fc.constantFrom(...buttons)) },
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom('read' as const, 'settle' as const), fc.constantFrom(...READERS)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('credit' as const), fc.constantFrom(...READERS)) },
  { weight: 1, arbitrary: fc.constant<Step>(['announce', 0]) },
);

/** One purchase, and everybody who hears of it. */
class Played {
  readonly store = new StoreInMemory();
  private readonly read: (Invoice | undefined)[] = [];
  private readonly settling: Settling;
  private announced = false;
  private commands = 0;

  constructor(readonly purchase: Purchase) {
    const readInvoice = async () => purchase.read();
    const provider = { name: purchase.read().ref.provider, readInvoice } as never;
    this.settling = new Settling(this.store.commands, this.store.streams, keys, new StoreProviders([provider], provider), () => NOW);
    this.append(affiliateStream('a1'), registered);
    this.append(adminStream('d1'), adminCreated({ adminId: 'd1' }));
  }

  private append = (stream: string, fact: Fact) =>
    this.store.append(stream, [fact], { commandId: `given ${++this.commands}`, occurredAt: AT });

  async take([what, who]: Step): Promise<unknown> {
    if (what === 'press') return this.purchase.press(who);
    if (what === 'announce') return this.announce();
    if (what === 'read') return (this.read[who] = this.purchase.read());
    const invoice = this.read[who];
    if (!invoice) return undefined;
    return what === 'settle' ? this.settling.settle(invoice) : this.credit(invoice);
  }

  announce(): void {
    const { ref } = this.purchase.read();
    if (!this.announced) this.append(checkoutStream(ref), checkoutStarted({ ...begun, ...ref, affiliateId: 'a1' }));
    this.announced = true;
  }

  /** All hear of it as it is; what somebody read long ago comes last. */
  async end(): Promise<void> {
    this.announce();
    await Promise.all(READERS.map(() => this.settling.settle(this.purchase.read())));
    for (const who of READERS) await this.take(['settle', who]);
  }

  private async credit(invoice: Invoice): Promise<void> {
    const commandId = `by hand ${++this.commands}`;
    const meta = { commandId, correlationId: commandId, repeatable: true, occurredAt: AT, actor: { kind: 'admin', id: 'd1' } } as const;
    const command = new CreditSaleByHand({
      meta,
      ref: invoice.ref,
      affiliateId: 'a1',
      invoice,
      buyer: buyerOf(keys, invoice),
      reason: 'why',
    });
    await this.store.commands.execute(command).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
    });
  }
}

describe.each(SELLING)('a purchase at %s', (provider) => {
  it('is one sale in any order of events, and the books balance', async () => {
    const seen = new Set<string>();
    const ends = new Set<InvoiceStatus>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const played = new Played(purchases[provider](AT));
        for (const one of steps) await played.take(one);
        await played.end();
        const { events } = played.store;
        const { status } = played.purchase.read();
        const count = (type: string) => events.filter((e) => e.type === type).length;
        const counts = count('SaleRecorded') - count('SaleReversed') + count('SaleRestored');
        expect([status, counts, Math.max(1, count('SaleRecorded'))]).toEqual([status, status === 'completed' ? 1 : 0, 1]);
        const own = events.filter(({ streamId }) => streamId === affiliateStream('a1'));
        expect(ownCents(stateOf(affiliateDecider, own as never, AT).books)).toBe(counts * 6_00);
        const audit = new BooksAudit();
        expect(events.flatMap((event) => audit.add(event))).toEqual([]);
        ends.add(status);
        for (const { type, data } of events) seen.add([type, data.credited ?? data.cause ?? data.reason].filter(Boolean).join(' '));
      }),
      { numRuns: atProof(1_000, 200, 'orders of what is said of a sale'), seed: 25 },
    );
    // Orders in which nothing happens would prove nothing.
    const both = ['SaleRecorded store', 'SaleRecorded hand', 'SaleReversed refund', 'SaleNotCredited refunded', 'PartialRefundSeen'];
    const disputes = ['SaleReversed dispute', 'SaleRestored', 'SaleNotCredited chargedBack', 'DisputeSeen'];
    expect([...seen]).toEqual(expect.arrayContaining(provider === 'stripe' ? [...both, ...disputes] : both));
    expect([...ends]).toEqual(expect.arrayContaining(['open', 'completed', 'refunded', ...(provider === 'stripe' ? ['chargedBack'] : [])]));
  });
});
