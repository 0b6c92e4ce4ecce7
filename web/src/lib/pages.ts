import type { SiteSection } from '@framelift/contracts/site-sections';

/** What each public page says about itself: in the tab, to search engines, and when it is shared. */
export interface PageInfo {
  path: string;
  title: string;
  description: string;
  /** false keeps it out of search engines and the sitemap (docs/product.md#every-page). */
  indexed: boolean;
  /** Public answers that it shows (GET); the server renders it again when one changes. */
  shows: readonly PublicAnswer[];
  /** Its scripts load when a person comes; false: immediately, as it says nothing without them. */
  waits: boolean;
}

export type PublicAnswer =
  | '/api/public/site'
  | `/api/public/site/${SiteSection}`
  | '/api/public/statistics'
  | '/api/public/releases/free'
  | '/api/public/releases/fortnite'
  | '/api/public/people'
  | '/api/public/terms'
  | '/api/public/tweaks'
  | '/api/affiliate/system-stats';

/** What every page shows of the seller's content. */
export const SITE = '/api/public/site' satisfies PublicAnswer;
const PRODUCTS = '/api/public/site/products' satisfies PublicAnswer;

const page = (path: string, title: string, description: string, { shows = [], ...more }: Partial<PageInfo> = {}): PageInfo => ({
  path,
  title,
  description,
  indexed: true,
  shows: [SITE, ...shows],
  waits: true,
  ...more,
});

export const pages = {
  home: page(
    '/',
    'PC optimisation for Windows gamers',
    '{name} tunes Windows, hardware and network so games run faster and smoother. Start with the free utility, go premium for the full tune.',
    { shows: ['/api/public/statistics', PRODUCTS, '/api/public/site/pages.home', '/api/public/site/pages.premium'] },
  ),
  pricing: page(
    '/pricing',
    'Pricing',
    'A free utility and a one-time premium purchase. Compare what each plan tunes and read what customers say.',
    {
      shows: [
        '/api/public/people',
        PRODUCTS,
        '/api/public/site/reviews',
        '/api/public/site/pages.pricing',
        '/api/public/site/pages.free',
        '/api/public/site/pages.premium',
      ],
    },
  ),
  free: page(
    '/free',
    'Free Utility',
    'Download the free {name} utility for Windows 10 and 11: basic system, performance and network tweaks, each one reversible.',
    { shows: ['/api/public/releases/free', PRODUCTS, '/api/public/site/pages.free'] },
  ),
  premium: page(
    '/premium',
    'Premium Utility',
    'Full system and hardware optimisation for Windows 10 and 11: 10,000+ tweaks, BIOS and network tuning, game profiles, monthly updates.',
    { shows: ['/api/public/statistics', '/api/public/people', PRODUCTS, '/api/public/site/reviews', '/api/public/site/pages.premium'] },
  ),
  fortnite: page(
    '/fortnite-optimizer',
    'Fortnite Optimizer',
    'A free optimiser for Fortnite on Windows 10 and 11: competitive settings, lower input delay and steady frame times in one pass.',
    { shows: ['/api/public/releases/fortnite', '/api/public/site/pages.fortnite-optimizer'] },
  ),
  tweaks: page(
    '/tweaks',
    'Free Tweaks',
    'Eight free PC tweaks with video guides for Nvidia, AMD, Windows and Fortnite. Search them, watch them, download them.',
    { shows: ['/api/public/tweaks'] },
  ),
  tos: page('/tos', 'Terms and Policies', 'Terms of use, privacy policy and refund policy of {name}, in plain words.', {
    shows: [
      '/api/public/site/pages.tos',
      '/api/public/site/policies.terms',
      '/api/public/site/policies.privacy',
      '/api/public/site/policies.refund',
    ],
  }),
  success: page('/success', 'Purchase Successful', 'Your key was sent to you by e-mail. How to turn it into your download.', {
    indexed: false,
  }),
  statistics: page('/statistics', 'Statistics', 'Downloads, versions, community and customers of {name}, read from their sources.', {
    shows: ['/api/public/statistics', '/api/public/site/pages.statistics'],
  }),
  affiliate: page(
    '/affiliate',
    'Affiliate Program',
    'Earn commission on every sale you refer, at a rate that grows with what you sell, and check every cent of it in a live dashboard.',
    { shows: ['/api/affiliate/system-stats', '/api/public/terms', PRODUCTS] },
  ),
  register: page('/affiliate/register', 'Affiliate Registration', 'Join the affiliate program and earn on every sale.', { indexed: false }),
  login: page('/affiliate/login', 'Affiliate Login', 'Log in to your affiliate dashboard.'),
  socials: page('/socials', 'Socials', 'Every place where you can find {name} and its community.'),
  about: page('/about-us', 'About Us', 'The story, mission and team behind {name}, and how far the community has come.', {
    shows: [
      '/api/public/statistics',
      '/api/public/people',
      '/api/public/site/team',
      '/api/public/site/pages.about-us',
      '/api/public/site/pages.home',
    ],
  }),
  dashboard: page('/affiliate/dashboard', 'Affiliate Dashboard', 'Your balance, sales and cashouts.', { indexed: false, waits: false }),
  admin: page('/admin/dashboard', 'Admin Dashboard', 'The affiliate programme at a glance.', { indexed: false, waits: false }),
  account: page('/account', 'Account', 'Your address, password, two-factor sign-in and e-mail notifications.', {
    indexed: false,
    waits: false,
  }),
  resetPassword: page('/account/reset', 'Set a New Password', 'Set a new password for your account.', { indexed: false, waits: false }),
  forgotPassword: page('/account/forgot', 'Forgot Password', 'Get a link to set a new password.', { indexed: false, waits: false }),
  confirmEmail: page('/account/confirm-email', 'Confirm Your Address', 'Confirm that an e-mail address is yours.', {
    indexed: false,
    waits: false,
  }),
  cancelEmailChange: page('/account/not-me', 'This Wasn’t Me', 'Cancel a change of address that you did not request.', {
    indexed: false,
    waits: false,
  }),
  unsubscribe: page('/account/unsubscribe', 'Unsubscribe', 'Unsubscribe from one kind of e-mail.', { indexed: false, waits: false }),
  notFound: page('/not-found', 'Page Not Found', 'There is nothing at this address.', { indexed: false }),
} satisfies Record<string, PageInfo>;
