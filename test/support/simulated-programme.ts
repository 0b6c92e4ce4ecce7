import * as fc from 'fast-check';
import {
  affiliateStream,
  availableCents,
  type Books,
  checkoutStream,
  type Fact,
  firstTerms,
  heldCents,
  HOUR_MS,
  programmeStream,
  type Sealed,
} from '@framelift/contracts';
import {
  DeleteAffiliate,
  EditAffiliate,
  ProcessCashout,
  RequestCashout,
} from '../../services/src/programme/affiliate/affiliate.commands.ts';
import { affiliateDecider } from '../../services/src/programme/affiliate/affiliate.decider.ts';
import { recalculateTier } from '../../services/src/programme/affiliate/tier.decider.ts';
import { processCashout, requestCashout } from '../../services/src/programme/affiliate/payout.decider.ts';
import { deleteAffiliate, editAffiliate } from '../../services/src/programme/affiliate/profile.decider.ts';
import { adminDecider } from '../../services/src/programme/sign-in/admin.decider.ts';
import { documentsDecider } from '../../services/src/programme/payouts/documents.decider.ts';
import { SetTerms } from '../../services/src/programme/terms/terms.commands.ts';
import { programmeDecider, setTerms } from '../../services/src/programme/terms/terms.decider.ts';
import { siteDecider } from '../../services/src/programme/site/site.decider.ts';
import { claimDecider } from '../../services/src/programme/claims/claim.decider.ts';
import { partitionOf } from '../../services/src/engine/log/event.ts';
import type { FoldedEvent } from '../../services/src/engine/projecting/projection.ts';
import { Refused } from '../../services/src/platform/refused.ts';
import { affiliateOf, checkoutDecider, waitsForDispute } from '../../services/src/store/checkout.decider.ts';
import { restoreSale } from '../../services/src/store/dispute.decider.ts';
import {
  chargeBackSale,
  creditByHand,
  recordSale,
  refundSale,
  releaseHold,
  reverseByHand,
  type SaleFacts,
} from '../../services/src/store/sale.decider.ts';
import {
  ChargeBackSale,
  RestoreSale,
  CreditSaleByHand,
  RecordSale,
  RefundSale,
  ReleaseHold,
  ReverseSaleByHand,
} from '../../services/src/store/store.commands.ts';
import { evolveAll, type Decider } from '../../services/src/engine/log/deciding/decider.ts';
import type { Invoice } from '../../services/src/store/invoice.ts';
import { ref } from './invoices.ts';
import { PAYING, payOut } from './simulated-payouts.ts';
import { operate, operating } from './simulated-operations.ts';
import { affiliateRegistered, checkoutStarted, paymentMethodAdded } from './facts.ts';

export const NOW = '2026-01-01T12:00:00.000Z';
const by = { commandId: 'c', correlationId: 'c', repeatable: false, actor: { kind: 'admin', id: 'd1' } } as const;
const sealed: Sealed = { sealed: 's', of: 'affiliate:x' };
const hash = (text: string) => text.padEnd(40, '0');
const buyer = { email: 'b@example.com', hash: hash('b'), emailClaim: hash('bc'), payoutHash: hash('bp'), disposable: false };
export const AFFILIATES = ['a1', 'a2', 'a3'];
const INVOICES = Array.from({ length: 10 }, (_, i) => `i${i}`);

/** Streams in memory, moved by the real rules. `onEvent` receives every event. */
export class SimulatedProgramme {
  readonly events: { position: number; streamId: string; type: string; data: any; version: number; occurredAt: string }[] = [];
  refusals = 0;
  /** The clock; steps advance it. */
  now = NOW;

  constructor(private readonly onEvent: (event: SimulatedProgramme['events'][number]) => void = () => {}) {}

  facts = (streamId: string) => this.events.filter((e) => e.streamId === streamId) as unknown as Fact[];
  affiliate = (id: string) => this.state(affiliateDecider, affiliateStream(id));
  checkout = (invoice: string) => this.state(checkoutDecider, checkoutStream(ref(invoice)));
  terms = () => this.state(programmeDecider, programmeStream);
  books = (id: string): Books => this.affiliate(id).books;
  onHold = (id: string, now = this.now): number => heldCents(this.affiliate(id).holds, now);
  meta = () => ({ ...by, occurredAt: this.now });

