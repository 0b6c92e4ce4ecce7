import {
  type AttributedBy,
  type Commission,
  checkoutStream,
  type CouponProblem,
  DAY_MS,
  type DisputeState,
  type Events,
  type Fact,
  fact,
  type FactData,
  type InvoiceRef,
  type NotCreditedReason,
  type ReversalCause,
  type Sealed,
  type Terms,
  windowMs,
} from '@framelift/contracts';
import type { Decider, Source } from '../engine/log/deciding/decider.ts';
import type { Programme } from '../programme/terms/terms.decider.ts';
import type { Supported } from './coupon.decider.ts';
import type { Foreign } from './foreign.decider.ts';
import type { NoteDispute, NotePartialRefund, StartCheckout } from './store.commands.ts';

/** The campaign and page of the link and its host, as far as known. */
export interface Origin {
  campaign?: string | undefined;
  landing?: string | undefined;
  site?: string | undefined;
}
/** Its known data, as in events. */
export const originOf = ({ campaign, landing, site }: Origin) => ({
  ...(campaign ? { campaign } : {}),
  ...(landing ? { landing } : {}),
  ...(site ? { site } : {}),
});

export interface Found {
  attributedBy: AttributedBy;
  code?: Sealed | string;
}
export const byHand: Found = { attributedBy: 'hand' };

/** One invoice: its start, and its one outcome. */
export interface Checkout {
  started: {
    /** List price × quantity when the buyer was sent to the store: the most a commission is computed from; null: what was paid. */
    listCents: number | null;
    /** The product's title and commission then; null: of before products could change. */
    title: string | null;
    commission: Commission;
    affiliateId: string | null;
    /** The attribution and its code. */
    found: Found;
    /** The buyer's referral. */
    origin: Origin;
    /** The affiliate was found by a click older than the attribution window when the checkout began. */
    expired: boolean;
  } | null;
  outcome: 'none' | 'credited' | 'notCredited' | 'reversed';
  reason: NotCreditedReason | null;
  /** The number of outcomes: repeatable changes are counted, so that their commands have separate ids. */
  changes: number;
  /** Why it was reversed, while it is. */
  reversedFor: ReversalCause | null;
  /** `availableAt`: when the commission’s hold ends; absent: it never was on hold, or was released. */
  credit: {
    affiliateId: string;
    amountCents: number;
    commissionCents: number;
    found: Found;
    availableAt?: string;
    foreign?: Foreign;
    /** Its title; absent: not known. */
    product?: string;
  } | null;
  /** The paid amount a program reported; null: none. */
  reported: { paidCents: number; currency: string } | null;
  /** The partial refunds so far, in the currency of the sale, and their number of changes; null: none seen. */
  refundedCents: number | null;
  refundsSeen: number;
  /** Its last state and amount, and the number of changes. */
  dispute: DisputeState | null;
  disputedCents: number;
  disputesSeen: number;
}

const changed = ({ changes }: Checkout, outcome: Checkout['outcome']) => ({ outcome, changes: changes + 1, reversedFor: null });

export const checkoutDecider: Decider<Checkout> = {
  name: 'checkout',
  version: 11,
  initial: {
    started: null,
    outcome: 'none',
    reason: null,
    changes: 0,
    reversedFor: null,
    credit: null,
    reported: null,
    refundedCents: null,
    refundsSeen: 0,
    dispute: null,
    disputedCents: 0,
    disputesSeen: 0,
  },
  evolve: {
    CheckoutStarted: (c, { listCents, affiliateId, attributedBy = 'click', code, referredAt, windowDays, product, ...data }, { at }) => ({
      ...c,
      started: {
        listCents,
        title: product?.title ?? null,
        commission: product?.commission ?? 'tier',
        affiliateId: affiliateId ?? null,
        found: { attributedBy, ...(code ? { code } : {}) },
        origin: originOf(data),
        expired: attributedBy === 'click' && referredAt !== undefined && Date.parse(at) - Date.parse(referredAt) > windowDays * DAY_MS,
      },
    }),
    // Our list price does not apply, so the paid amount is the base.
    SaleReported: (c, { affiliateId, attributedBy = 'click', code, paidCents, currency }) => ({
      ...c,
      reported: { paidCents, currency },
      started: {
        listCents: null,
        title: null,
        commission: 'tier',
        affiliateId: affiliateId ?? null,
        origin: {},
        found: { attributedBy, ...(code ? { code } : {}) },
        expired: false,
      },
    }),
    SaleCredited: (c, { affiliateId, amountCents, commissionCents, availableAt, credited, foreign, product }) => ({
      ...c,
      ...changed(c, 'credited'),
      reason: null,
      credit: {
        affiliateId,
        amountCents,
        commissionCents,
        found: credited === 'hand' ? byHand : foundBy(c),
        ...(availableAt ? { availableAt } : {}),
        ...(foreign ? { foreign } : {}),
        ...(product ? { product } : {}),
      },
    }),
    SaleHoldReleased: ({ credit, ...c }) => {
      const { availableAt: _, ...released } = credit!;
      return { ...c, credit: released };
    },
    SaleNotCredited: (c, { reason }) => ({ ...c, ...changed(c, 'notCredited'), reason }),
    SaleCreditReversed: (c, { cause }) => ({ ...c, ...changed(c, 'reversed'), reversedFor: cause }),
    SaleCreditRestored: (c) => ({ ...c, ...changed(c, 'credited') }),
    PartialRefundSeen: (c, { refundedCents }) => ({ ...c, refundedCents, refundsSeen: c.refundsSeen + 1 }),
    DisputeSeen: (c, { state, disputedCents }) => ({ ...c, dispute: state, disputedCents, disputesSeen: c.disputesSeen + 1 }),
  },
};

