import type { SiteSection } from '@framelift/contracts/site-sections';
import { pages } from '../lib/pages.ts';

// What the server renders pages from. Browsers need none of it.

type PublicAnswer =
  | '/api/public/site'
  | `/api/public/site/${SiteSection}`
  | '/api/public/statistics'
  | '/api/public/releases/free'
  | '/api/public/releases/fortnite'
  | '/api/public/people'
  | '/api/public/terms'
  | '/api/public/receipts'
  | '/api/public/tweaks'
  | '/api/affiliate/system-stats';

/** What every page shows of the seller's content. */
export const SITE = '/api/public/site' satisfies PublicAnswer;
const onAll: readonly PublicAnswer[] = [SITE, '/api/public/site/menu'];
const sold: readonly PublicAnswer[] = [
  '/api/public/statistics',
  '/api/public/people',
  '/api/public/site/products',
  '/api/public/site/reviews',
];

type PageName = keyof typeof pages;
/** Whether the scripts of a page load when a person comes; not where it says nothing without them. */
export const doesWait = (path: string): boolean => !/^\/(?:account|admin|affiliate\/dashboard)\b/.test(path);
/** What a page shows besides its own section and what is on every page. */
const besides: Partial<Record<PageName, readonly PublicAnswer[]>> = {
  home: ['/api/public/statistics', '/api/public/site/products', '/api/public/site/pages.premium'],
  pricing: [
    '/api/public/people',
    '/api/public/site/products',
    '/api/public/site/reviews',
    '/api/public/site/pages.free',
    '/api/public/site/pages.premium',
  ],
  free: ['/api/public/releases/free', '/api/public/site/products'],
  premium: sold,
  fortnite: ['/api/public/releases/fortnite'],
  tweaks: ['/api/public/tweaks', '/api/public/site/tweaks'],
  tos: ['/api/public/site/policies.terms', '/api/public/site/policies.privacy', '/api/public/site/policies.refund'],
  statistics: ['/api/public/statistics'],
  affiliate: ['/api/affiliate/system-stats', '/api/public/terms', '/api/public/receipts', '/api/public/site/products'],
  about: ['/api/public/statistics', '/api/public/people', '/api/public/site/team', '/api/public/site/pages.home'],
  dashboard: ['/api/public/site/pages.affiliate'],
  notFound: ['/api/public/site/pages.not-found'],
};

const showsOf = (name: PageName): readonly PublicAnswer[] => {
  const { section } = pages[name];
  return [...onAll, ...(besides[name] ?? []), ...(section ? [`/api/public/site/${section}` as const] : [])];
};

/** Public answers that pages show (GET); the server renders a page again when one changes. */
export const pageShows = Object.fromEntries((Object.keys(pages) as PageName[]).map((name) => [name, showsOf(name)])) as Record<
  PageName,
  readonly PublicAnswer[]
>;

/** What the page of a tweak shows besides its tweak. */
export const tweakShows: readonly PublicAnswer[] = [...onAll, '/api/public/tweaks', '/api/public/site/pages.tweaks'];

/** What the page of a receipt shows besides its receipt. */
export const receiptShows = onAll;

/** What the page of every product shows besides its own texts. */
export const productShows: readonly PublicAnswer[] = [...onAll, ...sold, '/api/public/site/pages.premium'];
