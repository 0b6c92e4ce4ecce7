/** Codes that admins give (docs/rules.md#19-codes); a username is a code as it is. */
export const couponRules = { minimum: 3, maximum: 20, pattern: '^[A-Za-z0-9]+$', perAffiliate: 20 } as const;

export const couponRefusals = {
  invalid: 'A code has 3 to 20 letters and digits',
  discountInvalid: 'The discount must be above 0 and at most 100 percent, with at most two decimals',
  taken: 'This code is already taken: it is a username or another code',
  notFound: 'This affiliate has no such code',
  tooMany: 'This affiliate has reached the maximum number of codes',
  differs: 'The store has a coupon of this code with another discount. Please delete it there or choose another code',
  storeFailed: 'The store did not answer as expected. Please try again',
} as const;

/** Why a code at the till does nothing, as a buyer reads it; the purchase goes on without it. */
export const couponProblems = {
  unknown: 'We don’t know this code. You can still buy without it.',
  takenBack: 'This code is no longer valid. You can still buy without it.',
  suspended: 'This code cannot be used at the moment. You can still buy without it.',
  own: 'This is your own code. You can still buy without it.',
} as const;
export type CouponProblem = keyof typeof couponProblems;
/** The code counts, but the store did not take its discount off. */
export const couponWithoutDiscount = 'The store did not accept the discount of this code. You pay the usual price.';
