/** The few refusals that pages tell without a server, or at first: they load these and not all. */
export const pageRefusals = {
  passwordsDiffer: 'Passwords do not match',
  passwordLinkInvalid: 'This link is no longer valid. Please request a new one',
  mailLinkInvalid: 'This link is no longer valid',
  checkoutFailed: 'Checkout failed',
  adminOnly: 'Access denied. Admin privileges required.',
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
} as const;
