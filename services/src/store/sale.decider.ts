import {
  elsewhereRefusals,
  elsewhereSale,
  type Fact,
  fact,
  invoiceKey,
  type InvoiceRef,
  type NotCreditedReason,
  notCreditedReasons,
  refusals,
  reviewKey,
  reviewRefusals,
  type ReversalCause,
  rules,
  writtenTexts,
} from '@framelift/contracts';
import type { OnTerms } from '../programme/affiliate/affiliate.decider.ts';
import { liftedReview } from '../programme/affiliate/payout.decider.ts';
import { saleTerms, tierReachedBy } from '../programme/affiliate/tier.decider.ts';
import type { Site } from '../programme/site/site.decider.ts';
import { unanswered } from '../programme/affiliate/missing-sale.decider.ts';
import { refuseIf } from '../platform/refused.ts';
import type { Buyer } from './buyer.ts';
import { byHand, type Checkout, checkoutDecider, foundBy, notePartialRefund } from './checkout.decider.ts';
import { ownItems, paidFor, paidForeign, soldAt } from './foreign.decider.ts';
import type { Invoice } from './invoice.ts';
import { soldBy } from './sold.decider.ts';
import type {
  ChargeBackSale,
  CreditMissingSale,
  CreditSaleByHand,
  RecordSale,
  RefundReported,
  RefundSale,
  ReleaseHold,
  ReportSale,
  RestoreSale,
  ReverseSaleByHand,
} from './store.commands.ts';

/** An invoice and its affiliate: changes to both are one append, so an invoice has exactly one outcome. */
export interface Sale extends OnTerms {
  checkout: Checkout;
  site: Site;
}
export type SaleFacts = { affiliate?: Fact[]; checkout?: Fact[] };

/** A CheckoutStarted of an unknown invoice may still arrive (docs/rules.md#6-crediting). */
const tooEarly = ({ started }: Checkout, { meta, invoice }: RecordSale | RefundSale | ChargeBackSale): boolean =>
  !started && Date.parse(meta.occurredAt) - Date.parse(invoice.createdAt) < rules.unknownCheckoutAfter;

type Paid = { invoice: Invoice; buyer: Buyer };
interface Reversal {
  ref: InvoiceRef;
  now: string;
  cause: ReversalCause;
  reason?: string | null;
  internalNote?: string | null;
}

/** Reasons of the invoice itself against a commission, on the programme's terms. */
const unpayable: Partial<Record<NotCreditedReason, (invoice: Invoice, sale: Sale) => boolean>> = {
  otherCurrency: (invoice, { programme }) => paidFor(invoice, programme).problem === 'otherCurrency',
  noRate: (invoice, { programme }) => paidFor(invoice, programme).problem === 'noRate',
  otherProduct: (invoice) => ownItems(invoice).length === 0,
  noCommission: (invoice, sale) => soldBy(sale, invoice).commission === 'none',
  nothingPaid: (invoice, { programme }) => paidFor(invoice, programme).cents === 0,
};

/** Every reason not to credit a completed invoice; the first that holds is recorded (docs/rules.md#6-crediting). */
const obstacles: Partial<Record<NotCreditedReason, (sale: Sale, paid: Paid) => boolean>> = {
  unknownCheckout: ({ checkout }) => !checkout.started,
  noReferral: ({ affiliate }) => !affiliate.registered,
  expiredReferral: ({ checkout }) => checkout.started!.expired,
  deleted: ({ affiliate }) => affiliate.deleted,
  banned: ({ affiliate }) => affiliate.status === 'banned',
  suspended: ({ affiliate }) => affiliate.status === 'suspended',
  ...Object.fromEntries(
    Object.entries(unpayable).map(([reason, holds]) => [reason, (sale: Sale, { invoice }: Paid) => holds(invoice, sale)]),
  ),
  ownPurchase: ({ affiliate, programme }, { buyer }) =>
    programme.terms.ownPurchases === 'refused' &&
    buyer.email !== '' &&
    (buyer.emailClaim === affiliate.emailClaim || affiliate.paymentMethods.some((m) => m.detailsHash === buyer.payoutHash)),
  disposableEmail: (_, { buyer }) => buyer.disposable,
};

