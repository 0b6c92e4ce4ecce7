import { type Static, Type } from 'typebox';
import { DECIMALS, PAYOUT_RESULTS, payoutRefusals, payoutRules, RETURNS, RUN_STATES } from '../rules/payouts.ts';
import { BATCH_STATES } from '../rules/paypal.ts';
import { refusals } from '../rules/refusals.ts';
import { rules } from '../rules/rules.ts';
import type { PayoutMethod } from '../rules/payout-methods/method.ts';
import { PAYMENT_TYPES, payoutMethods } from '../rules/payout-methods.ts';
import { oneOf } from '../rules/text.ts';
import { PaymentTypeName } from '../events/event-fields.ts';
import { forAdmins } from './call.ts';
import { OutcomeBody, PayeeChecks } from './cashouts.ts';
import { basedOn, Euros, mayBeBasedOn, Nullable, OneOf, Page, PrintedLine, ProofImage, refused, RequiredLine, Time } from './fields.ts';
import { paged, QueryText } from './queries.ts';

/** Payout runs as admins see and decide them (docs/rules.md#25-payout-runs). */

const cashoutId = Type.String({ minLength: 1, maxLength: 64, format: 'line', ...refused(payoutRefusals.nothingChosen) });

export const PayoutRunBody = Type.Object({
  cashouts: Type.Array(cashoutId, {
    minItems: 1,
    maxItems: payoutRules.most,
    ...refused({ type: payoutRefusals.nothingChosen, minItems: payoutRefusals.nothingChosen, maxItems: payoutRefusals.tooMany }),
  }),
});
export type PayoutRunBody = Static<typeof PayoutRunBody>;
export const RemoveFromRunBody = Type.Object({ cashoutId: RequiredLine(64) });
export type RemoveFromRunBody = Static<typeof RemoveFromRunBody>;
/** `editBase`: the position the run was read at. What changed since, of its payments or of what payers will not pay, is refused. */
export const ShownRunBody = Type.Object(mayBeBasedOn, { default: {} });
export type ShownRunBody = Static<typeof ShownRunBody>;
export const SettleRunBody = Type.Object({ reference: PrintedLine(payoutRules.reference), proofImage: ProofImage, ...mayBeBasedOn });
export type SettleRunBody = Static<typeof SettleRunBody>;
export const ReturnPaymentBody = Type.Object({ cashoutId: RequiredLine(64), because: OneOf(RETURNS) });
export type ReturnPaymentBody = Static<typeof ReturnPaymentBody>;

export const PayoutAccountBody = Type.Object({
  iban: Type.String({
    format: 'iban',
    ...refused({ required: refusals.fieldsRequired, type: refusals.ibanInvalid, format: refusals.ibanInvalid }),
  }),
  name: PrintedLine(rules.accountHolder),
  ...basedOn,
});
export type PayoutAccountBody = Static<typeof PayoutAccountBody>;
export const PayoutAccountView = Type.Object({
  iban: Nullable(Type.String({ description: 'The country and the last four characters; null: none is set' })),
  name: Nullable(Type.String({ description: 'Of the account’s holder' })),
  position: Type.Integer({ description: 'For `editBase`: where it was set; 0: it never was' }),
});
export type PayoutAccountView = Static<typeof PayoutAccountView>;
export const PayoutFileBody = Type.Object({
  type: Type.Enum([...PAYMENT_TYPES], refused({ required: payoutRefusals.typeInvalid, enum: payoutRefusals.typeInvalid })),
  decimal: Type.Optional(Type.Enum([...DECIMALS], { description: 'How PayPal’s file writes cents: comma is 100,50' })),
  rate: Type.Optional(
    Type.String({
      maxLength: 40,
      format: 'line',
      description: 'The price of one euro in USDC, for solana',
      ...refused(payoutRefusals.rateInvalid),
    }),
  ),
  ...mayBeBasedOn,
});
export type PayoutFileBody = Static<typeof PayoutFileBody>;
export const UnusedFileBody = Type.Object({ hash: RequiredLine(64) });
export type UnusedFileBody = Static<typeof UnusedFileBody>;

export const PayoutReportBody = Type.Object({
  report: Type.String({
    minLength: 1,
    maxLength: payoutRules.report,
    description: 'The payer’s report: CSV with a line of names first, or a bank’s pain.002, camt.053 or camt.054',
    ...refused({
      type: payoutRefusals.reportUnreadable,
      minLength: payoutRefusals.reportUnreadable,
      maxLength: payoutRefusals.reportTooLarge,
    }),
  }),
});
export type PayoutReportBody = Static<typeof PayoutReportBody>;

