import type { PaymentType, Sealed, Stored } from '@framelift/contracts';
import type { Actor } from '../../engine/log/event.ts';

/** One that is pending or approved. */
export interface OpenCashout {
  id: string;
  amountCents: number;
  paymentMethodId: string;
  paymentType: PaymentType;
  payTo: Sealed;
  status: 'pending' | 'approved';
  /** Who approved it. */
  approvedBy?: Actor;
  /** When its payment details were given, if nothing had been paid to them at the request. */
  newSince?: string;
  /** The payout run it is in, which then alone decides about it. */
  run?: string;
}

/** The open ones after a decision on one. */
export const stillOpen = (open: OpenCashout[], { cashoutId, status }: Stored<'CashoutProcessed'>, by: Actor): OpenCashout[] =>
  status === 'approved'
    ? open.map((c) => (c.id === cashoutId ? { ...c, status, approvedBy: by } : c))
    : open.filter((c) => c.id !== cashoutId);

/** Adds cashouts to a run, or removes them. */
export const inRun = (open: readonly OpenCashout[], cashouts: readonly { cashoutId: string }[], run?: string): OpenCashout[] =>
  open.map(({ run: before, ...c }) => {
    const now = cashouts.some(({ cashoutId }) => cashoutId === c.id) ? run : before;
    return now === undefined ? c : { ...c, run: now };
  });
