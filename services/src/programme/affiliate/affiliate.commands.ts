import type { PaymentType, Sealed, Status, Tier } from '@framelift/contracts';
import { command } from '../../engine/log/command.ts';

interface MethodFields {
  affiliateId: string;
  paymentMethodId: string;
  paymentType: PaymentType;
  details: { email: string } | { address: string } | Sealed;
  /** Keyed hash of the details: recognises an affiliate buying from themselves. */
  detailsHash: string;
}

export class AddPaymentMethod extends command<MethodFields>() {}
export class ChangePaymentMethod extends command<MethodFields>() {}
export class RemovePaymentMethod extends command<{ affiliateId: string; paymentMethodId: string }>() {}

export class RequestCashout extends command<{ affiliateId: string; amountCents: number; paymentMethodId: string; notes?: string }>() {}

/** `from` pending: process; `from` approved: settle. */
export class ProcessCashout extends command<{
  cashoutId: string;
  from: 'pending' | 'approved';
  status: 'approved' | 'completed' | 'rejected';
  adminNotes?: string;
  /** Of an image that is stored already; `bytes` is its size. */
  proof?: { sha256: string; mime: string; bytes: number };
}>() {}

export class ReadNotifications extends command<{ affiliateId: string; notification: number | 'all' }>() {}

export interface EditedFields {
  username?: string;
  usernameClaim?: string;
  email?: string;
  emailClaim?: string;
  commissionBps?: number;
  status?: Status;
  tier?: Tier;
}

export class EditAffiliate extends command<{
  affiliateId: string;
  fields: EditedFields;
  /** The position the form was filled from; a field that changed after it is refused. */
  editBase?: number;
}>() {}

export class DeleteAffiliate extends command<{ affiliateId: string }>() {}

export class RecalculateTiers extends command() {}
