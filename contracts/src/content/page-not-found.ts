import type { SiteContent } from '../rules/site-sections.ts';

export const notFoundPage: SiteContent['pages.not-found'] = {
  title: 'Page Not Found',
  lead: 'This page does not exist. It may have moved, or the link has a typo.',
  label: 'Back to Home',
};
