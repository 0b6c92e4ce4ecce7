/** SellAuth's id of the shop. In the contracts because the body of `POST /api/store/checkout` has it. */
export const sellauth = { shopId: 118149 } as const;
