import { type Static, Type } from 'typebox';
import { CAMPAIGN } from '../rules/campaign.ts';
import { elsewhereRefusals } from './elsewhere.ts';
import {
  BrowserText,
  Email,
  FreeText,
  GivenPassword,
  Moment,
  NewPassword,
  Nullable,
  OneOf,
  Rate,
  refused,
  RequiredLine,
  RequiredText,
  Username,
  ProofImage,
} from './fields.ts';
import { NO_FORMULA } from '../rules/payouts.ts';
import { SALE_MAILS } from '../rules/mails.ts';
import { couponRefusals, couponRules, PAYMENT_TYPES, refusals, rules, saleLimits, STATUSES } from '../rules/rules.ts';
import { sellauth } from '../rules/sellauth.ts';
import { ATTRIBUTIONS, FOREIGN_CURRENCIES, OWN_PURCHASES, termsLimits } from '../rules/terms.ts';

/** The body of every call, declared once: schema, type and refusals (services/src/http/body-class.ts). Fields stand in the order of the checks. */

const browserText = (field: string, maximum: number) => Type.Optional(Nullable(BrowserText(field, maximum)));

const registration = { password: NewPassword, email: Email, username: Username };
export const RegisterBody = Type.Object(registration);
export const CreateAffiliateBody = Type.Object({ commissionRate: Rate, ...registration });
const MinimumCashout = Type.Number({
  multipleOf: 0.01,
  minimum: termsLimits.minimumCashoutCents.minimum / 100,
  maximum: termsLimits.minimumCashoutCents.maximum / 100,
  description: 'Decimal euros',
  ...refused(refusals.minimumCashoutInvalid),
});
const HoldDays = Type.Integer({ minimum: 0, maximum: termsLimits.holdDays, ...refused(refusals.holdInvalid) });
export const EditAffiliateBody = Type.Object({
  email: Type.Optional(Email),
  username: Type.Optional(Username),
  commissionRate: Type.Optional(Rate),
  status: Type.Optional(OneOf(STATUSES)),
  tier: Type.Optional(Type.String({ minLength: 1, maxLength: 40, format: 'line', ...refused(refusals.noSuchTier) })),
  minimumCashout: Type.Optional(Nullable(MinimumCashout)),
  holdDays: Type.Optional(Nullable(HoldDays)),
  reason: FreeText,
});
const FourEyes = Type.Number({
  multipleOf: 0.01,
  minimum: termsLimits.fourEyesCents.minimum / 100,
  maximum: termsLimits.fourEyesCents.maximum / 100,
  description: 'Decimal euros; null: one admin is enough',
  ...refused(refusals.fourEyesInvalid),
});
const tiersInvalid = refused(refusals.tiersInvalid);
/** The programme's terms, all of them. A tier without an id is a new one. */
export const TermsBody = Type.Object({
  tiers: Type.Array(
    Type.Object(
      {
        tier: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,40}$', ...tiersInvalid })),
        name: Type.String({
          minLength: 1,
          maxLength: termsLimits.tierName,
          format: 'printed-line',
          ...refused({ type: refusals.tiersInvalid, minLength: refusals.tierNameMissing, maxLength: refusals.tiersInvalid }),
        }),
        rate: Rate,
        threshold: Type.Integer({ minimum: 0, maximum: termsLimits.threshold, ...tiersInvalid }),
      },
      tiersInvalid,
    ),
    { minItems: 1, maxItems: termsLimits.tiers, ...tiersInvalid },
  ),
  defaultRate: Rate,
  minimumCashout: MinimumCashout,
  holdDays: HoldDays,
  windowDays: Type.Integer({ minimum: 1, maximum: termsLimits.windowDays, ...refused(refusals.windowInvalid) }),
  attribution: OneOf(ATTRIBUTIONS),
  ownPurchases: OneOf(OWN_PURCHASES),
  foreignCurrency: OneOf(FOREIGN_CURRENCIES),
  paymentTypes: Type.Array(OneOf(PAYMENT_TYPES, refusals.paymentTypesMissing), {
    minItems: 1,
    maxItems: PAYMENT_TYPES.length,
    ...refused(refusals.paymentTypesMissing),
  }),
  fourEyes: Nullable(FourEyes),
  textsVersion: RequiredLine(termsLimits.textsVersion),
});
/** The fields of an edit in the units of events. */
export const inOurUnits = ({ commissionRate, minimumCashout, ...same }: Omit<EditAffiliateBody, 'reason'>) => ({
  ...same,
  ...(minimumCashout === undefined ? {} : { minimumCashoutCents: minimumCashout && Math.round(minimumCashout * 100) }),
  ...(commissionRate === undefined ? {} : { commissionBps: Math.round(commissionRate * 100) }),
});
export const LoginBody = Type.Object({
  username: RequiredLine(rules.emailMaximum),
  password: GivenPassword,
  code: Type.Optional(RequiredLine(32)),
});
export const ChangePasswordBody = Type.Object({ currentPassword: GivenPassword, newPassword: NewPassword });
export const ResetPasswordBody = Type.Object({ token: RequiredLine(100), password: NewPassword });
export const ForgotBody = Type.Object({ email: Email });
export const EmailBody = Type.Object({ email: Email });
export const MailLinkBody = Type.Object({ token: RequiredLine(200) });
export const MailsBody = Type.Object({ sales: OneOf(SALE_MAILS), cashouts: Type.Boolean(), tiers: Type.Boolean() });
export const ConfirmBody = Type.Object({ password: GivenPassword });
export const TotpCodeBody = Type.Object({ code: RequiredLine(32) });

