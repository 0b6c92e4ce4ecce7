import type { Command, CommandMeta } from '../engine/log/command.ts';
import type { Buyer } from './buyer.ts';
import type { Invoice } from './providers/sellauth/provider.ts';

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
