import { LEDGER, TOTALS } from '../../screens/dashboard/dashboard.tables.ts';
import type { Queryable } from '../../engine/projecting/schema.ts';
import { availableSql, belowZeroSql } from '../../screens/affiliate-sums.ts';

/**
 * Cents by which the books of all affiliates are off, 0 when they balance: what is available by an affiliate's sums against
 * what their ledger's entries add up to, and every sum below zero. One statement, so one snapshot.
 */
export async function booksImbalanceCents(on: Queryable): Promise<number> {
  const { rows } = await on.query<{ cents: number }>(
    `select coalesce(sum(abs(coalesce(t.available, 0) - coalesce(l.cents, 0)) + coalesce(t.below, 0)), 0)::bigint as cents
     from (
       select affiliate_id, ${availableSql} as available,
         ${belowZeroSql} as below
       from ${TOTALS}) t
     full join (select affiliate_id, sum(cents)::bigint as cents from ${LEDGER} group by affiliate_id) l using (affiliate_id)`,
  );
  return rows[0]!.cents;
}
