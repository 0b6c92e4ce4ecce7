import type { SiteContent } from '../rules/site-sections.ts';

export const menu: SiteContent['menu'] = {
  home: 'Home',
  tweaks: 'Tweaks',
  pricing: 'Pricing',
  more: 'More',
  about: 'About Us',
  affiliate: 'Affiliate Program',
  socials: 'Socials',
  download: 'Download',
  product: 'Product',
  free: 'Free Utility',
  premium: 'Premium Utility',
  fortnite: 'Fortnite Optimizer',
  company: 'Company',
  legal: 'Legal',
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  refund: 'Refund Policy',
  community: 'Community',
};
