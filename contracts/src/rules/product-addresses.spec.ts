import { describe, expect, it } from '@jest/globals';
import { firstProducts, premium } from '../content/products.ts';
import { formerAddresses, successorOf } from './product-addresses.ts';
import type { Product } from './products.ts';

const pro: Product = {
  ...premium,
  sku: 'pro',
  slug: 'pro',
  title: 'Pro',
  isMain: false,
  providers: { sellauth: { productId: 2, variantId: 3 }, stripe: null },
};
const [, free] = firstProducts;

describe('what links to a product mean', () => {
  it('is the product that has the address now; an id that is no address leads to it', () => {
    expect(formerAddresses([firstProducts])).toEqual([]);
    expect(formerAddresses([[premium, { ...pro, slug: 'studio' }]])).toEqual([{ slug: 'pro', sku: 'pro', title: 'Pro' }]);
  });

  it('follows addresses and ids through every change', () => {
    const versions = [
      [premium, pro],
      [premium, { ...pro, slug: 'studio' }],
      [premium, { ...pro, sku: 'suite', slug: 'suite', title: 'Suite' }],
    ];
    expect(formerAddresses(versions)).toEqual([
      { slug: 'pro', sku: 'suite', title: 'Suite' },
      { slug: 'studio', sku: 'suite', title: 'Suite' },
    ]);
  });

  it('is what another product has taken over since', () => {
    const taken = [premium, { ...pro, slug: 'studio' }, { ...pro, sku: 'new', slug: 'pro', title: 'New' }];
    expect(formerAddresses([[premium, pro], taken])).toEqual([{ slug: 'new', sku: 'new', title: 'New' }]);
  });

  it('is a product that is gone, until it is sold again', () => {
    expect(formerAddresses([[premium, pro], [premium]])).toEqual([{ slug: 'pro', sku: 'pro', title: 'Pro' }]);
    expect(formerAddresses([[premium, pro], [premium], [premium, { ...pro, slug: 'back' }]])).toEqual([
      { slug: 'pro', sku: 'pro', title: 'Pro' },
    ]);
  });
});

describe('a product with another id', () => {
  const named = { ...pro, sku: 'suite' };
  const other = { ...named, providers: { sellauth: null, stripe: null } };
  it.each<[string, Product[], Product | undefined]>([
    ['is the one with its numbers at the provider', [named, premium], named],
    ['is the new one in its place', [premium, other], other],
    ['is none where the number of products changed too', [premium, other, free!], undefined],
    ['is none of another kind', [premium, { ...free!, sku: 'suite' }], undefined],
    ['is none that was there before', [premium], undefined],
  ])('%s', (_, after, expected) => expect(successorOf(pro, [premium, pro], after)).toBe(expected));
});