/** How the affiliate of a sale was found, where no admin named them. */
export const foundBy = ({ started }: Pick<Checkout, 'started'>): Found => started?.found ?? { attributedBy: 'click' };

export const checkoutSource = (invoice: InvoiceRef): Source<Checkout> => ({ streamId: checkoutStream(invoice), decider: checkoutDecider });

/** The affiliate of an invoice: the credited one, else the referrer. */
export const affiliateOf = ({ credit, started }: Checkout): string | null => credit?.affiliateId ?? started?.affiliateId ?? null;

/** A click stored by a browser: its affiliate and known data. */
export interface Click extends ReturnType<typeof originOf> {
  affiliateId: string;
  visitId?: string;
  visitKnown: boolean;
  referredAt?: string;
}
type Attribution = Omit<
  FactData<Events['CheckoutStarted']>,
  keyof InvoiceRef | 'checkoutId' | 'sku' | 'product' | 'quantity' | 'listCents' | 'windowDays' | 'network'
>;

/** The click that earns by the terms, and the last one where that is another affiliate's. `clicks`: oldest first, the last one last. */
export const clickThatEarns = (
  clicks: readonly Click[],
  { attribution, ...terms }: Terms,
  now: string,
): { click: Click | null; passed?: Click } => {
  const last = clicks.at(-1) ?? null;
  if (attribution === 'last' || !last) return { click: last };
  const timeOf = ({ referredAt }: Click) => Date.parse(referredAt ?? now);
  const within = clicks.filter((click) => Date.parse(now) - timeOf(click) <= windowMs({ ...terms, attribution }));
  const first = within.toSorted((a, b) => timeOf(a) - timeOf(b))[0];
  if (!first || first.affiliateId === last.affiliateId) return { click: first ?? last };
  return { click: first, passed: last };
};

const evidenceOf = ({ campaign: _campaign, landing: _landing, site: _site, ...click }: Click) => click;

/** A code takes precedence over clicks, which stay as evidence; one without effect does not (docs/rules.md#5-attribution). */
export const attributionOf = (click: Click | null, coupon: Supported | CouponProblem | null, passed?: Click): Attribution => {
  if (coupon === null || typeof coupon === 'string')
    return {
      ...(click ? { ...click, attributedBy: 'click' } : { visitKnown: false }),
      ...(passed ? { outvoted: evidenceOf(passed) } : {}),
      ...(coupon ? { couponProblem: coupon } : {}),
    };
  const { affiliateId, code } = coupon;
  const found = { affiliateId, attributedBy: 'coupon', code } as const;
  if (click?.affiliateId === affiliateId) return { ...click, ...found };
  if (!click) return { ...found, visitKnown: false };
  return { ...found, visitKnown: false, outvoted: evidenceOf(click) };
};

/** The event has the window: the current terms decide what a click earns later. */
export const startCheckout = ({ checkout, programme }: { checkout: Checkout; programme: Programme }, { data }: StartCheckout) => ({
  checkout: checkout.started ? [] : [fact('CheckoutStarted', { ...data, windowDays: programme.terms.windowDays })],
});

/** Earns nothing because of a lost dispute, which may still be won. */
export const waitsForDispute = ({ outcome, reason, reversedFor }: Checkout): boolean =>
  reversedFor === 'dispute' || (outcome === 'notCredited' && reason === 'chargedBack');

type PartOf = Pick<NotePartialRefund['invoice'], 'ref' | 'refundedCents' | 'currency'>;

/** Each sum of partial refunds, for admins; nothing is reversed (docs/rules.md#7-reversals). */
export const notePartialRefund = (checkout: Checkout, { invoice }: { invoice: PartOf }): Fact[] => {
  const { ref, refundedCents, currency } = invoice;
  if (refundedCents === checkout.refundedCents) return [];
  const affiliateId = affiliateOf(checkout);
  return [fact('PartialRefundSeen', { ...ref, refundedCents, currency, ...(affiliateId ? { affiliateId } : {}) })];
};

/** Each state of a dispute, and each sum it is about, once. What it does to the commission is decided by dispute.decider.ts. */
export const noteDispute = (checkout: Checkout, { invoice }: NoteDispute): Fact[] => {
  const { ref, dispute, currency } = invoice;
  if (!dispute || (dispute.state === checkout.dispute && dispute.cents === checkout.disputedCents)) return [];
  const affiliateId = affiliateOf(checkout);
  const { state, cents: disputedCents } = dispute;
  return [fact('DisputeSeen', { ...ref, state, disputedCents, currency, ...(affiliateId ? { affiliateId } : {}) })];
};
