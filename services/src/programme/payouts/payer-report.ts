import { payoutRefusals, type PayoutResult, type Return } from '@framelift/contracts';
import { CsvError, parse } from 'csv-parse/sync';
import { type Separator, separatorOf } from '../../platform/csv-dialect.ts';
import { Refused } from '../../platform/refused.ts';
import { centsFrom } from '../../platform/amounts.ts';

export interface ReportRow {
  /** From 1, not counting the header. */
  row: number;
  /** Empty: of a payment that is not ours. */
  cashoutId: string;
  /** Which attempt to pay it; undefined: not in the report. */
  attempt?: string | undefined;
  /** Undefined: not in the report; NaN: it is not an amount. */
  amountCents: number | undefined;
  /** `accepted`: without an outcome yet; `again`: what had come back has left again. Undefined: it is not known. */
  says: PayoutResult | Return | 'accepted' | 'again' | undefined;
  /** Undefined: not in the report, or euros. */
  currency?: string | undefined;
  /** A bank's reason, as ISO 20022 codes it. */
  bankCode?: string | undefined;
  /** Why it cannot be used. */
  problem?: string;
}

/** The file for a bank that paid a run: a status of the whole file is one of each payment. */
export interface PaidFile {
  id: string;
  /** In the end-to-end ids of its payments; undefined: its ids are those of the cashouts. */
  attempt?: string | undefined;
  cashouts: readonly { cashoutId: string; amountCents: number; isBack?: boolean }[];
}

/** Names that payers give to the columns, as `plain` writes them: PayPal's reports of payouts and of activity (English and German), Wise's. */
export const REPORT_COLUMNS = {
  cashoutId: ['cashout', 'cashoutid', 'uniqueid', 'customerid', 'senderitemid', 'referenceid', 'recipientid', 'customnumber', 'zollnummer'],
  status: ['status', 'transactionstatus', 'paymentstatus', 'payoutstatus'],
  amount: ['amount', 'grossamount', 'paymentamount', 'gross', 'brutto', 'betrag', 'eur'],
} as const;

/** The meaning of a payer's status; other words have none yet. */
export const REPORT_WORDS: Record<string, PayoutResult | Return> = {
  completed: 'completed',
  success: 'completed',
  paid: 'completed',
  abgeschlossen: 'completed',
  unclaimed: 'unclaimed',
  pending: 'unclaimed',
  onhold: 'unclaimed',
  ausstehend: 'unclaimed',
  failed: 'failed',
  denied: 'failed',
  blocked: 'failed',
  abgelehnt: 'failed',
  returned: 'returned',
  refunded: 'returned',
  reversed: 'returned',
  canceled: 'returned',
};

/** The same of an amount that came into the account: a return, which may still be under way. One that failed is not known. */
const CAME_IN: Partial<Record<PayoutResult | Return, ReportRow['says']>> = { completed: 'returned', unclaimed: 'accepted' };

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');

/** What a payer's status says of a payment; undefined: it is not known. */
export const meaningOf = (status: string): PayoutResult | Return | undefined =>
  Object.hasOwn(REPORT_WORDS, plain(status)) ? REPORT_WORDS[plain(status)] : undefined;
const isNegative = (amount: string): boolean => /^[^\d]*[-\u2212]|-\s*(?:€|EUR)?\s*$/.test(amount);

/** '-62.50', '62,50' and '1.062,50' in cents; reports have outgoing amounts as negative. */
function centsOf(text: string): number | undefined {
  const digits = text.replaceAll(/[^0-9.,]/g, '');
  const [, whole, part] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits)!;
  const cents = centsFrom(whole!.replaceAll(/[.,]/g, ''), part);
  return digits ? cents : undefined;
}

const linesOf = (text: string, delimiter: Separator): string[][] =>
  parse(text, { bom: true, delimiter, relax_column_count: true, trim: true }) as string[][];
const at = (line: readonly string[], known: readonly string[]) => line.findIndex((name) => known.includes(plain(name)));
/** The line of the column names: PayPal's report of payouts has a summary above it. */
const beginOf = (lines: readonly string[][]): number =>
  lines.findIndex((line) => at(line, REPORT_COLUMNS.cashoutId) >= 0 && at(line, REPORT_COLUMNS.status) >= 0);

/** The lines of a report by the separator that shows its columns. @throws Refused */
function reportLines(whole: string): string[][] {
  const read = (text: string, separator: Separator): string[][] => {
    try {
      return linesOf(text, separator);
    } catch (error) {
      if (error instanceof CsvError) return [];
      throw error;
    }
  };
  const { separator, text } = separatorOf(whole, (separator, text) => beginOf(read(text, separator)) >= 0);
  return read(text, separator);
}

/** The rows of a payer's report that name something. @throws Refused */
export function readReport(text: string): ReportRow[] {
  const lines = reportLines(text);
  const begin = beginOf(lines);
  if (begin < 0) throw new Refused(payoutRefusals.reportUnreadable);
  const { cashoutId, status, amount } = REPORT_COLUMNS;
  const [id, state, sum] = [cashoutId, status, amount].map((known) => at(lines[begin]!, known)) as [number, number, number];
  const rows = lines
    .slice(begin + 1)
    .map((line, i) => ({ line, row: i + 1, amount: line[sum] ?? '' }))
    .filter(({ line }) => line.some((cell) => cell));
  // A report of an account writes what left it as negative; a report of payouts has no signs.
  const isOfAccount = rows.some(({ amount }) => isNegative(amount));
  return rows.map(({ line, row, amount }) => {
    const says = meaningOf(line[state] ?? '');
    return {
      row,
      cashoutId: line[id] ?? '',
      amountCents: sum < 0 ? undefined : centsOf(amount),
      says: isOfAccount && says && /\d/.test(amount) && !isNegative(amount) ? CAME_IN[says] : says,
    };
  });
}
