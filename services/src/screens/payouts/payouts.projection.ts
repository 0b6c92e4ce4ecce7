import {
  type BatchState,
  type Decimal,
  idOf,
  payoutMethods,
  type PaymentType,
  type PayoutResult,
  type Return,
  type RunState,
  type Stored,
  totalOfAmounts,
} from '@framelift/contracts';
import { bigint, bool, cents, int, json, sealed, text, timestamp } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, plus, projection, table } from '../../engine/projecting/projection.ts';

const without = (cashouts: readonly { amountCents: number }[]) => ({ count: -cashouts.length, cents: -totalOfAmounts(cashouts) });
/** The run of an event; a cashout that is in no run has it on the affiliate’s stream. */
const ofRun = (e: { streamId: string }): string[] => (e.streamId.startsWith('payout-') ? [idOf(e.streamId)] : []);
interface InHands {
  in_hands: PaymentType[];
  unknown_since: string | null;
}
const others = ({ in_hands: types }: InHands, type: PaymentType) => types.filter((t) => t !== type);
const given = <Row extends InHands>(row: Row, type: PaymentType): Row => ({ ...row, in_hands: [...others(row, type), type] });
/** A payer will not make these payments. Once none has any, nothing of the run was paid. */
const back = <Row extends InHands>(row: Row, type: PaymentType): Row => {
  const left = others(row, type);
  return { ...row, in_hands: left, unknown_since: left.length ? row.unknown_since : null };
};
type Named = { cashouts: readonly { cashoutId: string }[] };

