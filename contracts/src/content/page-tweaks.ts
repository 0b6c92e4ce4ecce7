import type { SiteContent } from '../rules/site-sections.ts';
import { heads } from './page-heads.ts';

export const tweaksPage: SiteContent['pages.tweaks'] = {
  isShown: true,
  eyebrow: 'Free Tweaks',
  listTitle: '{count} free tweaks',
  allLabel: 'All {count} free tweaks',
  feedTitle: 'Free tweaks of {name}',
  lead: 'Small tools with a video guide each. Watch what it does, download it, undo it whenever you like.',
  ...heads.tweaks,
};