const notCredited = ({ affiliate, programme }: Sale, reason: NotCreditedReason, { invoice, buyer }: Paid): SaleFacts => ({
  checkout: [
    fact('SaleNotCredited', {
      ...invoice.ref,
      reason,
      ...(affiliate.registered ? { affiliateId: affiliate.id } : {}),
      paidCents: paidFor(invoice, programme).cents,
      ...paidForeign(invoice),
      soldAt: soldAt(invoice),
      customerEmail: buyer.email,
      buyer: buyer.hash,
    }),
  ],
});

/** The commission is computed once, from what was paid but at most the list price, at the rate in force before this sale. */
const credited = (sale: Sale, { invoice, buyer }: Paid, by: { credited: 'store' | 'hand'; reason?: string }, now: string): SaleFacts => {
  const { affiliate, checkout, programme } = sale;
  const quantity = ownItems(invoice).reduce((sum, i) => sum + i.quantity, 0);
  const { cents: paid, foreign } = paidFor(invoice, programme);
  const { title, listCents, commission } = soldBy(sale, invoice);
  const most = listCents ?? paid;
  const terms = saleTerms(sale, Math.min(paid, most), soldAt(invoice), typeof commission === 'number' ? commission : undefined);
  const { amountCents, commissionCents, availableAt } = terms;
  const hold = availableAt > now ? { availableAt } : {};
  const buyerAs = buyer.email ? { buyerAs: { account: buyer.emailClaim, payee: buyer.payoutHash } } : {};
  const recorded = fact('SaleRecorded', {
    ...invoice.ref,
    product: title,
    quantity,
    paidCents: paid,
    ...(foreign ? { foreign } : {}),
    capped: paid > most,
    ...terms,
    ...(by.credited === 'hand' ? byHand : foundBy(checkout)),
    ...checkout.started?.origin,
    soldAt: soldAt(invoice),
    customerEmail: buyer.email,
    buyer: buyer.hash,
    ...by,
  });
  return {
    affiliate: [recorded, ...tierReachedBy(affiliate, programme.terms)],
    checkout: [
      fact('SaleCredited', {
        ...invoice.ref,
        affiliateId: affiliate.id,
        amountCents,
        commissionCents,
        ...hold,
        credited: by.credited,
        soldAt: soldAt(invoice),
        ...buyerAs,
        ...(foreign ? { foreign } : {}),
        product: title,
      }),
    ],
  };
};

/** What is left of the hold of a credited sale: present while it is on hold. */
export const holdOf = ({ credit }: Checkout, now: string): { availableAt?: string } =>
  credit!.availableAt && credit!.availableAt > now ? { availableAt: credit!.availableAt } : {};

/** What is taken back comes from the hold while the sale is on hold, so that it makes no debt. */
const reversed = ({ affiliate, checkout }: Sale, { ref, now, cause, ...texts }: Reversal): SaleFacts => {
  const { affiliateId, amountCents, commissionCents, found, foreign, product } = checkout.credit!;
  // A deletion forfeited what was on hold too.
  const hold = affiliate.deleted ? {} : holdOf(checkout, now);
  // Texts are sealed under the affiliate's key; sealing one for a deleted affiliate would create that key again.
  const why = affiliate.deleted ? {} : writtenTexts(texts);
  return {
    affiliate: [
      ...liftedReview(affiliate, 'sale', invoiceKey(ref)),
      fact('SaleReversed', {
        ...ref,
        amountCents,
        commissionCents,
        cause,
        ...found,
        ...checkout.started?.origin,
        ...(foreign ? { foreign } : {}),
        ...(product ? { product } : {}),
        ...hold,
        ...why,
      }),
    ],
    checkout: [fact('SaleCreditReversed', { ...ref, affiliateId, amountCents, commissionCents, cause })],
  };
};

