import { type Static, Type } from 'typebox';
import { Nullable, refused } from './fields.ts';
import { saleLimits } from '../rules/rules.ts';

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
  toldOtherwise: 'A sale with this id was recorded with other fields',
  refundInvalid: 'The amount must be a number above 0 with at most two decimals. Leave it out to take all of it back',
  refundTooMuch: 'The amount is more than what is left of this sale',
  notByHand: 'This sale was made elsewhere. Record it again with another id and the affiliate’s code',
} as const;

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
