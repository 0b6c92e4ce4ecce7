import { freePage } from '@framelift/contracts/content/page-free';
import { premiumPage } from '@framelift/contracts/content/page-premium';
import type { RatedPage } from '../pageData.ts';
import { pages } from '../../lib/pages.ts';

/** The pages of the free utility and of the main product, as search engines read them. */
export const rated = {
  free: { isOf: ({ sku }) => sku === 'free', path: pages.free.path, section: 'pages.free', first: freePage },
  main: { isOf: ({ isMain }) => isMain, path: pages.premium.path, section: 'pages.premium', first: premiumPage },
} as const satisfies Record<string, RatedPage>;
