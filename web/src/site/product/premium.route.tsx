import { premiumPage } from '@framelift/contracts/content/page-premium';
import type { MetaFunction } from 'react-router';
import { usePageMeta } from '../../lib/meta.ts';
import { pages } from '../../lib/pages.ts';
import { useMainProduct, useSection } from '../../lib/siteContent.ts';
import { rated } from '../content/products.ts';
import { faqData, soldOn } from '../pageData.ts';
import { ProductPage } from './ProductPage.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.premium, ...faqData(useSection('pages.premium', premiumPage).sections));
export const handle = soldOn(rated.main);

/** The page that links of affiliates lead to by default: the main product’s, whatever its id. */
export default function PremiumPage() {
  const product = useMainProduct();
  return product && <ProductPage product={product} />;
}
