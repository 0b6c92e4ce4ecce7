import { type Static, Type } from 'typebox';
import { rules, saleLimits } from '../rules/rules.ts';
import { NotCredited } from '../events/event-fields.ts';
import { forAdmins } from './call.ts';
import { browserText, Euros, Moment, Nullable, refused } from './fields.ts';

/** What is said about sales made elsewhere (docs/rules.md#22-sales-made-elsewhere). */
export const elsewhereRefusals = {
  idInvalid: 'A sale needs an id of 1 to 60 letters, digits, dots, _ and -',
  amountInvalid: 'The amount must be a number from 0 to 1,000,000,000 with at most two decimals',
  currencyInvalid: 'The currency must be three capital letters, such as EUR',
  buyerInvalid: 'The buyer must be an e-mail address',
  soldAtInvalid: 'soldAt must be a time within the last year',
  refUnknown: 'Nobody has this ref. Nothing was recorded',
  couponUnknown: 'Nobody has this coupon. Nothing was recorded',
  couponTakenBack: 'This coupon was taken back. Nothing was recorded',
  couponSuspended: 'The affiliate of this coupon is not active. Nothing was recorded',
  recordedDifferently: 'A sale with this id was recorded with other fields',
  refundInvalid: 'The amount must be a number above 0 with at most two decimals. Leave it out to take all of it back',
  refundTooMuch: 'The amount is more than what is left of this sale',
  notByHand: 'This sale was made elsewhere. Record it again with another id and the affiliate’s code',
} as const;

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
export type SaleElsewhereBody = Static<typeof SaleElsewhereBody>;

/** What goes back of a sale made elsewhere; left out: all of it. */
export const RefundElsewhereBody = Type.Object(
  {
    amount: Type.Optional(
      Nullable(
        Type.Number({
          minimum: 0.01,
          maximum: saleLimits.mostCents / 100,
          multipleOf: 0.01,
          description: 'What goes back now, decimal, in the currency of the sale; by default all of it',
          ...refused(elsewhereRefusals.refundInvalid),
        }),
      ),
    ),
  },
  { default: {} },
);
export type RefundElsewhereBody = Static<typeof RefundElsewhereBody>;

export const SaleElsewhereView = Type.Object({
  transactionId: Type.String(),
  outcome: Type.Enum(['credited', 'notCredited']),
  reason: Nullable(NotCredited),
  affiliateId: Nullable(Type.String()),
  commission: Nullable(Euros),
});
export type SaleElsewhereView = Static<typeof SaleElsewhereView>;

/** What programs tell of sales made elsewhere. */
export const elsewhereCalls = forAdmins({
  'POST /api/sales': {
    does: 'Record a sale made elsewhere, once for each id: the same fields again answer the same, others are refused with 422, as is a `ref` or `coupon` that nobody has. A coupon goes before `ref`.',
    scope: 'write:sales',
    body: SaleElsewhereBody,
    answers: SaleElsewhereView,
    status: 201,
  },
  'POST /api/sales/:id/refund': {
    does: 'Permanently reverse a sale made elsewhere, or list a partial refund, which reverses nothing until all parts make up the whole.',
    scope: 'write:sales',
    body: RefundElsewhereBody,
  },
});
