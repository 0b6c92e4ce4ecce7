import type { Events, FactData, PaymentOutcome, PaymentType, PayoutDetails, ReceiptFigure, Sealed } from '@framelift/contracts';
import { command } from '../../engine/log/deciding/command.ts';

interface MethodFields {
  affiliateId: string;
  paymentMethodId: string;
  paymentType: PaymentType;
  details: PayoutDetails | Sealed;
  /** Keyed hash of the details: detects affiliates who buy from themselves. */
  detailsHash: string;
}

export class AddPaymentMethod extends command<MethodFields>() {}
export class ChangePaymentMethod extends command<MethodFields>() {}
export class RemovePaymentMethod extends command<{ affiliateId: string; paymentMethodId: string }>() {}

export class RequestCashout extends command<{
  affiliateId: string;
  amountCents: number;
  paymentMethodId: string;
  notes?: string;
  /** The position that the payment methods were shown at; details that were given after it are refused. */
  editBase?: number;
}>() {}

/** `from` pending: process; `from` approved: settle. */
export class ProcessCashout extends command<{
  cashoutId: string;
  from: 'pending' | 'approved';
  status: 'approved' | 'completed' | 'rejected';
  adminNotes?: string;
  internalNote?: string | null;
  /** An image that is already stored; `bytes` is its size. */
  proof?: { sha256: string; mime: string; bytes: number };
}>() {}

/** Printed on statements; absent: nothing. */
export class ChangeBilling extends command<{ affiliateId: string; details: FactData<Events['BillingDetailsChanged']> }>() {}

export class RaiseMissingSale extends command<{
  affiliateId: string;
  /** YYYY-MM-DD. */
  boughtOn: string;
  transaction?: string;
  customerEmail?: string;
  /** Keyed hash of the address. */
  buyer?: string;
  notes?: string;
}>() {}
export class RefuseMissingSale extends command<{ missingSaleId: string; reason: string; internalNote?: string | null }>() {}

/** A figure that a receipt shows: its amount is what `events` events up to `upTo` sum to. */
export interface Counted {
  amountCents: number;
  events: number;
  /** Positions of the newest events, falling. */
  positions: number[];
  upTo: number;
  countedAt: string;
  days?: number;
}
/** `of`: a month or a cashout. */
export class ShareReceipt extends command<
  Counted & { affiliateId: string; receiptId: string; figure: ReceiptFigure; of?: string; name: string; onPage: boolean }
>() {}
export class WithdrawReceipt extends command<{ affiliateId: string; receiptId: string }>() {}

/** For a cashout that was completed by hand before the system went back. */
export class StateCashoutOutcome extends command<{ cashoutId: string; outcome: PaymentOutcome; reference: string; reason: string }>() {}

/** `upTo`: the last of all that are read; without it, none is left unread. */
export class ReadNotifications extends command<{ affiliateId: string; notification: number | 'all'; upTo?: number }>() {}

export class EditAffiliate extends command<{
  affiliateId: string;
  fields: Omit<FactData<Events['AffiliateEdited']>, 'reason'>;
  reason?: string;
  /** The position the form was filled from; a field that changed after it is refused. */
  editBase?: number;
}>() {}

/** `forfeitsCents`: what the admin was shown; a deletion that would forfeit another sum is refused. */
export class DeleteAffiliate extends command<{ affiliateId: string; forfeitsCents?: number }>() {}

/** `shown`: names the changes that the admin was shown (`moveText`); others are refused. */
export class RecalculateTiers extends command<{ shown?: string }>() {}
