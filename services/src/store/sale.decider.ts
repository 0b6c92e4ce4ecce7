import { type Fact, fact, type InvoiceRef, type NotCreditedReason, notCreditedReasons, refusals, rules } from '@framelift/contracts';
import { type Affiliate, saleTerms, tierReachedBy } from '../programme/affiliate/affiliate.decider.ts';
import { refuseIf } from '../platform/refused.ts';
import type { Buyer } from './buyer.ts';
import type { Checkout } from './checkout.decider.ts';
import type { Invoice } from './invoice.ts';
import type { CreditSaleByHand, RecordSale, RefundSale, ReverseSaleByHand } from './store.commands.ts';

/** An invoice and the affiliate it concerns: what happens to both is one append, so an invoice has one outcome for ever. */
export interface Sale {
  affiliate: Affiliate;
  checkout: Checkout;
}
export type SaleFacts = { [K in keyof Sale]?: Fact[] };

const ours = ({ items }: Invoice) => items.filter(({ sku }) => sku === rules.premium.sku);

/** What was paid for our product after discount, in cents; 0 where it was not paid in our currency. */
const paidCents = (invoice: Invoice): number =>
  invoice.currency === rules.currency ? ours(invoice).reduce((sum, i) => sum + i.totalCents, 0) : 0;

const soldAt = ({ completedAt, createdAt }: Invoice): string => completedAt ?? createdAt;

/** A CheckoutStarted of an unknown invoice may still be on its way (docs/rules.md#6-crediting). */
const tooEarly = ({ started }: Checkout, { meta, invoice }: RecordSale | RefundSale): boolean =>
  !started && Date.parse(meta.occurredAt) - Date.parse(invoice.createdAt) < rules.unknownCheckoutAfter;

type Paid = { invoice: Invoice; buyer: Buyer };

/** Reasons of the invoice itself against a commission. */
const unpayable: Partial<Record<NotCreditedReason, (invoice: Invoice) => boolean>> = {
  otherCurrency: ({ currency }) => currency !== rules.currency,
  otherProduct: (invoice) => ours(invoice).length === 0,
  nothingPaid: (invoice) => paidCents(invoice) === 0,
};

/** Every reason not to credit a completed invoice; the first that holds is recorded (docs/rules.md#6-crediting). */
const obstacles: Partial<Record<NotCreditedReason, (sale: Sale, paid: Paid) => boolean>> = {
  unknownCheckout: ({ checkout }) => !checkout.started,
  noReferral: ({ affiliate }) => !affiliate.registered,
  expiredReferral: ({ checkout }) => checkout.started!.expired,
  deleted: ({ affiliate }) => affiliate.deleted,
  banned: ({ affiliate }) => affiliate.status === 'banned',
  suspended: ({ affiliate }) => affiliate.status === 'suspended',
  ...Object.fromEntries(Object.entries(unpayable).map(([reason, holds]) => [reason, (_: Sale, { invoice }: Paid) => holds(invoice)])),
  ownPurchase: ({ affiliate }, { buyer }) =>
    buyer.email !== '' &&
    (buyer.emailClaim === affiliate.emailClaim || affiliate.paymentMethods.some((m) => m.detailsHash === buyer.payoutHash)),
  disposableEmail: (_, { buyer }) => buyer.disposable,
};

const notCredited = ({ affiliate }: Sale, reason: NotCreditedReason, { invoice, buyer }: Paid): SaleFacts => ({
  checkout: [
    fact('SaleNotCredited', {
      ...invoice.ref,
      reason,
      ...(affiliate.registered ? { affiliateId: affiliate.id } : {}),
      paidCents: paidCents(invoice),
      soldAt: soldAt(invoice),
      customerEmail: buyer.email,
      buyer: buyer.hash,
    }),
  ],
});

