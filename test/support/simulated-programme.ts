import * as fc from 'fast-check';
import { affiliateStream, availableCents, type Books, checkoutStream, type Fact, type Sealed } from '@framelift/contracts';
import {
  DeleteAffiliate,
  EditAffiliate,
  ProcessCashout,
  RequestCashout,
} from '../../services/src/programme/affiliate/affiliate.commands.ts';
import {
  affiliateDecider,
  processCashout,
  recalculateTier,
  requestCashout,
} from '../../services/src/programme/affiliate/affiliate.decider.ts';
import { deleteAffiliate, editAffiliate } from '../../services/src/programme/affiliate/profile.decider.ts';
import { claimDecider } from '../../services/src/programme/claims/claim.decider.ts';
import { partitionOf } from '../../services/src/engine/log/partition.ts';
import type { FoldedEvent } from '../../services/src/engine/projecting/projection.ts';
import { Refused } from '../../services/src/platform/refused.ts';
import { affiliateOf, checkoutDecider } from '../../services/src/store/checkout.decider.ts';
import { creditByHand, recordSale, refundSale, reverseByHand, type SaleFacts } from '../../services/src/store/sale.decider.ts';
import { CreditSaleByHand, RecordSale, RefundSale, ReverseSaleByHand } from '../../services/src/store/store.commands.ts';
import { stateOf } from './given.ts';
import type { Invoice } from '../../services/src/store/invoice.ts';
import { ref } from './invoices.ts';
import { affiliateRegistered, checkoutStarted, paymentMethodAdded } from './facts.ts';

export const NOW = '2026-01-01T12:00:00.000Z';
const meta = { commandId: 'c', correlationId: 'c', repeatable: false, occurredAt: NOW, actor: { kind: 'admin', id: 'd1' } } as const;
const sealed: Sealed = { sealed: 's', of: 'affiliate:x' };
const hash = (text: string) => text.padEnd(40, '0');
const buyer = { email: 'b@example.com', hash: hash('b'), emailClaim: hash('bc'), payoutHash: hash('bp'), disposable: false };
export const AFFILIATES = ['a1', 'a2', 'a3'];
const INVOICES = Array.from({ length: 10 }, (_, i) => `i${i}`);

/** Streams in memory, moved by the real rules. `onEvent` sees every event as it comes. */
export class SimulatedProgramme {
  readonly events: { position: number; streamId: string; type: string; data: any; version: number }[] = [];
  refusals = 0;

  constructor(private readonly onEvent: (event: SimulatedProgramme['events'][number]) => void = () => {}) {}

  facts = (streamId: string) => this.events.filter((e) => e.streamId === streamId) as unknown as Fact[];
  affiliate = (id: string) => stateOf(affiliateDecider, this.facts(affiliateStream(id)), NOW);
  checkout = (invoice: string) => stateOf(checkoutDecider, this.facts(checkoutStream(ref(invoice))), NOW);
  books = (id: string): Books => this.affiliate(id).books;

  append(streamId: string, facts: readonly Fact[] = []) {
    for (const { type, data } of facts) {
      const event = { position: this.events.length + 1, streamId, type, data: data as any, version: this.facts(streamId).length + 1 };
      this.events.push(event);
      this.onEvent(event);
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
    this.append(checkoutStream(ref(invoiceId)), facts.checkout);
  }

  /** The events as projections see them, all at NOW. */
  folded(): FoldedEvent[] {
    return this.events.map((e) => ({
      ...e,
      partition: partitionOf(e.streamId, 12),
      metadata: { occurredAt: NOW, actor: meta.actor },
      recordedAt: new Date(NOW),
    })) as never;
  }
}

const affiliateId = fc.constantFrom(...AFFILIATES);
const invoiceId = fc.constantFrom(...INVOICES);
export const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('sell' as const), invoice: invoiceId, cents: fc.integer({ min: 1, max: 3000_00 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('refund' as const, 'reverse' as const, 'credit' as const),
      invoice: invoiceId,
      affiliate: affiliateId,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      affiliate: affiliateId,
      share: fc.constantFrom(0, 0.1, 0.3, 0.5, 0.9, 1, 1.001),
    }),
  },
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
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      affiliate: affiliateId,
      status: fc.constantFrom('active' as const, 'suspended' as const),
      rate: fc.integer({ min: 0, max: 100_00 }),
    }),
  },
);

