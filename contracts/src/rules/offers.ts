import type { Product } from './products.ts';

/** What public pages need of products: apart from their refusals, which they would load too. */

/** What a product has that was published without these fields. */
export const laterFields = { minQuantity: 1, maxQuantity: 10, asksQuantity: false, release: null } as const satisfies Partial<Product>;

/** Whether the old price is shown at `now` (ms). An offer without an end runs until somebody ends it. */
export const offerRuns = ({ oldPriceCents, offerEndsAt }: Pick<Product, 'oldPriceCents' | 'offerEndsAt'>, now: number): boolean =>
  oldPriceCents !== null && (offerEndsAt === null || now <= Date.parse(offerEndsAt));
