import pg from 'pg';
import { watchBeside } from '../../../engine/log/archiving/archive.ts';
import { lockInTransaction, locks } from '../../../platform/locks.ts';
import { inTransaction, type Pool } from '../../../platform/pg.ts';
import { PaypalBatches } from './paypal-batches.ts';
import { SandboxCoupons } from './sandbox-coupons.ts';
import { SandboxInvoices } from './sandbox-invoices.ts';
import { StripePromotions } from './stripe-promotions.ts';
import { StripeSessions } from './stripe-sessions.ts';

/** A restored system needs these tables of the sandbox. */
export const KEPT_SANDBOX = [
  { name: 'sandbox_store.invoices', key: 'id', rows: 1_000 },
  { name: 'sandbox_store.coupons', key: 'id', rows: 1_000 },
  { name: 'sandbox_store.stripe_sessions', key: 'id', rows: 1_000 },
  { name: 'sandbox_store.stripe_events', key: 'seq', rows: 1_000 },
  { name: 'sandbox_store.stripe_promotions', key: 'coupon', rows: 1_000 },
  { name: 'sandbox_store.paypal_batches', key: 'batch_id', rows: 1_000 },
  { name: 'sandbox_store.paypal_items', key: 'item_id', rows: 1_000 },
];

/** A restore fills the tables as the role that owns the schema of the log, which need not be an administrator. */
export async function letFillSandbox(pool: Pool, role: string): Promise<void> {
  const to = pg.escapeIdentifier(role);
  await pool.query(
    `grant usage on schema sandbox_store to ${to}; grant select, insert, update, delete on all tables in schema sandbox_store to ${to}`,
  );
}

/** Creates missing tables of the sandbox; one process at a time, as `if not exists` fails where two look at once. */
export async function prepareSandbox(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockInTransaction(client, locks.sandbox);
    await new SandboxInvoices(pool).prepare();
    await new SandboxCoupons(pool).prepare();
    await new StripeSessions(pool).prepare();
    await new StripePromotions(pool).prepare();
    await new PaypalBatches(pool).prepare();
    for (const { name, key } of KEPT_SANDBOX) await watchBeside(pool, name, key);
  });
}
