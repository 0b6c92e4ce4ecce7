import { type Books, idOf, invoiceKey, ownCents, postings } from '@framelift/contracts';
import { bigint, cents, int, text, timestamp } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, table } from '../../engine/projecting/projection.ts';

export type LedgerKind =
  | 'sale'
  | 'reversal'
  | 'restored'
  | 'cashoutRequested'
  | 'cashoutRejected'
  | 'paymentReturned'
  | 'forfeited'
  | 'saleImported'
  | 'payoutImported'
  | 'openingImported';

const affiliateOf = (e: FoldedEvent): string => idOf(e.streamId);

const entry = (e: FoldedEvent, kind: LedgerKind, posting: Books, about: string | null = null) => ({
  at: e.metadata.occurredAt,
  kind,
  cents: ownCents(posting),
  about,
});

/** What an imported row is called, and where. */
const moved = ({ from, sourceId }: { from: string; sourceId: string }) => `${sourceId} of ${from}`;

/** When the hold of a commission ends; null: immediately available. */
export const holdEnd = ({ availableAt }: { availableAt: string }, now: string): string | null => (availableAt > now ? availableAt : null);

/** The movements of an account; their sum is its balance. */
export const ledger = table({
  key: { affiliate_id: text(), position: bigint() },
  keyOf: (e) => [affiliateOf(e), e.position],
  columns: {
    at: timestamp,
    kind: text<LedgerKind>(),
    /** What it adds to the account, signed; all of an affiliate's entries sum to it. */
    cents: cents(),
    /** The invoice or cashout it is about. */
    about: text().nullable(),
    /** The rate a commission was earned at, and what decided it: the affiliate's own, or a tier's. */
    bps: int().nullable(),
    rate_from: text().nullable(),
    /** When a commission is no longer on hold. */
    available_at: timestamp.nullable(),
  },
  creates: {
    SaleRecorded: (e) => ({
      ...entry(e, 'sale', postings.SaleRecorded(e.data), invoiceKey(e.data)),
      bps: e.data.commissionBps,
      rate_from: e.data.rateFrom === 'tier' ? e.data.tier : 'own',
      available_at: holdEnd(e.data, e.metadata.occurredAt),
    }),
    SaleReversed: (e) => entry(e, 'reversal', postings.SaleReversed(e.data), invoiceKey(e.data)),
    SaleRestored: (e) => ({
      ...entry(e, 'restored', postings.SaleRestored(e.data), invoiceKey(e.data)),
      available_at: e.data.availableAt ?? null,
    }),
    CashoutRequested: (e) => entry(e, 'cashoutRequested', postings.CashoutRequested(e.data), e.data.cashoutId),
    CashoutProcessed: (e) =>
      e.data.status === 'rejected' ? entry(e, 'cashoutRejected', postings.CashoutProcessed(e.data), e.data.cashoutId) : undefined,
    PaymentReturned: (e) => entry(e, 'paymentReturned', postings.PaymentReturned(e.data), e.data.cashoutId),
    SaleImported: (e) => ({
      ...entry(e, 'saleImported', postings.SaleImported(e.data), moved(e.data)),
      available_at: e.data.availableAt ?? null,
    }),
    PayoutImported: (e) => entry(e, 'payoutImported', postings.PayoutImported(e.data), moved(e.data)),
    OpeningBalanceImported: (e) => entry(e, 'openingImported', postings.OpeningBalanceImported(e.data), e.data.from),
    AffiliateDeleted: (e) => (e.data.forfeitedCents ? entry(e, 'forfeited', postings.AffiliateDeleted(e.data)) : undefined),
  },
});
