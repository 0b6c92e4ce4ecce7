import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { affiliateStream, availableCents, balanceCents, type Books, checkoutStream, debtCents, emptyBooks, type Fact, fact, type Sealed } from '@framelift/contracts'; // prettier-ignore
import { adminOverview } from '../services/src/admin-overview/admin-overview.projection.ts';
import { BooksAudit } from '../services/src/audit/books.audit.ts';
import { EditAffiliate, ProcessCashout, RequestCashout } from '../services/src/affiliate/affiliate.commands.ts';
import { affiliateDecider, processCashout, recalculateTier, requestCashout } from '../services/src/affiliate/affiliate.decider.ts';
import { deleteAffiliate, editAffiliate } from '../services/src/affiliate/profile.decider.ts';
import { claimDecider } from '../services/src/claims/claim.decider.ts';
import { dashboard, type TotalsRow } from '../services/src/dashboard/dashboard.projection.ts';
import { partitionOf } from '../services/src/log/partition.ts';
import { foldAll } from '../services/src/projecting/fold.ts';
import { Refused } from '../services/src/platform/refused.ts';
import { affiliateOf, checkoutDecider } from '../services/src/store/checkout.decider.ts';
import { creditByHand, recordSale, refundSale, reverseByHand, type SaleFacts } from '../services/src/store/sale.decider.ts';
import { CreditSaleByHand, RecordSale, RefundSale, ReverseSaleByHand } from '../services/src/store/store.commands.ts';
import { stateOf } from './given.ts';

const NOW = '2026-01-01T12:00:00.000Z';
const meta = { commandId: 'c', correlationId: 'c', repeatable: false, occurredAt: NOW, actor: { kind: 'admin', id: 'd1' } } as const;
const sealed: Sealed = { sealed: 's', of: 'affiliate:x' };
const hash = (text: string) => text.padEnd(40, '0');
const buyer = { email: 'b@example.com', hash: hash('b'), emailClaim: hash('bc'), payoutHash: hash('bp'), disposable: false };
const AFFILIATES = ['a1', 'a2', 'a3'];
const INVOICES = Array.from({ length: 10 }, (_, i) => `i${i}`);

/** Streams in memory, moved by the real rules; after every event the books are held against three folds that know nothing of each other. */
class World {
  readonly events: { position: number; streamId: string; type: string; data: any; version: number }[] = [];
  private readonly audit = new BooksAudit();
  refusals = 0;

  facts = (streamId: string) => this.events.filter((e) => e.streamId === streamId) as unknown as Fact[];
  affiliate = (id: string) => stateOf(affiliateDecider, this.facts(affiliateStream(id)), NOW);
  checkout = (invoice: string) => stateOf(checkoutDecider, this.facts(checkoutStream(invoice)), NOW);
  books = (id: string): Books => this.affiliate(id).books;

  append(streamId: string, facts: readonly Fact[] = []) {
    for (const { type, data } of facts) {
      const event = { position: this.events.length + 1, streamId, type, data: data as any, version: this.facts(streamId).length + 1 };
      this.events.push(event);
      expect(this.audit.add(event)).toEqual([]);
    }
  }

  /** What is refused changes nothing; anything else thrown is a fault. */
  attempt(act: () => void) {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusals++;
    }
  }

  sale(invoiceId: string, affiliateId: string | null, decide: (sale: Parameters<typeof creditByHand>[0]) => SaleFacts) {
    const facts = decide({ affiliate: this.affiliate(affiliateId ?? 'nobody'), checkout: this.checkout(invoiceId) });
    if (affiliateId) this.append(affiliateStream(affiliateId), facts.affiliate);
    this.append(checkoutStream(invoiceId), facts.checkout);
  }

  check() {
    const folded = this.events.map((e) => ({ ...e, partition: partitionOf(e.streamId, 12), metadata: { occurredAt: NOW, actor: meta.actor }, recordedAt: new Date(NOW) })); // prettier-ignore
    const totals = new Map(foldAll(dashboard, folded as never)['totals']!.map((t) => [t.key.at(-1), t.row as unknown as TotalsRow]));
    const sum = { ...emptyBooks };
    for (const id of AFFILIATES) {
      const books = this.books(id);
      for (const [bucket, cents] of Object.entries(books)) {
        expect([id, bucket, cents >= 0]).toEqual([id, bucket, true]);
        sum[bucket as keyof Books] += cents;
      }
      const { earned_cents, reversed_cents, reserved_cents, paid_cents, forfeited_cents } = totals.get(id)!;
      const row = { earnedCents: earned_cents, reversedCents: reversed_cents, reservedCents: reserved_cents, paidCents: paid_cents, forfeitedCents: forfeited_cents }; // prettier-ignore
      expect(row).toEqual(books);
      expect(balanceCents(books) - debtCents(books)).toBe(availableCents(books));
    }
    const overview = foldAll(adminOverview, folded as never);
    const overall = (table: string, column: string) => overview[table]!.reduce((n, t) => n + (t.row as Record<string, number>)[column]!, 0);
    expect(overall('affiliates', 'reserved_cents')).toBe(sum.reservedCents);
    expect(overall('totals', 'paid_cents')).toBe(sum.paidCents);
    expect(overall('totals', 'revenue_cents')).toBe(AFFILIATES.reduce((n, id) => n + this.affiliate(id).generatedCents, 0));
  }
}

