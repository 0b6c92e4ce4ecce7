import { describe, expect, it } from '@jest/globals';
import { rateOf, rateText, solanaPayLink, usdcOf } from './solana-pay.ts';

describe('the price of a euro', () => {
  it.each([
    ['1', 1_000_000],
    ['1.08', 1_080_000],
    ['0.000001', 1],
    ['9999.999999', 9_999_999_999],
  ])('%s is %i millionths', (text, micro) => expect([rateOf(text), rateText(micro)]).toEqual([micro, text]));
  it.each(['0', '0.000000', '', '1.', '.5', '1.0000001', '12345', '-1', '1,08', ' 1', '1 ', '1e2'])('%j is none', (text) =>
    expect(rateOf(text)).toBeUndefined(),
  );
});

describe('an amount', () => {
  it.each([
    [50_00, 1_080_000, '54'],
    [1, 1_080_000, '0.0108'],
    [1, 50, '0.000001'],
    [1, 49, '0'],
    [12_34, 1_000_000, '12.34'],
    [10_000_00, 1_000_000, '10000'],
    [100_00, 1_000_001, '100.0001'],
  ])('of %i cents at %i millionths is %s USDC', (cents, rate, usdc) => expect(usdcOf(cents, rate)).toBe(usdc));
  it('is asked for by a link that a wallet opens', () =>
    expect(solanaPayLink('ADDRESS', '12.5', 'run 1 + 2')).toBe(
      'solana:ADDRESS?amount=12.5&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v&memo=run%201%20%2B%202',
    ));
});
