import type { Events, FactData, InvoiceRef } from '@framelift/contracts';
import { command } from '../engine/log/command.ts';
import type { Buyer } from './buyer.ts';
import type { Invoice } from './invoice.ts';

export class StartCheckout extends command<{ data: Omit<FactData<Events['CheckoutStarted']>, 'windowDays'> }>() {}

export class NotePartialRefund extends command<{ invoice: Invoice }>() {}

/** An invoice as the store has it. The command id follows from the invoice, so it happens once. */
interface InvoiceFields {
  invoice: Invoice;
  buyer: Buyer;
}

export class RecordSale extends command<InvoiceFields>() {}
export class RefundSale extends command<InvoiceFields>() {}

/** `invoice` and `buyer` as the store has them at this moment; null when it knows no such invoice. */
export class CreditSaleByHand extends command<{
  ref: InvoiceRef;
  affiliateId: string;
  invoice: Invoice | null;
  buyer: Buyer | null;
  reason: string;
}>() {}

export class ReverseSaleByHand extends command<{ ref: InvoiceRef; reason: string }>() {}

/** The commission is available at once. */
export class ReleaseHold extends command<{ ref: InvoiceRef; reason: string }>() {}
