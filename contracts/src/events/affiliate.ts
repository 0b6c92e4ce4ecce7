import { Type } from 'typebox';
import { DocumentFields } from './documents.ts';
import { catalogue } from './catalogue.ts';
import {
  attribution,
  Bps,
  Cents,
  Foreign,
  Id,
  invoice,
  KeyedHash,
  origin,
  PaymentTypeName,
  PayoutDetails,
  Proof,
  RateFrom,
  ReversalCauseName,
  StatusName,
  StillHeldUntil,
  TermsPosition,
  Text,
  TierId,
  Time,
  written,
  writtenAbout,
} from './event-fields.ts';
import { importedFrom } from './imports.ts';

/** Whether a decision about a cashout made it this. */
const became =
  (as: 'approved' | 'completed' | 'rejected') =>
  ({ status }: { status: string }) =>
    status === as;
const outcomes = { cashoutApproved: became('approved'), cashoutCompleted: became('completed'), cashoutRejected: became('rejected') };

/** Facts about one affiliate: affiliate-<id>. */
export const affiliateEvents = catalogue({
  AffiliateRegistered: {
    means: 'Somebody joined the affiliate programme.',
    visibleTo: 'affiliate',
    people: {
      topic: 'affiliates',
      bell: null,
      mail: { welcome: ({ imported }) => !imported },
      adminMail: null,
      action: 'create_affiliate',
      public: 'affiliate.registered',
    },
    data: Type.Object({
      affiliateId: Id,
      username: Type.String(),
      email: Type.String(),
      usernameClaim: KeyedHash,
      emailClaim: KeyedHash,
      commissionBps: Bps,
      /** Of the texts they agreed to; absent: an admin made the account. */
      textsVersion: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
      /** Imported from another programme: they receive no message. */
      imported: Type.Optional(Type.Object(importedFrom)),
    }),
    personal: { username: 'affiliate', email: 'affiliate' },
    version: 3,
  },
  AffiliateEdited: {
    means: 'An admin changed some of an affiliate’s fields; only the changed ones are present. A tier set here is a manual tier.',
    visibleTo: 'affiliate',
    people: {
      topic: 'affiliates',
      bell: { edited: ({ status, tier, username, email }) => status || tier || username || email },
      mail: { statusChanged: ({ status }) => status, emailChanged: ({ email }) => email, emailChangedBefore: ({ email }) => email },
      adminMail: null,
      action: 'edit_affiliate',
      public: 'affiliate.changed',
    },
    outlives: ({ status, reason }) => (status ? { status, ...(reason ? { reason } : {}) } : undefined),
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
  },
  SaleRecorded: {
    means: 'A completed invoice earned an affiliate a commission, at the stated rate, permanently.',
    visibleTo: 'affiliate',
    people: {
      topic: 'money',
      bell: 'sale',
      mail: 'saleCredited',
      adminMail: null,
      action: { credit_sale: ({ credited }) => credited === 'hand' },
      public: 'sale.credited',
    },
    money: {
      moves: ({ commissionCents }) => ({ earnedCents: commissionCents }),
      ledger: { sale: { label: 'Commission', why: 'Commission of {rate} on sale {about}' } },
      sale: 1,
    },
    data: Type.Object({
      ...invoice,
      product: Type.String(),
      quantity: Type.Integer({ minimum: 1 }),
      paidCents: Cents,
      foreign: Type.Optional(Foreign),
      amountCents: Cents,
      capped: Type.Boolean(),
      commissionBps: Bps,
      rateFrom: RateFrom,
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
    version: 5,
    upcast: {
      1: (data) => ({ ...data, availableAt: data.soldAt, terms: 0 }),
      2: (data) => ({ ...data, attributedBy: data.credited === 'hand' ? 'hand' : 'click' }),
    },
  },
  SaleReversed: {
    means: 'A recorded sale was refunded, charged back or reversed by hand; the commission is taken back in full.',
    visibleTo: 'affiliate',
    people: {
      topic: 'money',
      bell: 'reversal',
      mail: 'saleReversed',
      adminMail: null,
      action: { reverse_sale: ({ cause }) => cause === 'hand' },
      public: 'sale.reversed',
    },
    money: {
      moves: ({ commissionCents }) => ({ reversedCents: commissionCents }),
      ledger: { reversal: { label: 'Reversal', why: 'Sale {about} was taken back' } },
      sale: -1,
    },
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
      /** Absent: before SaleReversed 7, or the sale was credited before SaleCredited 5. */
      product: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      ...written,
    }),
    personal: { code: 'affiliate', ...writtenAbout },
    version: 7,
  },
  SaleRestored: {
    means: 'A sale that was taken back for a lost dispute counts again: the dispute was won after all.',
    visibleTo: 'affiliate',
    people: { topic: 'money', bell: 'restored', mail: 'saleRestored', adminMail: null, action: null, public: 'sale.restored' },
    money: {
      moves: ({ commissionCents, forfeitedCents }) => ({ reversedCents: -commissionCents, forfeitedCents }),
      ledger: { restored: { label: 'Sale restored', why: 'Sale {about} counts again: its dispute was won' } },
      sale: 1,
    },
    data: Type.Object({
      ...invoice,
      amountCents: Cents,
      commissionCents: Cents,
      availableAt: StillHeldUntil,
      attributedBy: attribution.attributedBy,
      code: attribution.code,
      ...origin,
      foreign: Type.Optional(Foreign),
      product: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      /** What of it a deleted account does not get. */
      forfeitedCents: Cents,
    }),
    personal: { code: 'affiliate' },
    version: 3,
  },
  HoldReleased: {
    means: 'An admin released a commission before its hold was over.',
    visibleTo: 'affiliate',
    people: { topic: 'money', bell: 'released', mail: null, adminMail: null, action: 'release_hold', public: null },
    data: Type.Object({ ...invoice, commissionCents: Cents, availableAt: Time, reason: Text }),
    personal: { reason: 'affiliate' },
  },
  TierReached: {
    means: 'A sale moved an affiliate up; the next sale is paid at the new tier.',
    visibleTo: 'affiliate',
    people: { topic: 'affiliates', bell: 'tier', mail: 'tierReached', adminMail: null, action: null, public: 'tier.changed' },
    data: Type.Object({ from: TierId, to: TierId, netSales: Type.Integer() }),
  },
  TierRecalculated: {
    means: 'A recalculation changed an affiliate’s tier, up or down, or ended a manual one.',
    visibleTo: 'affiliate',
    people: { topic: 'affiliates', bell: 'tier', mail: null, adminMail: null, action: null, public: 'tier.changed' },
    data: Type.Object({ from: TierId, to: TierId, netSales: Type.Integer() }),
  },
  CashoutRequested: {
    means: 'An affiliate asked to be paid; the amount is reserved and the details are copied.',
    visibleTo: 'affiliate',
    people: {
      topic: 'cashouts',
      bell: null,
      mail: 'cashoutRequested',
      adminMail: 'cashoutToDecide',
      action: null,
      public: 'cashout.requested',
    },
    money: {
      moves: ({ amountCents }) => ({ reservedCents: amountCents }),
      ledger: { cashoutRequested: { label: 'Cashout requested', why: 'Reserved for cashout {about}' } },
    },
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
    people: {
      topic: 'cashouts',
      bell: outcomes,
      mail: outcomes,
      adminMail: null,
      action: { process_cashout: ({ runId }) => !runId },
      public: { 'cashout.approved': became('approved'), 'cashout.completed': became('completed'), 'cashout.rejected': became('rejected') },
    },
    money: {
      moves: ({ amountCents, status }) =>
        status === 'approved' ? {} : { reservedCents: -amountCents, paidCents: status === 'completed' ? amountCents : 0 },
      ledger: { cashoutRejected: { label: 'Cashout returned', why: 'Cashout {about} was rejected', if: became('rejected') } },
    },
    data: Type.Object({
      cashoutId: Id,
      amountCents: Cents,
      paymentMethodId: Id,
      from: Type.Enum(['pending', 'approved']),
      status: Type.Enum(['approved', 'completed', 'rejected']),
      /** The reason, as the affiliate sees it. */
      adminNotes: Type.Optional(Text),
      internalNote: written.internalNote,
      proof: Type.Optional(Proof),
      /** Of a payout run, which completes without a decision about each. */
      runId: Type.Optional(Id),
      reference: Type.Optional(Text),
      /** The self-billing document about the payment, where the terms want one. */
      document: Type.Optional(DocumentFields),
    }),
    personal: { adminNotes: 'affiliate', internalNote: 'affiliate' },
    version: 4,
  },
  NotificationsRead: {
    means: 'An affiliate read notifications, named by the version of the event each came from.',
    visibleTo: 'affiliate',
    people: { topic: 'affiliates', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ notifications: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1 }) }),
  },
  AffiliateDeleted: {
    means: 'An affiliate left; what was still available is forfeited and their personal keys are destroyed.',
    visibleTo: 'affiliate',
    people: { topic: 'affiliates', bell: null, mail: null, adminMail: null, action: 'delete_affiliate', public: 'affiliate.deleted' },
    money: {
      moves: ({ forfeitedCents }) => ({ forfeitedCents }),
      ledger: {
        forfeited: { label: 'Forfeited', why: 'Given up when the account was deleted', if: ({ forfeitedCents }) => forfeitedCents },
      },
    },
    data: Type.Object({ forfeitedCents: Cents }),
  },
});
