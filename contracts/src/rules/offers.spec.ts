import { describe, expect, it } from '@jest/globals';
import { premium } from '../content/products.ts';
import { offerRuns, withLaterFields } from './offers.ts';

const end = '2026-03-01T00:00:00.000Z';
const now = Date.parse(end);

it.each([
  ['up to its last moment', 39_99, end, now, true],
  ['no millisecond longer', 39_99, end, now + 1, false],
  ['without an end', 39_99, null, now, true],
  ['not without an old price', null, end, now, false],
  ['not at all', null, null, now, false],
])('an offer runs %s', (_, oldPriceCents, offerEndsAt, at, runs) => expect(offerRuns({ oldPriceCents, offerEndsAt }, at)).toBe(runs));

describe('products that were published without an address', () => {
  const paid = { ...premium, sku: 'pro' };
  const { slug: _, isMain: __, ...older } = paid;
  const said = (products: Parameters<typeof withLaterFields>[0]) => withLaterFields(products).map(({ slug, isMain }) => [slug, isMain]);

  it('have their id as their address, and the first paid one is the main one', () =>
    expect(said([{ ...older, sku: 'gift', kind: 'free' }, older, { ...older, sku: 'max' }])).toEqual([
      ['gift', false],
      ['pro', true],
      ['max', false],
    ]));
  it('and copies of one with an address, do not share it', () =>
    expect(said([premium, paid, { ...paid, slug: 'own' }])).toEqual([
      ['premium', true],
      ['pro', false],
      ['own', false],
    ]));
});
