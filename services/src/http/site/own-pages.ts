import {
  firstProducts,
  type FormerAddress,
  named,
  type Product,
  productPath,
  receiptPath,
  type SectionView,
  tweakPath,
} from '@framelift/contracts';

/** Pages of one thing each, of which there may be hundreds: of a tweak, a product, and a receipt. */

/** What the server knows of an answer that pages show (web/src/lib/known.ts). */
export interface Known {
  /** null: there is nothing at this path. */
  data: object | null;
  /** A sandbox made it up. */
  example: boolean;
}

export const TWEAKS = '/api/public/site/tweaks';
export const PRODUCTS = '/api/public/site/products';
/** The pages of all products by id, as visitors read them: each page has its own. */
export const PRODUCT_PAGES = '/api/public/site/pages.product';

/** A receipt, by its id behind this. */
export const RECEIPTS = '/api/public/receipts';

/** What the page for unknown paths below /tweaks is about: no tweak has this address. */
export const NO_TWEAK = { slug: '-' };

export type SoldProduct = Pick<Product, 'sku' | 'slug' | 'title' | 'kind' | 'priceCents' | 'isMain'>;
export interface Sold {
  products: readonly SoldProduct[];
  former: readonly FormerAddress[];
}

/** The products of an answer; without one, the first. */
export const soldIn = (answer: Known | undefined, brand: string): Sold =>
  (answer?.data as Sold | undefined) ?? { products: named(firstProducts, brand), former: [] };

/** What the page of a product shows beside what every one of them shows; nothing where the products are the first ones. */
export function productAnswer(pages: Known | undefined, sku: string | undefined): Record<string, Known> {
  const content = sku === undefined ? undefined : (pages?.data as Record<string, object> | undefined)?.[sku];
  return content ? { [`${PRODUCT_PAGES}.${sku}`]: { data: { content }, example: false } } : {};
}

/** What the page of a tweak shows of the list; nothing where that has the first content. */
export function tweakAnswer(list: Known | undefined, slug: string): Record<string, Known> {
  if (!list) return {};
  const tweak = ((list.data as SectionView).content['tweaks'] as readonly { slug: string }[]).find((one) => one.slug === slug);
  return { [`${TWEAKS}/${slug}`]: { data: tweak ? { tweak } : null, example: false } };
}

/** Such pages among those that are previewed, such as `tweaks.my-tweak`, and `products.pro` by the product's id. */
const PREVIEWED = /^(tweaks|products)\.([a-z0-9-]{1,100})$/;
export interface Previewed {
  of: 'tweaks' | 'products';
  word: string;
}
/** undefined: it is another page. */
export const previewed = (page: string): Previewed | undefined => {
  const [, of, word] = PREVIEWED.exec(page) ?? [];
  return of && word ? { of: of as Previewed['of'], word } : undefined;
};

/** The names of their rendered pages. */
export const tweakName = (tweak: { slug: string }): string => tweakPath(tweak).slice(1);
export const receiptName = (id: string): string => receiptPath(id).slice(1);
export const productName = (slug: string): string => productPath({ slug, isMain: false }).slice(1);
