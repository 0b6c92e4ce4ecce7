import type { MetaFunction } from 'react-router';
import { usePageMeta } from '../../lib/meta.ts';
import { pages } from '../../lib/pages.ts';
import { useMainProduct } from '../../lib/siteContent.ts';
import { rated } from '../content/products.ts';
import { soldOn } from '../pageData.ts';
import { ProductPage } from './ProductPage.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.premium);
export const handle = soldOn(rated.main);

/** The page that links of affiliates lead to by default: the main product’s, whatever its id. */
export default function PremiumPage() {
  const product = useMainProduct();
  return product && <ProductPage product={product} />;
}
