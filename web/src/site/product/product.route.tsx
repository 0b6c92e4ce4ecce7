import { productAt } from '@framelift/contracts/product-addresses';
import { type MetaFunction, Navigate, useLocation, useParams } from 'react-router';
import { usePageMeta } from '../../lib/meta.ts';
import { type PageInfo, pages } from '../../lib/pages.ts';
import { productPath } from '../../lib/paths.ts';
import { type ShownProduct, useBrand, useSold } from '../../lib/siteContent.ts';
import NotFound from '../notFound.tsx';
import { faqData, productData } from '../pageData.ts';
import { ProductPage } from './ProductPage.tsx';
import { SoldNoLonger } from './SoldNoLonger.tsx';
import { useProductPage } from './useProductPage.ts';

/** What an address means: a product that is sold, or one that was. */
function useProductAt(slug: string) {
  return productAt(useSold() ?? { products: [], former: [] }, slug);
}

/** What the page of a product says about itself; search engines know the main one by its other address, /premium. */
const pageOf = (product: ShownProduct, { headTitle, headDescription }: { headTitle: string; headDescription: string }): PageInfo => ({
  path: productPath(product),
  title: headTitle,
  description: headDescription,
  indexed: true,
  pictureOf: pages.premium.path,
});

export const meta: MetaFunction = ({ params }) => {
  const { product } = useProductAt(params['slug']!);
  const texts = useProductPage(product);
  const { name } = useBrand();
  const isThere = product && texts;
  return usePageMeta(
    isThere ? pageOf(product, texts) : pages.notFound,
    ...(isThere ? [productData(productPath(product), texts, product, name), ...faqData(texts.sections)] : []),
  );
};

export default function ProductRoute() {
  const slug = useParams()['slug']!;
  const { search } = useLocation();
  const { product, was } = useProductAt(slug);
  if (!product) return was ? <SoldNoLonger title={was.title} /> : <NotFound />;
  return !was ? <ProductPage product={product} /> : <Navigate replace to={{ pathname: productPath(product), search }} />;
}
