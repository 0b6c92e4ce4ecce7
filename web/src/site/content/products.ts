import { freeUtility } from './downloads.ts';
import type { RatedPage } from '../../lib/meta.ts';
import { pages } from '../../lib/pages.ts';
import { premium } from '../premium/content.ts';

/** The pages of the two products as search engines read them. */
export const products = {
  free: { sku: 'free', description: freeUtility.lead, path: pages.free.path, rating: freeUtility.rating },
  premium: { sku: 'premium', description: premium.lead, path: pages.premium.path, rating: premium.rating },
} as const satisfies Record<string, RatedPage>;
