import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FactData, Events } from '@framelift/contracts';
import { affiliateSource } from '../programme/affiliate/affiliate.decider.ts';
import { type Command, type CommandMeta, type Outcome, Streams } from '../engine/log/streams.ts';
import type { Buyer } from './buyer.ts';
import { affiliateOf, checkoutSource, notePartialRefund, startCheckout } from './checkout.decider.ts';
import type { Invoice } from './providers/sellauth/provider.ts';
import { creditByHand, recordSale, refundSale, reverseByHand, type Sale, type SaleFacts } from './sale.decider.ts';

export class StartCheckout implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly data: FactData<Events['CheckoutStarted']>,
  ) {}
}

/** What the store says of an invoice. Whoever brings it, the command id is the invoice's, so it happens once. */
abstract class OfInvoice implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly invoice: Invoice,
    readonly buyer: Buyer,
  ) {}
  get invoiceId(): string {
    return this.invoice.id;
  }
}
export class RecordSale extends OfInvoice {}
export class RefundSale extends OfInvoice {}

export class NotePartialRefund implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly invoice: Invoice,
  ) {}
}

/** `invoice` and `buyer` as the store has them at this moment; null when it knows no such invoice. */
export class CreditSaleByHand implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly invoiceId: string,
    readonly affiliateId: string,
    readonly invoice: Invoice | null,
    readonly buyer: Buyer | null,
    readonly reason: string,
  ) {}
}

export class ReverseSaleByHand implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly invoiceId: string,
    readonly reason: string,
  ) {}
}

/** Where no affiliate is concerned the second stream is one that no affiliate has, and nothing is ever written to it. */
const saleSources = (invoiceId: string, affiliateId: string | null) => ({
  affiliate: affiliateSource(affiliateId ?? 'nobody'),
  checkout: checkoutSource(invoiceId),
});

type SaleRule<C> = (affiliateId: string | null) => (sale: Sale, command: C) => SaleFacts;

async function decideSale<C extends Command & { invoiceId: string }>(streams: Streams, command: C, rule: SaleRule<C>): Promise<Outcome> {
  const { state } = await streams.load(checkoutSource(command.invoiceId));
  const affiliateId = affiliateOf(state);
  return streams.decideAcross(saleSources(command.invoiceId, affiliateId), command, rule(affiliateId));
}

@CommandHandler(StartCheckout)
export class StartCheckoutHandler implements ICommandHandler<StartCheckout> {
  constructor(private readonly streams: Streams) {}
  execute(command: StartCheckout) {
    return this.streams.decide(checkoutSource(command.data.invoiceId), command, startCheckout);
  }
}

@CommandHandler(RecordSale)
export class RecordSaleHandler implements ICommandHandler<RecordSale> {
  constructor(private readonly streams: Streams) {}
  execute(command: RecordSale) {
    return decideSale(this.streams, command, recordSale);
  }
}

@CommandHandler(RefundSale)
export class RefundSaleHandler implements ICommandHandler<RefundSale> {
  constructor(private readonly streams: Streams) {}
  execute(command: RefundSale) {
    return decideSale(this.streams, command, refundSale);
  }
}

@CommandHandler(NotePartialRefund)
export class NotePartialRefundHandler implements ICommandHandler<NotePartialRefund> {
  constructor(private readonly streams: Streams) {}
  execute(command: NotePartialRefund) {
    return this.streams.decide(checkoutSource(command.invoice.id), command, notePartialRefund);
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
    return decideSale(this.streams, command, reverseByHand);
  }
}

export const handlers = [
  StartCheckoutHandler,
  RecordSaleHandler,
  RefundSaleHandler,
  NotePartialRefundHandler,
  CreditSaleByHandHandler,
  ReverseSaleByHandHandler,
];
