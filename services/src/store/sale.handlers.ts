import type { InvoiceRef } from '@framelift/contracts';
import { affiliateSource } from '../programme/affiliate/affiliate.decider.ts';
import type { Load } from '../engine/log/decider.ts';
import { handlerAcross } from '../engine/log/command-handler.ts';
import { affiliateOf, checkoutSource } from './checkout.decider.ts';
import { CreditSaleByHand, RecordSale, RefundSale, ReverseSaleByHand } from './sale.commands.ts';
import { creditByHand, recordSale, refundSale, reverseByHand } from './sale.decider.ts';

/** Without an affiliate, the second source is a stream that stays empty. */
const saleSources = (invoice: InvoiceRef, affiliateId: string | null) => ({
  affiliate: affiliateSource(affiliateId ?? 'nobody'),
  checkout: checkoutSource(invoice),
});

/** An invoice and the affiliate of its checkout. */
const saleOf = (invoice: InvoiceRef) => async (load: Load) => saleSources(invoice, affiliateOf(await load(checkoutSource(invoice))));

export const RecordSaleHandler = handlerAcross(RecordSale, ({ invoice }) => ({ sources: saleOf(invoice.ref), rule: recordSale }));
const RefundSaleHandler = handlerAcross(RefundSale, ({ invoice }) => ({ sources: saleOf(invoice.ref), rule: refundSale }));
const CreditSaleByHandHandler = handlerAcross(CreditSaleByHand, ({ ref, affiliateId }) => ({
  sources: saleSources(ref, affiliateId),
  rule: creditByHand,
}));
const ReverseSaleByHandHandler = handlerAcross(ReverseSaleByHand, ({ ref }) => ({ sources: saleOf(ref), rule: reverseByHand }));

export const saleHandlers = [RecordSaleHandler, RefundSaleHandler, CreditSaleByHandHandler, ReverseSaleByHandHandler];
