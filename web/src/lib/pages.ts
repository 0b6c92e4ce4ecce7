import { heads } from '@framelift/contracts/content/page-heads';
import type { FieldSection } from '@framelift/contracts/site-sections';

/** What each public page says about itself: in the tab, to search engines, and when it is shared. */
export interface PageInfo {
  path: string;
  title: string;
  description: string;
  /** false keeps it out of search engines and the sitemap (docs/product.md#every-page). */
  indexed: boolean;
  /** Of its title and description; none: they are the program's. */
  section?: FieldSection;
  /** The page whose picture it shows when it is shared; its own by default. */
  pictureOf?: string;
}

interface Head {
  headTitle: string;
  headDescription: string;
}

const page = (path: string, title: string, description: string, more: Partial<PageInfo> = {}): PageInfo => ({
  path,
  title,
  description,
  indexed: true,
  ...more,
});

type PageSection = Extract<FieldSection, `pages.${string}`>;
/** A page whose title and description are fields of a section: the first ones are given, the published ones are shown. */
const pageOf = (section: PageSection, { headTitle, headDescription }: Head, more: Partial<PageInfo> = {}): PageInfo =>
  page(section === 'pages.home' ? '/' : section.replace('pages.', '/'), headTitle, headDescription, { section, ...more });

export const pages = {
  home: pageOf('pages.home', heads.home),
  pricing: pageOf('pages.pricing', heads.pricing),
  free: pageOf('pages.free', heads.free),
  premium: pageOf('pages.premium', heads.premium),
  fortnite: pageOf('pages.fortnite-optimizer', heads.fortnite),
  tweaks: pageOf('pages.tweaks', heads.tweaks),
  tos: pageOf('pages.tos', heads.tos),
  success: pageOf('pages.success', heads.success, { indexed: false }),
  statistics: pageOf('pages.statistics', heads.statistics),
  affiliate: pageOf('pages.affiliate', heads.affiliate),
  register: pageOf('pages.affiliate-register', heads.register, { path: '/affiliate/register', indexed: false }),
  login: pageOf('pages.affiliate-login', heads.login, { path: '/affiliate/login' }),
  socials: pageOf('pages.socials', heads.socials),
  about: pageOf('pages.about-us', heads.about),
  dashboard: page('/affiliate/dashboard', 'Affiliate Dashboard', 'Your balance, sales and cashouts.', { indexed: false }),
  admin: page('/admin/dashboard', 'Admin Dashboard', 'The affiliate programme at a glance.', { indexed: false }),
  account: page('/account', 'Account', 'Your address, password, two-factor sign-in and e-mail notifications.', { indexed: false }),
  resetPassword: page('/account/reset', 'Set a New Password', 'Set a new password for your account.', { indexed: false }),
  forgotPassword: page('/account/forgot', 'Forgot Password', 'Get a link to set a new password.', { indexed: false }),
  confirmEmail: page('/account/confirm-email', 'Confirm Your Address', 'Confirm that an e-mail address is yours.', { indexed: false }),
  cancelEmailChange: page('/account/not-me', 'This Wasn’t Me', 'Cancel a change of address that you did not request.', { indexed: false }),
  unsubscribe: page('/account/unsubscribe', 'Unsubscribe', 'Unsubscribe from one kind of e-mail.', { indexed: false }),
  notFound: page('/not-found', 'Page Not Found', 'There is nothing at this address.', { indexed: false }),
} satisfies Record<string, PageInfo>;
