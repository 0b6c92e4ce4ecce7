import { createHash } from 'node:crypto';
import { type CsvError, parse } from 'csv-parse/sync';
import { type ImportSource, isoOf, type Product, refusals, rules, saleLimits, saleMoment, soldAtFirst } from '@framelift/contracts';
import { isAddress } from '../../platform/address.ts';
import { type DecimalSign, decimalOf, plainAmount, type Separator, separatorOf } from '../../platform/csv-dialect.ts';
import { unprintable } from '../../platform/letters.ts';
import { columnName, formats, type Kind, type Meaning } from './programme-formats.ts';

export interface ExportFile {
  /** The name without its folders. */
  name: string;
  text: string;
}
/** A row of an export: its file, and its number, not counting the header. */
export interface At {
  file: string;
  row: number;
}
export interface AffiliateRow extends At {
  kind: 'affiliate';
  id: string | null;
  email: string;
  /** Their code there; null: none. */
  username: string | null;
  balanceCents: number | null;
}
export interface SaleRow extends At {
  kind: 'sale';
  id: string;
  who: string;
  /** Title of a product of the site; null: not said. */
  product: string | null;
  amountCents: number;
  commissionCents: number;
  soldAt: string;
  availableAt: string | null;
  /** If the commission's row has it. */
  paidAt: string | null;
  paid: boolean;
}
export interface PayoutRow extends At {
  kind: 'payout';
  id: string;
  who: string;
  amountCents: number;
  paidAt: string;
}
/** It is left out, and why: by its state, or because it cannot be read. */
export interface OtherRow extends At {
  kind: 'left out' | 'problem';
  what: string;
  /** Names of an affiliate who is left out. */
  names?: string[];
}
export type Row = AffiliateRow | SaleRow | PayoutRow | OtherRow;

class Unfit extends Error {}
const MAX_CENTS = 9_000_000_000_000;

/** '€1,234.50', '1234.5' and '1234.50 EUR' are 123450; so is '1.234,50' in a file with decimal commas. @throws Unfit */
function centsOf(text: string, inCents: boolean, decimal: DecimalSign): number {
  const plain = plainAmount(text.trim().replace(/EUR$/i, ''), decimal);
  if (!(inCents ? /^\d{1,13}$/ : /^\d{1,11}(\.\d{1,2}0*)?$/).test(plain)) throw new Unfit(`'${text}' is not an amount in euros`);
  const cents = inCents ? Number(plain) : Math.round(Number(plain) * 100);
  if (cents > MAX_CENTS) throw new Unfit(`'${text}' is more than can be booked`);
  return cents;
}

/** ISO 8601, or a day, a day and a time, in UTC. @throws Unfit */
function timeOf(text: string): string {
  const [, day, time = '00:00:00', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?))?(?: ?(Z|UTC|[+-]\d{2}:?\d{2}))?$/.exec(text.trim()) ?? [];
  const read = isoOf(`${day}T${time}${zone === 'UTC' ? 'Z' : zone.replace(/(\d{2})(\d{2})$/, '$1:$2')}`);
  if (read === undefined) throw new Unfit(`'${text}' is not a time like 2025-12-31 or 2025-12-31T12:00:00Z`);
  return read;
}

/** The fields of one record, by our names, read at `now` (ms). */
class Fields {
  constructor(
    private readonly record: Readonly<Record<string, string>>,
    private readonly columns: Readonly<Record<string, readonly string[]>>,
    private readonly now: number,
    private readonly decimal: DecimalSign,
  ) {}

  private column(field: string): string | undefined {
    return this.columns[field]?.find((column) => (this.record[column] ?? '').trim() !== '');
  }
  text(field: string): string | null {
    const column = this.column(field);
    return column ? this.record[column]!.trim() : null;
  }
  /** @throws Unfit */
  must(field: string, what: string): string {
    const text = this.text(field);
    if (text === null) throw new Unfit(`There is no ${what}`);
    return text;
  }
  cents(field: string, what: string): number {
    return centsOf(this.must(field, what), this.column(field)!.endsWith('_cents'), this.decimal);
  }
  time(field: string): string | null {
    const text = this.text(field);
    return text === null ? null : timeOf(text);
  }
  /** A time, limited like `saleMoment` for every sale. */
  past(field: string): string | null {
    const text = this.text(field);
    if (text === null) return null;
    const ms = saleMoment(Date.parse(timeOf(text)), this.now);
    if (ms === undefined) throw new Unfit(`'${text}' is in the future, or before ${new Date(saleLimits.since).getUTCFullYear()}`);
    return new Date(ms).toISOString();
  }
}

