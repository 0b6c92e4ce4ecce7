import { productDefaults } from './product-defaults.ts';
import type { Product } from './products.ts';
import type { ProductPage } from './site-sections.ts';

/** What the page of a product says until its seller writes it: what the product itself says, and no word about the shop or its customers. */
export const productPage = ({ title, features }: Pick<Product, 'title' | 'features'>): ProductPage => ({
  eyebrow: '',
  title,
  lead: '',
  claims: [],
  delivery: 'Delivered by e-mail. See the',
  ...productDefaults,
  reviewsTitle: 'What customers say',
  reviewsLead: '',
  questionsTitle: 'Before you buy',
  questions: [],
  featuresTitle: 'What you get',
  featuresLead: '',
  features: features.length ? [{ title, items: features }] : [],
  videoTitle: 'See it work',
  videoLead: '',
  guideTitle: '',
  guideUrl: null,
  ratingValue: 5,
  ratingCount: 0,
  headTitle: title.slice(0, 70),
  headDescription: [title, ...features].join('. ').slice(0, 300),
});
