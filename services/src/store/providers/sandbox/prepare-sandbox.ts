import type { Pool } from '../../../platform/pg.ts';
import { SandboxCoupons } from './sandbox-coupons.ts';
import { SandboxInvoices } from './sandbox-invoices.ts';
import { StripePromotions } from './stripe-promotions.ts';
import { StripeSessions } from './stripe-sessions.ts';

/** Makes the sandbox's tables where they are not there. */
export async function prepareSandbox(pool: Pool): Promise<void> {
  await new SandboxInvoices(pool).prepare();
  await new SandboxCoupons(pool).prepare();
  await new StripeSessions(pool).prepare();
  await new StripePromotions(pool).prepare();
}
