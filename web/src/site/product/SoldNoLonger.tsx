import { paidOf } from '@framelift/contracts/offers';
import { productPath } from '../../lib/paths.ts';
import { useProducts } from '../../lib/siteContent.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

/** What links to a product lead to when it is off: the products that are sold. */
export function SoldNoLonger({ title }: { title: string }) {
  const paid = paidOf(useProducts() ?? []);
  return (
    <Page narrow>
      <PageHeader eyebrow="No longer sold" title={title} lead="This product is no longer sold. Here is what you can buy instead.">
        {paid.map((product) => (
          <ButtonLink key={product.sku} to={productPath(product)} variant={product.isMain ? 'primary' : 'secondary'}>
            {product.title}
          </ButtonLink>
        ))}
      </PageHeader>
    </Page>
  );
}
