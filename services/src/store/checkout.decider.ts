import { checkoutStream, DAY_MS, type Fact, fact, type InvoiceRef, type NotCreditedReason } from '@framelift/contracts';
import type { Decider, Source } from '../engine/log/decider.ts';
import type { Programme } from '../programme/terms/terms.decider.ts';
import type { NotePartialRefund, StartCheckout } from './store.commands.ts';

/** The campaign of the link, the page it led to, the host it stood on, as far as they are known. */
export interface Origin {
  campaign?: string | undefined;
  landing?: string | undefined;
  site?: string | undefined;
}
/** What is known of it, as events say it. */
export const originOf = ({ campaign, landing, site }: Origin) => ({
  ...(campaign ? { campaign } : {}),
  ...(landing ? { landing } : {}),
  ...(site ? { site } : {}),
});

/** One invoice: how it began, and its one outcome. */
export interface Checkout {
  started: {
    /** List price × quantity when the buyer was sent to the store: the most a commission is computed from. */
    listCents: number;
    affiliateId: string | null;
    /** What brought the buyer. */
    origin: Origin;
    /** The referral was older than the attribution window when the checkout began. */
    expired: boolean;
  } | null;
  outcome: 'none' | 'credited' | 'notCredited' | 'reversed';
  reason: NotCreditedReason | null;
  /** `availableAt`: when the commission’s hold ends; absent: it never was on hold, or was released. */
  credit: { affiliateId: string; amountCents: number; commissionCents: number; availableAt?: string } | null;
  partialRefundSeen: boolean;
}

export const checkoutDecider: Decider<Checkout> = {
  name: 'checkout',
  version: 3,
  initial: { started: null, outcome: 'none', reason: null, credit: null, partialRefundSeen: false },
  evolve: {
    CheckoutStarted: (c, { listCents, affiliateId, referredAt, windowDays, ...data }, { at }) => ({
      ...c,
      started: {
        listCents,
        affiliateId: affiliateId ?? null,
        origin: originOf(data),
        expired: referredAt !== undefined && Date.parse(at) - Date.parse(referredAt) > windowDays * DAY_MS,
      },
    }),
    SaleCredited: (c, { affiliateId, amountCents, commissionCents, availableAt }) => ({
      ...c,
      outcome: 'credited',
      reason: null,
      credit: { affiliateId, amountCents, commissionCents, ...(availableAt ? { availableAt } : {}) },
    }),
    SaleHoldReleased: ({ credit, ...c }) => {
      const { availableAt: _, ...released } = credit!;
      return { ...c, credit: released };
    },
    SaleNotCredited: (c, { reason }) => ({ ...c, outcome: 'notCredited', reason }),
    SaleCreditReversed: (c) => ({ ...c, outcome: 'reversed' }),
    PartialRefundSeen: (c) => ({ ...c, partialRefundSeen: true }),
  },
};

export const checkoutSource = (invoice: InvoiceRef): Source<Checkout> => ({ streamId: checkoutStream(invoice), decider: checkoutDecider });

/** The affiliate of an invoice: the credited one, else the referrer. */
export const affiliateOf = ({ credit, started }: Checkout): string | null => credit?.affiliateId ?? started?.affiliateId ?? null;

/** The window stands in the event: what a click earns later is decided by the terms of this moment. */
export const startCheckout = ({ checkout, programme }: { checkout: Checkout; programme: Programme }, { data }: StartCheckout) => ({
  checkout: checkout.started ? [] : [fact('CheckoutStarted', { ...data, windowDays: programme.terms.windowDays })],
});

/** Listed once for the admin; nothing is reversed (docs/rules.md#7-reversals). */
export const notePartialRefund = (checkout: Checkout, { invoice }: NotePartialRefund): Fact[] => {
  if (checkout.partialRefundSeen) return [];
  const affiliateId = affiliateOf(checkout);
  const { ref, refundedCents, currency } = invoice;
  return [fact('PartialRefundSeen', { ...ref, refundedCents, currency, ...(affiliateId ? { affiliateId } : {}) })];
};
