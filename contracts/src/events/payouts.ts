import { Type } from 'typebox';
import { catalogue, whole } from './catalogue.ts';
import { DocumentFields } from './documents.ts';
import { account, Cents, Day, Id, KeyedHash, PaymentTypeName, Proof, Text, Time } from './event-fields.ts';
import { BANK_REASON } from '../rules/bank-reasons.ts';
import { DECIMALS, OUTCOMES, PAYOUT_RESULTS, RETURNS } from '../rules/payouts.ts';
import { PAYPAL_CODE } from '../rules/paypal.ts';

/** The self-billing document about a payment, where the terms want one. */
const document = Type.Optional(DocumentFields);
const PayoutCashout = Type.Object({ cashoutId: Id, amountCents: Cents });
const cashouts = Type.Array(PayoutCashout, { minItems: 1 });
/** Why PayPal did not pay, in its own short word. */
const PaypalCode = Type.String({ pattern: PAYPAL_CODE.source });
/** The bank’s reason, as ISO 20022 codes it; absent: none was given. */
const bankCode = Type.Optional(Type.String({ pattern: BANK_REASON.source }));

/** Facts about payout runs (docs/rules.md#25-payout-runs). Who did it is the actor of the event. */
export const payoutEvents = catalogue({
  // payout-<id>
  PayoutRunStarted: {
    means: 'An admin put cashouts into a payout run. Nothing is paid by it.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: 'start_payout_run', public: null },
    data: Type.Object({
      runId: Id,
      cashouts: Type.Array(Type.Object({ ...PayoutCashout.properties, paymentType: PaymentTypeName }), { minItems: 1, maxItems: 1_000 }),
      /** Whether it takes a second admin, by the terms at its start. Absent in old runs: the terms in force say. */
      takesTwo: Type.Optional(Type.Boolean()),
    }),
    version: 2,
  },
  PayoutRunApproved: {
    means: 'A second admin approved a payout run.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: 'approve_payout_run', public: null },
    data: Type.Object({}),
  },
  PayoutFileMade: {
    means: 'A payment file of an open payout run was made. While it is open, its cashouts stay in the run.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: 'make_payout_file', public: null },
    data: Type.Object({
      type: PaymentTypeName,
      /** Of its bytes. */
      hash: KeyedHash,
      count: Type.Integer({ minimum: 1 }),
      cents: Cents,
      /** How PayPal’s file writes amounts. */
      decimal: Type.Optional(Type.Enum(DECIMALS)),
      /** Of a list in USDC: millionths of a USDC for one euro. */
      rateMicro: Type.Optional(Type.Integer({ minimum: 1 })),
      /** Of a SEPA credit transfer: the account that pays, when it was written, and the day on which the bank pays. */
      transfer: Type.Optional(
        Type.Object({
          ...account,
          createdAt: Time,
          payOn: Day,
          /** How the file is written; absent: as the first ones were. */
          edition: Type.Optional(Type.Literal(2)),
        }),
      ),
      /** The file of this type before it, which was not used. */
      replaces: Type.Optional(KeyedHash),
    }),
    version: 2,
  },
  PayoutFileUnused: {
    means: 'A payment file was not used and will not be, as an admin or the bank’s report said.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: 'discard_payout_file', public: null },
    data: Type.Object({
      type: PaymentTypeName,
      hash: KeyedHash,
      /** The bank refused the whole file, as its report says. */
      refused: Type.Optional(Type.Object({ bankCode })),
    }),
    version: 2,
  },
  PayoutBatchSent: {
    means: 'An admin sent the PayPal payments of an open payout run to PayPal. They stay in the run until PayPal has answered.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: 'send_payout_batch', public: null },
    /** `hash`: of its payments. The run is the id under which PayPal pays them once. */
    data: Type.Object({ hash: KeyedHash, count: Type.Integer({ minimum: 1 }), cents: Cents }),
  },
  PayoutBatchAccepted: {
    means: 'PayPal has the batch of a payout run and works on it.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: null, public: null },
    /** PayPal's name of it. */
    data: Type.Object({ batchId: Id }),
  },
  PayoutBatchDelayed: {
    means: 'PayPal has not confirmed the batch of a payout run: it may have been paid or not. It is asked again under the same id.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ code: PaypalCode }),
  },
  PayoutBatchRefused: {
    means: 'PayPal refused the batch of a payout run, or denied all of it: nothing of it was paid.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ code: PaypalCode }),
  },
  PayoutBatchProcessed: {
    means: 'PayPal is done with the batch of a payout run: each payment has an outcome.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: null, public: null },
    /** What PayPal charged, where it says so in euros. */
    data: Type.Object({ feeCents: Type.Optional(Cents) }),
  },
  PayoutCashoutsRemoved: {
    means: 'An admin took cashouts out of an open payout run.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ cashouts }),
  },
  PayoutRunCancelled: {
    means: 'An admin ended a payout run without paying it.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: 'cancel_payout_run', public: null },
    data: Type.Object({ cashouts }),
  },
  PayoutRunSettled: {
    means: 'The payer has paid all of a payout run, as an admin or the payer itself said, with the payer’s reference.',
    /** `proof`: a picture of the payment, for admins alone: it shows all payees. */
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: 'settle_payout_run', public: null },
    data: Type.Object({ reference: Text, proof: Type.Optional(Proof) }),
    version: 2,
  },
  PayoutCashoutsPaid: {
    means: 'Cashouts of one affiliate were completed by a settled payout run.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ affiliateId: Id, cashouts: Type.Array(Type.Object({ ...PayoutCashout.properties, document }), { minItems: 1 }) }),
    version: 2,
  },
  PayoutResultSeen: {
    means: 'The payer said what became of a payment that has not come back.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ cashoutId: Id, result: Type.Enum(PAYOUT_RESULTS), paypalCode: Type.Optional(PaypalCode) }),
    version: 2,
  },
  CashoutReturned: {
    means: 'A payment of a settled payout run, or a part of it, failed or came back.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ ...PayoutCashout.properties, because: Type.Enum(RETURNS), paypalCode: Type.Optional(PaypalCode), bankCode }),
    version: 3,
  },
  // payout-<id>, or affiliate-<id> of a cashout that is in no run
  PaymentOutcomeUnknown: {
    means:
      'The system went back to before these payments were booked. They may have been made: nothing pays them again until their outcome is stated.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({
      /** `document`: the one that the payee may have. */
      cashouts: Type.Array(Type.Object({ ...PayoutCashout.properties, document }), { minItems: 1 }),
    }),
  },
  PaymentOutcomeStated: {
    means: 'An admin stated the outcome of payments whose outcome was unknown after the system went back.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: 'state_payment_outcome', public: null },
    data: Type.Object({ outcome: Type.Enum(OUTCOMES), cashouts, reference: Text, reason: Text }),
  },
  // payout-<id>, also of a run that the log does not have
  UnmatchedPaymentSeen: {
    means: 'PayPal has a payment that no payout run has, as after the loss of a run. Nothing is booked by it.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({
      /** PayPal’s names of the payment and its batch. */
      itemId: Id,
      batchId: Id,
      /** As it was sent; absent: it is none that we give. */
      ofCashout: Type.Optional(Id),
      /** Absent: in another currency. */
      amountCents: Type.Optional(Cents),
      result: Type.Enum(PAYOUT_RESULTS),
      /** Whose account the receiver is sealed for; absent, as the receiver: no account that exists. */
      affiliateId: Type.Optional(Id),
      receiver: Type.Optional(Text),
    }),
    personal: { receiver: 'referrer' },
  },
  UnmatchedPaymentAcknowledged: {
    means: 'An admin said what a payment that no payout run has is about.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: 'acknowledge_unmatched_payment', public: null },
    data: Type.Object({ itemId: Id, reason: Text }),
  },
  // admin-<id>
  PayoutCounted: {
    means: 'An admin alone started a payout run or completed a cashout. Within a day such amounts count together.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: null, public: null },
    outlives: whole,
    data: Type.Object({
      amountCents: Cents,
      /** Where the terms have a limit for one affiliate: how much of it each gets. */
      byAffiliate: Type.Optional(Type.Array(Type.Object({ affiliateId: Id, amountCents: Cents }), { maxItems: 1_000 })),
    }),
    version: 2,
  },
  // affiliate-<id>: the same, as it concerns one affiliate, in the same append
  CashoutsCollected: {
    means: 'Cashouts are in a payout run: nothing else decides about them.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ runId: Id, cashouts }),
  },
  CashoutsReleased: {
    means: 'Cashouts are no longer in a payout run, which did not pay them.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ runId: Id, cashouts }),
  },
  PaymentReturned: {
    means: 'The payment of a completed cashout, or a part of it, failed or came back; the amount is available again.',
    visibleTo: 'affiliate',
    people: {
      topic: 'cashouts',
      bell: 'paymentReturned',
      mail: 'paymentReturned',
      adminMail: null,
      action: 'return_payment',
      public: 'cashout.returned',
    },
    money: {
      moves: ({ amountCents, forfeitedCents }) => ({ paidCents: -amountCents, forfeitedCents }),
      ledger: { paymentReturned: { label: 'Payment returned', why: 'The payment of cashout {about} came back' } },
    },
    data: Type.Object({
      ...PayoutCashout.properties,
      runId: Id,
      because: Type.Enum(RETURNS),
      bankCode,
      /** The document that cancels the one of the payment. */
      document,
      cancels: Type.Optional(Type.Pick(DocumentFields, ['year', 'number'])),
      /** All of it where the affiliate is deleted. */
      forfeitedCents: Cents,
      /** The whole payment, where only a part of it came back. */
      ofCents: Type.Optional(Cents),
    }),
    version: 4,
  },
});
