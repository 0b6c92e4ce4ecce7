import type { Sku } from './rules.ts';

/** What SellAuth calls the shop and its products. It stands in the contracts because the body of `POST /api/store/checkout` carries it. */
export const sellauth = {
  shopId: 118149,
  products: { premium: { productId: 357054, variantId: 500794 } } satisfies Record<Sku, { productId: number; variantId: number }>,
};
