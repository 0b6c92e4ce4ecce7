import type { SiteContent } from '../rules/site-sections.ts';
import { heads } from './page-heads.ts';

export const socialsPage: SiteContent['pages.socials'] = {
  isShown: true,
  chatText: 'Questions, support and news',
  videoText: 'Guides and benchmarks',
  codeText: 'Free tweaks and releases',
  ...heads.socials,
};
