import { amountIn, at, codeIn, text } from './bank-xml.ts';
import type { ReportRow } from './payer-report.ts';

type Named = Omit<ReportRow, 'row'>;
type Direction = 'DBIT' | 'CRDT';

/**
 * What a booked entry says of a payment of ours, by its direction and its reversal mark (ISO 20022, CreditDebitIndicator and ReversalIndicator of an
 * entry: a marked CRDT undoes a debit, a marked DBIT undoes a credit).
 */
export const BOOKINGS = {
  DBIT: {
    /** A debit: the money left. */
    plain: 'completed',
    /** The reversal of a credit: what had come back has left again. */
    reversal: 'again',
  },
  CRDT: {
    /** A credit: the money arrived, which with a payment's own id is its return. */
    plain: 'returned',
    /** The reversal of a debit: the payment was undone. */
    reversal: 'returned',
  },
} as const satisfies Record<Direction, Record<'plain' | 'reversal', ReportRow['says']>>;

const directionOf = (from: unknown): Direction | undefined => {
  const found = text(from, 'CdtDbtInd');
  return found === 'DBIT' || found === 'CRDT' ? found : undefined;
};
/** A mark is an xs:boolean; undefined: it is none. */
const markOf = (entry: unknown): 'plain' | 'reversal' | undefined => {
  const mark = text(entry, 'RvslInd') ?? 'false';
  if (mark === 'true' || mark === '1') return 'reversal';
  return mark === 'false' || mark === '0' ? 'plain' : undefined;
};
/** The bank calls it a return: by a reason, or by its transaction code (ISO 20022, external code set of bank transactions). */
const isNamedReturn = (entry: unknown, payment: unknown): boolean =>
  at(payment, 'RtrInf').length > 0 || [payment, entry].some((one) => text(one, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') === 'RRTN');

/** What became of one payment of an entry; undefined: its fields contradict each other. */
function saysOf(entry: unknown, payment: unknown): ReportRow['says'] {
  if ((text(entry, 'Sts', 'Cd') ?? text(entry, 'Sts')) !== 'BOOK') return 'accepted';
  const [whole, mark] = [directionOf(entry), markOf(entry)];
  const direction = at(payment, 'CdtDbtInd').length ? directionOf(payment) : whole;
  if (!whole || !direction || !mark) return undefined;
  // The mark is about the direction of the whole entry.
  if (mark === 'reversal' && direction !== whole) return undefined;
  // A return that is not a reversal and leaves the account is of a payment that somebody else made.
  if (direction === 'DBIT' && mark === 'plain' && isNamedReturn(entry, payment)) return undefined;
  return BOOKINGS[direction][mark];
}

/** Rows of a camt.054: what was booked, and what came back. */
export const entryRows = (report: unknown): Named[] =>
  at(report, 'Ntfctn', 'Ntry').flatMap((entry) => {
    const payments = at(entry, 'NtryDtls', 'TxDtls');
    return payments.flatMap((payment): Named[] => {
      const cashoutId = text(payment, 'Refs', 'EndToEndId');
      if (!cashoutId || cashoutId === 'NOTPROVIDED') return [];
      const own = [at(payment, 'Amt'), at(payment, 'AmtDtls', 'TxAmt', 'Amt'), at(payment, 'AmtDtls', 'InstdAmt', 'Amt')];
      // An entry of one payment has its amount.
      const amount = amountIn(own.find((found) => found.length) ?? (payments.length === 1 ? at(entry, 'Amt') : []));
      return [{ cashoutId, ...amount, says: saysOf(entry, payment), ...codeIn(payment, 'RtrInf', 'Rsn') }];
    });
  });