const leftOut = (at: At, state: string): OtherRow => ({ ...at, kind: 'left out', what: `Its state there is '${state}'` });

/** The title of a product that a file names by its id or title. @throws Unfit */
function productNamed(name: string | null, products: readonly Product[]): string | null {
  if (name === null) return null;
  const found = products.find(({ sku, title }) => sku === name || title === name);
  if (!found) throw new Unfit(`The product '${name}' is unknown: name one of the site by its id or title`);
  return found.title;
}

/** Reads one row; an unreadable one becomes a row of a separate kind, so that none is lost. */
function rowOf(
  kind: Kind,
  fields: Fields,
  at: At,
  { states, idOf, products }: { states: Readonly<Record<string, Meaning>>; idOf: () => string; products: readonly Product[] },
): Row {
  const state = fields.text('state')?.toLowerCase() ?? null;
  const meaning = state === null ? 'counts' : Object.hasOwn(states, state) && states[state];
  if (!meaning) throw new Unfit(`The state '${state}' is unknown`);
  const currency = fields.text('currency');
  if (currency !== null && currency.toUpperCase() !== rules.currency)
    throw new Unfit(`It is in ${currency}; the programme here counts in ${rules.currency}`);
  if (meaning === 'left out') {
    const names = ['email', 'id', 'username'].flatMap((field) => fields.text(field) ?? []);
    return { ...leftOut(at, state!), ...(kind === 'affiliates' ? { names } : {}) };
  }
  if (kind === 'affiliates') {
    const email = fields.must('email', 'e-mail address');
    if (!isAddress(email)) throw new Unfit(`'${email}' is not an e-mail address`);
    const balanceCents = fields.text('balance') === null ? null : fields.cents('balance', 'balance');
    return { ...at, kind: 'affiliate', id: fields.text('id'), email, username: fields.text('username'), balanceCents };
  }
  const who = fields.must('who', 'affiliate');
  const id = fields.text('id') ?? idOf();
  if (id.length > 90) throw new Unfit('The id is longer than 90 characters');
  // Statements print it.
  const letters = unprintable(id);
  if (letters.length) throw new Unfit(refusals.unprintable(letters));
  if (kind === 'payouts') {
    const paidAt = fields.past('at');
    if (!paidAt) return leftOut(at, 'not paid');
    return { ...at, kind: 'payout', id, who, amountCents: fields.cents('amount', 'amount'), paidAt };
  }
  fields.must('at', 'time');
  const soldAt = fields.past('at')!;
  const availableAt = meaning === 'later' ? fields.time('dueAt') : null;
  if (meaning === 'later' && !availableAt) return leftOut(at, state!);
  const [commissionCents, amountCents] = [fields.cents('commission', 'commission'), fields.cents('amount', 'sale amount')];
  if (amountCents > saleLimits.mostCents) throw new Unfit('The sale is above the largest that can be booked');
  if (commissionCents > amountCents) throw new Unfit('The commission is above the sale');
  const paid = meaning === 'paid';
  return {
    ...at,
    kind: 'sale',
    id,
    who,
    product: productNamed(fields.text('product'), products),
    amountCents,
    commissionCents,
    soldAt,
    availableAt,
    paidAt: paid ? fields.past('paidAt') : null,
    paid,
  };
}

/** The kind of a programme's file, by its columns; undefined: none of them. */
export function kindOf(from: ImportSource, headings: readonly string[]): Kind | undefined {
  const has = (columns: readonly string[]) => columns.some((column) => headings.includes(column));
  const { files } = formats[from];
  return (['sales', 'payouts', 'affiliates'] as const).find((kind) => files[kind].needs.every((field) => has(files[kind].columns[field]!)));
}

