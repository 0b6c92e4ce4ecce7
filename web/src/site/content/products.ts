import { rules, toEuros } from '@framelift/contracts/rules';
import { freeUtility } from './downloads.ts';
import { pages } from '../../lib/pages.ts';
import { premium } from '../premium/content.ts';

/** The two products as search engines read them. */
export const products = {
  free: {
    name: `${rules.brand} Free Utility`,
    description: freeUtility.lead,
    path: pages.free.path,
    priceEuros: 0,
    rating: freeUtility.rating,
  },
  premium: {
    name: rules.premium.title,
    description: premium.lead,
    path: pages.premium.path,
    priceEuros: toEuros(rules.premium.priceCents),
    rating: premium.rating,
  },
} as const;
