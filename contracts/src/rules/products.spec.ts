import { describe, expect, it } from '@jest/globals';
import { premium } from '../content/products.ts';
import {
  type CartLine,
  isCommission,
  orderedProduct,
  type Product,
  productRefusals,
  productsProblem,
  quantityProblem,
  soldInWords,
} from './products.ts';

const numbers = (productId: number, variantId: number, priceId: string | null = null): Product['providers'] => ({
  sellauth: { productId, variantId },
  stripe: { priceId },
});
const pro: Product = { ...premium, sku: 'pro', slug: 'pro', isMain: false, providers: numbers(1, 2) };
const free: Product = {
  ...premium,
  sku: 'free',
  slug: 'free',
  isMain: false,
  kind: 'free',
  priceCents: 0,
  oldPriceCents: null,
  offerEndsAt: null,
  providers: numbers(3, 4),
};
const nowhere = { sellauth: null, stripe: null };

it('a commission is by tier, none, or a rate', () => {
  expect(['tier', 'none', 0, 100_00].every(isCommission)).toBe(true);
  expect(['', 'free', -1, 100_01, 1.5, '5', null, undefined].some(isCommission)).toBe(false);
});

describe('products', () => {
  it.each<[string, Product[]]>([
    ['as they are', [premium, pro, free]],
    ['of no price before', [{ ...pro, oldPriceCents: null, offerEndsAt: null }]],
    ['on offer without an end', [{ ...pro, offerEndsAt: null }]],
    ['a cent below the price before', [{ ...pro, priceCents: 38_99, oldPriceCents: 39_00 }]],
    ['of one quantity', [{ ...pro, minQuantity: 3, maxQuantity: 3 }]],
    [
      'sold nowhere',
      [
        { ...pro, providers: nowhere },
        { ...free, providers: nowhere },
      ],
    ],
    ['of the same product in another variant', [pro, { ...free, providers: numbers(1, 3) }]],
    ['of the same variant in another product', [pro, { ...free, providers: numbers(2, 2) }]],
    [
      'at two prices of Stripe',
      [
        { ...pro, providers: numbers(1, 2, 'p1') },
        { ...free, providers: numbers(3, 4, 'p2') },
      ],
    ],
    [
      'at one of Stripe alone',
      [
        { ...pro, providers: numbers(1, 2, 'p1') },
        { ...free, providers: nowhere },
      ],
    ],
  ])('are published %s', (_, products) => expect(productsProblem(products)).toBeUndefined());
  it.each<[string, Product[]]>([
    [productRefusals.slugTwice, [premium, { ...pro, slug: 'premium', sku: 'other' }]],
    [productRefusals.nonePaid, [free]],
    [productRefusals.mainTwice, [premium, { ...pro, isMain: true }]],
    [productRefusals.mainIsFree, [pro, { ...free, isMain: true }]],
    [productRefusals.skuTwice, [pro, { ...pro, providers: nowhere }]],
    [productRefusals.quantitiesReversed, [{ ...pro, minQuantity: 3, maxQuantity: 2 }]],
    [productRefusals.releaseOfPaid, [{ ...pro, release: {} as never }]],
    [productRefusals.freeHasPrice, [{ ...free, priceCents: 1 }]],
    [productRefusals.freeHasPrice, [{ ...free, oldPriceCents: 1 }]],
    [productRefusals.freeHasPrice, [{ ...free, offerEndsAt: '2026-03-01T00:00:00.000Z' }]],
    [productRefusals.paidNeedsPrice, [{ ...pro, priceCents: 0 }]],
    [productRefusals.oldPriceTooLow, [{ ...pro, oldPriceCents: pro.priceCents }]],
    [productRefusals.offerWithoutOldPrice, [{ ...pro, oldPriceCents: null, offerEndsAt: '2026-03-01T00:00:00.000Z' }]],
    [productRefusals.numbersTwice, [premium, { ...pro, providers: numbers(9, 9) }, { ...free, providers: numbers(9, 9) }]],
    [
      productRefusals.numbersTwice,
      [
        { ...pro, providers: numbers(1, 2, 'p1') },
        { ...free, providers: numbers(3, 4, 'p1') },
      ],
    ],
  ])('are refused: %s', (refusal, products) => expect(productsProblem(products)).toBe(refusal));
  it('of no kind but free may have a release source', () =>
    expect(productsProblem([pro, { ...free, release: {} as never }])).toBeUndefined());
});

describe('a line of a cart', () => {
  const sold = [free, premium, pro, { ...pro, sku: 'nowhere', providers: nowhere }];
  it.each<[CartLine, string | undefined]>([
    [{ sku: 'pro' }, 'pro'],
    [{ sku: 'pro', productId: 1 }, 'pro'],
    [{ sku: 'pro', productId: 2 }, undefined],
    [{ sku: 'nowhere' }, 'nowhere'],
    [{ sku: 'nowhere', productId: 1 }, undefined],
    [{ sku: 'free' }, undefined],
    [{ sku: 'other' }, undefined],
    [{ productId: 1, variantId: 2 }, 'pro'],
    [{ productId: 1, variantId: 3 }, undefined],
    [{ productId: 2, variantId: 2 }, undefined],
    [{ productId: 3, variantId: 4 }, undefined],
    [{}, undefined],
  ])('%j orders %s', (line, sku) => expect(orderedProduct(sold, line)?.sku).toBe(sku));
  it('has a quantity that the product allows', () => {
    const few = { ...pro, minQuantity: 2, maxQuantity: 4 };
    expect([2, 4].map((quantity) => quantityProblem(few, quantity))).toEqual([undefined, undefined]);
    for (const quantity of [1, 5]) expect(quantityProblem(few, quantity)).toBe('This product is sold in quantities of 2 to 4');
    expect(quantityProblem({ ...pro, minQuantity: 1, maxQuantity: 1 }, 2)).toBe('This product is sold in quantities of 1');
  });
});

it('a product is named with its price', () => expect(soldInWords({ title: 'Pro', priceCents: 29_90 })).toBe('Pro, bought once for €29.90'));