export const begin = (programme: SimulatedProgramme) => {
  for (const id of AFFILIATES) {
    programme.append(affiliateStream(id), [
      affiliateRegistered({
        affiliateId: id,
        username: sealed,
        email: sealed,
        usernameClaim: hash(`u${id}`),
        emailClaim: hash(`e${id}`),
        commissionBps: 20_00,
      }),
      paymentMethodAdded({ paymentMethodId: 'm', paymentType: 'paypal', details: sealed, detailsHash: hash(`d${id}`) }),
    ]);
  }
  INVOICES.forEach((invoice, i) => {
    const started = { checkoutId: invoice, ...ref(invoice), sku: 'premium' as const, quantity: 1, listCents: 3000_00, visitKnown: false };
    programme.append(checkoutStream(ref(invoice)), [checkoutStarted({ ...started, affiliateId: AFFILIATES[i % 3]!, referredAt: NOW })]);
  });
};

const invoiceOf = (id: string, totalCents: number): Invoice => ({
  ref: ref(id),
  status: 'completed',
  currency: 'EUR',
  email: buyer.email,
  createdAt: NOW,
  completedAt: NOW,
  priceCents: totalCents,
  refundedCents: 0,
  items: [{ sku: 'premium', quantity: 1, totalCents }],
});

export function take(programme: SimulatedProgramme, s: typeof step extends fc.Arbitrary<infer T> ? T : never) {
  if ('invoice' in s) {
    const about = affiliateOf(programme.checkout(s.invoice));
    const invoice = invoiceOf(s.invoice, 'cents' in s ? s.cents : 100_00);
    if (s.do === 'sell') programme.sale(s.invoice, about, (sale) => recordSale(sale, new RecordSale({ meta, invoice, buyer })));
    if (s.do === 'refund')
      programme.sale(s.invoice, about, (sale) =>
        refundSale(sale, new RefundSale({ meta, invoice: { ...invoice, status: 'refunded' }, buyer })),
      );
    if (s.do === 'reverse')
      programme.sale(s.invoice, about, (sale) => reverseByHand(sale, new ReverseSaleByHand({ meta, ref: ref(s.invoice), reason: 'why' })));
    if (s.do === 'credit')
      programme.sale(s.invoice, s.affiliate, (sale) =>
        creditByHand(sale, new CreditSaleByHand({ meta, ref: ref(s.invoice), affiliateId: s.affiliate, invoice, buyer, reason: 'why' })),
      );
    return;
  }
  const stream = affiliateStream(s.affiliate);
  const state = programme.affiliate(s.affiliate);
  const free = { username: claimDecider.initial, email: claimDecider.initial };
  if (s.do === 'ask')
    programme.append(
      stream,
      requestCashout(
        state,
        new RequestCashout({
          meta,
          affiliateId: s.affiliate,
          amountCents: Math.floor(availableCents(state.books) * s.share),
          paymentMethodId: 'm',
        }),
      ),
    );
  if (s.do === 'process')
    programme.append(
      stream,
      processCashout(state, new ProcessCashout({ meta, cashoutId: `${s.affiliate}-${s.n}`, from: s.from, status: s.to })),
    );
  if (s.do === 'recalculate') programme.append(stream, recalculateTier(state));
  if (s.do === 'delete')
    programme.append(
      stream,
      deleteAffiliate({ affiliate: state, ...free }, new DeleteAffiliate({ meta, affiliateId: s.affiliate })).affiliate,
    );
  if (s.do === 'edit') {
    const claims = { oldUsername: free.username, newUsername: free.username, oldEmail: free.email, newEmail: free.email };
    const command = new EditAffiliate({ meta, affiliateId: s.affiliate, fields: { status: s.status, commissionBps: s.rate } });
    programme.append(stream, editAffiliate({ affiliate: state, ...claims }, command).affiliate);
  }
}

/** A programme after these steps; what is refused changes nothing. */
export function programmeAfter(steps: readonly Parameters<typeof take>[1][]): SimulatedProgramme {
  const programme = new SimulatedProgramme();
  begin(programme);
  for (const s of steps) programme.attempt(() => take(programme, s));
  return programme;
}
