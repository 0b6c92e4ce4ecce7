import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { documentNamed, documentNumber, type SelfBilling, taxed } from './documents.ts';

const seller: SelfBilling = { country: 'DE', vatNumber: 'DE136695976', rateBps: 19_00 };

it.each([
  ['2026-000001', { year: 2026, number: 1 }],
  ['2026-1000000', { year: 2026, number: 1_000_000 }],
  ['2099-999999999', { year: 2099, number: 999_999_999 }],
  ['2026-1000000000', undefined],
  ['12026-000001', undefined],
  ['1926-000001', undefined],
  ['2026-000000', undefined],
  ['2026-1', undefined],
  ['x', undefined],
])('the number %s', (text, named) => {
  expect(documentNamed(text)).toEqual(named);
  if (named) expect(documentNumber(named)).toBe(text);
});

describe('a payment', () => {
  it.each([
    ['without a VAT number has no tax', undefined, { tax: 'none', taxBps: 0, netCents: 119_00, taxCents: 0 }],
    ['of the seller’s country includes its tax', 'DE', { tax: 'own', taxBps: 19_00, netCents: 100_00, taxCents: 19_00 }],
    ['of another country leaves the tax to the seller', 'AT', { tax: 'reverse', taxBps: 0, netCents: 119_00, taxCents: 0 }],
  ])('%s', (_, vatCountry, amounts) => expect(taxed(119_00, vatCountry, seller)).toEqual(amounts));
  it('is net and tax together, whatever the rate', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_00 }), fc.integer({ min: 0, max: 30_00 }), (cents, rateBps) => {
        const { netCents, taxCents, taxBps } = taxed(cents, 'DE', { ...seller, rateBps });
        expect(netCents + taxCents).toBe(cents);
        // Half a cent at most: |net × (1 + rate) − paid| ≤ ½ × (1 + rate).
        expect(Math.abs(netCents * (10_000 + taxBps) - cents * 10_000)).toBeLessThanOrEqual((10_000 + taxBps) / 2);
      }),
    ));
});
