import { type Static, Type } from 'typebox';
import { NO_FORMULA, OUTCOMES, payoutRules } from '../rules/payouts.ts';
import { refusals } from '../rules/refusals.ts';
import { CASHOUT_STATUSES } from '../rules/rules.ts';
import { detailNames, ofEachDetail, PAYMENT_TYPES } from '../rules/payout-methods.ts';
import { PaymentTypeName } from '../events/event-fields.ts';
import { type Call, forAdmins } from './call.ts';
import {
  Euros,
  FreeText,
  InternalNote,
  mayBeBasedOn,
  NoteView,
  Nullable,
  OneOf,
  Page,
  ProofImage,
  refused,
  RequiredLine,
  Time,
  PrintedLine,
} from './fields.ts';
import { listed, OfAffiliate } from './queries.ts';
import { SignalView, UnderReview } from './review.ts';

/** A detail that is a cell of a payer's file. */
const ofAFile = {
  pattern: NO_FORMULA.source,
  ...refused({
    type: refusals.paymentDetailsInvalid,
    maxLength: refusals.paymentDetailsInvalid,
    format: refusals.paymentDetailsInvalid,
    pattern: refusals.paymentDetailsFormula,
  }),
};
/** The details of one payment type. All are checked that are present. */
const PayoutFields = Type.Object(
  ofEachDetail(({ format, maximum, refusal }) =>
    Type.Optional(
      Type.String({
        ...(maximum === undefined ? {} : { maxLength: maximum }),
        format,
        ...(refusal === 'cell' ? ofAFile : refused(refusals[refusal] as string)),
      }),
    ),
  ),
  {
    anyOf: PAYMENT_TYPES.map((type) => ({ required: detailNames(type) })),
    ...refused({ required: refusals.fieldsRequired, type: refusals.paymentDetailsInvalid, anyOf: refusals.paymentDetailsInvalid }),
  },
);

export const PaymentMethodBody = Type.Object({ paymentType: OneOf(PAYMENT_TYPES, refusals.fieldsRequired), paymentDetails: PayoutFields });
export type PaymentMethodBody = Static<typeof PaymentMethodBody>;

export const CashoutBody = Type.Object({
  amount: Type.Number({
    multipleOf: 0.01,
    maximum: 1_000_000_000,
    description: 'Decimal euros',
    ...refused({ type: refusals.fieldsRequired, multipleOf: refusals.amountInvalid, maximum: refusals.insufficientBalance }),
  }),
  paymentMethodId: RequiredLine(64),
  notes: FreeText,
  ...mayBeBasedOn,
});
export type CashoutBody = Static<typeof CashoutBody>;
/** `adminNotes` reach the affiliate: they are the reason of a rejection. */
const decision = { adminNotes: FreeText, internalNote: InternalNote, proofImage: ProofImage };

export const ProcessCashoutBody = Type.Object({
  status: OneOf(['approved', 'completed', 'rejected'], refusals.cashoutStatusInvalid),
  ...decision,
});
export type ProcessCashoutBody = Static<typeof ProcessCashoutBody>;
export const SettleCashoutBody = Type.Object({ status: OneOf(['completed', 'rejected'], refusals.settleStatusInvalid), ...decision });
export type SettleCashoutBody = Static<typeof SettleCashoutBody>;
const CashoutStatusName = Type.Enum([...CASHOUT_STATUSES]);
export const PaymentDetails = Type.Object(
  ofEachDetail(({ shown }) => Type.Optional(Type.String(shown ? { description: shown.description } : {}))),
);
export type PaymentDetails = Static<typeof PaymentDetails>;

export const PaymentMethodView = Type.Object({
  id: Type.String(),
  paymentType: PaymentTypeName,
  paymentDetails: PaymentDetails,
  isPrimary: Type.Boolean(),
  isVerified: Type.Boolean(),
});
export type PaymentMethodView = Static<typeof PaymentMethodView>;

export const CashoutView = Type.Object({
  id: Type.String(),
  amount: Euros,
  paymentType: PaymentTypeName,
  paymentDetails: PaymentDetails,
  status: CashoutStatusName,
  underReview: UnderReview,
  createdAt: Time,
  paidAt: Nullable(Type.String({ format: 'date-time' })),
  reference: Nullable(Type.String({ description: 'What the payer calls the payment' })),
  reason: Nullable(
    Type.String({
      description: 'What the admin wrote to the affiliate who decided about it, or reviews it; of a returned one, why the bank returned it',
    }),
  ),
  proofImageUrl: Nullable(Type.String({ description: 'Fetched with the bearer header and shown as a blob' })),
});
export type CashoutView = Static<typeof CashoutView>;

