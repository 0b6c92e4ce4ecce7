/** The few refusals that pages tell without a server: public pages load them and not all of them. */
export const pageRefusals = {
  passwordsDiffer: 'Passwords do not match',
  passwordLinkInvalid: 'This link is no longer valid. Please request a new one',
  mailLinkInvalid: 'This link is no longer valid',
  checkoutFailed: 'Checkout failed',
} as const;
