import { picturePathsIn, pictureRefusals } from './pictures.ts';
import { NAME } from './brand.ts';
import { paidOf } from './offers.ts';
import { leadsTo, pageName, paths, productPath, tweakPath } from './paths.ts';
import { productsProblem } from './products.ts';
import { sectionLinksIn, sharedNames } from './site-fields.ts';
import { fieldsOf, sectionInfo, type SiteContent, type SiteSection } from './site-sections.ts';
import { type FilledText, says } from './text.ts';

/** What admins may publish (docs/rules.md#31-the-sellers-site). */

export type Announcement = SiteContent['announcement'];

export const siteLimits = { link: 500, note: 200, slug: 60, section: 60 } as const;

const joined = (texts: readonly string[]) => texts.join(', ');

export const siteRefusals = {
  ...pictureRefusals,
  noSection: 'There is no such section of the site',
  noDraft: 'There is no draft of this section',
  noVersion: 'There is no such version of this section',
  noTweak: 'There is no such tweak',
  themeInvalid: 'A theme is one of: light, dark',
  markedInvalid: 'Marks are wanted or not (true or false)',
  changedMeanwhile: says`Changed meanwhile: ${joined}. Please look at the changes and publish again`,
  draftChanged: says`Another admin (${(name: string) => name}) changed this draft meanwhile. Please reload it`,
  sectionsInvalid: 'Please name at least one section, each once',
  contentInvalid: 'The content of a section is an object with its fields',
  sharedName: says`Two of a list have the same name: ${(where: string) => where}`,
  linkToNothing: says`${({ where, path }: { where: string; path: string }) => `${where} leads to ${path}`}, where visitors find no page`,
  periodInvalid: 'A time has its zone, such as 2026-01-31T23:59:59Z',
  periodEndsFirst: 'An announcement ends after it begins',
  brandInBrand: 'A brand’s name cannot contain {name}',
  noteInvalid: `A note has at most ${siteLimits.note} characters on one line`,
} as const;

/** Pages of free products: without the product there is nothing to download. */
const pageOfFree: Readonly<Record<string, string>> = { free: paths.free, fortnite: paths.fortnite };

/** The content of each section that was published. */
export type PublishedContents = { readonly [S in SiteSection]?: SiteContent[S] };

/** Paths of the pages that are switched off, or have nothing to show. */
export function hiddenPages(published: PublishedContents): string[] {
  const off = Object.entries(published).flatMap(([section, content]) =>
    section.startsWith('pages.') && content && 'isShown' in content && !content.isShown ? [section.replace('pages.', '/')] : [],
  );
  const sold = published.products?.products;
  const unsold = Object.entries(pageOfFree).flatMap(([sku, path]) => (!sold || sold.some((product) => product.sku === sku) ? [] : [path]));
  const empty = published.tweaks && !published.tweaks.tweaks.length ? [paths.tweaks] : [];
  return [...new Set([...off, ...unsold, ...empty])];
}

/** Whether a link of the content leads to a page: an https address without a password, or a path of this site. */
export function isSiteLink(text: string): boolean {
  if (text.length > siteLimits.link || /[\s\\]/.test(text)) return false;
  if (/^\/(?!\/)/.test(text)) return true;
  if (!text.startsWith('https://') || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === 'https:' && hostname !== '' && !username && !password;
}

type Problem = ReturnType<typeof productsProblem> | (typeof siteRefusals)['periodEndsFirst' | 'brandInBrand' | 'logoInvalid'] | FilledText;
const isUploaded = (path: string): boolean => picturePathsIn([path])[0] === path;
const problems: { [S in SiteSection]?: (content: SiteContent[S]) => Problem } = {
  brand: ({ name, logo }) =>
    name.includes(NAME) ? siteRefusals.brandInBrand : logo !== null && !isUploaded(logo) ? siteRefusals.logoInvalid : undefined,
  products: ({ products }) => productsProblem(products),
  announcement: ({ fromAt, untilAt }) =>
    fromAt !== null && untilAt !== null && Date.parse(untilAt) <= Date.parse(fromAt) ? siteRefusals.periodEndsFirst : undefined,
};

/** Why a content cannot be published although each field is well formed; undefined: it can. */
export function contentProblem<S extends SiteSection>(section: S, content: SiteContent[S]): Problem {
  const fields = fieldsOf(section);
  const shared = fields && sharedNames(fields, content as unknown as Record<string, unknown>);
  return shared ? siteRefusals.sharedName(shared) : problems[section]?.(content);
}

/** What of the site decides where its pages are, and what links to them. */
type Placed = Pick<SiteContent, 'announcement' | 'products' | 'tweaks'> & {
  readonly hidden: readonly string[];
  readonly contents: PublishedContents;
};
const everyPage = Object.values(paths) as readonly string[];

/** Paths of the pages of tweaks and products. The main product's is one too, beside /premium. */
export const ownPaths = (
  products: SiteContent['products']['products'],
  tweaks: readonly Pick<SiteContent['tweaks']['tweaks'][number], 'slug'>[],
): string[] => [...tweaks.map(tweakPath), ...paidOf(products).map(({ slug }) => productPath({ slug, isMain: false }))];

/** Why a site cannot be published as a whole at `now` (ms): a link of its announcement or of a page's sections leads to no page; undefined: it can. */
export function deadLinkIn({ announcement, products: { products }, tweaks: { tweaks }, hidden, contents }: Placed, now: number) {
  const { text, link, untilAt } = announcement;
  const isOver = untilAt !== null && Date.parse(untilAt) <= now;
  // An id leads on to the address.
  const ids = paidOf(products).map(({ sku }) => productPath({ slug: sku, isMain: false }));
  const there = new Set([...everyPage, ...ownPaths(products, tweaks), ...ids]);
  const pathOf = (to: string) => pageName(to.replace(/[?#].*$/, ''));
  const isDead = (to: string) => to.startsWith('/') && (!there.has(pathOf(to)) || leadsTo(hidden, pathOf(to)));
  if (text && link !== null && !isOver && isDead(link))
    return siteRefusals.linkToNothing({ where: 'Announcement: Link', path: pathOf(link) });
  for (const [section, content] of Object.entries(contents) as unknown as [SiteSection, Record<string, unknown>][]) {
    const dead = sectionLinksIn(fieldsOf(section) ?? {}, content).find((one) => isDead(one.link));
    if (dead) return siteRefusals.linkToNothing({ where: `${sectionInfo(section).title}: ${dead.where}`, path: pathOf(dead.link) });
  }
  return undefined;
}

/** Whether an announcement is shown at `now` (ms). */
export const isAnnounced = ({ text, fromAt, untilAt }: Announcement, now: number): boolean =>
  text !== '' && (fromAt === null || Date.parse(fromAt) <= now) && (untilAt === null || now < Date.parse(untilAt));

/** Whether two contents are equal, whatever the order of their fields. */
export function isSameContent(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(one);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && isSameContent(one[key], other[key]))
  );
}
