import { LEDGER, TOTALS } from '../../screens/dashboard/dashboard.tables.ts';
import type { Queryable } from '../../engine/projecting/schema.ts';
import { availableSql, belowZeroSql } from '../../screens/affiliate-sums.ts';

/** Cents by which the sums of all affiliates differ from their ledgers, plus every sum below zero. 0: the books balance. */
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
