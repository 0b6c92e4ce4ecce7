import { hasExamples, withoutExample } from '../rules/site-examples.ts';
import { type SiteContent, type SiteSection, skuOfPage } from '../rules/site-sections.ts';
import { aboutPage } from './page-about.ts';
import { affiliatePage } from './page-affiliate.ts';
import { fortnitePage } from './page-fortnite.ts';
import { freePage } from './page-free.ts';
import { menu } from './menu.ts';
import { homePage } from './page-home.ts';
import { premiumPage } from './page-premium.ts';
import { pricingPage } from './page-pricing.ts';
import { productPage } from '../rules/product-page.ts';
import { loginPage } from './page-login.ts';
import { notFoundPage } from './page-not-found.ts';
import { registerPage } from './page-register.ts';
import { socialsPage } from './page-socials.ts';
import { statisticsPage } from './page-statistics.ts';
import { successPage } from './page-success.ts';
import { tweaksPage } from './page-tweaks.ts';
import { policies, policiesPage } from './policies.ts';
import { named } from '../rules/brand.ts';
import { withLaterFields } from '../rules/offers.ts';
import type { Product } from '../rules/products.ts';
import { firstBrand } from './brand.ts';
import { firstProducts } from './products.ts';
import { reviews } from './reviews.ts';
import { team } from './team.ts';
import { tweaks } from './tweaks.ts';

const contents: SiteContent = {
  brand: firstBrand,
  products: { products: firstProducts },
  'pages.home': homePage,
  'pages.pricing': pricingPage,
  'pages.premium': premiumPage,
  'pages.free': freePage,
  'pages.fortnite-optimizer': fortnitePage,
  'pages.statistics': statisticsPage,
  'pages.about-us': aboutPage,
  'pages.tweaks': tweaksPage,
  'pages.socials': socialsPage,
  'pages.affiliate': affiliatePage,
  'pages.affiliate-login': loginPage,
  'pages.affiliate-register': registerPage,
  'pages.success': successPage,
  'pages.not-found': notFoundPage,
  'pages.tos': policiesPage,
  'policies.terms': policies.terms,
  'policies.privacy': policies.privacy,
  'policies.refund': policies.refund,
  reviews: { reviews },
  team: { team },
  tweaks: { tweaks },
  menu,
  announcement: { text: '', link: null, fromAt: null, untilAt: null },
};

/** The site until an admin publishes anything: another seller changes it by screen. Pages import only the parts that they show. */
export const firstSite = Object.fromEntries(
  Object.entries(contents).map(([section, content]) => [section, hasExamples(section) ? { ...content, example: true } : content]),
) as unknown as SiteContent;

/** The first content of a section as visitors of a shop with another brand see it; undefined: as it is. */
export const firstUnderBrand = <S extends SiteSection>(section: S): SiteContent[S] | undefined =>
  hasExamples(section) ? ({ ...firstSite[section], ...withoutExample[section] } as SiteContent[S]) : undefined;

/** A section before anybody published it. The page of a product says what the product says. */
export const firstContent = <S extends SiteSection>(section: S, products: readonly Product[] = []): SiteContent[S] => {
  if (Object.hasOwn(firstSite, section)) return firstSite[section];
  const sku = skuOfPage(section)!;
  return productPage(products.find((product) => product.sku === sku) ?? { title: sku, features: [] }) as SiteContent[S];
};

/** What was published is no example any more. */
const unmarked = <C extends object>(first: C, published: object | null | undefined): C => {
  if (!published) return first;
  const { example: _, ...content } = first as C & { example?: boolean };
  // Another brand says neither what the first one sells nor whom it has nothing to do with.
  return { ...content, ...('tagline' in first && { tagline: '', disclaimer: '' }) } as C;
};
/** A section as it was published; a field that it did not have then has its first value. `products`: what is sold. */
export const sectionContent = <S extends SiteSection>(
  section: S,
  published: object | null | undefined,
  products?: readonly Product[],
): SiteContent[S] => ({
  ...unmarked(firstContent(section, products), published),
  ...(published as Partial<SiteContent[S]> | null | undefined),
  ...(section === 'products' && published && { products: withLaterFields((published as SiteContent['products']).products) }),
});

/** The first products under the first name. */
export const soldAtFirst = named(firstProducts, firstBrand.name);
