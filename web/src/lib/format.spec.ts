import { describe, expect, it } from '@jest/globals';
import { formatAmount, formatCount, formatDate, formatMoney, formatPercent, shortened } from './format.ts';

describe('a long id', () => {
  it('loses its middle, also within a sentence', () => {
    const id = `stripe-cs_test_${'a'.repeat(52)}XYZ123`;
    expect(shortened(`Sale ${id} was taken back`)).toBe('Sale stripe-cs_test_aaa…XYZ123 was taken back');
    expect(shortened('sellauth-8123 a-long-name.of.somebody@a-long-domain.example.org')).toBe(
      'sellauth-8123 a-long-name.of.somebody@a-long-domain.example.org',
    );
  });
});

describe('what the site shows', () => {
  it('is an amount in whatever currency was paid', () => {
    expect(formatAmount(1234.5, 'EUR')).toBe('€1,234.50');
    expect(formatAmount(1000, 'JPY')).toBe('1,000.00 JPY');
    expect(formatAmount(0.5, 'USDT-TRC20')).toBe('0.50 USDT-TRC20');
  });
  it('is money in euros, US format', () => expect(formatMoney(1234.5)).toBe('€1,234.50'));
  it('has one minus, as long as a plus', () => {
    expect([formatMoney(-1234.5), formatAmount(-2, 'USD'), formatCount(-3)]).toEqual(['−€1,234.50', '−2.00 USD', '−3']);
  });
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
