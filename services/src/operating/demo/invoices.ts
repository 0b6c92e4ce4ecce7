import type { Pool } from '../../platform/pg.ts';
import { prepareSandbox } from '../../store/providers/sandbox/prepare-sandbox.ts';
import { type PastInvoice, SandboxInvoices } from '../../store/providers/sandbox/sandbox-invoices.ts';
import { idFrom } from '../../platform/keys.ts';
import type { PlannedSale } from './sales.ts';

const PAGE = 5_000;

/** Gives the sandbox store every invoice of the demo in its final state, and continues its numbers after them. */
export async function keepInvoices(pool: Pool, sales: readonly PlannedSale[], seed: number, ends: number): Promise<void> {
  await prepareSandbox(pool);
  const invoices = new SandboxInvoices(pool);
  for (let i = 0; i < sales.length; i += PAGE) {
    const past = sales.slice(i, i + PAGE).map((sale): PastInvoice => {
      const refunded = sale.outcome === 'refunded' || sale.refundedAt !== null;
      const known = sale.outcome !== 'abandoned' && sale.recordedAt < ends;
      return {
        id: Number(sale.invoice.invoiceId),
        unique_id: idFrom(`demo ${seed} invoice ${sale.n}`) + idFrom(`demo ${seed} again ${sale.n}`).slice(0, 8),
        status: !known ? 'pending' : refunded ? 'refunded' : 'completed',
        email: known ? sale.email : null,
        affiliate: null,
        sku: sale.sku,
        quantity: 1,
        currency: sale.currency,
        price_cents: sale.paidCents,
        refunded_cents: refunded ? sale.paidCents : (sale.partial?.cents ?? 0),
        created_at: new Date(sale.checkoutAt),
        completed_at: known ? new Date(sale.completedAt) : null,
        updated_at: new Date(sale.refundedAt ?? sale.recordedAt),
      };
    });
    await invoices.remember(past);
  }
  await invoices.countOn();
}
