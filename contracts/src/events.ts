import { Type } from 'typebox';
import { catalogue, type FactData, type OpenedData, type StoredData } from './catalogue.ts';
import { type NotCreditedReason, notCreditedReasons, PAYMENT_TYPES, SKUS, STATUSES, TIERS } from './rules.ts';
import { PROVIDERS } from './streams.ts';

export const Id = Type.String({ minLength: 1, maxLength: 64 });
export const Cents = Type.Integer({ minimum: 0, maximum: 9_000_000_000_000 });
export const Bps = Type.Integer({ minimum: 0, maximum: 10_000 });
export const Time = Type.String({ minLength: 20, maxLength: 30 });
export const Text = Type.String({ maxLength: 1000 });
/** ISO 4217, as the store names it. */
export const Currency = Type.String({ minLength: 3, maxLength: 10 });
/** A keyed hash (hex): pseudonymous, the same for the same input, meaningless without CLAIM_KEY. */
export const KeyedHash = Type.String({ minLength: 32, maxLength: 64 });

export const TierName = Type.Enum(TIERS);
export const StatusName = Type.Enum(STATUSES);
export const PaymentTypeName = Type.Enum(PAYMENT_TYPES);
export const PayoutDetails = Type.Union([
  Type.Object({ email: Type.String({ maxLength: 254 }) }, { additionalProperties: false }),
  Type.Object({ address: Type.String({ maxLength: 128 }) }, { additionalProperties: false }),
]);
/** Which invoice: `InvoiceRef` of contracts/src/streams.ts. */
const invoice = { provider: Type.Enum(PROVIDERS), invoiceId: Id };
const Proof = Type.Object(
  { sha256: Type.String({ minLength: 64, maxLength: 64 }), mime: Type.String(), bytes: Type.Integer() },
  { additionalProperties: false },
);
const NotCredited = Type.Enum(Object.keys(notCreditedReasons) as [NotCreditedReason, ...NotCreditedReason[]]);

