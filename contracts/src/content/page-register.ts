import type { SiteContent } from '../rules/site-sections.ts';
import { heads } from './page-heads.ts';

export const registerPage: SiteContent['pages.affiliate-register'] = {
  title: 'Join the Affiliate Program',
  lead: 'Sign up, share your link, earn on every sale.',
  ...heads.register,
};
