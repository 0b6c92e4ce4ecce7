import { Type } from 'typebox';
import { catalogue } from './catalogue.ts';
import {
  attribution,
  Cents,
  CouponProblemName,
  Currency,
  DisputeStateName,
  Foreign,
  Id,
  invoice,
  KeyedHash,
  NotCredited,
  origin,
  PaidForeign,
  ProductCommission,
  ReversalCauseName,
  StillHeldUntil,
  Time,
} from './event-fields.ts';

/** Absent: no rule found an affiliate. */
const foundBy = Type.Optional(Type.Enum(['coupon', 'click']));

/** What happens to a checkout or a sale made elsewhere: checkout-<provider>-<invoice>. */
export const checkoutEvents = catalogue({
  CheckoutStarted: {
    means: 'A buyer was sent to the store; what was known about the referral is kept.',
    people: { topic: 'checkout', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({
      checkoutId: Id,
      ...invoice,
      sku: Id,
      /** As it was offered then; absent: it was the only product, at its only terms. */
      product: Type.Optional(
        Type.Object({
          title: Type.String({ minLength: 1, maxLength: 200 }),
          priceCents: Cents,
          oldPriceCents: Type.Optional(Cents),
          offerEndsAt: Type.Optional(Time),
          commission: ProductCommission,
        }),
      ),
      quantity: Type.Integer({ minimum: 1 }),
      listCents: Cents,
      affiliateId: Type.Optional(Id),
      visitId: Type.Optional(Id),
      visitKnown: Type.Boolean(),
      referredAt: Type.Optional(Time),
      windowDays: Type.Integer({ minimum: 1 }),
      ...origin,
      attributedBy: foundBy,
      code: attribution.code,
      /** The click of another affiliate that the code, or by the terms the first click, went before. */
      outvoted: Type.Optional(
        Type.Object({ affiliateId: Id, visitId: Type.Optional(Id), visitKnown: Type.Boolean(), referredAt: Type.Optional(Time) }),
      ),
      /** Why the code that was entered did nothing. */
      couponProblem: Type.Optional(CouponProblemName),
      /** The buyer’s network under the key of that day; absent: not known. */
      network: Type.Optional(KeyedHash),
    }),
    personal: { code: 'referrer' },
    version: 5,
    upcast: {
      1: (data) => ({ ...data, windowDays: 60 }),
      2: (data) => ({ ...data, ...(data.affiliateId ? { attributedBy: 'click' } : {}) }),
    },
  },
  SaleReported: {
    means: 'A program reported a sale made elsewhere, in any currency; its outcome is a separate event.',
    people: { topic: 'money', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({
      ...invoice,
      affiliateId: Type.Optional(Id),
      attributedBy: foundBy,
      code: attribution.code,
      paidCents: Cents,
      currency: Currency,
      soldAt: Time,
    }),
    personal: { code: 'referrer' },
    version: 2,
    upcast: { 1: (data) => ({ ...data, ...(data.affiliateId ? { attributedBy: 'click' } : {}) }) },
  },
  SaleCredited: {
    means: 'The outcome of an invoice: an affiliate earned on it.',
    people: { topic: 'money', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({
      ...invoice,
      affiliateId: Id,
      amountCents: Cents,
      commissionCents: Cents,
      availableAt: StillHeldUntil,
      credited: Type.Enum(['store', 'hand']),
      soldAt: Type.Optional(Time),
      /** The buyer's address as an account and a payment detail would have it: recognises affiliates among buyers. */
      buyerAs: Type.Optional(Type.Object({ account: KeyedHash, payee: KeyedHash })),
      foreign: Type.Optional(Foreign),
      /** Its title. */
      product: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    }),
    version: 5,
  },
  SaleHoldReleased: {
    means: 'The outcome of an invoice: the commission is available before its hold was over.',
    people: { topic: 'money', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ ...invoice, affiliateId: Id, commissionCents: Cents }),
  },
  SaleNotCredited: {
    means: 'The outcome of an invoice: nobody earned on it, and why.',
    people: { topic: 'money', bell: null, mail: null, adminMail: null, action: null, public: 'sale.not_credited' },
    data: Type.Object({
      ...invoice,
      reason: NotCredited,
      affiliateId: Type.Optional(Id),
      /** In euros: 0 where it was paid in a currency that earns nothing. */
      paidCents: Cents,
      foreign: Type.Optional(PaidForeign),
      soldAt: Time,
      customerEmail: Type.String(),
      buyer: KeyedHash,
    }),
    personal: { customerEmail: 'buyer' },
    version: 3,
  },
  SaleCreditReversed: {
    means: 'The outcome of an invoice: a credited sale was taken back.',
    people: { topic: 'money', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ ...invoice, affiliateId: Id, amountCents: Cents, commissionCents: Cents, cause: ReversalCauseName }),
    version: 2,
  },
  SaleCreditRestored: {
    means: 'The outcome of an invoice: a credit that a lost dispute took back holds again.',
    people: { topic: 'money', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ ...invoice, affiliateId: Id, amountCents: Cents, commissionCents: Cents, availableAt: StillHeldUntil }),
  },
  PartialRefundSeen: {
    means: 'The store shows how much went back in part so far, in the currency of the sale; an admin looks at it, nothing is reversed.',
    people: { topic: 'money', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ ...invoice, refundedCents: Cents, currency: Currency, affiliateId: Type.Optional(Id) }),
  },
  DisputeSeen: {
    means: 'The store shows a dispute that was opened, lost or won; its effects on the commission are separate events.',
    people: { topic: 'money', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ ...invoice, state: DisputeStateName, disputedCents: Cents, currency: Currency, affiliateId: Type.Optional(Id) }),
  },
});
