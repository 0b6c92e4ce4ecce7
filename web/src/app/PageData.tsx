import { useMatches } from 'react-router';
import { named } from '@framelift/contracts/brand';
import { useBrand, useKnownContent, useProducts } from '../lib/siteContent.ts';
import { scriptJson } from '../lib/scriptJson.ts';
import type { PageHandle } from '../site/pageData.ts';

/** What search engines read of the products that a page sells: unlike its other data, it follows what the seller publishes. */
export function PageData() {
  const products = useProducts();
  const contentOf = useKnownContent();
  const { name } = useBrand();
  const graphs = useMatches().flatMap(
    ({ handle }) => (products && (handle as PageHandle | undefined)?.dataOf(products, contentOf, name)) ?? [],
  );
  return graphs
    .map((graph) => scriptJson(named({ '@context': 'https://schema.org', ...graph }, name)))
    .map((json) => <script key={json} type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} suppressHydrationWarning />);
}
