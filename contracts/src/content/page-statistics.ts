import type { SiteContent } from '../rules/site-sections.ts';
import { heads } from './page-heads.ts';

export const statisticsPage: SiteContent['pages.statistics'] = {
  isShown: true,
  title: '{name} in numbers',
  lead: 'Counted at the source: our code host, the community chat and the store.',
  ...heads.statistics,
};
