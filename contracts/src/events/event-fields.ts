import { type TString, Type } from 'typebox';
import { CAMPAIGN } from '../rules/campaign.ts';
import { type NotCreditedReason, notCreditedReasons, ATTRIBUTED_BY, STATUSES } from '../rules/rules.ts';
import type { Detail } from '../rules/payout-methods/method.ts';
import { type AnyDetails, type DetailsOf, PAYMENT_TYPES, payoutMethods, type PaymentType } from '../rules/payout-methods.ts';
import { type CouponProblem, couponProblems, couponRules } from '../rules/coupons.ts';
import { INVOICE_ID_CHARACTERS, PROVIDERS } from './streams.ts';

/** What the data of events is made of. Money is integer cents, rates are basis points, times are ISO 8601 UTC. */

/** A buyer's bank asks for the money back (docs/rules.md#7-reversals): it is open until the bank decides for the buyer or for the seller. */
export const DISPUTES = ['open', 'lost', 'won'] as const;
export type DisputeState = (typeof DISPUTES)[number];

/** Why a credited sale was taken back; `dispute`: one was lost. */
export const REVERSALS = ['refund', 'hand', 'dispute'] as const;
export type ReversalCause = (typeof REVERSALS)[number];

/** Programmes to import from; csv: files in our own layout (deploy/RUNBOOK.md). */
export const IMPORT_SOURCES = ['rewardful', 'firstpromoter', 'tapfiliate', 'csv'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

export const Id = Type.String({ minLength: 1, maxLength: 64 });
export const Cents = Type.Integer({ minimum: 0, maximum: 9_000_000_000_000 });
export const Bps = Type.Integer({ minimum: 0, maximum: 10_000 });
export const Time = Type.String({ minLength: 20, maxLength: 30 });
/** A day of the calendar, YYYY-MM-DD. */
export const Day = Type.String({ minLength: 10, maxLength: 10 });
export const Text = Type.String({ maxLength: 1000 });
/** The field of a decision that only admins see, even if the affiliate sees the event. */
export const INTERNAL_NOTE = 'internalNote';
/** What an admin writes with a decision: the affiliate sees the reason, only admins see the note. */
export const written = { reason: Type.Optional(Text), [INTERNAL_NOTE]: Type.Optional(Text) } as const;
export const writtenAbout = { reason: 'affiliate', [INTERNAL_NOTE]: 'affiliate' } as const;
/** The texts of a decision, without those left empty. */
export const writtenTexts = ({ reason, internalNote }: { reason?: string | null; internalNote?: string | null }) => ({
  ...(reason ? { reason } : {}),
  ...(internalNote ? { internalNote } : {}),
});
/** ISO 4217, as the store names it. */
export const Currency = Type.String({ minLength: 3, maxLength: 10 });
/** What one unit of a currency is worth in euros, in billionths. */
export const RateNanos = Type.Integer({ minimum: 1, maximum: 1_000_000_000_000_000 });
/** A keyed hash (hex): pseudonymous, the same for the same input, meaningless without CLAIM_KEY. */
export const KeyedHash = Type.String({ minLength: 32, maxLength: 64 });

/** What sales of a product earn: by tier, nothing, or a rate. */
export const ProductCommission = Type.Union([Type.Enum(['tier', 'none']), Bps]);
/** Which rate a sale earned by: the affiliate’s own one, their tier’s, or the product’s. */
export const RateFrom = Type.Enum(['own', 'tier', 'product']);

/** The id of a tier, as the terms have it. */
export const TierId = Type.String({ minLength: 1, maxLength: 40 });
export const StatusName = Type.Enum(STATUSES);
export const PaymentTypeName = Type.Enum(PAYMENT_TYPES);
/** The details of a payout method as events keep them. */
const storedDetails = <Type extends PaymentType>(type: Type) =>
  Object.fromEntries(
    Object.entries<Detail>(payoutMethods[type].details).map(([name, { stored }]) => [name, Type.String({ maxLength: stored })]),
  ) as Record<keyof DetailsOf<Type>, TString>;
/** An account that pays or is paid: its IBAN without spaces, and the name of its holder. */
export const account = storedDetails('bank');
export const PayoutDetails = Type.Unsafe<AnyDetails>(
  Type.Union(PAYMENT_TYPES.map((type) => Type.Object(storedDetails(type), { additionalProperties: false }))),
);
export type PayoutDetails = AnyDetails;
/** Position of the ProgrammeTermsSet that was in force; 0: none was. */
export const TermsPosition = Type.Integer({ minimum: 0 });
/** When the hold of the commission would end; absent: it is on hold no more, or never was. */
export const StillHeldUntil = Type.Optional(Time);
/** What brought a buyer: the campaign of the link (`?c=`), the page it led to, the host it stood on. Absent: not known. */
export const CampaignName = Type.String({ pattern: CAMPAIGN.source });
export const origin = {
  campaign: Type.Optional(CampaignName),
  landing: Type.Optional(Type.String({ maxLength: 300 })),
  site: Type.Optional(Type.String({ maxLength: 253 })),
};
/** What a buyer enters at the till, as an admin gave it. */
export const CouponCode = Type.String({ minLength: couponRules.minimum, maxLength: couponRules.maximum });
export const CouponProblemName = Type.Enum(Object.keys(couponProblems) as [CouponProblem, ...CouponProblem[]]);
/** Which rule found the affiliate of a sale, and the code it was found by. */
export const attribution = { attributedBy: Type.Enum(ATTRIBUTED_BY), code: Type.Optional(Type.String()) };
/** Which invoice: `InvoiceRef` of contracts/src/streams.ts. */
export const invoice = { provider: Type.Enum(PROVIDERS), invoiceId: Type.String({ minLength: 1, maxLength: INVOICE_ID_CHARACTERS }) };
export const ReversalCauseName = Type.Enum(REVERSALS);
export const DisputeStateName = Type.Enum(DISPUTES);
/** Paid in another currency: how much, in its cents, and the rate that made it euros. */
export const Foreign = Type.Object(
  { currency: Currency, paidCents: Cents, rateNanos: RateNanos, rateSetAt: Type.Integer({ minimum: 1 }) },
  { additionalProperties: false },
);
/** What a buyer paid in another currency, in hundredths of its unit. */
export const PaidForeign = Type.Object({ currency: Currency, paidCents: Cents }, { additionalProperties: false });
export const Proof = Type.Object(
  { sha256: Type.String({ minLength: 64, maxLength: 64 }), mime: Type.String(), bytes: Type.Integer() },
  { additionalProperties: false },
);
export const NotCredited = Type.Enum(Object.keys(notCreditedReasons) as [NotCreditedReason, ...NotCreditedReason[]]);

/** What admins decide about streams that a read model or reactor holds back. */
export const PARKED_DECISIONS = ['retry', 'skip'] as const;
/** Streams of one cause that are decided together; the rest with the next decision. */
export const PARKED_AT_ONCE = 500;