/** One of the two, by the payment type. Both are checked where both are present. */
const PayoutFields = Type.Object(
  {
    email: Type.Optional(
      Type.String({
        maxLength: rules.emailMaximum,
        format: 'payee-email',
        pattern: NO_FORMULA.source,
        ...refused({
          type: refusals.paymentDetailsInvalid,
          maxLength: refusals.paymentDetailsInvalid,
          format: refusals.paymentDetailsInvalid,
          pattern: refusals.paymentDetailsFormula,
        }),
      }),
    ),
    address: Type.Optional(Type.String({ format: 'solana-address', ...refused(refusals.paymentDetailsInvalid) })),
  },
  {
    anyOf: [{ required: ['email'] }, { required: ['address'] }],
    ...refused({ required: refusals.fieldsRequired, type: refusals.paymentDetailsInvalid, anyOf: refusals.paymentDetailsInvalid }),
  },
);
export const PaymentMethodBody = Type.Object({ paymentType: OneOf(PAYMENT_TYPES, refusals.fieldsRequired), paymentDetails: PayoutFields });
export const CashoutBody = Type.Object({
  amount: Type.Number({
    multipleOf: 0.01,
    maximum: 1_000_000_000,
    description: 'Decimal euros',
    ...refused({ type: refusals.fieldsRequired, multipleOf: refusals.amountInvalid, maximum: refusals.insufficientBalance }),
  }),
  paymentMethodId: RequiredLine(64),
  notes: FreeText,
});
const decision = { adminNotes: FreeText, proofImage: ProofImage };
export const ProcessCashoutBody = Type.Object({
  status: OneOf(['approved', 'completed', 'rejected'], refusals.cashoutStatusInvalid),
  ...decision,
});
export const SettleCashoutBody = Type.Object({ status: OneOf(['completed', 'rejected'], refusals.settleStatusInvalid), ...decision });
export const CreditSaleBody = Type.Object({ username: RequiredLine(rules.username.maximum), reason: RequiredText() });
export const ReverseSaleBody = Type.Object({ reason: RequiredText() });
export const ReleaseHoldBody = Type.Object({ reason: RequiredText() });

/** As the browser sends it (docs/rules.md#12-visits). The server ignores `ip` and `timestamp` and takes its own. */
export const TrackVisitBody = Type.Object({
  ref: BrowserText('ref', 300),
  timestamp: Type.Optional(
    Nullable(
      Type.Union([Type.String({ maxLength: 40 }), Type.Integer({ minimum: 0, maximum: 8.64e15 })], {
        format: 'moment',
        description: 'ISO 8601, or milliseconds since 1970',
      }),
    ),
  ),
  userAgent: browserText('userAgent', 4_000),
  ip: browserText('ip', 300),
  referrer: browserText('referrer', 8_000),
  pageUrl: browserText('pageUrl', 8_000),
});

/** A code for the till. Without a discount it only says whose the sale is. */
export const GiveCouponBody = Type.Object({
  code: Type.String({
    minLength: couponRules.minimum,
    maxLength: couponRules.maximum,
    pattern: couponRules.pattern,
    ...refused({
      type: refusals.fieldsRequired,
      minLength: couponRefusals.invalid,
      maxLength: couponRefusals.invalid,
      pattern: couponRefusals.invalid,
    }),
  }),
  discount: Type.Optional(
    Nullable(
      Type.Number({
        multipleOf: 0.01,
        minimum: 0.01,
        maximum: 100,
        description: 'Percent with two decimals, which the store takes off',
        ...refused(couponRefusals.discountInvalid),
      }),
    ),
  ),
});

