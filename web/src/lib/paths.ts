/** Every route of the site (SPEC §2). */
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
  socials: '/socials',
  about: '/about-us',
} as const;
