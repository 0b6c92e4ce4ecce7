import type { Document, PaymentType, Sealed, Stored } from '@framelift/contracts';
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
  /** It may have been paid before the system went back; nothing pays it until somebody states what became of it. */
  isOutcomeUnknown?: true;
  /** The document that was issued about it before. */
  document?: Document;
}

/** The open ones after a decision on one. */
export const stillOpen = (open: OpenCashout[], { cashoutId, status }: Stored<'CashoutProcessed'>, by: Actor): OpenCashout[] =>
  status === 'approved'
    ? open.map((c) => (c.id === cashoutId ? { ...c, status, approvedBy: by } : c))
    : open.filter((c) => c.id !== cashoutId);

/** Marks those that may have been paid by hand before the system went back. */
export const unknown = (open: readonly OpenCashout[], { cashouts }: Stored<'PaymentOutcomeUnknown'>): OpenCashout[] =>
  open.map((c) => {
    const about = cashouts.find(({ cashoutId }) => cashoutId === c.id);
    return about ? { ...c, isOutcomeUnknown: true, ...(about.document ? { document: about.document } : {}) } : c;
  });

/** Removes the mark: the outcome is known. */
export const stated = (open: readonly OpenCashout[], { cashouts }: Stored<'PaymentOutcomeStated'>): OpenCashout[] =>
  open.map((c) => {
    if (!cashouts.some(({ cashoutId }) => cashoutId === c.id)) return c;
    const { isOutcomeUnknown: _, document: _document, ...known } = c;
    return known;
  });

/** Adds cashouts to a run, or removes them. */
export const inRun = (open: readonly OpenCashout[], cashouts: readonly { cashoutId: string }[], run?: string): OpenCashout[] =>
  open.map(({ run: before, ...c }) => {
    const now = cashouts.some(({ cashoutId }) => cashoutId === c.id) ? run : before;
    return now === undefined ? c : { ...c, run: now };
  });