/** What is worth a look before somebody is paid. */
export const PayeeView = Type.Object({
  cashoutId: Type.String(),
  amount: Euros,
  paymentType: PaymentTypeName,
  affiliate: Type.Object({ id: Type.String(), username: Type.String() }),
  payTo: Nullable(Type.String({ description: 'Null once it was erased' })),
  nameInFile: Nullable(
    Type.String({
      description: 'How a bank’s file writes the name of the account’s holder, where SEPA cannot carry it as it is; empty: none of it',
    }),
  ),
  requestedAt: Time,
  ...PayeeChecks.properties,
  underReview: Type.Boolean({ description: 'The cashout or the account is held: it cannot be put into a run' }),
});
export type PayeeView = Static<typeof PayeeView>;

const Run = {
  id: Type.String(),
  state: Type.Enum(RUN_STATES),
  startedAt: Time,
  startedBy: Type.String({ description: 'Username of the admin' }),
  approvedBy: Nullable(Type.String()),
  needsApproval: Type.Boolean({ description: 'A second admin must approve it before it is paid' }),
  settledAt: Nullable(Time),
  reference: Nullable(Type.String()),
  proofImageUrl: Nullable(Type.String({ description: 'Fetched with the bearer header and shown as a blob' })),
  count: Type.Integer({ description: 'Cashouts that are in it' }),
  amount: Euros,
  outcomeUnknown: Type.Boolean({
    description: 'It may have been paid before the system went back: nothing pays it again until its outcome is stated',
  }),
  atPaypal: Type.Boolean({ description: 'It is open, and PayPal was asked to pay its PayPal payments' }),
  unbooked: Type.Integer({ description: 'Cashouts of a settled run that are being completed still' }),
  returned: Type.Object({ count: Type.Integer(), amount: Euros }),
};

export const PayoutRunsView = Page({ runs: Type.Array(Type.Object(Run)) });
export type PayoutRunsView = Static<typeof PayoutRunsView>;
export const PAYMENT_STATES = ['in', 'removed', 'paid', ...RETURNS] as const;

/** A payment file that may be in a payer's hands. */
export const PayoutFileView = Type.Object({
  type: PaymentTypeName,
  hash: Type.String({ description: 'Names the file. The same file again has the same bytes' }),
  count: Type.Integer({ description: 'Cashouts that it pays' }),
  amount: Euros,
  madeAt: Time,
  madeBy: Type.String({ description: 'Username of the admin, or that it was an API key' }),
  decimal: Nullable(Type.Enum(DECIMALS)),
  rate: Nullable(Type.String({ description: 'USDC for one euro' })),
});
export type PayoutFileView = Static<typeof PayoutFileView>;

/** What PayPal was asked to pay through its API. */
export const PayoutBatchView = Type.Object({
  state: Type.Enum(BATCH_STATES, {
    description:
      'sent: PayPal has not confirmed it. accepted: PayPal works on it. processed: each payment has an outcome. refused: nothing was paid. unused: an admin said that PayPal does not have it',
  }),
  hash: Type.String({ description: 'Names what was sent' }),
  batchId: Nullable(Type.String({ description: 'PayPal’s name of it' })),
  count: Type.Integer(),
  amount: Euros,
  fee: Nullable(Type.Number({ description: 'In euros, once PayPal says so' })),
  sentAt: Time,
  sentBy: Type.String({ description: 'Username of the admin' }),
  problem: Nullable(Type.String({ description: 'Why PayPal has not confirmed it or refused it' })),
  undecided: Type.Boolean({ description: 'PayPal never confirmed it and is not asked again: an admin decides whether it was paid' }),
});
export type PayoutBatchView = Static<typeof PayoutBatchView>;

export const PayoutRunView = Type.Object({
  ...Run,
  payNow: Type.Boolean({
    description: 'Its PayPal payments can be sent to PayPal: that is set up, and nothing of the run was sent or given out',
  }),
  batch: Nullable(PayoutBatchView),
  fileRefused: Nullable(Type.String({ description: 'Why the bank refused the last file, in words' })),
  files: Type.Array(PayoutFileView, { description: 'Made and not said to be unused, one of a type at most' }),
  cashouts: Type.Array(
    Type.Object({
      ...PayeeView.properties,
      state: Type.Enum(PAYMENT_STATES),
      result: Nullable(Type.Enum(PAYOUT_RESULTS, { description: 'What the payer said last' })),
      problem: Nullable(Type.String({ description: 'Why it has not arrived or came back, in words' })),
    }),
  ),
});
export type PayoutRunView = Static<typeof PayoutRunView>;
export const PayoutRunMadeView = Type.Object({ id: Type.String() });
export type PayoutRunMadeView = Static<typeof PayoutRunMadeView>;

export const PayoutReportView = Type.Object({
  completed: Type.Integer(),
  unclaimed: Type.Integer(),
  returned: Type.Integer(),
  unchanged: Type.Integer({ description: 'Rows that say what was known' }),
  problems: Type.Array(
    Type.Object({
      row: Type.Integer({ description: 'From 1, without the line of names; of a bank’s file, the payment' }),
      what: Type.String(),
    }),
  ),
});
export type PayoutReportView = Static<typeof PayoutReportView>;

