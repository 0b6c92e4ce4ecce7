import { type Static, Type } from 'typebox';
import { couponRefusals, couponRules } from '../rules/coupons.ts';
import { refusals } from '../rules/refusals.ts';
import { forAdmins } from './call.ts';
import { Nullable, Percent, refused } from './fields.ts';
import { QueryText } from './queries.ts';

/** Codes for the till (docs/rules.md#19-codes): the calls about them and their answers, exactly as JSON. */

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
export type GiveCouponBody = Static<typeof GiveCouponBody>;
export const CouponView = Type.Object({ code: Type.String(), discount: Nullable(Percent) });
export type CouponView = Static<typeof CouponView>;
export const CouponsView = Type.Object({ coupons: Type.Array(CouponView, { description: 'As given by admins, the oldest first' }) });
export type CouponsView = Static<typeof CouponsView>;

export const SupportedView = Type.Object({
  supporting: Nullable(Type.String({ description: 'Username of the affiliate; null: the code does nothing' })),
  discount: Nullable(Percent),
  problem: Nullable(Type.String({ description: 'Why the code does nothing; the purchase goes on without it' })),
});
export type SupportedView = Static<typeof SupportedView>;

/** What a buyer asks about a code. */
export const couponCalls = {
  'GET /api/store/coupon': {
    does: 'Whom the code `code` supports and what the store takes off; or why it does nothing.',
    permission: 'public',
    query: { code: QueryText('What the buyer typed', 300) },
    answers: SupportedView,
  },
} as const;

export const adminCouponCalls = forAdmins({
  'GET /api/admin/affiliates/:id/coupons': {
    scope: 'read:affiliates',
    does: 'The codes that an affiliate was given.',
    answers: CouponsView,
  },
  'POST /api/admin/affiliates/:id/coupons': {
    does: 'Give an affiliate a code; one with a discount is made at the store first.',
    refuses: [502],
    body: GiveCouponBody,
    status: 201,
  },
  'DELETE /api/admin/affiliates/:id/coupons/:code': { does: 'Take a code back; its coupon at the store is deleted first.', refuses: [502] },
});
