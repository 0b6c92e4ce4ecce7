import type { Events, FactData, InvoiceRef, ReviewDecision, Reviewed, Sealed, SignalRuleName } from '@framelift/contracts';
import { command } from '../engine/log/deciding/command.ts';
import type { Buyer } from './buyer.ts';
import type { Invoice } from './invoice.ts';

export class StartCheckout extends command<{ data: Omit<FactData<Events['CheckoutStarted']>, 'windowDays'> }>() {}

export class NotePartialRefund extends command<{ invoice: Invoice }>() {}
export class NoteDispute extends command<{ invoice: Invoice }>() {}

/** An invoice as the store has it. The command id follows from the invoice, so it happens once. */
interface InvoiceFields {
  invoice: Invoice;
  buyer: Buyer;
}

export class RecordSale extends command<InvoiceFields>() {}
export class RefundSale extends command<InvoiceFields>() {}
export class ChargeBackSale extends command<InvoiceFields>() {}
export class RestoreSale extends command<InvoiceFields>() {}

/** A sale made elsewhere, as reported by a program. */
export class ReportSale extends command<InvoiceFields & { affiliateId: string | null; code?: Sealed }>() {}
/** `partCents`: what goes back now, in the currency of the sale; absent: all of it. */
export class RefundReported extends command<{ ref: InvoiceRef; partCents?: number }>() {}

/** `invoice` and `buyer` as the store has them at this moment; null when it knows no such invoice. */
interface FactsByHand {
  ref: InvoiceRef;
  affiliateId: string;
  invoice: Invoice | null;
  buyer: Buyer | null;
  reason: string;
}

export class CreditSaleByHand extends command<FactsByHand>() {}

/** The affiliate is the one who missed it. */
export class CreditMissingSale extends command<FactsByHand & { missingSaleId: string; internalNote?: string | null }>() {}

export class ReverseSaleByHand extends command<{ ref: InvoiceRef; reason: string; internalNote?: string | null }>() {}

/** `codeClaim`: of the code, as usernames are claimed. */
export class GiveCoupon extends command<{ affiliateId: string; code: string; codeClaim: string; discountBps?: number }>() {}
export class TakeBackCoupon extends command<{ affiliateId: string; codeClaim: string }>() {}

/** An admin's decision on signals; `ref` for a sale, whose checkout names the affiliate. */
export class DecideReview extends command<{
  of: Reviewed;
  about: string;
  affiliateId: string;
  ref?: InvoiceRef;
  decision: ReviewDecision;
  /** The signals that were looked at, and the position of the last one. */
  rules: readonly SignalRuleName[];
  upTo: number;
  /** The affiliate sees it. */
  reason?: string | null;
  internalNote?: string | null;
}>() {}

/** The commission becomes available immediately. */
export class ReleaseHold extends command<{ ref: InvoiceRef; reason: string }>() {}
