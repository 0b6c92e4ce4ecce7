import type { FieldSection, SiteContent } from './site-sections.ts';

/**
 * What the first content says as an example: reviews, people, ratings, counts and measurements. Once a seller has published a brand, visitors
 * see of these sections what is here instead, until the seller replaces or keeps them (docs/rules.md#31-the-sellers-site).
 */
export const withoutExample: { readonly [S in FieldSection]?: Partial<SiteContent[S]> } = {
  'pages.home': {
    news: '',
    reviewCount: '',
    customers: '',
    showsInstrument: false,
    showsApp: false,
    showsEstimate: false,
    showsInside: false,
  },
  'pages.premium': {
    claims: [],
    guideUrl: null,
    ratingCount: 0,
    headDescription: 'Full system and hardware optimisation for Windows 10 and 11. Pay once, keep it for good.',
  },
  'pages.free': { ratingCount: 0 },
  'pages.affiliate': { shareText: 'I recommend {product}.' },
  'pages.about-us': { story: [] },
  reviews: { reviews: [] },
  team: { team: [] },
};
export const hasExamples = (section: string): section is keyof typeof withoutExample => Object.hasOwn(withoutExample, section);