/** A completed invoice: credited, or settled as not credited with the reason. */
export const recordSale = (sale: Sale, command: RecordSale): SaleFacts => {
  return sale.checkout.outcome === 'none' && !tooEarly(sale.checkout, command) ? decided(sale, command) : {};
};

/** What a completed invoice comes to, for the first time or once more. */
export const decided = (sale: Sale, command: RecordSale | RestoreSale): SaleFacts => {
  const reasons = Object.keys(obstacles) as NotCreditedReason[];
  const reason = reasons.find((r) => obstacles[r]!(sale, command));
  return reason ? notCredited(sale, reason, command) : credited(sale, command, { credited: 'store' }, command.meta.occurredAt);
};

/** The money was refunded: a credited sale is reversed as recorded, even after payout or deletion. */
const takeBack = (sale: Sale, command: RefundSale | ChargeBackSale, cause: 'refund' | 'dispute', reason: NotCreditedReason): SaleFacts => {
  const { outcome } = sale.checkout;
  if (outcome === 'notCredited' || outcome === 'reversed') return {};
  if (outcome === 'none' && tooEarly(sale.checkout, command)) return {};
  if (outcome === 'none') return notCredited(sale, reason, command);
  return reversed(sale, { ref: command.invoice.ref, now: command.meta.occurredAt, cause });
};

export const refundSale = (sale: Sale, command: RefundSale): SaleFacts => takeBack(sale, command, 'refund', 'refunded');
/** A dispute about all of it was lost. Where it is won later, the sale counts again (dispute.decider.ts). */
export const chargeBackSale = (sale: Sale, command: ChargeBackSale): SaleFacts => takeBack(sale, command, 'dispute', 'chargedBack');

/** A sale made elsewhere is recorded and settled in one append, by the usual rules. */
export const reportSale = (sale: Sale, command: ReportSale): SaleFacts => {
  refuseIf(sale.checkout.started !== null, refusals.conflict, 'conflict');
  const { invoice, affiliateId, code, meta } = command;
  const age = Date.parse(meta.occurredAt) - Date.parse(soldAt(invoice));
  refuseIf(age < 0 || age > elsewhereSale.toldWithin, elsewhereRefusals.soldAtInvalid);
  const details = {
    ...invoice.ref,
    ...(affiliateId ? { affiliateId, attributedBy: code ? ('coupon' as const) : ('click' as const) } : {}),
    ...(code ? { code } : {}),
    paidCents: invoice.priceCents,
    currency: invoice.currency,
    soldAt: soldAt(invoice),
  };
  const checkout = checkoutDecider.evolve.SaleReported!(sale.checkout, details, {
    position: 0,
    version: 1,
    at: meta.occurredAt,
    by: meta.actor,
  });
  const outcome = recordSale({ ...sale, checkout }, command);
  return { ...outcome, checkout: [fact('SaleReported', details), ...outcome.checkout!] };
};

/** All of it, or the part that went back now: that is listed, until all parts together are all. What earned nothing has nothing to take back. */
export const refundReported = (sale: Sale, { meta, ref, partCents }: RefundReported): SaleFacts => {
  const { outcome, reported, refundedCents } = sale.checkout;
  refuseIf(outcome === 'none' || !reported, refusals.saleNotFound, 'missing');
  if (outcome === 'reversed') return {};
  const { paidCents, currency } = reported!;
  const sumCents = partCents === undefined ? paidCents : (refundedCents ?? 0) + partCents;
  refuseIf(sumCents > paidCents, elsewhereRefusals.refundTooMuch, 'mismatch');
  if (sumCents < paidCents) return { checkout: notePartialRefund(sale.checkout, { invoice: { ref, refundedCents: sumCents, currency } }) };
  return outcome === 'credited' ? reversed(sale, { ref, now: meta.occurredAt, cause: 'refund' }) : {};
};

