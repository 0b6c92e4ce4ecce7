import {
  firstProducts,
  firstSite,
  firstUnderBrand,
  type FormerAddress,
  formerAddresses,
  hasExamples,
  pageSectionOf,
  paidOf,
  type Product,
  productPage,
  type ProductPage,
  sectionContent,
  SITE_SECTIONS,
  type SiteContent,
  type SiteSection,
} from '@framelift/contracts';
import type { Pool } from '../../platform/pg.ts';

export type Published = { [S in SiteSection]?: SiteContent[S] };

const soldIn = (published: Published): readonly Product[] => published.products?.products ?? firstProducts;

const isSoldIn = (published: Published, sku: string): boolean => soldIn(published).some((product) => product.sku === sku);

/** The paid products, as far as an admin published any of them. */
export const paidIn = (published: Published): Product[] => paidOf(soldIn(published));

/** With a brand, the first content of some sections is no example any more that visitors see: it is left out until the seller replaces or keeps it. */
export function withoutExamples(published: Published): Published {
  if (!published.brand) return published;
  const isThere = (section: SiteSection) => section !== 'pages.premium' || isSoldIn(published, 'premium');
  const left = SITE_SECTIONS.filter((section) => {
    const content = published[section];
    return hasExamples(section) && isThere(section) && (!content || ('example' in content && content.example === true));
  });
  return { ...published, ...(Object.fromEntries(left.map((section) => [section, firstUnderBrand(section)])) as Published) };
}

/**
 * What the page of a product says; undefined: the first content. The page of `premium` is the one of the main product where its id was
 * changed before products had pages.
 */
export function productPageIn(published: Published, product: Product): ProductPage | undefined {
  const own = published[pageSectionOf(product.sku)];
  if (own) return own;
  const isOlder = product.isMain && !isSoldIn(published, 'premium');
  if (isOlder && published['pages.premium']) return published['pages.premium'];
  return product.sku === 'premium' ? undefined : productPage(product);
}

/** For visitors, `pages.premium` is the page of the main product, and each product has its page under its id. */
export function withProductPages(published: Published): Published {
  const pages = paidIn(published).map((product) => ({ product, page: productPageIn(published, product) }));
  const main = pages.find(({ product }) => product.isMain)?.page;
  const { 'pages.premium': _, ...others } = published;
  return {
    ...others,
    ...(main && { 'pages.premium': main }),
    ...Object.fromEntries(pages.map(({ product, page }) => [`pages.product.${product.sku}`, page ?? firstSite['pages.premium']])),
  };
}

const LAST = `select coalesce(max(position), 0) as last from site.changes where section = 'products'`;
const VERSIONS = `select content from site.changes where section = 'products' and position <= $1 order by position`;

/** Addresses that products had, read when products are published. */
export class FormerProducts {
  private known = { last: 0, versions: [firstProducts] };

  constructor(private readonly pool: Pool) {}

  /** `drafted`: what the products are to become. */
  async addresses(drafted?: readonly Product[]): Promise<FormerAddress[]> {
    const { last } = (await this.pool.query<{ last: number }>(LAST)).rows[0]!;
    if (last !== this.known.last) {
      const { rows } = await this.pool.query<{ content: object }>(VERSIONS, [last]);
      this.known = { last, versions: [firstProducts, ...rows.map(({ content }) => sectionContent('products', content).products)] };
    }
    return formerAddresses(drafted ? [...this.known.versions, drafted] : this.known.versions);
  }
}