  state<State>(decider: Decider<State>, streamId: string): State {
    const events = this.events.filter((e) => e.streamId === streamId);
    return evolveAll(
      decider,
      decider.initial,
      events.map((e) => ({ ...e, metadata: { occurredAt: e.occurredAt, actor: by.actor } })) as never,
    );
  }

  pass(ms: number) {
    this.now = new Date(Date.parse(this.now) + ms).toISOString();
  }

  append(streamId: string, facts: readonly Fact[] = []) {
    for (const { type, data } of facts) {
      const event = {
        position: this.events.length + 1,
        streamId,
        type,
        data: data as any,
        version: this.facts(streamId).length + 1,
        occurredAt: this.now,
      };
      this.events.push(event);
      this.onEvent(event);
    }
  }

  /** A refusal changes nothing; anything else thrown is a fault. */
  attempt(act: () => void) {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusals++;
    }
  }

  sale(invoiceId: string, affiliateId: string | null, decide: (sale: Parameters<typeof creditByHand>[0]) => SaleFacts) {
    const facts = decide({
      affiliate: this.affiliate(affiliateId ?? 'nobody'),
      checkout: this.checkout(invoiceId),
      programme: this.terms(),
      site: siteDecider.initial,
    });
    if (affiliateId) this.append(affiliateStream(affiliateId), facts.affiliate);
    this.append(checkoutStream(ref(invoiceId)), facts.checkout);
  }

  /** The events as projections see them. */
  folded(): FoldedEvent[] {
    return this.events.map((e) => ({
      ...e,
      partition: partitionOf(e.streamId, 12),
      metadata: { occurredAt: e.occurredAt, actor: by.actor },
      recordedAt: new Date(e.occurredAt),
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
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('refund' as const, 'reverse' as const, 'credit' as const, 'release' as const),
      invoice: invoiceId,
      affiliate: affiliateId,
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('charge back' as const, 'restore' as const), invoice: invoiceId }) },
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
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pay out' as const), affiliate: affiliateId, step: fc.constantFrom(...PAYING) }) },
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

/** The same with time between the steps, holds, and occasional new terms. */
export const timedStep = fc.oneof(
  { weight: 12, arbitrary: step },
  { weight: 4, arbitrary: operating(AFFILIATES, INVOICES) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 120 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('set terms' as const),
      holdDays: fc.constantFrom(0, 1, 7, 30),
      silverFrom: fc.integer({ min: 1, max: 30 }),
      minimumCents: fc.constantFrom(10_00, 50_00),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('own hold' as const), affiliate: affiliateId, days: fc.constantFrom(null, 0, 3, 14) }),
  },
);
type TimedStep = typeof timedStep extends fc.Arbitrary<infer T> ? T : never;

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

const invoiceOf = (id: string, totalCents: number, now: string): Invoice => ({
  ref: ref(id),
  status: 'completed',
  currency: 'EUR',
  email: buyer.email,
  createdAt: now,
  completedAt: now,
  priceCents: totalCents,
  refundedCents: 0,
  dispute: null,
  items: [{ sku: 'premium', quantity: 1, totalCents }],
});

