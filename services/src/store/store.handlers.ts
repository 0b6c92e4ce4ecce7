import { ELSEWHERE, type InvoiceRef } from '@framelift/contracts';
import { affiliateSource } from '../programme/affiliate/affiliate.decider.ts';
import { claimSource } from '../programme/claims/claim.decider.ts';
import type { CommandMeta } from '../engine/log/deciding/command.ts';
import type { Load } from '../engine/log/deciding/decider.ts';
import { payingHandler } from '../programme/same-person.ts';
import { actingAdmin, byActingAdmin } from '../programme/sign-in/admin.decider.ts';
import { termsInForce } from '../programme/terms/terms.decider.ts';
import { siteInForce } from '../programme/site/site.decider.ts';
import { handler, handlerAcross } from '../engine/log/deciding/command-handler.ts';
import * as checkout from './checkout.decider.ts';
import * as coupon from './coupon.decider.ts';
import * as dispute from './dispute.decider.ts';
import { decideReview } from './review.decider.ts';
import * as sale from './sale.decider.ts';
import * as commands from './store.commands.ts';

/** The sources of a sale. Without an affiliate, the second one is a stream that stays empty. */
const saleSources = (invoice: InvoiceRef, affiliateId: string | null) => ({
  affiliate: affiliateSource(affiliateId ?? 'nobody'),
  checkout: checkout.checkoutSource(invoice),
  programme: termsInForce,
  site: siteInForce,
});

/** The invoice of a decision that is about no sale: its stream stays empty. */
const NO_INVOICE: InvoiceRef = { provider: ELSEWHERE, invoiceId: 'none' };

const couponSources = ({ affiliateId, codeClaim }: commands.GiveCoupon | commands.TakeBackCoupon) => ({
  affiliate: affiliateSource(affiliateId),
  claim: claimSource(codeClaim),
  programme: termsInForce,
});

/** An invoice and the affiliate of its checkout. */
const saleOf = (invoice: InvoiceRef) => async (load: Load) =>
  saleSources(invoice, checkout.affiliateOf(await load(checkout.checkoutSource(invoice))));

/** A sale, and the admin who decides about it. */
const byHand = (meta: CommandMeta, sources: ReturnType<typeof saleOf>) => async (load: Load) => ({
  ...(await sources(load)),
  admin: actingAdmin(meta),
});

export const StartCheckoutHandler = handlerAcross(commands.StartCheckout, ({ data }) => ({
  sources: { checkout: checkout.checkoutSource(data), programme: termsInForce },
  rule: checkout.startCheckout,
}));
export const NotePartialRefundHandler = handler(
  commands.NotePartialRefund,
  ({ invoice }) => checkout.checkoutSource(invoice.ref),
  checkout.notePartialRefund,
);
export const RecordSaleHandler = handlerAcross(commands.RecordSale, ({ invoice }) => ({
  sources: saleOf(invoice.ref),
  rule: sale.recordSale,
}));

export const storeHandlers = [
  handlerAcross(commands.GiveCoupon, (c) => ({ sources: couponSources(c), rule: coupon.giveCoupon })),
  handlerAcross(commands.TakeBackCoupon, (c) => ({ sources: couponSources(c), rule: coupon.takeBackCoupon })),
  StartCheckoutHandler,
  NotePartialRefundHandler,
  RecordSaleHandler,
  handler(commands.NoteDispute, ({ invoice }) => checkout.checkoutSource(invoice.ref), checkout.noteDispute),
  handlerAcross(commands.RefundSale, ({ invoice }) => ({ sources: saleOf(invoice.ref), rule: sale.refundSale })),
  handlerAcross(commands.ChargeBackSale, ({ invoice }) => ({ sources: saleOf(invoice.ref), rule: sale.chargeBackSale })),
  handlerAcross(commands.RestoreSale, ({ invoice }) => ({ sources: saleOf(invoice.ref), rule: dispute.restoreSale })),
  handlerAcross(commands.ReportSale, ({ invoice, affiliateId }) => ({
    sources: saleSources(invoice.ref, affiliateId),
    rule: sale.reportSale,
  })),
  handlerAcross(commands.RefundReported, ({ ref }) => ({ sources: saleOf(ref), rule: sale.refundReported })),
  handlerAcross(commands.CreditSaleByHand, ({ meta, ref, affiliateId }) => ({
    sources: { ...saleSources(ref, affiliateId), admin: actingAdmin(meta) },
    rule: byActingAdmin(sale.creditByHand),
  })),
  handlerAcross(commands.CreditMissingSale, ({ meta, ref, affiliateId }) => ({
    sources: { ...saleSources(ref, affiliateId), admin: actingAdmin(meta) },
    rule: byActingAdmin(sale.creditMissingSale),
  })),
  handlerAcross(commands.ReverseSaleByHand, ({ meta, ref }) => ({
    sources: byHand(meta, saleOf(ref)),
    rule: byActingAdmin(sale.reverseByHand),
  })),
  payingHandler(commands.DecideReview, ({ meta, ref, affiliateId }) => ({
    sources: { ...saleSources(ref ?? NO_INVOICE, affiliateId), admin: actingAdmin(meta) },
    payees: () => [affiliateId],
    rule: decideReview,
  })),
  handlerAcross(commands.ReleaseHold, ({ meta, ref }) => ({ sources: byHand(meta, saleOf(ref)), rule: byActingAdmin(sale.releaseHold) })),
];
