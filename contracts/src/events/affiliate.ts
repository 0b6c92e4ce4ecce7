import { Type } from 'typebox';
import { catalogue } from './catalogue.ts';
import {
  attribution,
  Bps,
  Cents,
  CouponCode,
  Day,
  Foreign,
  Id,
  invoice,
  KeyedHash,
  origin,
  PaymentTypeName,
  PayoutDetails,
  Proof,
  ReversalCauseName,
  StatusName,
  StillHeldUntil,
  TermsPosition,
  Text,
  TierId,
  Time,
} from './event-fields.ts';
import { importedFrom } from './imports.ts';

/** Facts about one affiliate: affiliate-<id>. */
export const affiliateEvents = catalogue({
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
      /** Moved in from another programme: they are told nothing. */
      imported: Type.Optional(Type.Object(importedFrom)),
    }),
    personal: { username: 'affiliate', email: 'affiliate' },
    version: 3,
    upcast: { 1: (data) => data, 2: (data) => data },
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
  SaleRecorded: {
    means: 'A completed invoice earned an affiliate a commission, at the rate stated and for ever.',
    visibleTo: 'affiliate',
    data: Type.Object({
      ...invoice,
      product: Type.String(),
      quantity: Type.Integer({ minimum: 1 }),
      paidCents: Cents,
      foreign: Type.Optional(Foreign),
      amountCents: Cents,
      capped: Type.Boolean(),
      commissionBps: Bps,
      rateFrom: Type.Enum(['own', 'tier']),
      tier: TierId,
      commissionCents: Cents,
      soldAt: Time,
      availableAt: Time,
      terms: TermsPosition,
      ...attribution,
      ...origin,
      customerEmail: Type.String(),
      buyer: KeyedHash,
      credited: Type.Enum(['store', 'hand']),
      reason: Type.Optional(Text),
    }),
    personal: { code: 'affiliate', customerEmail: 'buyer', reason: 'affiliate' },
    version: 4,
    upcast: {
      1: (data) => ({ ...data, availableAt: data.soldAt, terms: 0 }),
      2: (data) => ({ ...data, attributedBy: data.credited === 'hand' ? 'hand' : 'click' }),
      3: (data) => data,
    },
  },
  SaleReversed: {
    means: 'A recorded sale was refunded, charged back or reversed by hand; the commission is taken back in full.',
    visibleTo: 'affiliate',
    data: Type.Object({
      ...invoice,
      amountCents: Cents,
      commissionCents: Cents,
      cause: ReversalCauseName,
      availableAt: StillHeldUntil,
      /** As the sale said it; absent: it was not known yet. */
      attributedBy: Type.Optional(attribution.attributedBy),
      code: attribution.code,
      ...origin,
      /** As the sale said it; absent: it was paid in euros, or was credited before SaleCredited 4. */
      foreign: Type.Optional(Foreign),
      reason: Type.Optional(Text),
    }),
    personal: { code: 'affiliate', reason: 'affiliate' },
    version: 5,
    upcast: { 1: (data) => data, 2: (data) => data, 3: (data) => data, 4: (data) => data },
  },
  SaleRestored: {
    means: 'A sale that was taken back for a lost dispute counts again: the dispute was won after all.',
    visibleTo: 'affiliate',
    data: Type.Object({
      ...invoice,
      amountCents: Cents,
      commissionCents: Cents,
      availableAt: StillHeldUntil,
      attributedBy: attribution.attributedBy,
      code: attribution.code,
      ...origin,
      foreign: Type.Optional(Foreign),
      /** What of it a deleted account does not get. */
      forfeitedCents: Cents,
    }),
    personal: { code: 'affiliate' },
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
      /** Of a payout run, which completes without a decision about each. */
      runId: Type.Optional(Id),
      reference: Type.Optional(Text),
    }),
    personal: { adminNotes: 'affiliate' },
    version: 2,
    upcast: { 1: (data) => data },
  },
  NotificationsRead: {
    means: 'An affiliate read notifications, named by the version of the event each came from.',
    visibleTo: 'affiliate',
    data: Type.Object({ notifications: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1 }) }),
  },
  BillingDetailsChanged: {
    means: 'An affiliate said what stands on their statements as the one who is paid; absent: nothing.',
    visibleTo: 'affiliate',
    data: Type.Object({
      name: Type.Optional(Type.String()),
      address: Type.Optional(Type.String()),
      country: Type.Optional(Type.String()),
      taxNumber: Type.Optional(Type.String()),
    }),
    personal: { name: 'affiliate', address: 'affiliate', country: 'affiliate', taxNumber: 'affiliate' },
  },
  MissingSaleRaised: {
    means: 'An affiliate said that a purchase through them was not credited.',
    visibleTo: 'affiliate',
    data: Type.Object({
      missingSaleId: Id,
      boughtOn: Day,
      transaction: Type.Optional(Text),
      /** With the keyed hash of the address. */
      customerEmail: Type.Optional(Type.String()),
      buyer: Type.Optional(KeyedHash),
      notes: Type.Optional(Text),
    }),
    personal: { transaction: 'affiliate', customerEmail: 'buyer', notes: 'affiliate' },
  },
  MissingSaleAnswered: {
    means: 'An admin found the sale that an affiliate missed, or did not and said why.',
    visibleTo: 'affiliate',
    data: Type.Object({
      missingSaleId: Id,
      answer: Type.Enum(['credited', 'refused']),
      /** The invoice's key; absent where nothing was found. */
      transactionId: Type.Optional(Type.String({ maxLength: 100 })),
      reason: Text,
    }),
    personal: { reason: 'affiliate' },
  },
});

/** Codes for the till, on the same stream. */
export const couponEvents = catalogue({
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
});