/** Every fact the system can state. Never edit a shipped one: raise `version` and add an upcast. */
export const events = catalogue({
  // affiliate-<id>
  AffiliateRegistered: {
    means: 'Somebody joined the affiliate programme.',
    visibleTo: 'affiliate',
    data: Type.Object({
      affiliateId: Id,
      username: Type.String(),
      email: Type.String(),
      usernameClaim: KeyedHash,
      emailClaim: KeyedHash,
      commissionBps: Bps,
    }),
    personal: { username: 'affiliate', email: 'affiliate' },
  },
  AffiliateEdited: {
    means: 'An admin changed some of an affiliate’s fields; only the changed ones are present. A tier set here is a manual tier.',
    visibleTo: 'affiliate',
    data: Type.Object({
      username: Type.Optional(Type.String()),
      usernameClaim: Type.Optional(KeyedHash),
      email: Type.Optional(Type.String()),
      emailClaim: Type.Optional(KeyedHash),
      commissionBps: Type.Optional(Bps),
      status: Type.Optional(StatusName),
      tier: Type.Optional(TierName),
    }),
    personal: { username: 'affiliate', email: 'affiliate' },
  },
  AffiliateDeleted: {
    means: 'An affiliate left; what was still available is forfeited and their personal keys are destroyed.',
    visibleTo: 'affiliate',
    data: Type.Object({ forfeitedCents: Cents }),
  },
  PaymentMethodAdded: {
    means: 'An affiliate said where to be paid. `detailsHash` recognises their own purchases.',
    visibleTo: 'affiliate',
    data: Type.Object({ paymentMethodId: Id, paymentType: PaymentTypeName, details: PayoutDetails, detailsHash: KeyedHash }),
    personal: { details: 'affiliate' },
  },
  PaymentMethodChanged: {
    means: 'An affiliate changed where to be paid; it is no longer verified.',
    visibleTo: 'affiliate',
    data: Type.Object({ paymentMethodId: Id, paymentType: PaymentTypeName, details: PayoutDetails, detailsHash: KeyedHash }),
    personal: { details: 'affiliate' },
  },
  PaymentMethodRemoved: {
    means: 'An affiliate removed a payment method; the oldest left becomes the primary one.',
    visibleTo: 'affiliate',
    data: Type.Object({ paymentMethodId: Id }),
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
  SaleRecorded: {
    means: 'A completed invoice earned an affiliate a commission, at the rate stated and for ever.',
    visibleTo: 'affiliate',
    data: Type.Object({
      ...invoice,
      product: Type.String(),
      quantity: Type.Integer({ minimum: 1 }),
      paidCents: Cents,
      amountCents: Cents,
      capped: Type.Boolean(),
      commissionBps: Bps,
      rateFrom: Type.Enum(['own', 'tier']),
      tier: TierName,
      commissionCents: Cents,
      soldAt: Time,
      customerEmail: Type.String(),
      buyer: KeyedHash,
      credited: Type.Enum(['store', 'hand']),
      reason: Type.Optional(Text),
    }),
    personal: { customerEmail: 'buyer', reason: 'affiliate' },
  },
  SaleReversed: {
    means: 'A recorded sale was refunded, charged back or reversed by hand; the commission is taken back in full.',
    visibleTo: 'affiliate',
    data: Type.Object({
      ...invoice,
      amountCents: Cents,
      commissionCents: Cents,
      cause: Type.Enum(['refund', 'hand']),
      reason: Type.Optional(Text),
    }),
    personal: { reason: 'affiliate' },
  },
  TierReached: {
    means: 'A sale moved an affiliate up; the next sale is paid at the new tier.',
    visibleTo: 'affiliate',
    data: Type.Object({ from: TierName, to: TierName, netSales: Type.Integer() }),
  },
  TierRecalculated: {
    means: 'A recalculation changed an affiliate’s tier, up or down, or ended a manual one.',
    visibleTo: 'affiliate',
    data: Type.Object({ from: TierName, to: TierName, netSales: Type.Integer() }),
  },
  CashoutRequested: {
    means: 'An affiliate asked to be paid; the amount is reserved and the details are copied.',
    visibleTo: 'affiliate',
    data: Type.Object({
      cashoutId: Id,
      amountCents: Cents,
      paymentMethodId: Id,
      paymentType: PaymentTypeName,
      payTo: PayoutDetails,
      notes: Type.Optional(Text),
    }),
    personal: { payTo: 'affiliate', notes: 'affiliate' },
  },
  CashoutProcessed: {
    means: 'An admin approved, completed or rejected a cashout; an approved one is completed or rejected by a second one.',
    visibleTo: 'affiliate',
    data: Type.Object({
      cashoutId: Id,
      amountCents: Cents,
      paymentMethodId: Id,
      from: Type.Enum(['pending', 'approved']),
      status: Type.Enum(['approved', 'completed', 'rejected']),
      adminNotes: Type.Optional(Text),
      proof: Type.Optional(Proof),
    }),
    personal: { adminNotes: 'affiliate' },
  },
  NotificationsRead: {
    means: 'An affiliate read notifications, named by the version of the event each came from.',
    visibleTo: 'affiliate',
    data: Type.Object({ notifications: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1 }) }),
  },
  // visits-<affiliate id>
  VisitTracked: {
    means: 'Somebody opened a page with an affiliate’s code. Visitor details are sealed under the key of that day.',
    visibleTo: 'affiliate',
    data: Type.Object({
      visitId: Id,
      affiliateId: Id,
      page: Type.String({ maxLength: 300 }),
      visitor: Type.String(),
      userAgent: Type.Optional(Type.String()),
      referrer: Type.Optional(Type.String()),
    }),
    personal: { visitor: 'day', userAgent: 'day', referrer: 'day' },
  },
  // checkout-<provider>-<invoice>
  CheckoutStarted: {
    means: 'A buyer was sent to the store; what was known about the referral is kept.',
    data: Type.Object({
      checkoutId: Id,
      ...invoice,
      sku: Type.Enum(SKUS),
      quantity: Type.Integer({ minimum: 1 }),
      listCents: Cents,
      affiliateId: Type.Optional(Id),
      visitId: Type.Optional(Id),
      visitKnown: Type.Boolean(),
      referredAt: Type.Optional(Time),
    }),
  },
  SaleCredited: {
    means: 'The outcome of an invoice: an affiliate earned on it.',
    data: Type.Object({ ...invoice, affiliateId: Id, amountCents: Cents, commissionCents: Cents, credited: Type.Enum(['store', 'hand']) }),
  },
  SaleNotCredited: {
    means: 'The outcome of an invoice: nobody earned on it, and why.',
    data: Type.Object({
      ...invoice,
      reason: NotCredited,
      affiliateId: Type.Optional(Id),
      paidCents: Cents,
      soldAt: Time,
      customerEmail: Type.String(),
      buyer: KeyedHash,
    }),
    personal: { customerEmail: 'buyer' },
  },
  SaleCreditReversed: {
    means: 'The outcome of an invoice: a credited sale was taken back.',
    data: Type.Object({ ...invoice, affiliateId: Id, amountCents: Cents, commissionCents: Cents, cause: Type.Enum(['refund', 'hand']) }),
  },
  PartialRefundSeen: {
    means: 'The store shows a partial refund; an admin looks at it, nothing is reversed.',
    data: Type.Object({ ...invoice, refundedCents: Cents, currency: Currency, affiliateId: Type.Optional(Id) }),
  },
  // claim-<keyed hash>
  NameClaimed: {
    means: 'A username or e-mail address belongs to an account.',
    data: Type.Object({ kind: Type.Enum(['username', 'email']), accountId: Id }),
  },
  NameReleased: {
    means: 'An account gave a name up; it stays theirs until `heldUntil`, so old links keep working.',
    data: Type.Object({ kind: Type.Enum(['username', 'email']), accountId: Id, heldUntil: Time, resolves: Type.Boolean() }),
  },
  // admin-<id>
  AdminCreated: {
    means: 'An operator made an admin account.',
    data: Type.Object({ adminId: Id, username: Type.String(), email: Type.String(), usernameClaim: KeyedHash, emailClaim: KeyedHash }),
    personal: { username: 'admin', email: 'admin' },
  },
  AdminRevoked: { means: 'An operator took an admin account away.', data: Type.Object({}) },
  // programme
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
      /** Of `framelift head <position> <hash>`, base64. */
      signature: Type.String({ maxLength: 200 }),
    }),
  },
  MaintenanceStarted: {
    means: 'An admin started to verify read models, or to build them anew.',
    data: Type.Object({ work: Type.Enum(['verify', 'replay']), readModels: Type.Array(Id, { minItems: 1, maxItems: 50 }) }),
  },
  BuyerErased: { means: 'A buyer’s personal data was erased by destroying their key.', data: Type.Object({ buyer: KeyedHash }) },
});

export type Events = typeof events;
export type EventName = keyof Events;
export type Fact<N extends EventName = EventName> = { [K in N]: { type: K; data: FactData<Events[K]> } }[N];
export type Stored<N extends EventName> = StoredData<Events[N]>;
export type Opened<N extends EventName> = OpenedData<Events[N]>;

/** States a fact; deciders return lists of them. */
export const fact = <N extends EventName>(type: N, data: FactData<Events[N]>): Fact<N> => ({ type, data }) as Fact<N>;
