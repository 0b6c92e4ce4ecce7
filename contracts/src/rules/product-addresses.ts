import { paidOf } from './offers.ts';
import { type Product, sameAtSellauth } from './products.ts';

/** Where links to products lead, whatever became of their ids and addresses since (docs/rules.md#31-the-sellers-site). */

type Known = Pick<Product, 'sku' | 'slug' | 'title' | 'kind' | 'providers'>;

/** A word that was once the end of a product's address. */
export interface FormerAddress {
  readonly slug: string;
  /** The product that it means; it may be sold no longer. */
  readonly sku: string;
  /** As that was last called. */
  readonly title: string;
}

/** What a change made of a product: it has its id, or is new and has its numbers at the provider or its place; undefined: it is gone. */
export function successorOf<P extends Known>(product: Known, before: readonly Known[], after: readonly P[]): P | undefined {
  const same = after.find(({ sku }) => sku === product.sku);
  if (same) return same;
  const isNew = ({ sku, kind }: P) => kind === product.kind && !before.some((one) => one.sku === sku);
  const renamed = after.find((one) => isNew(one) && sameAtSellauth(one, product));
  const inPlace = before.length === after.length ? after[before.findIndex(({ sku }) => sku === product.sku)] : undefined;
  return renamed ?? (inPlace && isNew(inPlace) ? inPlace : undefined);
}

/** `versions`: the products as they were published, in order. @returns addresses that no product has now */
export function formerAddresses(versions: readonly (readonly Known[])[]): FormerAddress[] {
  const meant = new Map<string, Known>();
  for (const [i, after] of versions.entries()) {
    const before = versions[i - 1] ?? [];
    for (const [slug, product] of meant) meant.set(slug, successorOf(product, before, after) ?? product);
    for (const product of paidOf(after)) for (const word of [product.sku, product.slug]) meant.set(word, product);
  }
  const current = new Set(paidOf(versions.at(-1) ?? []).map(({ slug }) => slug));
  return [...meant].flatMap(([slug, { sku, title }]) => (current.has(slug) ? [] : [{ slug, sku, title }]));
}

interface Sold<P> {
  readonly products: readonly P[];
  readonly former: readonly FormerAddress[];
}
/** The paid product that an address below /products means, and, where it is an earlier address, of what. */
export function productAt<P extends Pick<Product, 'sku' | 'slug' | 'kind'>>(
  { products, former }: Sold<P>,
  slug: string,
): { product: P | undefined; was: FormerAddress | undefined } {
  const paid = paidOf(products);
  const current = paid.find((product) => product.slug === slug);
  if (current) return { product: current, was: undefined };
  const was = former.find((address) => address.slug === slug);
  return { product: paid.find(({ sku }) => sku === was?.sku), was };
}
