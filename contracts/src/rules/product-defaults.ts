import { productSectionsAtFirst } from './own-sections.ts';

/** What the page of every product has until its seller chooses otherwise: a plain hero, all sections, small lines and buttons. */
export const productDefaults = {
  hero: 'plain',
  heroPicture: null,
  heroAlt: '',
  heroRecording: null,
  sections: productSectionsAtFirst,
  tweaksLabel: 'Total Tweaks',
  versionLabel: 'Current Version',
  customersLabel: 'Total Customers',
  reviewsEyebrow: 'Reviews',
  questionsEyebrow: 'Before you buy',
  featuresEyebrow: 'What is inside',
  videoEyebrow: 'Video',
  buyLabel: 'Buy Now',
} as const;
