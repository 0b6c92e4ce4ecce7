import { randomUUID } from 'node:crypto';
import { affiliateStream, checkoutStream } from '../../contracts/src/index.ts';
import type { Log } from '../../services/src/engine/log/log.ts';
import { ref } from './invoices.ts';
import { checkoutStarted, saleCreditReversed, saleCredited, saleRecorded, saleReversed } from './facts.ts';

/** A credited sale as the store's command appends it, on both streams at once. Cents. */
export async function sold(
  log: Log,
  affiliateId: string,
  commissionCents: number,
  invoiceId: string = randomUUID(),
  more: Parameters<typeof saleRecorded>[0] = { customerEmail: 'buyer@example.com', buyer: 'b'.repeat(40) },
): Promise<string> {
  const amountCents = commissionCents * 5;
  const soldAt = new Date().toISOString();
  const sale = saleRecorded({
    ...ref(invoiceId),
    product: 'Framelift Premium',
    paidCents: amountCents,
    amountCents,
    rateFrom: 'tier',
    commissionCents,
    soldAt,
    ...more,
  });
  const started = checkoutStarted({ checkoutId: invoiceId, ...ref(invoiceId), listCents: amountCents, affiliateId });
  const credited = saleCredited({ ...ref(invoiceId), affiliateId, amountCents, commissionCents });
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
      { streamId: affiliateStream(affiliateId), expected: 'any', facts: [saleReversed(amounts)] },
      { streamId: checkoutStream(ref(invoiceId)), expected: 'any', facts: [saleCreditReversed({ ...amounts, affiliateId })] },
    ],
    metadata: {
      occurredAt: new Date().toISOString(),
      actor: { kind: 'store', id: 'test' },
      commandId: randomUUID(),
      correlationId: randomUUID(),
    },
  });
}
