import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { affiliateSource } from '../programme/affiliate/affiliate.decider.ts';
import type { Outcome, WithMeta } from '../engine/log/command.ts';
import { Streams } from '../engine/log/streams.ts';
import { affiliateOf, checkoutSource } from './checkout.decider.ts';
import { CreditSaleByHand, RecordSale, RefundSale, ReverseSaleByHand } from './sale.commands.ts';
import { creditByHand, recordSale, refundSale, reverseByHand, type Sale, type SaleFacts } from './sale.decider.ts';

/** Where no affiliate is concerned the second stream is one that no affiliate has, and nothing is ever written to it. */
const saleSources = (invoiceId: string, affiliateId: string | null) => ({
  affiliate: affiliateSource(affiliateId ?? 'nobody'),
  checkout: checkoutSource(invoiceId),
});

type SaleRule<C> = (affiliateId: string | null) => (sale: Sale, command: C) => SaleFacts;

async function decideSale<C extends WithMeta>(streams: Streams, invoiceId: string, command: C, rule: SaleRule<C>): Promise<Outcome> {
  const { state } = await streams.load(checkoutSource(invoiceId));
  const affiliateId = affiliateOf(state);
  return streams.decideAcross(saleSources(invoiceId, affiliateId), command, rule(affiliateId));
}

@CommandHandler(RecordSale)
export class RecordSaleHandler implements ICommandHandler<RecordSale> {
  constructor(private readonly streams: Streams) {}
  execute(command: RecordSale) {
    return decideSale(this.streams, command.invoice.id, command, recordSale);
  }
}

@CommandHandler(RefundSale)
export class RefundSaleHandler implements ICommandHandler<RefundSale> {
  constructor(private readonly streams: Streams) {}
  execute(command: RefundSale) {
    return decideSale(this.streams, command.invoice.id, command, refundSale);
  }
}

@CommandHandler(CreditSaleByHand)
export class CreditSaleByHandHandler implements ICommandHandler<CreditSaleByHand> {
  constructor(private readonly streams: Streams) {}
  execute(command: CreditSaleByHand) {
    return this.streams.decideAcross(saleSources(command.invoiceId, command.affiliateId), command, creditByHand);
  }
}

@CommandHandler(ReverseSaleByHand)
export class ReverseSaleByHandHandler implements ICommandHandler<ReverseSaleByHand> {
  constructor(private readonly streams: Streams) {}
  execute(command: ReverseSaleByHand) {
    return decideSale(this.streams, command.invoiceId, command, reverseByHand);
  }
}

export const saleHandlers = [RecordSaleHandler, RefundSaleHandler, CreditSaleByHandHandler, ReverseSaleByHandHandler];
