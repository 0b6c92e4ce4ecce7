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

/** The books, or a posting, as columns. */
export const inColumns = (b: Books): RowOf<typeof bookColumns> => ({
  earned_cents: b.earnedCents,
  reversed_cents: b.reversedCents,
  reserved_cents: b.reservedCents,
  paid_cents: b.paidCents,
  forfeited_cents: b.forfeitedCents,
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
export const availableSql = `(${Object.entries(inColumns(availableSigns))
  .map(([column, sign]) => `${sign < 0 ? '-' : '+'} ${column}`)
  .join(' ')})`;

/** How far below zero the sums of a row are, in SQL; 0 where the books are sound. */
export const belowZeroSql = `-(${Object.keys(bookColumns)
  .map((column) => `least(0, ${column})`)
  .join(' + ')})`;
