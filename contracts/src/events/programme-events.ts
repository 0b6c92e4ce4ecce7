import { Type } from 'typebox';
import { catalogue } from './catalogue.ts';
import {
  PARKED_AT_ONCE,
  PARKED_DECISIONS,
  Bps,
  Cents,
  CouponCode,
  Currency,
  Day,
  Id,
  KeyedHash,
  PaymentTypeName,
  RateNanos,
  TierId,
  Time,
} from './event-fields.ts';
import { SCOPES } from '../rules/scopes.ts';
import { ATTRIBUTIONS, FOREIGN_CURRENCIES, OWN_PURCHASES } from '../rules/terms.ts';

const NameKind = Type.Enum(['username', 'email', 'coupon']);

/** Facts about names, codes, admins, what guards an account, the programme as a whole, and erased buyers. */
export const programmeEvents = catalogue({
  // claim-<keyed hash>
  NameClaimed: {
    means: 'A username, e-mail address or coupon belongs to an account. Usernames and coupons share one set of names.',
    data: Type.Object({ kind: NameKind, accountId: Id }),
    version: 2,
    upcast: { 1: (data) => data },
  },
  NameReleased: {
    means: 'An account gave a name up; it stays theirs until `heldUntil`, so old links keep working.',
    data: Type.Object({ kind: NameKind, accountId: Id, heldUntil: Time, resolves: Type.Boolean() }),
    version: 2,
    upcast: { 1: (data) => data },
  },
  // admin-<id>
  AdminCreated: {
    means: 'An operator made an admin account.',
    data: Type.Object({ adminId: Id, username: Type.String(), email: Type.String(), usernameClaim: KeyedHash, emailClaim: KeyedHash }),
    personal: { username: 'admin', email: 'admin' },
  },
  AdminEmailChangeAsked: {
    means: 'An admin asked for another address; it counts once the link sent there is opened.',
    data: Type.Object({ email: Type.String(), emailClaim: KeyedHash }),
    personal: { email: 'admin' },
  },
  AdminEmailChanged: {
    means: 'An admin’s address is another one, which they had asked for.',
    data: Type.Object({ email: Type.String(), emailClaim: KeyedHash }),
    personal: { email: 'admin' },
  },
  AdminRevoked: { means: 'An operator took an admin account away.', data: Type.Object({}) },
  // affiliate-<id>: codes for the till
  CouponGiven: {
    means: 'An admin gave an affiliate a code for the till. The store takes its discount off, where it has one.',
    visibleTo: 'affiliate',
    data: Type.Object({
      code: CouponCode,
      codeClaim: KeyedHash,
      discountBps: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    }),
    personal: { code: 'affiliate' },
  },
  CouponTakenBack: {
    means: 'An admin took a code back; nobody else gets it before the attribution window is over.',
    visibleTo: 'affiliate',
    data: Type.Object({ code: CouponCode, codeClaim: KeyedHash }),
    personal: { code: 'affiliate' },
  },
  // affiliate-<id> and admin-<id>: what guards an account. Secrets and hashes stand outside the log.
  PasswordChanged: { means: 'An account got another password; its other sessions ended.', visibleTo: 'affiliate', data: Type.Object({}) },
  PasswordResetAllowed: {
    means: 'An admin or operator made a link that sets another password, once and until `validUntil`; the one before is void.',
    visibleTo: 'affiliate',
    data: Type.Object({ validUntil: Time }),
  },
  TotpTurnedOn: {
    means: 'Signing in to an account now also takes a code from an authenticator app.',
    visibleTo: 'affiliate',
    data: Type.Object({}),
  },
  TotpTurnedOff: { means: 'Signing in to an account takes the password alone again.', visibleTo: 'affiliate', data: Type.Object({}) },
  RecoveryCodesRenewed: {
    means: 'An account got new recovery codes; the ones before are void.',
    visibleTo: 'affiliate',
    data: Type.Object({}),
  },
  // programme
  ProgrammeTermsSet: {
    means:
      'An admin set the programme’s terms; all of them, the unchanged ones too. They hold from here on, for nothing that was earned before.',
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
      textsVersion: Type.String({ minLength: 1, maxLength: 40 }),
    }),
    version: 3,
    upcast: { 1: (data) => ({ ...data, fourEyesCents: null }), 2: (data) => ({ ...data, foreignCurrency: 'refused' }) },
  },
  FourEyesChangeAsked: {
    means: 'An admin asked for another amount from which payouts take two admins, or none (null). It holds once a second admin agrees.',
    data: Type.Object({ fourEyesCents: Type.Union([Cents, Type.Null()]) }),
  },
  FourEyesChangeRefused: { means: 'An admin refused the change that was asked for, or withdrew it.', data: Type.Object({}) },
  CurrencyRateSet: {
    means:
      'An admin set what one unit of another currency is worth on a day (UTC), in billionths of a euro, for sales decided from here on.',
    data: Type.Object({ day: Day, currency: Currency, nanos: RateNanos }),
  },
  TiersRecalculated: {
    means: 'An admin had all tiers recalculated; the changes stand on the affiliates’ streams.',
    data: Type.Object({ affiliates: Type.Integer(), changed: Type.Integer() }),
  },
  HeadSigned: {
    means: 'The log’s head as it was, signed: whoever keeps it can prove later that this history was not rewritten.',
    data: Type.Object({
      position: Type.Integer({ minimum: 1 }),
      /** Hex. */
      hash: Type.String({ minLength: 64, maxLength: 64 }),
      /** Ed25519, SubjectPublicKeyInfo, base64. */
      publicKey: Type.String({ maxLength: 200 }),
      /** The first position that `roots` vouch for; absent: there are none. */
      from: Type.Optional(Type.Integer({ minimum: 1 })),
      /** Merkle roots (RFC 9162, hex) over the hashes of the events from `from` to `position`, 65,536 to a root. */
      roots: Type.Optional(Type.Array(Type.String({ minLength: 64, maxLength: 64 }))),
      /** Of `framelift head <position> <hash>`, and with roots ` <from> <roots, with commas>`; base64. */
      signature: Type.String({ maxLength: 200 }),
    }),
    version: 2,
    upcast: { 1: (data) => data },
  },
  MaintenanceStarted: {
    means: 'An admin started to verify read models, or to build them anew.',
    data: Type.Object({ work: Type.Enum(['verify', 'replay']), readModels: Type.Array(Id, { minItems: 1, maxItems: 50 }) }),
  },
  ParkedEventsDecided: {
    means: 'An admin let a read model or reactor fold streams it had held back: again, or without the events at fault, for ever.',
    data: Type.Object({
      readModel: Id,
      decision: Type.Enum([...PARKED_DECISIONS]),
      /** The events that the streams were parked at. */
      positions: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: PARKED_AT_ONCE }),
    }),
  },
  // api-keys
  ApiKeyMade: {
    means: 'An admin made a key with which a program asks and commands. `hash` recognises it; nothing gives it back.',
    data: Type.Object({
      keyId: Id,
      adminId: Id,
      name: Type.String({ minLength: 1, maxLength: 40 }),
      scopes: Type.Array(Type.Enum(SCOPES), { minItems: 1 }),
      perMinute: Type.Integer({ minimum: 1 }),
      expiresAt: Type.Optional(Time),
      /** SHA-256 of the key, hex. */
      hash: Type.String({ minLength: 64, maxLength: 64 }),
    }),
  },
  ApiKeyRevoked: { means: 'An admin took an API key away.', data: Type.Object({ keyId: Id }) },
  BuyerErased: { means: 'A buyer’s personal data was erased by destroying their key.', data: Type.Object({ buyer: KeyedHash }) },
});
