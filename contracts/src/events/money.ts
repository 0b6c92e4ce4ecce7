import type { Books } from '../rules/books.ts';

/** A line of the ledger, under its kind. */
export interface Line<Data> {
  /** The kind in words. */
  label: string;
  /** The reason of the line; `{about}` is its sale, cashout or source, `{rate}` the rate and its source. */
  why: string;
  /** Only for an event with such data. */
  if?: (data: Data) => unknown;
}

/** How an event changes an affiliate's account. Sums, ledgers, statements and dashboards derive from it; the audit has its own copy. */
export interface Money<Data> {
  /** By how much it moves each sum, in cents. */
  moves: (data: Data) => Partial<Books>;
  ledger: Readonly<Record<string, Line<Data>>>;
  /** A sale that counts, or no longer does: its amount and, until `availableAt`, the hold of its commission. */
  sale?: 1 | -1;
}
