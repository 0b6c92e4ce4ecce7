import {
  idOf,
  invoiceKey,
  type Measure,
  type Measures,
  MEASURES,
  onAccountParts,
  ownCents,
  type PartKind,
  partOf,
  postingOf,
} from '@framelift/contracts';
import { bigint, cents, int, type RowOf, sealed, smallint, text, timestamp } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, plus, table } from '../../engine/projecting/projection.ts';
import { writtenIn } from './written.ts';

const affiliateOf = (e: FoldedEvent): string => idOf(e.streamId);

/** Measures of accounts, as columns. Clicks and payout runs are counted from their own streams. */
const measureColumns = {
  earned_cents: cents(0),
  reversed_cents: cents(0),
  reserved_cents: cents(0),
  paid_cents: cents(0),
  forfeited_cents: cents(0),
  sold_cents: cents(0),
  held_cents: cents(0),
  reviewed_cents: cents(0),
  sales: bigint(0),
  accounts: bigint(0),
  waiting: bigint(0),
};
type MeasureColumns = Record<keyof typeof measureColumns, number>;

/** The column of a measure. */
export const columnOf = (measure: Measure): string => measure.replace('Cents', '_cents');
/** Measures that are columns of parts. */
export const STORED = MEASURES.filter((measure) => columnOf(measure) in measureColumns);
const inColumns = (adds: Measures) => Object.fromEntries(STORED.map((m) => [columnOf(m), adds[m]])) as MeasureColumns;

/** When the hold of a commission ends; null: immediately available. */
export const holdEnd = ({ availableAt }: { availableAt: string }, now: string): string | null => (availableAt > now ? availableAt : null);

/** What an event adds; a hold that ended before the event adds nothing. */
function added(e: FoldedEvent) {
  const part = partOf(e)!;
  const until = part.until && holdEnd({ availableAt: part.until }, e.metadata.occurredAt);
  return { kind: part.kind, until: until ?? '', ...inColumns(until ? part.adds : { ...part.adds, heldCents: 0 }) };
}

/** The sale, cashout, tier or other programme's row that a part is about. */
const aboutOf = ({ data }: FoldedEvent): string | null => {
  if ('invoiceId' in data) return invoiceKey(data);
  if ('cashoutId' in data) return data.cashoutId;
  if ('sourceId' in data) return `${data.sourceId} of ${data.from}`;
  if ('about' in data) return data.about;
  if ('netSales' in data) return data.to;
  if ('tier' in data) return data.tier ?? null;
  return 'file' in data ? data.from : null;
};

const productOf = ({ data }: FoldedEvent): string | null => ('product' in data && typeof data.product === 'string' ? data.product : null);

const factsOf = (e: FoldedEvent) => ({
  about: aboutOf(e),
  product: productOf(e),
  ...('rateFrom' in e.data && { bps: e.data.commissionBps, rate_from: e.data.rateFrom === 'tier' ? e.data.tier : e.data.rateFrom }),
});

/** The line of an event in a ledger, with what it adds to the account; undefined: it has none. */
export function lineOf(e: FoldedEvent) {
  const posting = postingOf(e);
  return posting?.kind ? { kind: posting.kind, cents: ownCents(posting.books), bps: null, rate_from: null, ...factsOf(e) } : undefined;
}

/** What each event adds to the figures of an account. All parts of a figure sum to it. */
export const parts = table({
  key: { affiliate_id: text(), kind: text<PartKind>(), position: bigint() },
  keyOf: (e) => {
    const part = partOf(e);
    return part ? [affiliateOf(e), part.kind, e.position] : undefined;
  },
  columns: {
    at: timestamp,
    /** The invoice or cashout it is about. */
    about: text().nullable(),
    /** Title of what was sold; null: not known, or no sale. */
    product: text().nullable(),
    /** The rate a commission was earned at, and what decided it: the affiliate's own, or a tier's. */
    bps: int().nullable(),
    rate_from: text().nullable(),
    /** Until when its `held_cents` are on hold (ISO 8601 UTC); empty: it has none. */
    until: text(),
    /** What an admin wrote to the affiliate. */
    reason: sealed.nullable(),
    ...measureColumns,
  },
  indexes: ['(kind, position)', '(about) where about is not null'],
  creates: onAccountParts((e: FoldedEvent) => {
    const { kind: _, ...measures } = added(e);
    return { at: e.metadata.occurredAt, reason: writtenIn(e), ...factsOf(e), ...measures };
  }),
});

const sumColumns = { count: bigint(0), ...measureColumns };
const addedTo = <R extends { count: number } & MeasureColumns>(row: R, e: FoldedEvent): R => {
  const { kind: _, until: __, ...measures } = added(e);
  return plus(row, { count: 1, ...measures } as object);
};

/** Events of a stream that one block of its sums covers. */
const BLOCK = 256;
const accountColumns = { /** The position of its first part. */ first: bigint(0), ...sumColumns };

/** An account's parts by kind, in blocks of its stream: a sum up to any position reads few rows. */
export const partSums = table({
  key: { affiliate_id: text(), block: int(), kind: text<PartKind>(), until: text() },
  keyOf: (e) => {
    const part = partOf(e);
    return part ? [affiliateOf(e), Math.floor(e.version / BLOCK), part.kind, added(e).until] : undefined;
  },
  columns: accountColumns,
  on: onAccountParts((row: RowOf<typeof accountColumns>, e: FoldedEvent) => addedTo({ ...row, first: row.first || e.position }, e)),
});

/** Sums over all accounts are kept for 2^n positions each. */
export const SHIFTS = [20, 16, 12] as const;
const programmeColumns = { ...sumColumns, clicks: bigint(0) };

/** The same of all accounts, and of clicks, in blocks of the log. */
export const programmeSums = table({
  key: { shift: smallint(), block: int(), kind: text<PartKind>() },
  keysOf: (e) => {
    const part = partOf(e);
    return part ? SHIFTS.map((shift) => [shift, Math.floor(e.position / 2 ** shift), part.kind]) : [];
  },
  perPartition: true,
  columns: programmeColumns,
  on: {
    ...onAccountParts((row: RowOf<typeof programmeColumns>, e: FoldedEvent) => addedTo(row, e)),
    VisitTracked: (row) => plus(row, { count: 1, clicks: 1 }),
  },
});
