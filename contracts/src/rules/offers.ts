import type { Product } from './products.ts';

/** What public pages need of products: apart from their refusals, which they would load too. */

/** What a product has that was published without these fields. */
export const laterFields = { minQuantity: 1, maxQuantity: 10, asksQuantity: false, release: null } as const satisfies Partial<Product>;

type Later = keyof typeof laterFields | 'slug' | 'isMain';
/**
 * Products as they were published, each with the fields that it did not have then. A program that does not know of addresses and copies a
 * product under another id has copied them too: the copy has its id as its address, and is not the main product.
 */
export function withLaterFields(products: readonly (Omit<Product, Later> & Partial<Pick<Product, Later>>)[]): Product[] {
  const main = products.find(({ isMain }) => isMain) ?? products.find(({ kind }) => kind === 'paid');
  const isCopied = (i: number) => products.findIndex(({ slug }) => slug === products[i]!.slug) < i;
  return products.map((product, i) => {
    const slug = product.slug === undefined || isCopied(i) ? product.sku : product.slug;
    return { ...laterFields, ...product, slug, isMain: product === main };
  });
}

/** Those with a price; each has a page. */
export const paidOf = <P extends Pick<Product, 'kind'>>(products: readonly P[]): P[] => products.filter(({ kind }) => kind === 'paid');

/** Whether the old price is shown at `now` (ms). An offer without an end runs until somebody ends it. */
export const offerRuns = ({ oldPriceCents, offerEndsAt }: Pick<Product, 'oldPriceCents' | 'offerEndsAt'>, now: number): boolean =>
  oldPriceCents !== null && (offerEndsAt === null || now <= Date.parse(offerEndsAt));
