import { brandFields } from './brand-fields.ts';
import type { ContentOf, ShownOf, SiteFields } from './site-fields.ts';
import { PATH_WORD } from './paths.ts';
import type { Product } from './products.ts';
import { pageFields } from './site-pages.ts';
import { menuFields, policyFields } from './site-words.ts';
import { tweakFields } from './tweaks.ts';

/** Every section of the site: its name, its place on the screen of the site, and its fields (docs/adding.md#a-section-of-the-site). */

export const SECTION_GROUPS = ['Shop', 'Pages', 'People and content', 'Policies'] as const;

interface Section {
  readonly title: string;
  readonly group: (typeof SECTION_GROUPS)[number];
  /** What visitors find there. */
  readonly about: string;
  readonly fields: SiteFields;
}

const chatAccount = {
  kind: 'line',
  label: 'Chat account',
  max: 20,
  isOptional: true,
  isRead: true,
  hint: 'Its number. Name and picture follow the account.',
} as const;

const reviews = {
  reviews: {
    kind: 'list',
    label: 'Reviews',
    one: 'review',
    titledBy: 'name',
    min: 0,
    max: 200,
    of: {
      name: { kind: 'line', label: 'Name', max: 60 },
      role: { kind: 'line', label: 'Role', max: 40, hint: 'Such as Customer.' },
      content: { kind: 'text', label: 'Text', max: 600 },
      rating: { kind: 'number', label: 'Stars', min: 1, max: 5 },
      discordId: chatAccount,
      date: { kind: 'day', label: 'Day' },
    },
  },
} as const satisfies SiteFields;

const team = {
  team: {
    kind: 'list',
    label: 'Members',
    one: 'member',
    titledBy: 'name',
    min: 0,
    max: 100,
    of: {
      name: { kind: 'line', label: 'Name', max: 60 },
      role: { kind: 'line', label: 'Role', max: 40 },
      discordId: chatAccount,
      image: { kind: 'picture', label: 'Picture', isOptional: true, ratio: 1, hint: 'In place of the picture of the account.' },
      joined: { kind: 'day', label: 'Joined' },
    },
  },
} as const satisfies SiteFields;

const announcement = {
  text: { kind: 'line', label: 'Text', max: 160, isOptional: true, hint: 'Leave empty for no announcement.' },
  link: { kind: 'link', label: 'Link', isOptional: true, hint: 'An https address, or a path of this site such as /premium.' },
  fromAt: { kind: 'time', label: 'From (UTC)', isOptional: true, hint: 'Empty: at once.' },
  untilAt: { kind: 'time', label: 'Until (UTC)', isOptional: true, hint: 'Empty: until you take it back.' },
} as const satisfies SiteFields;

/** Sections that are made of fields, in the order of the screen. */
export const fieldSections = {
  'pages.home': { title: 'Home page', group: 'Pages', about: 'The texts of /.', fields: pageFields['pages.home'] },
  'pages.pricing': { title: 'Pricing page', group: 'Pages', about: 'The texts of /pricing.', fields: pageFields['pages.pricing'] },
  'pages.premium': {
    title: 'Premium page',
    group: 'Pages',
    about: 'The texts of the page of the product premium.',
    fields: pageFields['pages.premium'],
  },
  'pages.free': { title: 'Free page', group: 'Pages', about: 'The texts of /free.', fields: pageFields['pages.free'] },
  'pages.fortnite-optimizer': {
    title: 'Fortnite page',
    group: 'Pages',
    about: 'The texts of /fortnite-optimizer.',
    fields: pageFields['pages.fortnite-optimizer'],
  },
  'pages.statistics': {
    title: 'Statistics page',
    group: 'Pages',
    about: 'The texts of /statistics.',
    fields: pageFields['pages.statistics'],
  },
  'pages.about-us': { title: 'About page', group: 'Pages', about: 'The texts of /about-us.', fields: pageFields['pages.about-us'] },
  'pages.tweaks': { title: 'Tweaks page', group: 'Pages', about: 'The texts of /tweaks.', fields: pageFields['pages.tweaks'] },
  'pages.socials': { title: 'Socials page', group: 'Pages', about: 'Whether visitors find /socials.', fields: pageFields['pages.socials'] },
  'pages.affiliate': { title: 'Affiliate page', group: 'Pages', about: 'The texts of /affiliate.', fields: pageFields['pages.affiliate'] },
  'pages.affiliate-login': {
    title: 'Login page',
    group: 'Pages',
    about: 'Title and description of /affiliate/login.',
    fields: pageFields['pages.affiliate-login'],
  },
  'pages.affiliate-register': {
    title: 'Registration page',
    group: 'Pages',
    about: 'Title and description of /affiliate/register.',
    fields: pageFields['pages.affiliate-register'],
  },
  'pages.success': { title: 'Page after a purchase', group: 'Pages', about: 'The texts of /success.', fields: pageFields['pages.success'] },
  'pages.not-found': {
    title: 'Page not found',
    group: 'Pages',
    about: 'What visitors read at an address without a page.',
    fields: pageFields['pages.not-found'],
  },
  'pages.tos': { title: 'Policies page', group: 'Pages', about: 'The texts of /tos.', fields: pageFields['pages.tos'] },
  'policies.terms': { title: 'Terms of use', group: 'Policies', about: 'On /tos.', fields: policyFields['policies.terms'] },
  'policies.privacy': { title: 'Privacy policy', group: 'Policies', about: 'On /tos.', fields: policyFields['policies.privacy'] },
  'policies.refund': { title: 'Refund policy', group: 'Policies', about: 'On /tos.', fields: policyFields['policies.refund'] },
  brand: { title: 'Brand', group: 'Shop', about: 'Name, colour, places and addresses.', fields: brandFields },
  reviews: { title: 'Reviews', group: 'People and content', about: 'What customers wrote.', fields: reviews },
  team: { title: 'Team', group: 'People and content', about: 'The people on the page about us.', fields: team },
  tweaks: { title: 'Tweaks', group: 'People and content', about: 'Free tweaks, each with its page.', fields: tweakFields },
  menu: { title: 'Menu and footer', group: 'Shop', about: 'Words on every page.', fields: menuFields },
  announcement: { title: 'Announcement', group: 'Shop', about: 'A line over every page.', fields: announcement },
} as const satisfies Record<string, Section>;
type FixedSection = keyof typeof fieldSections;
/** The page of a paid product, by the product's id; that of `premium` is the older section of this name (`pageSectionOf`). */
export type ProductPageSection = `pages.product.${string}`;
export type FieldSection = FixedSection | ProductPageSection;

