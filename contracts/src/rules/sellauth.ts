import type { Sku } from './rules.ts';

/** SellAuth's ids of the shop and its products. In the contracts because the body of `POST /api/store/checkout` has them. */
export const sellauth = {
  shopId: 118149,
  products: { premium: { productId: 357054, variantId: 500794 } } satisfies Record<Sku, { productId: number; variantId: number }>,
};
