import { describe, expect, it } from '@jest/globals';
import { formatDate, formatMoney, formatPercent } from './format.ts';

describe('what the site shows', () => {
  it('is money in euros, US format', () => expect(formatMoney(1234.5)).toBe('€1,234.50'));
  it('is €0.00 for money that is none', () => {
    for (const none of [undefined, null, Number.NaN, 'free', {}]) expect(formatMoney(none)).toBe('€0.00');
  });
  it('is N/A for a date that is none', () => {
    for (const none of [undefined, null, 'soon']) expect(formatDate(none)).toBe('N/A');
  });
  it('is percent without idle zeros', () => {
    expect(formatPercent(25)).toBe('25%');
    expect(formatPercent(12.5)).toBe('12.5%');
  });
});
