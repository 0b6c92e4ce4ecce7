import { Type } from 'typebox';
import { catalogue, type FactData, type OpenedData, type StoredData } from './catalogue.ts';
import {
  Bps,
  Cents,
  Currency,
  Id,
  invoice,
  KeyedHash,
  origin,
  NotCredited,
  PaymentTypeName,
  PayoutDetails,
  Proof,
  StatusName,
  StillHeldUntil,
  TermsPosition,
  Text,
  TierId,
  Time,
} from './event-fields.ts';
import { SKUS } from './rules.ts';
import { programmeEvents } from './programme-events.ts';

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
      /** Of the texts they agreed to; absent: an admin made the account. */
      textsVersion: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    }),
    personal: { username: 'affiliate', email: 'affiliate' },
    version: 2,
    upcast: { 1: (data) => data },
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
      tier: Type.Optional(TierId),
      /** Own terms; null: the programme's hold again. */
      minimumCashoutCents: Type.Optional(Type.Union([Cents, Type.Null()])),
      holdDays: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 365 }), Type.Null()])),
      reason: Type.Optional(Text),
    }),
    personal: { username: 'affiliate', email: 'affiliate', reason: 'affiliate' },
    version: 2,
    upcast: { 1: (data) => data },
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
      tier: TierId,
      commissionCents: Cents,
      soldAt: Time,
      availableAt: Time,
      terms: TermsPosition,
      ...origin,
      customerEmail: Type.String(),
      buyer: KeyedHash,
      credited: Type.Enum(['store', 'hand']),
      reason: Type.Optional(Text),
    }),
    personal: { customerEmail: 'buyer', reason: 'affiliate' },
    version: 2,
    upcast: { 1: (data) => ({ ...data, availableAt: data.soldAt, terms: 0 }) },
  },
  SaleReversed: {
    means: 'A recorded sale was refunded, charged back or reversed by hand; the commission is taken back in full.',
    visibleTo: 'affiliate',
    data: Type.Object({
      ...invoice,
      amountCents: Cents,
      commissionCents: Cents,
      cause: Type.Enum(['refund', 'hand']),
      availableAt: StillHeldUntil,
      ...origin,
      reason: Type.Optional(Text),
    }),
    personal: { reason: 'affiliate' },
    version: 2,
    upcast: { 1: (data) => data },
  },
  HoldReleased: {
    means: 'An admin released a commission before its hold was over.',
    visibleTo: 'affiliate',
    data: Type.Object({ ...invoice, commissionCents: Cents, availableAt: Time, reason: Text }),
    personal: { reason: 'affiliate' },
  },
  TierReached: {
    means: 'A sale moved an affiliate up; the next sale is paid at the new tier.',
    visibleTo: 'affiliate',
    data: Type.Object({ from: TierId, to: TierId, netSales: Type.Integer() }),
  },
  TierRecalculated: {
    means: 'A recalculation changed an affiliate’s tier, up or down, or ended a manual one.',
    visibleTo: 'affiliate',
    data: Type.Object({ from: TierId, to: TierId, netSales: Type.Integer() }),
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
      campaign: origin.campaign,
      site: origin.site,
    }),
    personal: { visitor: 'day', userAgent: 'day', referrer: 'day' },
    version: 2,
    upcast: { 1: (data) => data },
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
      windowDays: Type.Integer({ minimum: 1 }),
      ...origin,
    }),
    version: 2,
    upcast: { 1: (data) => ({ ...data, windowDays: 60 }) },
  },
  SaleCredited: {
    means: 'The outcome of an invoice: an affiliate earned on it.',
    data: Type.Object({
      ...invoice,
      affiliateId: Id,
      amountCents: Cents,
      commissionCents: Cents,
      availableAt: StillHeldUntil,
      credited: Type.Enum(['store', 'hand']),
    }),
    version: 2,
    upcast: { 1: (data) => data },
  },
  SaleHoldReleased: {
    means: 'The outcome of an invoice: the commission is available before its hold was over.',
    data: Type.Object({ ...invoice, affiliateId: Id, commissionCents: Cents }),
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
  ...programmeEvents,
});

export type Events = typeof events;
export type EventName = keyof Events;
export type Fact<N extends EventName = EventName> = { [K in N]: { type: K; data: FactData<Events[K]> } }[N];
export type Stored<N extends EventName> = StoredData<Events[N]>;
export type Opened<N extends EventName> = OpenedData<Events[N]>;

/** States a fact; deciders return lists of them. */
export const fact = <N extends EventName>(type: N, data: FactData<Events[N]>): Fact<N> => ({ type, data }) as Fact<N>;
