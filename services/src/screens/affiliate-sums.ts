import {
  type AffiliateSums,
  availableSigns,
  firstTerms,
  type Holds,
  noHolds,
  postingOf,
  type Status,
  withHold,
} from '@framelift/contracts';
import { cents, int, json, type RowOf, text } from '../engine/projecting/columns.ts';
import type { FoldedEvent } from '../engine/projecting/projection.ts';

const bookColumns = {
  earned_cents: cents(0),
  reversed_cents: cents(0),
  reserved_cents: cents(0),
  paid_cents: cents(0),
  forfeited_cents: cents(0),
};

/** The sums an affiliate's figures are computed from, as columns of a read model. */
export const sumColumns = {
  status: text<Status>('active'),
  commission_bps: int(firstTerms.defaultRateBps),
  tier: text(firstTerms.tiers[0]!.tier),
  /** Credited sales less reversed ones. */
  net_sales: int(0),
  /** Amounts of net sales. */
  generated_cents: cents(0),
  ...bookColumns,
  holds: json<Holds>(noHolds),
};

/** The row after an event that changes the account. */
export const accounted = <R extends RowOf<typeof sumColumns>>(row: R, e: FoldedEvent): R => {
  const { books, sales, amountCents, heldCents, availableAt } = postingOf(e)!;
  return {
    ...row,
    earned_cents: row.earned_cents + books.earnedCents,
    reversed_cents: row.reversed_cents + books.reversedCents,
    reserved_cents: row.reserved_cents + books.reservedCents,
    paid_cents: row.paid_cents + books.paidCents,
    forfeited_cents: row.forfeited_cents + books.forfeitedCents,
    net_sales: row.net_sales + sales,
    generated_cents: row.generated_cents + amountCents,
    holds: availableAt ? withHold(row.holds, availableAt, heldCents, e.metadata.occurredAt) : row.holds,
  };
};

export const sumsOf = (row: RowOf<typeof sumColumns>): AffiliateSums => ({
  books: {
    earnedCents: row.earned_cents,
    reversedCents: row.reversed_cents,
    reservedCents: row.reserved_cents,
    paidCents: row.paid_cents,
    forfeitedCents: row.forfeited_cents,
  },
  holds: row.holds,
  generatedCents: row.generated_cents,
  netSales: row.net_sales,
  tier: row.tier,
  commissionBps: row.commission_bps,
  status: row.status,
});

/** `ownCents` of a row, in SQL. */
export const ownSql = `(${Object.entries(availableSigns)
  .map(([sum, sign]) => `${sign < 0 ? '-' : '+'} ${sum.replace('Cents', '_cents')}`)
  .join(' ')})`;

/** `availableCents` of a row at a moment, in SQL. */
export const availableSqlAt = (now: number): string =>
  `(${ownSql} - (select coalesce(sum(value::bigint), 0)::bigint from jsonb_each_text(holds) where key > '${new Date(now).toISOString()}'))`;

/** How far below zero the sums of a row are, in SQL; 0 where the books are sound. */
export const belowZeroSql = `-(${Object.keys(bookColumns)
  .map((column) => `least(0, ${column})`)
  .join(' + ')})`;
