import { paypalRules } from '@framelift/contracts';
import type { Pool } from '../../platform/pg.ts';
import type { Waiting } from '../../platform/waiting.ts';
import { CASHOUTS } from '../dashboard/dashboard.tables.ts';

/** Every open cashout, also those of an open run. */
export async function openCashouts(pool: Pool): Promise<Waiting> {
  const { rows } = await pool.query<Waiting>(
    `select count(*)::int as count, sum(amount_cents)::bigint as "amountCents", min(requested_at) as "oldestAt"
     from ${CASHOUTS} where status in ('pending', 'approved')`,
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
