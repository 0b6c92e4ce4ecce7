import { type Books, emptyBooks } from '../rules/books.ts';
import type { EventName, Stored } from './events.ts';

/** By how much an event moves each sum. The audit has its own copy, on purpose. */
export const postings = {
  SaleRecorded: ({ commissionCents }) => ({ ...emptyBooks, earnedCents: commissionCents }),
  SaleReversed: ({ commissionCents }) => ({ ...emptyBooks, reversedCents: commissionCents }),
  SaleRestored: ({ commissionCents, forfeitedCents }) => ({ ...emptyBooks, reversedCents: -commissionCents, forfeitedCents }),
  SaleImported: ({ commissionCents }) => ({ ...emptyBooks, earnedCents: commissionCents }),
  PayoutImported: ({ amountCents }) => ({ ...emptyBooks, paidCents: amountCents }),
  OpeningBalanceImported: ({ amountCents }) => ({ ...emptyBooks, earnedCents: amountCents }),
  CashoutRequested: ({ amountCents }) => ({ ...emptyBooks, reservedCents: amountCents }),
  CashoutProcessed: ({ amountCents, status }) =>
    status === 'approved'
      ? emptyBooks
      : { ...emptyBooks, reservedCents: -amountCents, paidCents: status === 'completed' ? amountCents : 0 },
  PaymentReturned: ({ amountCents, forfeitedCents }) => ({ ...emptyBooks, paidCents: -amountCents, forfeitedCents }),
  AffiliateDeleted: ({ forfeitedCents }) => ({ ...emptyBooks, forfeitedCents }),
} satisfies { [N in EventName]?: (data: Stored<N>) => Books };

/** By how much this event moves each sum; undefined: it moves none. */
export const postingOf = ({ type, data }: { type: EventName; data: unknown }): Books | undefined =>
  (postings as Partial<Record<EventName, (data: never) => Books>>)[type]?.(data as never);