const wentBack = new Set<NotCreditedReason | null>(['refunded', 'chargedBack']);

/** An admin credits an invoice without a commission; the store must still call it completed (docs/rules.md#6-crediting). */
export const creditByHand = (sale: Sale, { meta, invoice, buyer, reason }: CreditSaleByHand | CreditMissingSale): SaleFacts => {
  const { affiliate, checkout } = sale;
  refuseIf(!affiliate.registered, refusals.affiliateNotFound, 'missing');
  refuseIf(affiliate.deleted, refusals.deletedAffiliate, 'conflict');
  refuseIf(checkout.outcome === 'credited', refusals.saleAlreadyCredited, 'conflict');
  refuseIf(checkout.outcome === 'reversed' || wentBack.has(checkout.reason), refusals.saleReversed, 'conflict');
  // No store can confirm that it is still completed.
  refuseIf(checkout.reported !== null, elsewhereRefusals.notByHand, 'conflict');
  refuseIf(!invoice, refusals.saleNotFound, 'missing');
  refuseIf(invoice!.status !== 'completed', refusals.invoiceNotCompleted, 'conflict');
  for (const [why, holds] of Object.entries(unpayable))
    refuseIf(holds(invoice!, sale), notCreditedReasons[why as NotCreditedReason], 'conflict');
  return credited(sale, { invoice: invoice!, buyer: buyer! }, { credited: 'hand', reason }, meta.occurredAt);
};

/** A missing sale: credited by hand, or already credited to them. The answer is in the same append. */
export const creditMissingSale = (sale: Sale, command: CreditMissingSale): SaleFacts => {
  const { missingSaleId, ref, reason, internalNote } = command;
  const { affiliate, checkout } = sale;
  unanswered(affiliate, missingSaleId);
  const isTheirs = checkout.outcome === 'credited' && checkout.credit!.affiliateId === affiliate.id;
  const facts = isTheirs ? {} : creditByHand(sale, command);
  const texts = { reason, ...writtenTexts({ internalNote }) };
  const answer = fact('MissingSaleAnswered', { missingSaleId, answer: 'credited', transactionId: invoiceKey(ref), ...texts });
  return { ...facts, affiliate: [...(facts.affiliate ?? []), answer] };
};

export const refuseUnlessCredited = ({ outcome }: Checkout): void => {
  refuseIf(outcome === 'none', refusals.saleNotFound, 'missing');
  refuseIf(outcome === 'notCredited', refusals.saleNotCredited, 'conflict');
  refuseIf(outcome === 'reversed', refusals.saleReversed, 'conflict');
};

type ByHand = Pick<ReverseSaleByHand, 'meta' | 'ref' | 'reason' | 'internalNote'>;
/** An admin reverses a credited sale: in full, once, and finally. */
export const reverseByHand = (sale: Sale, { meta, ref, reason, internalNote }: ByHand): SaleFacts => {
  refuseUnlessCredited(sale.checkout);
  return reversed(sale, { ref, now: meta.occurredAt, cause: 'hand', reason, internalNote });
};

/** An admin ends the hold of a commission early. */
export const releaseHold = ({ affiliate, checkout }: Sale, { meta, ref, reason }: ReleaseHold): SaleFacts => {
  refuseUnlessCredited(checkout);
  const { availableAt } = holdOf(checkout, meta.occurredAt);
  refuseIf(affiliate.deleted, refusals.deletedAffiliate, 'conflict');
  refuseIf(availableAt === undefined, refusals.notOnHold, 'conflict');
  refuseIf(reviewKey('sale', invoiceKey(ref)) in affiliate.reviews, reviewRefusals.saleUnderReview, 'conflict');
  const { affiliateId, commissionCents } = checkout.credit!;
  return {
    affiliate: [fact('HoldReleased', { ...ref, commissionCents, availableAt: availableAt!, reason })],
    checkout: [fact('SaleHoldReleased', { ...ref, affiliateId, commissionCents })],
  };
};