/** Every section, and its complete content. Products have rules and a form of their kind (products.ts). */
export type SiteContent = { products: { readonly products: readonly Product[] } } & {
  [S in FixedSection]: ContentOf<(typeof fieldSections)[S]['fields']> & Marked;
} & { [S in ProductPageSection]: ProductPage };
export type SiteSection = keyof SiteContent;
/** `example`: the first content, as far as it only shows what could be there (site-examples.ts). */
interface Marked {
  readonly example?: boolean;
}
/** A section as pages show it. */
export type ShownContent = { [S in FixedSection]: ShownOf<(typeof fieldSections)[S]['fields']> } & {
  [S in ProductPageSection]: ShownOf<(typeof fieldSections)['pages.premium']['fields']>;
};

/** What the page of a paid product says. */
export type ProductPage = ContentOf<(typeof fieldSections)['pages.premium']['fields']> & Marked;

const PRODUCT_PAGE = new RegExp(`^pages\\.product\\.(${PATH_WORD})$`);
/** The product that a section is the page of; undefined: it is another section. */
export const skuOfPage = (section: string): string | undefined =>
  section === 'pages.premium' ? 'premium' : PRODUCT_PAGE.exec(section)?.[1];
export const pageSectionOf = (sku: string): 'pages.premium' | ProductPageSection =>
  sku === 'premium' ? 'pages.premium' : `pages.product.${sku}`;

const products: Omit<Section, 'fields'> = { title: 'Products', group: 'Shop', about: 'What is sold, and its prices.' };
const isFixed = (section: string): section is FixedSection => Object.hasOwn(fieldSections, section);
export const isFieldSection = (section: string): section is FieldSection => isFixed(section) || PRODUCT_PAGE.test(section);
/** Whether the site has a section of this name. The page of a product may be written before the product is published. */
export const isSection = (section: string): section is SiteSection => section === 'products' || isFieldSection(section);
/** The declaration of a section; undefined: of the products. */
export const fieldsOf = (section: SiteSection): SiteFields | undefined => {
  if (isFixed(section)) return fieldSections[section].fields;
  return section === 'products' ? undefined : fieldSections['pages.premium'].fields;
};

/** Title and place of a section on the screen of the site. */
export const sectionInfo = (section: SiteSection): Pick<Section, 'title' | 'group' | 'about'> => {
  if (isFixed(section)) return fieldSections[section];
  if (section === 'products') return products;
  return { title: `Page of ${skuOfPage(section)}`, group: 'Pages', about: 'The texts of the product’s page.' };
};
const { brand: _brand, ...others } = fieldSections;
/** The sections that every site has, in the order of the screen. */
export const SITE_SECTIONS = (['brand', 'products', ...Object.keys(others)] as ('products' | FixedSection)[]).toSorted(
  (a, b) => SECTION_GROUPS.indexOf(sectionInfo(a).group) - SECTION_GROUPS.indexOf(sectionInfo(b).group),
);
/** Names of sections, for schemas. */
export const SECTION_PATTERN = `^(?:${SITE_SECTIONS.map((name) => name.replace('.', '\\.')).join('|')}|pages\\.product\\.${PATH_WORD})$`;
