import type { Product, PublicSiteView } from '@framelift/contracts';
import { firstSite } from '@framelift/contracts/content/first-site';
import { useContext, useEffect, useState } from 'react';
import { KnownAnswersContext } from './known.ts';

/** A product as visitors see it. */
export type ShownProduct = Omit<Product, 'commission'>;
type Products = readonly ShownProduct[];
interface View {
  products: Products;
}

const PRODUCTS = '/api/public/site/products';

let asked: Promise<Products> | undefined;
const ask = (): Promise<Products> => {
  asked ??= fetch(PRODUCTS).then(async (response) => {
    if (!response.ok) throw new Error(`${PRODUCTS} answered ${response.status}`);
    return ((await response.json()) as View).products;
  });
  asked.catch(() => (asked = undefined));
  return asked;
};

/** What every page carries of the seller's content; undefined: nothing was published, so the first content holds. */
export const useSite = (): PublicSiteView | undefined =>
  useContext(KnownAnswersContext)['/api/public/site']?.data as PublicSiteView | undefined;

/** The products. Undefined: they were changed, and the first page of this visit did not show them, so they are on their way. */
export function useProducts(): Products | undefined {
  const known = useContext(KnownAnswersContext)[PRODUCTS]?.data as View | undefined;
  const isChanged = useSite()?.changed.includes('products') === true;
  const isMissing = isChanged && !known;
  const [loaded, setLoaded] = useState<Products>();
  useEffect(() => {
    if (isMissing) ask().then(setLoaded, () => {});
  }, [isMissing]);
  return loaded ?? known?.products ?? (isMissing ? undefined : firstSite.products.products);
}

/** One of them. Undefined: it is not sold, or on its way. */
export const useProduct = (sku: string): ShownProduct | undefined => useProducts()?.find((product) => product.sku === sku);
