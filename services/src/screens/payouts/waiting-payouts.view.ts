import { paypalRules } from '@framelift/contracts';
import type { Pool } from '../../platform/pg.ts';
import type { Waiting } from '../../platform/waiting.ts';
import { CASHOUTS } from '../dashboard/dashboard.tables.ts';

/** Every open cashout, also those of an open run. Those with an unknown outcome are listed by themselves. */
export async function openCashouts(pool: Pool): Promise<Waiting> {
  const { rows } = await pool.query<Waiting>(
    `select count(*)::int as count, sum(amount_cents)::bigint as "amountCents", min(requested_at) as "oldestAt"
     from ${CASHOUTS} c where status in ('pending', 'approved') and unknown_since is null
       and not exists (select from payouts.runs r where r.run_id = c.run_id and r.unknown_since is not null)`,
  );
  return rows[0]!;
}

/** Open runs whose batch PayPal never confirmed, and is not asked for again. `now`: ms. */
export async function undecidedRuns(pool: Pool, now: number): Promise<Waiting> {
  const { rows } = await pool.query<Waiting>(
    `select count(*)::int as count, sum(b.cents)::bigint as "amountCents", min(b.sent_at) as "oldestAt"
     from payouts.batches b join payouts.runs r using (run_id) where b.state = 'sent' and r.state = 'open' and b.sent_at <= $1`,
    [new Date(now - paypalRules.askedForMs)],
  );
  return rows[0]!;
}

/** Payments that may have been made before the system went back, of runs and by hand. */
export async function unknownOutcomes(pool: Pool): Promise<Waiting> {
  const { rows } = await pool.query<Waiting>(
    `select coalesce(sum(n), 0)::int as count, sum(cents)::bigint as "amountCents", min(since) as "oldestAt" from (
       select count as n, cents, unknown_since as since from payouts.runs where unknown_since is not null
       union all select 1, amount_cents, unknown_since from ${CASHOUTS} where unknown_since is not null) as unknown`,
  );
  return rows[0]!;
}

/** Payments at a payer that no run has, and that nobody has acknowledged. */
export async function unmatchedPayments(pool: Pool): Promise<Waiting> {
  const { rows } = await pool.query<Waiting>(
    `select count(*)::int as count, sum(amount_cents)::bigint as "amountCents", min(seen_at) as "oldestAt" from payouts.unmatched`,
  );
  return rows[0]!;
}