/** The commission is computed once, from what was paid but at most the list price, at the rate in force before this sale. */
const credited = (
  { affiliate, checkout }: Sale,
  { invoice, buyer }: Paid,
  by: { credited: 'store' | 'hand'; reason?: string },
): SaleFacts => {
  const quantity = ours(invoice).reduce((sum, i) => sum + i.quantity, 0);
  const paid = paidCents(invoice);
  const most = checkout.started?.listCents ?? rules.premium.priceCents * quantity;
  const terms = saleTerms(affiliate, Math.min(paid, most));
  const { amountCents, commissionCents } = terms;
  const recorded = fact('SaleRecorded', {
    ...invoice.ref,
    product: rules.premium.title,
    quantity,
    paidCents: paid,
    capped: paid > most,
    ...terms,
    soldAt: soldAt(invoice),
    customerEmail: buyer.email,
    buyer: buyer.hash,
    ...by,
  });
  return {
    affiliate: [recorded, ...tierReachedBy(affiliate)],
    checkout: [fact('SaleCredited', { ...invoice.ref, affiliateId: affiliate.id, amountCents, commissionCents, credited: by.credited })],
  };
};

const reversed = ({ affiliate, checkout }: Sale, ref: InvoiceRef, cause: 'refund' | 'hand', reason?: string): SaleFacts => {
  const { affiliateId, amountCents, commissionCents } = checkout.credit!;
  // A reason is sealed under the affiliate's key; sealing one for a deleted affiliate would make that key anew.
  const why = reason && !affiliate.deleted ? { reason } : {};
  return {
    affiliate: [fact('SaleReversed', { ...ref, amountCents, commissionCents, cause, ...why })],
    checkout: [fact('SaleCreditReversed', { ...ref, affiliateId, amountCents, commissionCents, cause })],
  };
};

/** A completed invoice: credited, or settled as not credited with the reason. */
export const recordSale = (sale: Sale, command: RecordSale): SaleFacts => {
  if (sale.checkout.outcome !== 'none' || tooEarly(sale.checkout, command)) return {};
  const reasons = Object.keys(obstacles) as NotCreditedReason[];
  const reason = reasons.find((r) => obstacles[r]!(sale, command));
  return reason ? notCredited(sale, reason, command) : credited(sale, command, { credited: 'store' });
};

/** A refunded invoice: what was credited is taken back as recorded, also after payout or deletion. */
export const refundSale = (sale: Sale, command: RefundSale): SaleFacts => {
  const { outcome } = sale.checkout;
  if (outcome === 'notCredited' || outcome === 'reversed') return {};
  if (outcome === 'none' && tooEarly(sale.checkout, command)) return {};
  return outcome === 'credited' ? reversed(sale, command.invoice.ref, 'refund') : notCredited(sale, 'refunded', command);
};

/** An admin credits an invoice without a commission; the store must still call it completed (docs/rules.md#6-crediting). */
export const creditByHand = (sale: Sale, { invoice, buyer, reason }: CreditSaleByHand): SaleFacts => {
  const { affiliate, checkout } = sale;
  refuseIf(!affiliate.registered, refusals.affiliateNotFound, 404);
  refuseIf(affiliate.deleted, refusals.deletedAffiliate, 409);
  refuseIf(!invoice, refusals.saleNotFound, 404);
  refuseIf(checkout.outcome === 'credited', refusals.saleAlreadyCredited, 409);
  refuseIf(checkout.outcome === 'reversed' || checkout.reason === 'refunded', refusals.saleReversed, 409);
  refuseIf(invoice!.status !== 'completed', refusals.invoiceNotCompleted, 409);
  for (const [why, holds] of Object.entries(unpayable)) refuseIf(holds(invoice!), notCreditedReasons[why as NotCreditedReason], 409);
  return credited(sale, { invoice: invoice!, buyer: buyer! }, { credited: 'hand', reason });
};

/** An admin takes a credited sale back: in full, once, and final. */
export const reverseByHand = (sale: Sale, { ref, reason }: ReverseSaleByHand): SaleFacts => {
  const { outcome } = sale.checkout;
  refuseIf(outcome === 'none', refusals.saleNotFound, 404);
  refuseIf(outcome === 'notCredited', refusals.saleNotCredited, 409);
  refuseIf(outcome === 'reversed', refusals.saleReversed, 409);
  return reversed(sale, ref, 'hand', reason);
};
