import { type Static, Type } from 'typebox';
import { PAYOUT_RESULTS, payoutRules } from '../rules/payouts.ts';
import { forAdmins } from './call.ts';
import { Nullable, Page, RequiredLine, Time } from './fields.ts';
import { paged } from './queries.ts';

export const AcknowledgeBody = Type.Object({ itemId: RequiredLine(64), reason: RequiredLine(payoutRules.reason) });
export type AcknowledgeBody = Static<typeof AcknowledgeBody>;

/** A payment at a payer that no payout run has. */
export const UnmatchedPaymentView = Type.Object({
  runId: Type.String({ description: 'The run that PayPal names; the log may not have it' }),
  itemId: Type.String({ description: 'PayPal’s name of the payment' }),
  batchId: Type.String({ description: 'PayPal’s name of its batch' }),
  cashoutId: Nullable(Type.String({ description: 'The cashout that it names; null: none' })),
  amount: Nullable(Type.Number({ description: 'In euros; null: it is in another currency' })),
  payTo: Nullable(Type.String({ description: 'Null where no account has the receiver, or once it was erased' })),
  affiliate: Nullable(Type.Object({ id: Type.String(), username: Type.String() })),
  result: Type.Enum(PAYOUT_RESULTS),
  seenAt: Time,
});
export type UnmatchedPaymentView = Static<typeof UnmatchedPaymentView>;
export const UnmatchedPaymentsView = Page({ payments: Type.Array(UnmatchedPaymentView) });
export type UnmatchedPaymentsView = Static<typeof UnmatchedPaymentsView>;

export const unmatchedPaymentCalls = forAdmins({
  'GET /api/admin/unmatched-payments': {
    does: 'Payments at PayPal that no payout run has, newest first, until an admin acknowledges them.',
    scope: 'read:affiliates',
    query: paged,
    answers: UnmatchedPaymentsView,
  },
  'POST /api/admin/payout-runs/:id/acknowledge': {
    does: 'Say what a payment at PayPal that no payout run has is about. Nothing is booked or paid by it. `id` is the run that PayPal names.',
    body: AcknowledgeBody,
    refuses: [404],
  },
});
