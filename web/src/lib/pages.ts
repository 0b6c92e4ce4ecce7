import { heads } from '@framelift/contracts/content/page-heads';
import type { FieldSection, SiteSection } from '@framelift/contracts/site-sections';

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
  /** Of its title and description; none: they are the program's. */
  section?: FieldSection;
  /** The page whose picture it shows when it is shared; its own by default. */
  pictureOf?: string;
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
const TWEAKS = '/api/public/site/tweaks' satisfies PublicAnswer;

/** What the page of a tweak shows besides its tweak. */
export const tweakShows: readonly PublicAnswer[] = [SITE, '/api/public/tweaks', '/api/public/site/pages.tweaks'];

interface Head {
  headTitle: string;
  headDescription: string;
}

const page = (path: string, title: string, description: string, { shows = [], ...more }: Partial<PageInfo> = {}): PageInfo => ({
  path,
  title,
  description,
  indexed: true,
  shows: [SITE, ...shows],
  waits: true,
  ...more,
});

type PageSection = Extract<FieldSection, `pages.${string}`>;
/** A page whose title and description are fields of a section: the first ones are given, the published ones are shown. */
const pageOf = (section: PageSection, { headTitle, headDescription }: Head, { shows = [], ...more }: Partial<PageInfo> = {}): PageInfo =>
  page(section === 'pages.home' ? '/' : section.replace('pages.', '/'), headTitle, headDescription, {
    section,
    shows: [...shows, `/api/public/site/${section}`],
    ...more,
  });

/** What the page of every product shows besides its own texts. */
export const productShows: readonly PublicAnswer[] = [
  SITE,
  '/api/public/statistics',
  '/api/public/people',
  PRODUCTS,
  '/api/public/site/reviews',
  '/api/public/site/pages.premium',
];

export const pages = {
  home: pageOf('pages.home', heads.home, { shows: ['/api/public/statistics', PRODUCTS, '/api/public/site/pages.premium'] }),
  pricing: pageOf('pages.pricing', heads.pricing, {
    shows: ['/api/public/people', PRODUCTS, '/api/public/site/reviews', '/api/public/site/pages.free', '/api/public/site/pages.premium'],
  }),
  free: pageOf('pages.free', heads.free, { shows: ['/api/public/releases/free', PRODUCTS] }),
  premium: pageOf('pages.premium', heads.premium, {
    shows: productShows.filter((call) => call !== SITE && !call.endsWith('pages.premium')),
  }),
  fortnite: pageOf('pages.fortnite-optimizer', heads.fortnite, { shows: ['/api/public/releases/fortnite'] }),
  tweaks: pageOf('pages.tweaks', heads.tweaks, { shows: ['/api/public/tweaks', TWEAKS] }),
  tos: pageOf('pages.tos', heads.tos, {
    shows: ['/api/public/site/policies.terms', '/api/public/site/policies.privacy', '/api/public/site/policies.refund'],
  }),
  success: pageOf('pages.success', heads.success, { indexed: false }),
  statistics: pageOf('pages.statistics', heads.statistics, { shows: ['/api/public/statistics'] }),
  affiliate: pageOf('pages.affiliate', heads.affiliate, { shows: ['/api/affiliate/system-stats', '/api/public/terms', PRODUCTS] }),
  register: pageOf('pages.affiliate-register', heads.register, { path: '/affiliate/register', indexed: false }),
  login: pageOf('pages.affiliate-login', heads.login, { path: '/affiliate/login' }),
  socials: pageOf('pages.socials', heads.socials),
  about: pageOf('pages.about-us', heads.about, {
    shows: ['/api/public/statistics', '/api/public/people', '/api/public/site/team', '/api/public/site/pages.home'],
  }),
  dashboard: page('/affiliate/dashboard', 'Affiliate Dashboard', 'Your balance, sales and cashouts.', {
    indexed: false,
    waits: false,
    shows: ['/api/public/site/pages.affiliate'],
  }),
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