const fileTypes = oneOf(
  PAYMENT_TYPES.map((type) => {
    const { description }: PayoutMethod['file'] = payoutMethods[type].file;
    return description ? `${type} (${description})` : type;
  }),
);
export const payoutCalls = forAdmins({
  'GET /api/admin/payout-runs': { does: 'Payout runs, newest first.', scope: 'read:affiliates', query: paged, answers: PayoutRunsView },
  'POST /api/admin/payout-runs': {
    does: 'Start a payout run of these cashouts. Nothing is paid by it.',
    body: PayoutRunBody,
    answers: PayoutRunMadeView,
    status: 201,
    refuses: [404],
  },
  'GET /api/admin/payout-runs/:id': {
    does: 'One payout run with its cashouts.',
    scope: 'read:affiliates',
    answers: PayoutRunView,
    refuses: [404],
  },
  'GET /api/admin/payout-runs/:id/file': {
    does: `The payment file of an open run that was made, always with the same bytes: \`type\` is ${fileTypes}. With \`decimal\` or \`rate\` it is refused unless it was made with them.`,
    scope: 'read:affiliates',
    query: { type: Type.Enum([...PAYMENT_TYPES]), decimal: Type.Enum([...DECIMALS]), rate: QueryText('USDC for one euro', 40) },
    answers: 'csv',
    refuses: [404, 409],
  },
  'POST /api/admin/payout-runs/:id/file': {
    does: 'Make the file for a payer. It is recorded: its cashouts stay in the run until an admin says that the file was not used. The same file again changes nothing.',
    confirmed: true,
    body: PayoutFileBody,
    refuses: [404],
  },
  'GET /api/admin/payout-account': {
    does: 'The account that pays the bank payments of payout runs.',
    scope: 'read:affiliates',
    answers: PayoutAccountView,
  },
  'PUT /api/admin/payout-account': {
    does: 'Set the account that pays the bank payments of payout runs.',
    confirmed: true,
    body: PayoutAccountBody,
  },
  'POST /api/admin/payout-runs/:id/unused': {
    does: 'Say that a payment file was not used and will not be: its cashouts can be taken out again.',
    body: UnusedFileBody,
    refuses: [404],
  },
  'POST /api/admin/payout-runs/:id/send': {
    does: 'Pay the PayPal payments of an open run now, through PayPal’s API. PayPal pays a run once, however often it is asked.',
    confirmed: true,
    body: ShownRunBody,
    refuses: [404],
    lane: 'patient',
  },
  'POST /api/admin/payout-runs/:id/take-back': {
    does: 'Take back a payment that PayPal holds because its recipient has not accepted it: the amount is the affiliate’s again.',
    body: RemoveFromRunBody,
    refuses: [404, 503],
    lane: 'patient',
  },
  'POST /api/admin/payout-runs/:id/approve': {
    does: 'Approve a payout run as the second admin.',
    confirmed: true,
    body: ShownRunBody,
    refuses: [404],
  },
  'POST /api/admin/payout-runs/:id/remove': { does: 'Take a cashout out of an open payout run.', body: RemoveFromRunBody, refuses: [404] },
  'POST /api/admin/payout-runs/:id/cancel': { does: 'End an open payout run without paying it.', body: ShownRunBody, refuses: [404] },
  'POST /api/admin/payout-runs/:id/settle': {
    does: 'Say that the payer paid all of a run: its cashouts are completed.',
    confirmed: true,
    body: SettleRunBody,
    largeBody: true,
    refuses: [404],
    lane: 'patient',
  },
  'POST /api/admin/payout-runs/:id/outcome': {
    does: 'State the outcome of a run that may have been paid before the system went back. Paid, its cashouts are completed; not paid, they can be paid again.',
    confirmed: true,
    body: OutcomeBody,
    refuses: [404],
    lane: 'patient',
  },
  'GET /api/admin/payout-runs/:id/proof': {
    does: 'The proof of payment of a whole run.',
    scope: 'read:affiliates',
    answers: 'image',
    refuses: [404],
  },
  'POST /api/admin/payout-runs/:id/return': {
    does: 'Say that a payment of a settled run failed or came back: the amount is the affiliate’s again.',
    body: ReturnPaymentBody,
    refuses: [404],
  },
  'POST /api/admin/payout-runs/:id/report': {
    does: 'Read the payer’s report (CSV, or a bank’s pain.002, camt.053 or camt.054): what failed or came back is the affiliate’s again. The same report again changes nothing. Of an open run it takes a pain.002 that refuses the whole file: the file then counts as not used, and the run says why.',
    body: PayoutReportBody,
    largeBody: true,
    answers: PayoutReportView,
    refuses: [404],
    lane: 'patient',
  },
});
