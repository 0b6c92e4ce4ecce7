import { idOf, invoiceKey, type LedgerKind, onMoneyEvents, ownCents, postingOf } from '@framelift/contracts';
import { bigint, cents, int, sealed, text, timestamp } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, table } from '../../engine/projecting/projection.ts';
import { writtenIn } from './written.ts';

const affiliateOf = (e: FoldedEvent): string => idOf(e.streamId);

/** The sale, cashout or other programme's row that a line is about. */
const aboutOf = ({ data }: FoldedEvent): string | null => {
  if ('invoiceId' in data) return invoiceKey(data);
  if ('cashoutId' in data) return data.cashoutId;
  if ('sourceId' in data) return `${data.sourceId} of ${data.from}`;
  return 'file' in data ? data.from : null;
};

const productOf = ({ data }: FoldedEvent): string | null => ('product' in data && typeof data.product === 'string' ? data.product : null);

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
    /** Title of what was sold; null: not known, or no sale. */
    product: text().nullable(),
    /** The rate a commission was earned at, and what decided it: the affiliate's own, or a tier's. */
    bps: int().nullable(),
    rate_from: text().nullable(),
    /** When a commission is no longer on hold. */
    available_at: timestamp.nullable(),
    /** What an admin wrote to the affiliate. */
    reason: sealed.nullable(),
  },
  creates: onMoneyEvents((e: FoldedEvent) => {
    const { books, kind, heldCents, availableAt } = postingOf(e)!;
    const at = e.metadata.occurredAt;
    const rate = 'rateFrom' in e.data && {
      bps: e.data.commissionBps,
      rate_from: e.data.rateFrom === 'tier' ? e.data.tier : e.data.rateFrom,
    };
    const hold = availableAt && heldCents > 0 && { available_at: holdEnd({ availableAt }, at) };
    return kind
      ? { at, kind, cents: ownCents(books), about: aboutOf(e), product: productOf(e), reason: writtenIn(e), ...rate, ...hold }
      : undefined;
  }),
});