/** The names in a file's first line, split by one separator. */
const namesIn = (text: string, delimiter: Separator): string[] => {
  const [names = []] = parse(text, { bom: true, delimiter, to: 1, relax_quotes: true, relax_column_count: true }) as string[][];
  return names.map(columnName);
};
const AMOUNTS = ['amount', 'commission', 'balance'];

/** Every row of a file, read at `now` (ms); `products`: those of the site. @throws UnreadableFile if the file is not one of the programme's */
export function readRows(
  from: ImportSource,
  { name: file, text: whole }: ExportFile,
  now = Date.now(),
  products: readonly Product[] = soldAtFirst,
): Row[] {
  const fits = (separator: Separator, text: string) => kindOf(from, namesIn(text, separator)) !== undefined;
  const { separator: delimiter, text } = separatorOf(whole, fits);
  const headings = namesIn(text, delimiter);
  const broken: { row: number; what: string }[] = [];
  // Rows are numbered as in a spreadsheet: a cell with a line break is one row, and so is an empty line.
  let read = 0;
  const skip = (error: CsvError | undefined, raw: string | undefined): undefined => {
    if (!error) return undefined;
    // A quote that is not closed, or closed too early, swallows rows: better refuse the file than lose some.
    const swallows = error.code === 'CSV_INVALID_CLOSING_QUOTE' || (raw ?? '').trim().includes('\n');
    if (swallows) throw new UnreadableFile(`${file} cannot be read as CSV: ${error.message}`);
    broken.push({ row: ++read + Number(error['empty_lines'] ?? 0), what: `Not readable as CSV: ${error.message}` });
    return undefined;
  };
  const records = parse(text, {
    bom: true,
    delimiter,
    columns: (names: string[]) => names.map(columnName),
    skip_empty_lines: true,
    skip_records_with_error: true,
    raw: true,
    on_skip: skip,
    on_record: ({ record }: { record: Record<string, string> }, { empty_lines }) => ({ record, row: ++read + empty_lines }),
  }) as unknown as { record: Record<string, string>; row: number }[];
  const kind = kindOf(from, headings);
  if (!kind) throw new UnreadableFile(unknownFile(file, from, headings));
  const { columns } = formats[from].files[kind];
  const seen = new Map<string, number>();
  const amounts = AMOUNTS.flatMap((field) => columns[field] ?? []).filter((column) => !column.endsWith('_cents'));
  const decimal = decimalOf(records.flatMap(({ record }) => amounts.flatMap((column) => record[column] ?? [])));
  const rows = records.map(({ record, row }): Row => {
    const at = { file, row };
    // A row without an id is identified by its content and its occurrence.
    const idOf = () => {
      const digest = createHash('sha256')
        .update(JSON.stringify(Object.entries(record).toSorted()))
        .digest('hex')
        .slice(0, 24);
      seen.set(digest, (seen.get(digest) ?? 0) + 1);
      return `${digest}-${seen.get(digest)}`;
    };
    try {
      return rowOf(kind, new Fields(record, columns, now, decimal), at, { states: formats[from].states, idOf, products });
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      return { ...at, kind: 'problem', what: error.message };
    }
  });
  return [...rows, ...broken.map((one): Row => ({ file, kind: 'problem', ...one }))];
}

/** None of the file is read. */
export class UnreadableFile extends Error {}

function unknownFile(file: string, from: ImportSource, headings: readonly string[]): string {
  const needs = Object.entries(formats[from].files).map(
    ([kind, format]) => `${kind}: ${format.needs.map((field) => format.columns[field]!.join(' or ')).join('; ')}`,
  );
  const shown = headings.slice(0, 12).map((name) => name.slice(0, 30));
  const has = `${shown.join(', ') || 'none'}${headings.length > shown.length ? `, and ${headings.length - shown.length} more` : ''}`;
  return `${file} is not a known export of ${from}. It has the columns ${has}.\nExpected:\n  ${needs.join('\n  ')}`;
}
