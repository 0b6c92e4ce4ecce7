import type { PaymentType, Sealed, Status, Tier } from '@framelift/contracts';
import type { Command, CommandMeta } from '../../engine/log/command.ts';
import type { ProofImage } from './proofs.ts';

type Details = { email: string } | { address: string } | Sealed;

export class AddPaymentMethod implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly affiliateId: string,
    readonly paymentMethodId: string,
    readonly paymentType: PaymentType,
    readonly details: Details,
    /** Keyed hash of the details: recognises an affiliate buying from themselves. */
    readonly detailsHash: string,
  ) {}
}
export class ChangePaymentMethod extends AddPaymentMethod {}

export class RemovePaymentMethod implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly affiliateId: string,
    readonly paymentMethodId: string,
  ) {}
}

export class RequestCashout implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly affiliateId: string,
    readonly amountCents: number,
    readonly paymentMethodId: string,
    readonly notes?: string,
  ) {}
}

/** `from` pending: process; `from` approved: settle. */
export class ProcessCashout implements Command {
  readonly proof: { sha256: string; mime: string; bytes: number } | undefined;
  constructor(
    readonly meta: CommandMeta,
    readonly cashoutId: string,
    readonly from: 'pending' | 'approved',
    readonly status: 'approved' | 'completed' | 'rejected',
    readonly adminNotes?: string,
    readonly image?: ProofImage,
  ) {
    this.proof = image && { sha256: image.sha256, mime: image.mime, bytes: image.bytes.length };
  }
}

export class ReadNotifications implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly affiliateId: string,
    readonly notification: number | 'all',
  ) {}
}

export interface EditedFields {
  username?: string;
  usernameClaim?: string;
  email?: string;
  emailClaim?: string;
  commissionBps?: number;
  status?: Status;
  tier?: Tier;
}

export class EditAffiliate implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly affiliateId: string,
    readonly fields: EditedFields,
    /** The position the form was filled from; a field that changed after it is refused. */
    readonly editBase?: number,
  ) {}
}

export class DeleteAffiliate implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly affiliateId: string,
  ) {}
}

export class RecalculateTiers implements Command {
  constructor(readonly meta: CommandMeta) {}
}
