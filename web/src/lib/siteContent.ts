import type { Brand, FormerAddress, Product, PublicSiteView, SectionView } from '@framelift/contracts';
import { fileName, named } from '@framelift/contracts/brand';
import { firstBrand } from '@framelift/contracts/content/brand';
import { firstProducts } from '@framelift/contracts/content/products';
import type { FieldSection, ShownContent, SiteContent, SiteSection } from '@framelift/contracts/site-sections';
import { use, useContext, useEffect, useState } from 'react';
import { KnownAnswersContext } from './known.ts';
import { leadsTo } from './paths.ts';

/** A product as visitors see it. */
export type ShownProduct = Omit<Product, 'commission'>;
type Products = readonly ShownProduct[];
interface View {
  products: Products;
  former: readonly FormerAddress[];
}

const PRODUCTS = '/api/public/site/products';

const asked = new Map<string, Promise<unknown>>();
/** Asks once in this visit, and again after a failure. null: there is nothing at this path. */
export const askOnce = <T>(path: string): Promise<T | null> => {
  const known = asked.get(path) as Promise<T | null> | undefined;
  if (known) return known;
  const asking = fetch(path).then((response) => {
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json() as Promise<T>;
  });
  asked.set(path, asking);
  asking.catch(() => asked.delete(path));
  return asking;
};

/** What every page carries of the seller's content; undefined: nothing was published, so the first content holds. */
export const useSite = (): PublicSiteView | undefined =>
  useContext(KnownAnswersContext)['/api/public/site']?.data as PublicSiteView | undefined;

/** What pages show of the brand. */
export type ShownBrand = Omit<Brand, 'address'>;
export const useBrand = (): ShownBrand => useSite()?.brand ?? firstBrand;

/** How the names of saved files begin. */
export const useFileName = (): string => fileName(useBrand().name);

const placeNames = { chat: 'Discord', video: 'YouTube', code: 'GitHub' } as const;
/** The seller's places outside of this site. */
export const usePlaces = () => {
  const brand = useBrand();
  const places = Object.keys(placeNames) as (keyof typeof placeNames)[];
  return places.flatMap((place) => (brand[place] ? [{ place, label: placeNames[place], href: brand[place] }] : []));
};

const lastNamed = new WeakMap<object, { name: string; content: unknown }>();
/** A content with the name of the brand in its texts. Kept beside the content instead of by a hook: heads of pages (`meta`) use it too. */
export function useNamed<T>(content: T): T {
  const { name } = useBrand();
  if (typeof content !== 'object' || content === null) return named(content, name);
  const last = lastNamed.get(content);
  if (last?.name === name) return last.content as T;
  const shown = named(content, name);
  lastNamed.set(content, { name, content: shown });
  return shown;
}

/** Whether a link leads to a page that the seller has not switched off. */
export function useIsShown(): (link: string) => boolean {
  const hidden = useSite()?.hidden;
  return (link) => !hidden || !leadsTo(hidden, link);
}

/**
 * What a call answers about a section that an admin published; undefined: the section has its first content, or is none; null: there is
 * nothing at this path. A page that a visitor goes to waits for the answer; the page they came on has it.
 */
export function usePublished<T>(section: SiteSection | undefined, path: string): T | null | undefined {
  const known = useContext(KnownAnswersContext)[path];
  const { changed = [] } = useSite() ?? {};
  const isChanged = section !== undefined && changed.includes(section);
  if (known) return known.data as T | null;
  return isChanged ? use(askOnce<T>(path)) : undefined;
}

/** A section of the site as visitors read it. `first`: its content until an admin publishes another. */
export function useSection<S extends FieldSection>(section: S, first: SiteContent[S]): ShownContent[S] {
  const shownFirst = useNamed(first);
  return (
    (usePublished<SectionView>(section, `/api/public/site/${section}`)?.content as ShownContent[S] | undefined) ??
    (shownFirst as ShownContent[S])
  );
}

/** Contents that came with the page, or the first ones: for what may be earlier, such as data for search engines. */
export type KnownContent = <C>(section: FieldSection, first: C) => C;
export function useKnownContent(): KnownContent {
  const known = useContext(KnownAnswersContext);
  return <C>(section: FieldSection, first: C) =>
    ((known[`/api/public/site/${section}`]?.data as SectionView | undefined)?.content as C | undefined) ?? first;
}

/** What is sold. Undefined: it was changed, and the first page of this visit did not show it, so it is on its way. */
export function useSold(): View | undefined {
  const known = useContext(KnownAnswersContext)[PRODUCTS]?.data as View | undefined;
  const isChanged = useSite()?.changed.includes('products') === true;
  const isMissing = isChanged && !known;
  const [loaded, setLoaded] = useState<View>();
  useEffect(() => {
    if (isMissing)
      askOnce<View>(PRODUCTS).then(
        (view) => setLoaded(view ?? undefined),
        () => {},
      );
  }, [isMissing]);
  const first = useNamed(firstProducts);
  return loaded ?? known ?? (isMissing ? undefined : { products: first, former: [] });
}
export const useProducts = (): Products | undefined => useSold()?.products;

/** How links name a product. `premium`: the one of this id. */
export const productLabel = ({ sku, title }: { sku: string; title: string }, premium = 'Premium Utility'): string =>
  sku === 'premium' ? premium : title;
/** The label of links to the main product, on every page. */
export const useMainLabel = (premium: string): string => {
  const main = useSite()?.main;
  return main ? productLabel(main, premium) : premium;
};

/** The one that the site sells first. Undefined: it is on its way. */
export const useMainProduct = (): ShownProduct | undefined => useProducts()?.find(({ isMain }) => isMain);
