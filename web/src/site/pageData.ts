import { rules, toEuros } from '@framelift/contracts/rules';
import { origin, pictureAddress } from '../lib/meta.ts';
import type { KnownContent, ShownProduct } from '../lib/siteContent.ts';

/** A page's handle: what it says of products to search engines (PageData). */
export interface PageHandle {
  dataOf: (products: readonly ShownProduct[], contentOf: KnownContent, brand: string) => object[];
}

interface Rated {
  lead: string;
  ratingValue: number;
  ratingCount: number;
  isShown?: boolean;
}

/** The page of a product, as search engines read it. */
export interface RatedPage {
  isOf: (product: ShownProduct) => boolean;
  path: string;
  /** Its texts and rating. */
  section: 'pages.free' | 'pages.premium';
  first: Rated;
}

/** A product as search engines read it (docs/product.md#premium). */
export const productData = (
  path: string,
  { lead, ratingValue, ratingCount }: Rated,
  { title, priceCents }: ShownProduct,
  brand: string,
) => ({
  '@type': 'Product',
  name: title,
  description: lead || title,
  image: pictureAddress(path),
  brand: { '@type': 'Brand', name: brand },
  offers: {
    '@type': 'Offer',
    price: toEuros(priceCents).toFixed(2),
    priceCurrency: rules.currency,
    availability: 'https://schema.org/InStock',
    url: origin + path,
  },
  ...(ratingCount > 0 && { aggregateRating: { '@type': 'AggregateRating', ratingValue, ratingCount, bestRating: 5, worstRating: 1 } }),
});

/** The products of these pages, as far as they are sold and the page is shown. */
export const soldOn = (...rated: RatedPage[]): PageHandle => ({
  dataOf: (products, contentOf, brand) =>
    rated.flatMap(({ isOf, path, section, first }) => {
      const content = contentOf(section, first);
      if (content.isShown === false) return [];
      return products.filter(isOf).map((product) => productData(path, content, product, brand));
    }),
});

/** Questions as search engines read them: the very texts of the page. */
export const faqData = (entries: readonly { question: string; answer: string }[]) => ({
  '@type': 'FAQPage',
  mainEntity: entries.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});
