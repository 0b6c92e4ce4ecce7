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

/** The last word of an address, and the id of a product: a pattern. */
export const PATH_WORD = '[a-z0-9]+(-[a-z0-9]+)*';

/** The page of a free tweak. */
export const tweakPath = ({ slug }: { slug: string }): string => `${paths.tweaks}/${slug}`;

/** The page of a paid product; the main one has the address that links of all affiliates lead to. */
export const productPath = ({ slug, isMain }: { slug: string; isMain: boolean }): string => (isMain ? paths.premium : `/products/${slug}`);

/** One name for a page, whether or not its path ends with a slash. */
export const pageName = (path: string): string => path.replace(/(.)\/$/, '$1');

/** Whether a link leads to one of these pages or to a page below it, such as that of a tweak. */
export const leadsTo = (pages: readonly string[], link: string): boolean =>
  pages.some((page) => `${link.replace(/[?#].*$/, '')}/`.startsWith(`${page}/`));

/** The places of the two dashboards; the first has no word in the address. */
export const places = {
  admin: [
    'overview',
    'affiliates',
    'sales',
    'cashouts',
    'payouts',
    'review',
    'programme',
    'site',
    'integrations',
    'actions',
    'events',
    'access',
    'read-models',
    'backups',
  ],
  dashboard: ['overview', 'performance', 'sales', 'cashouts', 'ledger', 'settings'],
} as const;
export type AdminPlace = (typeof places.admin)[number];
export type DashboardPlace = (typeof places.dashboard)[number];
type Dashboard = keyof typeof places;

/** Places of which one thing has its own address, such as a payout run or the form of the terms. */
const withParts: readonly string[] = ['affiliates', 'cashouts', 'payouts', 'programme', 'site', 'events'] satisfies AdminPlace[];

type Part = string | number | undefined;
const placePath = (dashboard: Dashboard, place: string, part?: Part, query: Record<string, string> = {}): string => {
  const words = [...(place === 'overview' ? [] : [place]), ...(part === undefined ? [] : [encodeURIComponent(part)])];
  const asked = new URLSearchParams(query).toString();
  return [paths[dashboard], ...words].join('/') + (asked && `?${asked}`);
};

/** The address of a place of the admin dashboard, or of one thing there. */
export const adminPath = (place: AdminPlace, part?: Part, query?: Record<string, string>): string => placePath('admin', place, part, query);
export const dashboardPath = (place: DashboardPlace, query?: Record<string, string>): string =>
  placePath('dashboard', place, undefined, query);

export interface Place {
  dashboard: Dashboard;
  /** undefined: the dashboard has no such place. */
  place: string | undefined;
  part: string | undefined;
}

const decoded = (word: string | undefined): string | undefined => {
  try {
    return word && decodeURIComponent(word);
  } catch {
    return word;
  }
};

/** Where in a dashboard a path leads; undefined outside of both. */
export const placeAt = (path: string): Place | undefined => {
  const dashboard = (['admin', 'dashboard'] as const).find((name) => `${path}/`.startsWith(`${paths[name]}/`));
  if (!dashboard) return undefined;
  const [place = 'overview', part, ...more] = path.slice(paths[dashboard].length).split('/').filter(Boolean);
  const known = places[dashboard].some((name) => name === place) && !more.length;
  const isPart = part === undefined || (dashboard === 'admin' && withParts.includes(place));
  return { dashboard, place: known && isPart ? place : undefined, part: decoded(part) };
};

/** Earlier addresses named the place in `tab`, and links in sent mails still do: where they lead now; undefined for others. */
export const movedPlace = (path: string, query: URLSearchParams): string | undefined => {
  const { dashboard } = placeAt(path) ?? {};
  const { tab, run, event, ...rest } = Object.fromEntries(query) as Record<string, string | undefined>;
  if (!dashboard || pageName(path) !== paths[dashboard] || !places[dashboard].some((name) => name === tab)) return undefined;
  return placePath(dashboard, tab!, dashboard === 'admin' ? (run ?? event) : undefined, rest as Record<string, string>);
};
