import type { SiteContent } from '../rules/site-sections.ts';
import { heads } from './page-heads.ts';

export const statisticsPage: SiteContent['pages.statistics'] = {
  isShown: true,
  eyebrow: 'Statistics',
  highlightsTitle: 'Highlights',
  communityLabel: 'Active community',
  buyersLabel: 'Premium users',
  productsTitle: 'By product',
  freeTitle: 'Free Utility',
  premiumTitle: 'Premium',
  communityTitle: 'Community',
  tweaksTitle: 'Free Tweaks',
  title: '{name} in numbers',
  lead: 'Counted at the source: our code host, the community chat and the store.',
  ...heads.statistics,
};