export function take(programme: SimulatedProgramme, s: TimedStep) {
  const meta = programme.meta();
  if (s.do === 'wait') return programme.pass(s.hours * HOUR_MS);
  if (s.do === 'review' || s.do === 'move in') return operate(programme, s);
  if (s.do === 'set terms') {
    const tiers = firstTerms.tiers.map((t) => (t.tier === 'silver' ? { ...t, threshold: s.silverFrom } : t));
    const terms = { ...firstTerms, tiers, holdDays: s.holdDays, minimumCashoutCents: s.minimumCents };
    return programme.append(programmeStream, setTerms(programme.terms(), new SetTerms({ meta, terms, editBase: Number.MAX_SAFE_INTEGER })));
  }
  if ('invoice' in s) {
    const about = affiliateOf(programme.checkout(s.invoice));
    const invoice = invoiceOf(s.invoice, 'cents' in s ? s.cents : 100_00, programme.now);
    if (s.do === 'sell') programme.sale(s.invoice, about, (sale) => recordSale(sale, new RecordSale({ meta, invoice, buyer })));
    if (s.do === 'refund')
      programme.sale(s.invoice, about, (sale) =>
        refundSale(sale, new RefundSale({ meta, invoice: { ...invoice, status: 'refunded' }, buyer })),
      );
    if (s.do === 'charge back')
      programme.sale(s.invoice, about, (sale) =>
        chargeBackSale(sale, new ChargeBackSale({ meta, invoice: { ...invoice, status: 'chargedBack' }, buyer })),
      );
    if (s.do === 'restore') {
      // Few are pending: take the first, if there is one.
      const id = INVOICES.find((one) => waitsForDispute(programme.checkout(one))) ?? s.invoice;
      const won = invoiceOf(id, 100_00, programme.now);
      programme.sale(id, affiliateOf(programme.checkout(id)), (sale) => restoreSale(sale, new RestoreSale({ meta, invoice: won, buyer })));
    }
    if (s.do === 'reverse')
      programme.sale(s.invoice, about, (sale) => reverseByHand(sale, new ReverseSaleByHand({ meta, ref: ref(s.invoice), reason: 'why' })));
    if (s.do === 'release') {
      // Few are on hold: take the first, if there is one.
      const held = INVOICES.find(
        (id) => programme.checkout(id).credit && (programme.checkout(id).credit!.availableAt ?? '') > programme.now,
      );
      const id = held ?? s.invoice;
      programme.sale(id, affiliateOf(programme.checkout(id)), (sale) =>
        releaseHold(sale, new ReleaseHold({ meta, ref: ref(id), reason: 'why' })),
      );
    }
    if (s.do === 'credit')
      programme.sale(s.invoice, s.affiliate, (sale) =>
        creditByHand(sale, new CreditSaleByHand({ meta, ref: ref(s.invoice), affiliateId: s.affiliate, invoice, buyer, reason: 'why' })),
      );
    return;
  }
  if (s.do === 'pay out') return payOut(programme, s.affiliate, s.step);
  const stream = affiliateStream(s.affiliate);
  const state = programme.affiliate(s.affiliate);
  const onTerms = { affiliate: state, programme: programme.terms() };
  const admin = { ...adminDecider.initial, active: true };
  const free = { username: claimDecider.initial, email: claimDecider.initial };
  if (s.do === 'ask')
    programme.append(
      stream,
      requestCashout(
        onTerms,
        new RequestCashout({
          meta,
          affiliateId: s.affiliate,
          amountCents: Math.floor(availableCents(state.books, programme.onHold(s.affiliate)) * s.share),
          paymentMethodId: 'm',
        }),
      ).affiliate,
    );
  if (s.do === 'process') {
    const process = new ProcessCashout({ meta, cashoutId: `${s.affiliate}-${s.n}`, from: s.from, status: s.to });
    programme.append(stream, processCashout({ ...onTerms, admin, own: [], documents: documentsDecider.initial }, process).affiliate);
  }
  if (s.do === 'recalculate') programme.append(stream, recalculateTier(onTerms).affiliate);
  if (s.do === 'delete')
    programme.append(stream, deleteAffiliate({ ...onTerms, ...free }, new DeleteAffiliate({ meta, affiliateId: s.affiliate })).affiliate);
  if (s.do === 'edit' || s.do === 'own hold') {
    const claims = { oldUsername: free.username, newUsername: free.username, oldEmail: free.email, newEmail: free.email };
    const fields = s.do === 'edit' ? { status: s.status, commissionBps: s.rate } : { holdDays: s.days };
    const command = new EditAffiliate({ meta, affiliateId: s.affiliate, fields });
    programme.append(stream, editAffiliate({ ...onTerms, ...claims }, command).affiliate);
  }
}

/** A programme after these steps; refusals change nothing. */
export function programmeAfter(steps: readonly Parameters<typeof take>[1][]): SimulatedProgramme {
  const programme = new SimulatedProgramme();
  begin(programme);
  for (const s of steps) programme.attempt(() => take(programme, s));
  return programme;
}