export const payouts = projection({
  name: 'payouts',
  version: 10,
  answers: 'Payout runs, and what became of each payment.',
  tables: {
    runs: table({
      key: { run_id: text() },
      keysOf: ofRun,
      columns: {
        position: bigint(),
        state: text<RunState>('open'),
        started_at: timestamp,
        /** Admins, by their ids; null: an operator through the system. */
        started_by: text().nullable(),
        /** Whether it needs a second admin; null: an old run, decided by the terms in force. */
        takes_two: bool(false).nullable(),
        approved_by: text().nullable(),
        /** Since when it is not known whether it was paid, as the system went back; null: it is known. */
        unknown_since: timestamp.nullable(),
        /** Types of payments whose file or batch a payer may have. */
        in_hands: json<PaymentType[]>([]),
        settled_at: timestamp.nullable(),
        reference: text().nullable(),
        /** A picture of the payment was given. */
        proof: bool(false),
        /** Payments that are in it, or were paid by it. */
        count: int(0),
        cents: cents(0),
        /** Completed payments of a settled run. */
        paid: int(0),
        returned: int(0),
        returned_cents: cents(0),
        /** The bank’s reason for refusing the last file as a whole; empty: it gave none. */
        file_refused: text().nullable(),
      },
      indexes: ['(position)'],
      creates: {
        PayoutRunStarted: (e) => ({
          position: e.position,
          started_at: e.metadata.occurredAt,
          started_by: adminOf(e),
          takes_two: e.data.takesTwo ?? null,
          count: e.data.cashouts.length,
          cents: totalOfAmounts(e.data.cashouts),
        }),
      },
      on: {
        PayoutRunApproved: (row, e) => ({ ...row, approved_by: adminOf(e) }),
        PayoutCashoutsRemoved: (row, { data }) => ({ ...plus(row, without(data.cashouts)), approved_by: null }),
        PayoutRunCancelled: (row, { data }) => ({ ...plus(row, without(data.cashouts)), state: 'cancelled' }),
        PayoutRunSettled: (row, { data, metadata }) => ({
          ...row,
          state: 'settled',
          unknown_since: null,
          settled_at: metadata.occurredAt,
          reference: data.reference,
          proof: data.proof !== undefined,
        }),
        PayoutFileMade: (row, { data: { type } }) => ({
          ...given(row, type),
          file_refused: payoutMethods[type].file.mayBeRefused ? null : row.file_refused,
        }),
        PayoutFileUnused: (row, { data: { type, refused } }) => ({
          ...back(row, type),
          file_refused: refused ? (refused.bankCode ?? '') : row.file_refused,
        }),
        PaymentOutcomeUnknown: (row, { metadata }) => ({ ...row, unknown_since: metadata.occurredAt, approved_by: null }),
        PaymentOutcomeStated: (row) => ({ ...row, unknown_since: null }),
        PayoutBatchSent: (row) => given(row, 'paypal'),
        PayoutBatchAccepted: (row) => given(row, 'paypal'),
        PayoutBatchRefused: (row) => back(row, 'paypal'),
        PayoutCashoutsPaid: (row, { data }) => plus(row, { paid: data.cashouts.length }),
        CashoutReturned: (row, { data }) => plus(row, { returned: 1, returned_cents: data.amountCents }),
      },
    }),

    /** Open ones: what may be in a payer's hands. */
    files: table({
      key: { run_id: text(), type: text<PaymentType>() },
      keyOf: (e) => [idOf(e.streamId), (e.data as Stored<'PayoutFileMade'>).type],
      columns: {
        hash: text(),
        count: int(),
        cents: cents(),
        decimal: text<Decimal>().nullable(),
        rate_micro: bigint().nullable(),
        made_at: timestamp,
        made_by: text().nullable(),
      },
      creates: {
        PayoutFileMade: (e) => ({
          hash: e.data.hash,
          count: e.data.count,
          cents: e.data.cents,
          decimal: e.data.decimal ?? null,
          rate_micro: e.data.rateMicro ?? null,
          made_at: e.metadata.occurredAt,
          made_by: adminOf(e),
        }),
      },
      on: { PayoutFileUnused: () => undefined },
    }),

    /** What was sent to PayPal; of a run sent again, the last one. */
    batches: table({
      key: { run_id: text() },
      keyOf: (e) => idOf(e.streamId),
      columns: {
        state: text<BatchState>('sent'),
        hash: text(''),
        batch_id: text().nullable(),
        count: int(0),
        cents: cents(0),
        fee_cents: cents().nullable(),
        code: text().nullable(),
        sent_at: timestamp.nullable(),
        sent_by: text().nullable(),
      },
      on: {
        PayoutBatchSent: (row, e) => ({
          ...row,
          state: 'sent',
          hash: e.data.hash,
          batch_id: null,
          count: e.data.count,
          cents: e.data.cents,
          fee_cents: null,
          code: null,
          sent_at: e.metadata.occurredAt,
          sent_by: adminOf(e),
        }),
        PayoutBatchAccepted: (row, { data }) => ({ ...row, state: 'accepted', batch_id: data.batchId, code: null }),
        PayoutBatchDelayed: (row, { data }) => ({ ...row, code: data.code }),
        PayoutBatchRefused: (row, { data }) => ({ ...row, state: 'refused', code: data.code }),
        PayoutBatchProcessed: (row, { data }) => ({ ...row, state: 'processed', fee_cents: data.feeCents ?? null }),
        PayoutFileUnused: (row, { data }) => (row.hash !== data.hash ? row : { ...row, state: 'unused' }),
      },
    }),

    /** Payments at a payer that no run has, until an admin acknowledges them. */
    unmatched: table({
      key: { run_id: text(), item_id: text() },
      keyOf: (e) => [idOf(e.streamId), (e.data as Stored<'UnmatchedPaymentAcknowledged'>).itemId],
      columns: {
        position: bigint(),
        batch_id: text(),
        cashout_id: text().nullable(),
        affiliate_id: text().nullable(),
        amount_cents: cents().nullable(),
        receiver: sealed.nullable(),
        result: text<PayoutResult>(),
        seen_at: timestamp,
      },
      creates: {
        UnmatchedPaymentSeen: ({ position, data, metadata }) => ({
          position,
          batch_id: data.batchId,
          cashout_id: data.ofCashout ?? null,
          affiliate_id: data.affiliateId ?? null,
          amount_cents: data.amountCents ?? null,
          receiver: data.receiver ?? null,
          result: data.result,
          seen_at: metadata.occurredAt,
        }),
      },
      on: { UnmatchedPaymentAcknowledged: () => undefined },
    }),

    payments: table({
      key: { run_id: text(), cashout_id: text() },
      keysOf: (e) =>
        ('cashouts' in e.data ? (e.data as Named).cashouts : [e.data as Stored<'CashoutReturned'>]).map(({ cashoutId }) => [
          idOf(e.streamId),
          cashoutId,
        ]),
      columns: {
        state: text<'in' | 'removed' | 'paid' | Return>('in'),
        /** The last status in the payer's report. */
        result: text<PayoutResult>().nullable(),
        /** Why it has not arrived, in PayPal's short word. */
        paypal_code: text().nullable(),
        /** The bank's reason for a payment that came back. */
        bank_code: text().nullable(),
        /** What came back of it. */
        back_cents: cents(0),
      },
      on: {
        PayoutRunStarted: (row) => ({ ...row, state: 'in' }),
        PayoutCashoutsRemoved: (row) => ({ ...row, state: 'removed' }),
        PayoutRunCancelled: (row) => ({ ...row, state: 'removed' }),
        PayoutCashoutsPaid: (row) => ({ ...row, state: 'paid' }),
        PayoutResultSeen: (row, { data }) => ({ ...row, result: data.result, paypal_code: data.paypalCode ?? null }),
        CashoutReturned: (row, { data }) => ({
          ...row,
          state: data.because,
          paypal_code: data.paypalCode ?? row.paypal_code,
          bank_code: data.bankCode ?? null,
          back_cents: row.back_cents + data.amountCents,
        }),
      },
    }),
  },
});

const adminOf = ({ metadata: { actor } }: FoldedEvent): string | null => (actor.kind === 'admin' ? actor.id : null);
