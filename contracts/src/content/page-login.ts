import type { SiteContent } from '../rules/site-sections.ts';
import { heads } from './page-heads.ts';

export const loginPage: SiteContent['pages.affiliate-login'] = {
  title: 'Affiliate Login',
  lead: 'Welcome back. Your link kept working while you were away.',
  ...heads.login,
};
