import { checkoutStream, type Fact, fact, type InvoiceRef, type NotCreditedReason, rules } from '@framelift/contracts';
import type { Decider, Source } from '../engine/log/decider.ts';
import type { NotePartialRefund, StartCheckout } from './store.commands.ts';

/** One invoice: how it began, and its one outcome. */
export interface Checkout {
  started: {
    /** List price × quantity when the buyer was sent to the store: the most a commission is computed from. */
    listCents: number;
    affiliateId: string | null;
    /** The referral was older than the attribution window when the checkout began. */
    expired: boolean;
  } | null;
  outcome: 'none' | 'credited' | 'notCredited' | 'reversed';
  reason: NotCreditedReason | null;
  credit: { affiliateId: string; amountCents: number; commissionCents: number } | null;
  partialRefundSeen: boolean;
}

export const checkoutDecider: Decider<Checkout> = {
  name: 'checkout',
  version: 1,
  initial: { started: null, outcome: 'none', reason: null, credit: null, partialRefundSeen: false },
  evolve: {
    CheckoutStarted: (c, { listCents, affiliateId, referredAt }, { at }) => ({
      ...c,
      started: {
        listCents,
        affiliateId: affiliateId ?? null,
        expired: referredAt !== undefined && Date.parse(at) - Date.parse(referredAt) > rules.attributionWindow,
      },
    }),
    SaleCredited: (c, { affiliateId, amountCents, commissionCents }) => ({
      ...c,
      outcome: 'credited',
      reason: null,
      credit: { affiliateId, amountCents, commissionCents },
    }),
    SaleNotCredited: (c, { reason }) => ({ ...c, outcome: 'notCredited', reason }),
    SaleCreditReversed: (c) => ({ ...c, outcome: 'reversed' }),
    PartialRefundSeen: (c) => ({ ...c, partialRefundSeen: true }),
  },
};

export const checkoutSource = (invoice: InvoiceRef): Source<Checkout> => ({ streamId: checkoutStream(invoice), decider: checkoutDecider });

/** The affiliate of an invoice: the credited one, else the referrer. */
export const affiliateOf = ({ credit, started }: Checkout): string | null => credit?.affiliateId ?? started?.affiliateId ?? null;

export const startCheckout = (checkout: Checkout, { data }: StartCheckout): Fact[] =>
  checkout.started ? [] : [fact('CheckoutStarted', data)];

/** Listed once for the admin; nothing is reversed (docs/rules.md#7-reversals). */
export const notePartialRefund = (checkout: Checkout, { invoice }: NotePartialRefund): Fact[] => {
  if (checkout.partialRefundSeen) return [];
  const affiliateId = affiliateOf(checkout);
  const { ref, refundedCents, currency } = invoice;
  return [fact('PartialRefundSeen', { ...ref, refundedCents, currency, ...(affiliateId ? { affiliateId } : {}) })];
};
