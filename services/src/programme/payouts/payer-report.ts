import { payoutRefusals, type PayoutResult, type Return } from '@framelift/contracts';
import { CsvError, parse } from 'csv-parse/sync';
import { Refused } from '../../platform/refused.ts';

export interface ReportRow {
  /** From 1, without the line of names. */
  row: number;
  cashoutId: string;
  /** Undefined: the report does not say. */
  amountCents: number | undefined;
  says: PayoutResult | Return | undefined;
}

/** Names that payers give to the columns, in small letters without spaces and signs. */
const names = {
  cashoutId: ['cashout', 'cashoutid', 'uniqueid', 'customerid', 'senderitemid', 'referenceid', 'recipientid'],
  status: ['status', 'transactionstatus', 'paymentstatus'],
  amount: ['amount', 'grossamount', 'paymentamount', 'gross', 'eur'],
} as const;

/** What a payer's word means here; other words say nothing yet. */
const statuses: Record<string, PayoutResult | Return> = {
  completed: 'completed',
  success: 'completed',
  paid: 'completed',
  unclaimed: 'unclaimed',
  pending: 'unclaimed',
  onhold: 'unclaimed',
  failed: 'failed',
  denied: 'failed',
  blocked: 'failed',
  returned: 'returned',
  refunded: 'returned',
  reversed: 'returned',
};

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');

/** '-62.50', '62,50' and '1.062,50' in cents; a report gives what left the account as a negative amount. */
function centsOf(text: string | undefined): number | undefined {
  const digits = (text ?? '').replaceAll(/[^0-9.,]/g, '');
  const [, whole, part = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits)!;
  const cents = Number(`${whole!.replaceAll(/[.,]/g, '')}${part.padEnd(2, '0')}`);
  return digits ? cents : undefined;
}

/** The rows of a payer's report that name something. PayPal's has a summary above its line of names, which is passed over. @throws Refused */
export function readReport(text: string): ReportRow[] {
  let lines: string[][];
  try {
    lines = parse(text, { bom: true, delimiter: [',', ';', '\t'], relax_column_count: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (error instanceof CsvError) throw new Refused(payoutRefusals.reportUnreadable);
    throw error;
  }
  const at = (line: readonly string[], known: readonly string[]) => line.findIndex((name) => known.includes(plain(name)));
  const begin = lines.findIndex((line) => at(line, names.cashoutId) >= 0 && at(line, names.status) >= 0);
  if (begin < 0) throw new Refused(payoutRefusals.reportUnreadable);
  const [id, status, amount] = [names.cashoutId, names.status, names.amount].map((known) => at(lines[begin]!, known)) as [
    number,
    number,
    number,
  ];
  return lines
    .slice(begin + 1)
    .map((line, i) => ({
      row: i + 1,
      cashoutId: line[id] ?? '',
      amountCents: amount < 0 ? undefined : centsOf(line[amount]),
      says: statuses[plain(line[status] ?? '')],
    }));
}
