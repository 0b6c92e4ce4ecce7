import { idOf, type PaymentType } from '@framelift/contracts';
import { bigint, bool, json, sealed, text, timestamp } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, table } from '../../engine/projecting/projection.ts';

const affiliateOf = (e: FoldedEvent): string => idOf(e.streamId);

/** An affiliate's current payment methods. */
export const paymentMethods = table({
  key: { affiliate_id: text(), payment_method_id: text() },
  keyOf: (e) => ('paymentMethodId' in e.data ? [affiliateOf(e), e.data.paymentMethodId] : undefined),
  columns: {
    position: bigint(),
    payment_type: text<PaymentType>(),
    details: sealed,
    verified: bool(false),
    /** When these details were given. */
    changed_at: timestamp,
    /** Open cashouts to exactly these details; completing one verifies them. */
    awaited: json<string[]>([]),
  },
  creates: {
    PaymentMethodAdded: ({ position, data: { paymentType, details }, metadata }) => ({
      position,
      payment_type: paymentType,
      details,
      changed_at: metadata.occurredAt,
    }),
  },
  on: {
    PaymentMethodChanged: (row, { data: { paymentType, details }, metadata }) => ({
      ...row,
      changed_at: metadata.occurredAt,
      payment_type: paymentType,
      details,
      verified: false,
      awaited: [],
    }),
    PaymentMethodRemoved: () => undefined,
    CashoutRequested: (row, { data: { cashoutId } }) => ({ ...row, awaited: [...row.awaited, cashoutId] }),
    CashoutProcessed: (row, { data: { cashoutId, status } }) => {
      if (!row.awaited.includes(cashoutId) || status === 'approved') return row;
      return { ...row, awaited: row.awaited.filter((id) => id !== cashoutId), verified: row.verified || status === 'completed' };
    },
  },
});