const affiliateId = fc.constantFrom(...AFFILIATES);
const invoiceId = fc.constantFrom(...INVOICES);
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('sell' as const), invoice: invoiceId, cents: fc.integer({ min: 1, max: 3000_00 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('refund' as const, 'reverse' as const, 'credit' as const), invoice: invoiceId, affiliate: affiliateId }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('ask' as const), affiliate: affiliateId, share: fc.constantFrom(0, 0.1, 0.3, 0.5, 0.9, 1, 1.001) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('process' as const),
      affiliate: affiliateId,
      n: fc.integer({ min: 1, max: 4 }),
      to: fc.constantFrom('approved' as const, 'completed' as const, 'rejected' as const),
      from: fc.constantFrom('pending' as const, 'approved' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('delete' as const, 'recalculate' as const), affiliate: affiliateId }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit' as const), affiliate: affiliateId, status: fc.constantFrom('active' as const, 'suspended' as const), rate: fc.integer({ min: 0, max: 100_00 }) }) },
); // prettier-ignore

const begin = (world: World) => {
  for (const id of AFFILIATES) {
    world.append(affiliateStream(id), [
      fact('AffiliateRegistered', { affiliateId: id, username: sealed, email: sealed, usernameClaim: hash(`u${id}`), emailClaim: hash(`e${id}`), commissionBps: 20_00 }),
      fact('PaymentMethodAdded', { paymentMethodId: 'm', paymentType: 'paypal', details: sealed, detailsHash: hash(`d${id}`) }),
    ]); // prettier-ignore
  }
  INVOICES.forEach((invoice, i) => {
    const started = {
      checkoutId: invoice,
      invoiceId: invoice,
      productId: 357054,
      variantId: 500794,
      quantity: 1,
      listCents: 3000_00,
      visitKnown: false,
    };
    world.append(checkoutStream(invoice), [fact('CheckoutStarted', { ...started, affiliateId: AFFILIATES[i % 3]!, referredAt: NOW })]);
  });
};

const invoiceOf = (id: string, totalCents: number) => ({
  id, status: 'completed', currency: 'EUR', email: buyer.email, createdAt: NOW, completedAt: NOW, priceCents: totalCents, refundedCents: 0,
  items: [{ productId: '357054', variantId: '500794', quantity: 1, totalCents }],
}); // prettier-ignore

function take(world: World, s: typeof step extends fc.Arbitrary<infer T> ? T : never) {
  if ('invoice' in s) {
    const about = affiliateOf(world.checkout(s.invoice));
    const invoice = invoiceOf(s.invoice, 'cents' in s ? s.cents : 100_00);
    if (s.do === 'sell') world.sale(s.invoice, about, (sale) => recordSale(about)(sale, new RecordSale(meta, invoice, buyer)));
    if (s.do === 'refund') world.sale(s.invoice, about, (sale) => refundSale(about)(sale, new RefundSale(meta, { ...invoice, status: 'refunded' }, buyer))); // prettier-ignore
    if (s.do === 'reverse')
      world.sale(s.invoice, about, (sale) => reverseByHand(about)(sale, new ReverseSaleByHand(meta, s.invoice, 'why')));
    if (s.do === 'credit') world.sale(s.invoice, s.affiliate, (sale) => creditByHand(sale, new CreditSaleByHand(meta, s.invoice, s.affiliate, invoice, buyer, 'why'))); // prettier-ignore
    return;
  }
  const stream = affiliateStream(s.affiliate);
  const state = world.affiliate(s.affiliate);
  const free = { username: claimDecider.initial, email: claimDecider.initial };
  if (s.do === 'ask') world.append(stream, requestCashout(state, new RequestCashout(meta, s.affiliate, Math.floor(availableCents(state.books) * s.share), 'm'))); // prettier-ignore
  if (s.do === 'process') world.append(stream, processCashout(state, new ProcessCashout(meta, `${s.affiliate}-${s.n}`, s.from, s.to)));
  if (s.do === 'recalculate') world.append(stream, recalculateTier(state));
  if (s.do === 'delete')
    world.append(stream, deleteAffiliate(state)({ affiliate: state, ...free }, { meta, affiliateId: s.affiliate }).affiliate);
  if (s.do === 'edit') {
    const claims = { oldUsername: free.username, newUsername: free.username, oldEmail: free.email, newEmail: free.email };
    const command = new EditAffiliate(meta, s.affiliate, { status: s.status, commissionBps: s.rate });
    world.append(stream, editAffiliate(state)({ affiliate: state, ...claims }, command).affiliate);
  }
}

it('holds after every event of any history: per affiliate, in total, in every fold, no bucket negative', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const world = new World();
      begin(world);
      for (const s of steps) {
        const before = world.events.length;
        world.attempt(() => take(world, s));
        if (world.events.length > before) world.check();
      }
      for (const { type } of world.events) seen.add(type);
    }),
    { numRuns: 120, seed: 7 },
  );
  // A history in which nothing happens would prove nothing.
  for (const type of ['SaleRecorded', 'SaleReversed', 'SaleNotCredited', 'CashoutRequested', 'CashoutProcessed', 'AffiliateDeleted'])
    expect(seen).toContain(type);
});
