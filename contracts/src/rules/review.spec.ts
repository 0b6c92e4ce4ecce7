import { expect, it } from '@jest/globals';
import { reviewKey, reviewNamed } from './review.ts';

it('names what is reviewed by one text, both ways', () => {
  expect(reviewKey('sale', 'sellauth-123')).toBe('sale-sellauth-123');
  expect(reviewNamed('sale-sellauth-123')).toEqual({ of: 'sale', about: 'sellauth-123' });
  expect(reviewNamed(`cashout-${'a'.repeat(100)}`)).toEqual({ of: 'cashout', about: 'a'.repeat(100) });
});
it.each(['payout-1', 'sale-', 'sale', `sale-${'a'.repeat(101)}`, ' sale-1', '1sale-1', ''])('%j names nothing', (key) =>
  expect(reviewNamed(key)).toBeUndefined(),
);
