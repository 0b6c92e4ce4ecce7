import type { Pool } from '../../../platform/pg.ts';
import { SandboxCoupons } from './sandbox-coupons.ts';
import { SandboxInvoices } from './sandbox-invoices.ts';

/** Makes the sandbox's tables where they are not there. */
export async function prepareSandbox(pool: Pool): Promise<void> {
  await new SandboxInvoices(pool).prepare();
  await new SandboxCoupons(pool).prepare();
}
