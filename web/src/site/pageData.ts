import { rules, toEuros } from '@framelift/contracts/rules';
import type { PageSection } from '@framelift/contracts/site-fields';
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

interface Question {
  question: string;
  answer: string;
}
/** The questions that the sections of a page show, as search engines read them: its very texts. `own`: the questions of the page itself. */
export function faqData(sections: readonly PageSection[], own: readonly Question[] = []): object[] {
  const shown = sections.flatMap(({ kind, on, content }): readonly Question[] => {
    if (!on) return [];
    return kind === 'faq' ? own : kind === 'questions' ? (content['questions'] as Question[]) : [];
  });
  if (!shown.length) return [];
  const mainEntity = shown.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return [{ '@type': 'FAQPage', mainEntity }];
}
