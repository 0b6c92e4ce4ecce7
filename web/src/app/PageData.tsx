import { useMatches } from 'react-router';
import { useProducts } from '../lib/siteContent.ts';
import type { PageHandle } from '../lib/meta.ts';

/** JSON that cannot end the script it is in. */
const written = (graph: object): string =>
  JSON.stringify({ '@context': 'https://schema.org', ...graph }).replaceAll(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** What search engines read of the products that a page sells: unlike its other data, it follows what the seller publishes. */
export function PageData() {
  const products = useProducts();
  const graphs = useMatches().flatMap(({ handle }) => (products && (handle as PageHandle | undefined)?.dataOf(products)) ?? []);
  return graphs
    .map(written)
    .map((json) => <script key={json} type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} suppressHydrationWarning />);
}
