import { Type } from 'typebox';
import { EU, selfBillingLimits } from '../rules/documents.ts';
import { ATTRIBUTIONS, FOREIGN_CURRENCIES, OWN_PURCHASES, RECEIPTS } from '../rules/terms.ts';
import { catalogue, whole } from './catalogue.ts';
import {
  account,
  Bps,
  Cents,
  Currency,
  Day,
  Id,
  KeyedHash,
  PARKED_AT_ONCE,
  PARKED_DECISIONS,
  PaymentTypeName,
  RateNanos,
  TermsPosition,
  Text,
  TierId,
} from './event-fields.ts';

const DetailsWaitDays = Type.Integer({ minimum: 0, maximum: 90 });

/** Facts about the programme as a whole: programme. */
export const programmeEvents = catalogue({
  ProgrammeTermsSet: {
    means:
      'An admin set the programme’s terms; all of them, the unchanged ones too. They hold from here on, for nothing that was earned before.',
    people: { topic: 'affiliates', bell: null, mail: null, adminMail: 'termsSet', action: 'set_terms', public: 'terms.changed' },
    data: Type.Object({
      tiers: Type.Array(
        Type.Object({
          tier: TierId,
          name: Type.String({ minLength: 1, maxLength: 40 }),
          rateBps: Bps,
          threshold: Type.Integer({ minimum: 0 }),
        }),
        { minItems: 1, maxItems: 50 },
      ),
      defaultRateBps: Bps,
      minimumCashoutCents: Cents,
      holdDays: Type.Integer({ minimum: 0, maximum: 365 }),
      windowDays: Type.Integer({ minimum: 1, maximum: 365 }),
      attribution: Type.Enum(ATTRIBUTIONS),
      ownPurchases: Type.Enum(OWN_PURCHASES),
      foreignCurrency: Type.Enum(FOREIGN_CURRENCIES),
      paymentTypes: Type.Array(PaymentTypeName, { minItems: 1 }),
      fourEyesCents: Type.Union([Cents, Type.Null()]),
      fourEyesDayCents: Type.Union([Cents, Type.Null()]),
      fourEyesAffiliateCents: Type.Union([Cents, Type.Null()]),
      detailsWaitDays: DetailsWaitDays,
      selfBilling: Type.Union([
        Type.Object({
          country: Type.Enum(EU),
          vatNumber: Type.String({ minLength: 1, maxLength: selfBillingLimits.vatNumber }),
          rateBps: Bps,
        }),
        Type.Null(),
      ]),
      receipts: Type.Enum(RECEIPTS),
      textsVersion: Type.String({ minLength: 1, maxLength: 40 }),
      /** Where the terms before these were set; absent: by an older program. */
      after: Type.Optional(TermsPosition),
    }),
    follows: 'after',
    version: 7,
    upcast: {
      1: (data) => ({ ...data, fourEyesCents: null }),
      2: (data) => ({ ...data, foreignCurrency: 'refused' }),
      3: (data) => ({ ...data, fourEyesDayCents: null, fourEyesAffiliateCents: null, detailsWaitDays: 0 }),
      4: (data) => ({ ...data, selfBilling: null }),
      6: (data) => ({ ...data, receipts: 'allowed' }),
    },
  },
  FourEyesChangeAsked: {
    means: 'An admin asked for other limits of payouts. They hold once a second admin agrees.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: 'fourEyesAsked', action: 'ask_four_eyes', public: null },
    data: Type.Object({
      fourEyesCents: Type.Union([Cents, Type.Null()]),
      /** These, absent: they stay as they are. */
      fourEyesDayCents: Type.Optional(Type.Union([Cents, Type.Null()])),
      fourEyesAffiliateCents: Type.Optional(Type.Union([Cents, Type.Null()])),
      detailsWaitDays: Type.Optional(DetailsWaitDays),
    }),
    version: 2,
  },
  FourEyesChangeRefused: {
    means: 'An admin refused the change that was asked for, or withdrew it.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: 'refuse_four_eyes', public: null },
    data: Type.Object({}),
  },
  CurrencyRateSet: {
    means:
      'An admin set what one unit of another currency is worth on a day (UTC), in billionths of a euro, for sales decided from here on.',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: 'set_currency_rate', public: null },
    data: Type.Object({ day: Day, currency: Currency, nanos: RateNanos }),
  },
  PayoutAccountSet: {
    means: 'An admin set the account that pays the bank payments of payout runs.',
    people: { topic: 'cashouts', bell: null, mail: null, adminMail: null, action: 'set_payout_account', public: null },
    data: Type.Object(account),
  },
  TiersRecalculated: {
    means: 'An admin had all tiers recalculated; the changes are on the affiliates’ streams.',
    people: { topic: 'affiliates', bell: null, mail: null, adminMail: null, action: 'recalculate_tiers', public: null },
    data: Type.Object({ affiliates: Type.Integer(), changed: Type.Integer() }),
  },
  HeadSigned: {
    means: 'The log’s head as it was, signed: anyone who keeps it can prove later that this history was not rewritten.',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({
      position: Type.Integer({ minimum: 1 }),
      /** Hex. */
      hash: Type.String({ minLength: 64, maxLength: 64 }),
      /** Ed25519, SubjectPublicKeyInfo, base64. */
      publicKey: Type.String({ maxLength: 200 }),
      /** Before checkpoints: the first position that `roots` vouch for. */
      from: Type.Optional(Type.Integer({ minimum: 1 })),
      /** Before checkpoints: Merkle roots (RFC 9162, hex) over the hashes of the events from `from` to `position`, 65,536 to a root. */
      roots: Type.Optional(Type.Array(Type.String({ minLength: 64, maxLength: 64 }))),
      /** Of `framelift head <position> <hash>`, and with roots ` <from> <roots, with commas>`; base64. */
      signature: Type.String({ maxLength: 200 }),
      /** Of statements that end from then on; absent: the first. */
      layout: Type.Optional(Type.Integer({ minimum: 2 })),
      /** The address that links in these statements lead to; absent: they have none. */
      site: Type.Optional(Type.String({ maxLength: 300 })),
    }),
    version: 4,
  },
  SigningKeyRotated: {
    means: 'An operator replaced the key that signs checkpoints, heads and statements. The old key and the new one signed that.',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: null, public: null },
    replacesKey: true,
    outlives: whole,
    data: Type.Object({
      /** A rotation (docs/proofs.md#signed-notes). */
      note: Type.String({ minLength: 1, maxLength: 4_000 }),
    }),
  },
  MaintenanceStarted: {
    means: 'An admin started to verify or rebuild read models.',
    people: {
      topic: 'system',
      bell: null,
      mail: null,
      adminMail: null,
      action: { verify_read_models: ({ work }) => work === 'verify', replay_read_models: ({ work }) => work === 'replay' },
      public: null,
    },
    data: Type.Object({ work: Type.Enum(['verify', 'replay']), readModels: Type.Array(Id, { minItems: 1, maxItems: 50 }) }),
  },
  ParkedEventsDecided: {
    means: 'An admin let a read model or reactor fold parked streams: again, or permanently without the events at fault.',
    people: {
      topic: 'system',
      bell: null,
      mail: null,
      adminMail: null,
      action: { retry_parked_events: ({ decision }) => decision === 'retry', skip_parked_events: ({ decision }) => decision === 'skip' },
      public: null,
    },
    data: Type.Object({
      readModel: Id,
      decision: Type.Enum([...PARKED_DECISIONS]),
      /** The events that the streams were parked at. */
      positions: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: PARKED_AT_ONCE }),
    }),
  },
  SystemRestored: {
    means:
      'The system went back on purpose: events after `to` were withdrawn. The events before this one, `carried` of them, record again what had left.',
    people: { topic: 'system', bell: null, mail: null, adminMail: 'systemRestored', action: 'restore_system', public: 'history.withdrawn' },
    endsHistory: true,
    data: Type.Object({
      /** The last event of the withdrawn history, and its hash (hex). */
      from: Type.Integer({ minimum: 1 }),
      fromHash: Type.String({ minLength: 64, maxLength: 64 }),
      /** The last event that both histories have. */
      to: Type.Integer({ minimum: 1 }),
      reason: Text,
      carried: Type.Integer({ minimum: 0 }),
      /** The last published checkpoint of the withdrawn history: its events, and its root as base64. */
      published: Type.Optional(Type.Object({ size: Type.Integer({ minimum: 1 }), root: Type.String({ minLength: 44, maxLength: 44 }) })),
    }),
  },
  ArchiveBypassed: {
    means: 'An operator let files, mails and webhooks leave without the archive until it is caught up.',
    people: { topic: 'system', bell: null, mail: null, adminMail: 'archiveBypassed', action: 'bypass_archive', public: null },
    data: Type.Object({}),
  },
});

/** Facts about buyers, on the same stream. */
export const buyerEvents = catalogue({
  BuyerErased: {
    means: 'A buyer’s personal data was erased by destroying their key.',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ buyer: KeyedHash }),
  },
});