/** `reference`: where it is seen, such as the bank’s statement. */
export const OutcomeBody = Type.Object({
  outcome: OneOf(OUTCOMES),
  reference: PrintedLine(payoutRules.reference),
  reason: RequiredLine(payoutRules.reason),
  ...mayBeBasedOn,
});
export type OutcomeBody = Static<typeof OutcomeBody>;

/** What is worth a look before a cashout is paid. */
export const PayeeChecks = Type.Object({
  paidBefore: Euros,
  cashoutsBefore: Type.Integer({ description: 'Completed ones; 0: this is the first' }),
  detailsChangedAt: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When the payment details were last changed, if in the 7 days before the request or since',
    }),
  ),
  payableAt: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When the terms let the first payment to new details be made, if that is later than now',
    }),
  ),
  debt: Type.Number({ description: 'Decimal euros that the affiliate owes: it cannot be put into a run' }),
  signals: Type.Array(SignalView, { description: 'Open ones, of the cashout, the affiliate and their sales' }),
});
export type PayeeChecks = Static<typeof PayeeChecks>;

export const AdminCashoutView = Type.Intersect([
  CashoutView,
  Type.Object({
    affiliate: Type.Object({ id: Type.String(), username: Type.String() }),
    outcomeUnknown: Type.Boolean({
      description: 'It may have been paid by hand before the system went back: nothing pays it again until its outcome is stated',
    }),
    runId: Nullable(
      Type.String({ description: 'The payout run that it is in, or was paid by; in an open run nothing else decides about it' }),
    ),
    checks: Nullable(PayeeChecks, { description: 'Null: it is not open' }),
    internalNote: NoteView,
  }),
]);
export type AdminCashoutView = Static<typeof AdminCashoutView>;
export const AdminCashoutsView = Page({ cashouts: Type.Array(AdminCashoutView) });
export type AdminCashoutsView = Static<typeof AdminCashoutsView>;

/** How an affiliate is paid. */
export const cashoutCalls = {
  'POST /api/affiliate/payment-methods': {
    does: 'Add a payment method.',
    permission: 'affiliate',
    confirmed: true,
    body: PaymentMethodBody,
    status: 201,
  },
  'PUT /api/affiliate/payment-methods/:id': {
    does: 'Change a payment method.',
    permission: 'affiliate',
    confirmed: true,
    body: PaymentMethodBody,
  },
  'DELETE /api/affiliate/payment-methods/:id': { does: 'Delete a payment method.', permission: 'affiliate', confirmed: true },
  'POST /api/affiliate/cashouts': { does: 'Ask to be paid.', permission: 'affiliate', refuses: [404], body: CashoutBody, status: 201 },
  'GET /api/affiliate/cashouts/:id/proof': { does: 'The proof of payment of an own cashout.', permission: 'affiliate', answers: 'image' },
} as const satisfies Record<string, Call>;

/** What admins decide about cashouts. */
export const adminCashoutCalls = forAdmins({
  'GET /api/admin/cashouts': {
    does: 'All cashouts; `status` open: pending and approved ones.',
    scope: 'read:affiliates',
    query: {
      ...listed('createdAt', 'amount', 'status', 'username'),
      status: Type.Enum(['open', ...CASHOUT_STATUSES]),
      affiliate: OfAffiliate,
    },
    answers: AdminCashoutsView,
  },
  'PUT /api/admin/cashouts/:id/process': {
    does: 'Approve, complete or reject a pending cashout.',
    largeBody: true,
    body: ProcessCashoutBody,
  },
  'PUT /api/admin/cashouts/:id/settle': { does: 'Complete or reject an approved cashout.', largeBody: true, body: SettleCashoutBody },
  'POST /api/admin/cashouts/:id/outcome': {
    does: 'State the outcome of a cashout that may have been paid by hand before the system went back.',
    confirmed: true,
    body: OutcomeBody,
    refuses: [404],
  },
  'GET /api/admin/cashouts/:id/proof': { does: 'The proof of payment of any cashout.', scope: 'read:affiliates', answers: 'image' },
});