/** A link that was followed, as a browser keeps it. Campaign and page count where no visit is known that says so. */
const FollowedLink = Type.Object({
  ref: browserText('ref', 300),
  visitId: browserText('visitId', 300),
  referredAt: browserText('referredAt', 300),
  campaign: Type.Optional(Nullable(Type.String({ pattern: CAMPAIGN.source, ...refused(refusals.campaignInvalid) }))),
  landing: browserText('landing', 8_000),
});
const unavailable = refused(refusals.cartInvalid);
const CartLine = Type.Object(
  {
    productId: Type.Integer({ const: sellauth.products.premium.productId, ...unavailable }),
    variantId: Type.Integer({ const: sellauth.products.premium.variantId, ...unavailable }),
    quantity: Type.Integer({ minimum: 1, maximum: 10, ...unavailable }),
  },
  unavailable,
);
/** Exactly one line of our product. A broken referral or coupon never stops a purchase; a campaign is one or is not sent. */
export const CheckoutBody = Type.Object({
  cart: Type.Array(CartLine, { minItems: 1, maxItems: 1, ...unavailable }),
  shopId: Type.Integer({ const: sellauth.shopId, ...unavailable }),
  altcha: Type.String({
    minLength: 1,
    maxLength: 8_192,
    description: 'The proof of work the widget solved, base64',
    ...refused({ type: refusals.captchaMissing, minLength: refusals.captchaMissing, maxLength: refusals.captchaInvalid }),
  }),
  ...FollowedLink.properties,
  /** The clicks before it, oldest first. */
  earlier: Type.Optional(Nullable(Type.Array(FollowedLink, { maxItems: rules.earlierClicks }))),
  coupon: browserText('coupon', 300),
});

/** A sale made elsewhere. `id` is its own there, and names it once. */
export const SaleElsewhereBody = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9._-]{1,60}$', ...refused(elsewhereRefusals.idInvalid) }),
  amount: Type.Number({
    minimum: 0,
    maximum: saleLimits.mostCents / 100,
    multipleOf: 0.01,
    description: 'What was paid, decimal',
    ...refused(elsewhereRefusals.amountInvalid),
  }),
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217', ...refused(elsewhereRefusals.currencyInvalid) }),
  ref: browserText('ref', 300),
  coupon: browserText('coupon', 300),
  buyer: Type.Optional(
    Nullable(Type.String({ maxLength: rules.emailMaximum, format: 'idn-email', ...refused(elsewhereRefusals.buyerInvalid) })),
  ),
  soldAt: Type.Optional(Nullable(Moment('By default now', elsewhereRefusals.soldAtInvalid))),
});

export type RegisterBody = Static<typeof RegisterBody>;
export type CreateAffiliateBody = Static<typeof CreateAffiliateBody>;
export type EditAffiliateBody = Static<typeof EditAffiliateBody>;
export type LoginBody = Static<typeof LoginBody>;
export type ChangePasswordBody = Static<typeof ChangePasswordBody>;
export type ResetPasswordBody = Static<typeof ResetPasswordBody>;
export type ForgotBody = Static<typeof ForgotBody>;
export type EmailBody = Static<typeof EmailBody>;
export type MailLinkBody = Static<typeof MailLinkBody>;
export type MailsBody = Static<typeof MailsBody>;
export type ConfirmBody = Static<typeof ConfirmBody>;
export type TotpCodeBody = Static<typeof TotpCodeBody>;
export type PaymentMethodBody = Static<typeof PaymentMethodBody>;
export type CashoutBody = Static<typeof CashoutBody>;
export type ProcessCashoutBody = Static<typeof ProcessCashoutBody>;
export type SettleCashoutBody = Static<typeof SettleCashoutBody>;
export type CreditSaleBody = Static<typeof CreditSaleBody>;
export type ReverseSaleBody = Static<typeof ReverseSaleBody>;
export type ReleaseHoldBody = Static<typeof ReleaseHoldBody>;
export type TermsBody = Static<typeof TermsBody>;
export type TrackVisitBody = Static<typeof TrackVisitBody>;
export type GiveCouponBody = Static<typeof GiveCouponBody>;
export type FollowedLink = Static<typeof FollowedLink>;
export type CheckoutBody = Static<typeof CheckoutBody>;
export type SaleElsewhereBody = Static<typeof SaleElsewhereBody>;
