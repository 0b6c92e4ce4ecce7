import { type AffiliateSums, availableSigns, type Books, rules, type Status, type Tier } from '@framelift/contracts';
import { cents, int, type RowOf, text } from '../engine/projecting/columns.ts';

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
  commission_bps: int(rules.defaultRateBps),
  tier: text<Tier>(rules.tiers[0]!.tier),
  /** Credited sales less reversed ones. */
  net_sales: int(0),
  /** Amounts of net sales. */
  generated_cents: cents(0),
  ...bookColumns,
};

type BookRow = RowOf<typeof bookColumns>;

/** The row after a posting. */
export const booked = <R extends BookRow>(row: R, posting: Books): R => ({
  ...row,
  earned_cents: row.earned_cents + posting.earnedCents,
  reversed_cents: row.reversed_cents + posting.reversedCents,
  reserved_cents: row.reserved_cents + posting.reservedCents,
  paid_cents: row.paid_cents + posting.paidCents,
  forfeited_cents: row.forfeited_cents + posting.forfeitedCents,
});

export const sumsOf = (row: RowOf<typeof sumColumns>): AffiliateSums => ({
  books: {
    earnedCents: row.earned_cents,
    reversedCents: row.reversed_cents,
    reservedCents: row.reserved_cents,
    paidCents: row.paid_cents,
    forfeitedCents: row.forfeited_cents,
  },
  generatedCents: row.generated_cents,
  netSales: row.net_sales,
  tier: row.tier,
  commissionBps: row.commission_bps,
  status: row.status,
});

/** `availableCents` of a row, in SQL. */
export const availableSql = `(${Object.entries(availableSigns)
  .map(([sum, sign]) => `${sign < 0 ? '-' : '+'} ${sum.replace('Cents', '_cents')}`)
  .join(' ')})`;

/** How far below zero the sums of a row are, in SQL; 0 where the books are sound. */
export const belowZeroSql = `-(${Object.keys(bookColumns)
  .map((column) => `least(0, ${column})`)
  .join(' + ')})`;
