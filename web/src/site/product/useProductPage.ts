import type { SectionView } from '@framelift/contracts';
import { premiumPage } from '@framelift/contracts/content/page-premium';
import type { ShownContent } from '@framelift/contracts/site-sections';
import { use, useContext } from 'react';
import { KnownAnswersContext } from '../../lib/known.ts';
import { askOnce, type ShownProduct, useSection } from '../../lib/siteContent.ts';

/** What the page of a product says. Visitors know the main one's as that of /premium. */
export function useProductPage(product: ShownProduct): ShownContent['pages.premium'];
export function useProductPage(product: ShownProduct | undefined): ShownContent['pages.premium'] | undefined;
export function useProductPage(product: ShownProduct | undefined): ShownContent['pages.premium'] | undefined {
  const path = `/api/public/site/pages.product.${product?.sku}`;
  const known = useContext(KnownAnswersContext)[path] as { data: SectionView } | undefined;
  const main = useSection('pages.premium', premiumPage);
  if (!product || product.isMain) return product && main;
  return (known?.data ?? use(askOnce<SectionView>(path)))?.content as ShownContent['pages.premium'];
}
