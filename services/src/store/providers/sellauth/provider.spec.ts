import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { StoreProblem } from '../../invoice.ts';
import { centsOf, invoiceFrom } from './provider.ts';

const documented = {
  id: 1218,
  unique_id: 'ab12',
  status: 'completed',
  price: '29.99',
  paid: '29.99',
  currency: 'EUR',
  email: 'bob@example.org',
  ip: '203.0.113.9',
  created_at: '2026-01-01T10:00:00.000000Z',
  completed_at: '2026-01-01T10:05:00.000000Z',
  updated_at: '2026-01-01T10:05:00.000000Z',
  items: [{ product_id: 357054, variant_id: 500794, quantity: 1, total_price: '26.99' }],
};

describe('money', () => {
  it.each([
    ['29.99', 29_99],
    ['0.1', 10],
    ['5', 5_00],
    ['0.00', 0],
    ['29.990000', 29_99],
    ['26.9950', 27_00],
    ['9999999999.99', 999_999_999_999],
  ])('reads %s to the cent', (text, cents) => expect(centsOf(text)).toBe(cents));
  it.each(['', '-1', '1e3', ' 1', '1,50', '.5', '1.', 'NaN', '0x10', '1.123456789', '10000000000'])('refuses %j', (text) =>
    expect(() => centsOf(text)).toThrow(StoreProblem),
  );
  it('is exact for every amount there is', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => {
        const text = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        expect(centsOf(text)).toBe(cents);
      }),
    ));
});

describe('an invoice', () => {
  it('is read from the documented fields', () =>
    expect(invoiceFrom(documented)).toEqual({
      ref: { provider: 'sellauth', invoiceId: '1218' },
      status: 'completed',
      currency: 'EUR',
      email: 'bob@example.org',
      createdAt: '2026-01-01T10:00:00.000Z',
      completedAt: '2026-01-01T10:05:00.000Z',
      priceCents: 29_99,
      refundedCents: 0,
      items: [{ sku: 'premium', quantity: 1, totalCents: 26_99 }],
    }));
  it.each([
    ['completed', 'completed'],
    ['refunded', 'refunded'],
    ['pending', 'open'],
    ['confirming', 'open'],
    ['constructor', 'open'],
  ])('that is %s is %s in our words', (status, ours) => expect(invoiceFrom({ ...documented, status }).status).toBe(ours));
  it.each([
    ['another product', { product_id: 1 }],
    ['another variant', { variant_id: 1 }],
    ['a product without a number', { product_id: null, variant_id: null }],
  ])('has no product of ours for %s', (_, more) => {
    const items = [{ ...documented.items[0], ...more }];
    expect(invoiceFrom({ ...documented, items }).items).toMatchObject([{ sku: null }]);
  });
  it('may be unpaid and anonymous', () =>
    expect(invoiceFrom({ ...documented, email: null, completed_at: null })).toMatchObject({ email: '', completedAt: null }));
  it.each([
    ['money as a number', { price: 29.99 }],
    ['no items', { items: undefined }],
    ['an item without a price', { items: [{ product_id: 1, variant_id: 1, quantity: 1 }] }],
    ['a negative quantity', { items: [{ product_id: 1, variant_id: 1, quantity: -1, total_price: '1.00' }] }],
    ['a time that is none', { created_at: 'yesterday at noon' }],
    ['an id too long to be one', { id: 'x'.repeat(65) }],
  ])('is refused with %s', (_, more) => expect(() => invoiceFrom({ ...documented, ...more })).toThrow(StoreProblem));
});
