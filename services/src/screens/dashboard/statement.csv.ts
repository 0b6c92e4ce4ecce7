import { type Brand, rules } from '@framelift/contracts';
import { eurosText } from '../../platform/amounts.ts';
import { csvOf } from '../../platform/csv.ts';
import type { MonthStatement, Payee, PayoutStatement } from './month-statement.ts';
import { proofWords } from './statement-layout.ts';

interface Line {
  date?: string;
  what: string;
  amount?: number;
  balance?: number;
  text?: string | null;
}

const columns = ['date', 'what', 'amount', 'balance', 'text'] as const;

const linesCsv = (lines: readonly Line[]): string =>
  csvOf(
    columns,
    lines.filter(({ text }) => text !== null),
    eurosText,
  );

const fact = (what: string, text: string | null): Line => ({ what, text });
const head = (title: string, brand: Brand, { id, username, billing: { name, address, country, taxNumber } }: Payee): Line[] => [
  fact('Document', title),
  fact('From', [brand.name, ...brand.address].join(', ')),
  fact('Affiliate', `${username} (${id})`),
  fact('Name', name),
  fact('Address', address),
  fact('Country', country),
  fact('Tax number', taxNumber),
  fact('Currency', rules.currency),
];
const foot = ({ head: { position, hash }, layout }: Pick<MonthStatement, 'head' | 'layout'>): Line[] => [
  fact('Events of the log that this follows from', String(position)),
  fact('Fingerprint of that history', hash),
  fact('How to check', proofWords[layout]),
];

/** The PDF's content, one line each. */
export const monthCsv = (s: MonthStatement): string =>
  linesCsv([
    ...head(`Statement of ${s.month}`, s.brand, s.payee),
    { date: `${s.month}-01`, what: 'Opening balance', balance: s.openingCents },
    ...s.movements.map(({ at, why, cents, balanceCents }) => ({ date: at, what: why, amount: cents, balance: balanceCents })),
    { what: 'Sum of movements', amount: s.closingCents - s.openingCents },
    { what: 'Closing balance', balance: s.closingCents },
    ...(s.onHoldCents ? [{ what: 'of which on hold', balance: s.onHoldCents }] : []),
    ...s.terms.map(([name, value]) => fact(`${name} at the end of the month`, value)),
    ...foot(s),
  ]);

export const payoutCsv = (s: PayoutStatement): string =>
  linesCsv([
    ...head(`Payout ${s.cashoutId}`, s.brand, s.payee),
    { date: s.requestedAt, what: s.layout === 1 ? 'Asked for' : 'Requested' },
    { date: s.paidAt, what: 'Paid', amount: s.cents },
    fact('Paid to', s.paidTo),
    fact('Reference', s.reference),
    ...foot(s),
  ]);
