/** Every route of the site (docs/product.md#every-page). */
export const paths = {
  home: '/',
  pricing: '/pricing',
  free: '/free',
  premium: '/premium',
  fortnite: '/fortnite-optimizer',
  tweaks: '/tweaks',
  tos: '/tos',
  success: '/success',
  statistics: '/statistics',
  affiliate: '/affiliate',
  register: '/affiliate/register',
  login: '/affiliate/login',
  dashboard: '/affiliate/dashboard',
  admin: '/admin/dashboard',
  account: '/account',
  forgotPassword: '/account/forgot',
  resetPassword: '/account/reset',
  confirmEmail: '/account/confirm-email',
  cancelEmailChange: '/account/not-me',
  unsubscribe: '/account/unsubscribe',
  socials: '/socials',
  about: '/about-us',
} as const;

/** One name for a page, whether or not its path ends with a slash. */
export const pageName = (path: string): string => path.replace(/(.)\/$/, '$1');
