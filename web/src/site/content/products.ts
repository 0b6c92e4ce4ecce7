import { freePage } from '@framelift/contracts/content/page-free';
import { premiumPage } from '@framelift/contracts/content/page-premium';
import type { RatedPage } from '../pageData.ts';
import { pages } from '../../lib/pages.ts';

/** The pages of the two products as search engines read them. */
export const products = {
  free: { sku: 'free', path: pages.free.path, section: 'pages.free', first: freePage },
  premium: { sku: 'premium', path: pages.premium.path, section: 'pages.premium', first: premiumPage },
} as const satisfies Record<string, RatedPage>;
