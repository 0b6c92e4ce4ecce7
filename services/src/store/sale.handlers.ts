import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { InvoiceRef } from '@framelift/contracts';
import { affiliateSource } from '../programme/affiliate/affiliate.decider.ts';
import type { Load } from '../engine/log/decider.ts';
import { Streams } from '../engine/log/streams.ts';
import { affiliateOf, checkoutSource } from './checkout.decider.ts';
import { CreditSaleByHand, RecordSale, RefundSale, ReverseSaleByHand } from './sale.commands.ts';
import { creditByHand, recordSale, refundSale, reverseByHand } from './sale.decider.ts';

/** Where no affiliate is concerned the second stream is one that no affiliate has, and nothing is ever written to it. */
const saleSources = (invoice: InvoiceRef, affiliateId: string | null) => ({
  affiliate: affiliateSource(affiliateId ?? 'nobody'),
  checkout: checkoutSource(invoice),
});

/** An invoice and whom it concerns by its checkout. */
const saleOf = (invoice: InvoiceRef) => async (load: Load) => saleSources(invoice, affiliateOf(await load(checkoutSource(invoice))));

@CommandHandler(RecordSale)
export class RecordSaleHandler implements ICommandHandler<RecordSale> {
  constructor(private readonly streams: Streams) {}
  execute(command: RecordSale) {
    return this.streams.decideAcross({ sources: saleOf(command.invoice.ref), command, rule: recordSale });
  }
}

@CommandHandler(RefundSale)
export class RefundSaleHandler implements ICommandHandler<RefundSale> {
  constructor(private readonly streams: Streams) {}
  execute(command: RefundSale) {
    return this.streams.decideAcross({ sources: saleOf(command.invoice.ref), command, rule: refundSale });
  }
}

@CommandHandler(CreditSaleByHand)
export class CreditSaleByHandHandler implements ICommandHandler<CreditSaleByHand> {
  constructor(private readonly streams: Streams) {}
  execute(command: CreditSaleByHand) {
    return this.streams.decideAcross({ sources: saleSources(command.ref, command.affiliateId), command, rule: creditByHand });
  }
}

@CommandHandler(ReverseSaleByHand)
export class ReverseSaleByHandHandler implements ICommandHandler<ReverseSaleByHand> {
  constructor(private readonly streams: Streams) {}
  execute(command: ReverseSaleByHand) {
    return this.streams.decideAcross({ sources: saleOf(command.ref), command, rule: reverseByHand });
  }
}

export const saleHandlers = [RecordSaleHandler, RefundSaleHandler, CreditSaleByHandHandler, ReverseSaleByHandHandler];
