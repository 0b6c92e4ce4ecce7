import { randomUUID } from 'node:crypto';
import { affiliateStream, checkoutStream, fact } from '../../contracts/src/index.ts';
import type { Log } from '../../services/src/engine/log/log.ts';
import { ref } from './invoices.ts';

/** A credited sale as the store's command appends it, on both streams at once. Cents. */
export async function sold(
  log: Log,
  affiliateId: string,
  commissionCents: number,
  invoiceId: string = randomUUID(),
  buyer = { customerEmail: 'buyer@example.com', buyer: 'b'.repeat(40) },
): Promise<string> {
  const amountCents = commissionCents * 5;
  const soldAt = new Date().toISOString();
  const sale = fact('SaleRecorded', {
    ...ref(invoiceId),
    product: 'Framelift Premium',
    quantity: 1,
    paidCents: amountCents,
    amountCents,
    capped: false,
    commissionBps: 20_00,
    rateFrom: 'tier',
    tier: 'bronze',
    commissionCents,
    soldAt,
    ...buyer,
    credited: 'store',
  });
  const started = fact('CheckoutStarted', {
    checkoutId: invoiceId,
    ...ref(invoiceId),
    sku: 'premium',
    quantity: 1,
    listCents: amountCents,
    affiliateId,
    visitKnown: false,
  });
  const credited = fact('SaleCredited', { ...ref(invoiceId), affiliateId, amountCents, commissionCents, credited: 'store' });
  await log.append({
    streams: [
      { streamId: affiliateStream(affiliateId), expected: 'any', facts: [sale] },
      { streamId: checkoutStream(ref(invoiceId)), expected: 0, facts: [started, credited] },
    ],
    metadata: { occurredAt: soldAt, actor: { kind: 'store', id: 'test' }, commandId: randomUUID(), correlationId: randomUUID() },
  });
  return invoiceId;
}

/** Its refund. */
export async function refunded(log: Log, affiliateId: string, commissionCents: number, invoiceId: string): Promise<void> {
  const amounts = { ...ref(invoiceId), amountCents: commissionCents * 5, commissionCents, cause: 'refund' } as const;
  await log.append({
    streams: [
      { streamId: affiliateStream(affiliateId), expected: 'any', facts: [fact('SaleReversed', amounts)] },
      { streamId: checkoutStream(ref(invoiceId)), expected: 'any', facts: [fact('SaleCreditReversed', { ...amounts, affiliateId })] },
    ],
    metadata: {
      occurredAt: new Date().toISOString(),
      actor: { kind: 'store', id: 'test' },
      commandId: randomUUID(),
      correlationId: randomUUID(),
    },
  });
}
