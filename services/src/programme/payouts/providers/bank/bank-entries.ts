import { amountIn, at, codeIn, text } from './bank-xml.ts';
import { paymentNamed } from './credit-transfer.ts';
import type { PaidFile, ReportRow } from '../../payer-report.ts';

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

/** The id of a payment of ours in a text for the payee, where a bank keeps no end-to-end id. */
const IN_TEXT = /\b[0-9a-z]{16}-\d{1,9}(?:-[0-9a-z]{8})?\b/i;

/** What one payment of an entry says. */
function paymentRow(entry: unknown, payment: unknown, isOnly: boolean): Named {
  const id = text(payment, 'Refs', 'EndToEndId');
  const isNamed = id !== undefined && id.toUpperCase() !== 'NOTPROVIDED';
  const lines = at(payment, 'RmtInf', 'Ustrd').map((line) => String(line).trim());
  // Banks break a text into lines of a fixed length.
  const [inText] = IN_TEXT.exec(lines.join(' ')) ?? IN_TEXT.exec(lines.join('')) ?? [];
  const found = isNamed ? id : inText;
  if (!found) return { cashoutId: '', amountCents: undefined, says: undefined };
  const says = saysOf(entry, payment);
  // A text alone is also what somebody else may write into a payment.
  const isDoubtful = !isNamed && says === 'returned' && markOf(entry) === 'plain' && !isNamedReturn(entry, payment);
  const own = [at(payment, 'Amt'), at(payment, 'AmtDtls', 'TxAmt', 'Amt')];
  const [instructed, whole] = [at(payment, 'AmtDtls', 'InstdAmt', 'Amt'), isOnly ? at(entry, 'Amt') : []];
  // A bank may keep its charge out of what comes back: the entry has what was booked. What left may include one.
  const amount = [...own, ...(says === 'returned' ? [whole, instructed] : [instructed, whole])].find((one) => one.length) ?? [];
  return { ...paymentNamed(found), ...amountIn(amount), says: isDoubtful ? undefined : says, ...codeIn(payment, 'RtrInf', 'Rsn') };
}

/** A booking of a whole file at once, as banks make it of a batch: one row of each payment. */
function batchRows(entry: unknown, details: unknown, part: unknown, paid: PaidFile): Named[] {
  const says = saysOf(entry, part);
  const [sum] = [at(part, 'TtlAmt'), at(part, 'Amt'), at(part, 'AmtDtls', 'TxAmt', 'Amt'), at(entry, 'Amt')].filter((one) => one.length);
  const { amountCents, currency } = amountIn(sum ?? []);
  const count = text(details, 'Btch', 'NbOfTxs');
  const isBooked = (cashouts: PaidFile['cashouts']) =>
    amountCents === cashouts.reduce((total, one) => total + one.amountCents, 0) &&
    (count === undefined || Number(count) === cashouts.length);
  // The batch lacks payments that the bank refused before.
  const booked = [paid.cashouts, paid.cashouts.filter(({ isBack }) => !isBack)].find(isBooked);
  const named = paid.attempt ? { attempt: paid.attempt } : {};
  if (!booked) return [{ cashoutId: paid.cashouts[0]!.cashoutId, ...named, amountCents, says, problem: OTHER_BATCH }];
  const why = codeIn(part, 'RtrInf', 'Rsn');
  return booked.map((one) => ({
    cashoutId: one.cashoutId,
    ...named,
    amountCents: one.amountCents,
    ...(currency ? { currency } : {}),
    says,
    ...why,
  }));
}
const OTHER_BATCH = 'The bank booked another count or sum than the payments of the file';

/** Rows of a camt.053 or camt.054: what was booked, and what came back. Payments of others have no id that we know. */
export const bookedRows = (entries: readonly unknown[], paid?: PaidFile): Named[] =>
  entries.flatMap((entry) => {
    const all = at(entry, 'NtryDtls', 'TxDtls');
    const isPaid = (from: unknown) => ['MsgId', 'PmtInfId'].some((name) => paid && text(from, name)?.toLowerCase() === paid.id);
    const rows = at(entry, 'NtryDtls').flatMap((details): Named[] => {
      const payments = at(details, 'TxDtls');
      const [batch] = at(details, 'Btch');
      if (!payments.length) return batch && isPaid(batch) ? batchRows(entry, details, batch, paid!) : [OTHER];
      return payments.flatMap((payment) => {
        const row = paymentRow(entry, payment, all.length === 1);
        const isBatch = !row.cashoutId && payments.length === 1 && (isPaid(at(payment, 'Refs')[0]) || isPaid(batch));
        return isBatch ? batchRows(entry, details, payment, paid!) : [row];
      });
    });
    return rows.length ? rows : [OTHER];
  });
const OTHER: Named = { cashoutId: '', amountCents: undefined, says: undefined };
