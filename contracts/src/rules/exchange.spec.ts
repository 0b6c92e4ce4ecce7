import { describe, expect, it } from '@jest/globals';
import { eurosPerUnit, exchanged, isRateDay, nanosOf } from './exchange.ts';

describe('a rate', () => {
  it('is kept in billionths, exactly', () => {
    expect(nanosOf(0.9)).toBe(900_000_000);
    expect(nanosOf(0.000000001)).toBe(1);
    expect(nanosOf(1_000_000)).toBe(1_000_000_000_000_000);
    expect(eurosPerUnit(900_000_000)).toBe(0.9);
  });
  it('has at most nine decimals', () => expect(nanosOf(0.1234567891)).toBeUndefined());
  it.each([
    [10_00, 900_000_000, 9_00],
    [1, 500_000_000, 1],
    [1, 499_999_999, 0],
    [3, 500_000_000, 2],
    [0, 900_000_000, 0],
    // Beyond what floating point counts exactly.
    [9_007_199_254_740, 1_000_000_001, 9_007_199_263_747],
  ])('makes %i cents at %i billionths %i, rounded half up', (cents, nanos, expected) => expect(exchanged(cents, nanos)).toBe(expected));
});

describe('the day of a rate', () => {
  const now = '2026-03-15T23:30:00.000Z';
  it.each([
    ['2026-03-15', true],
    ['2026-04-15', true],
    ['2026-04-16', false],
    ['2025-02-08', true],
    ['2025-02-07', false],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['+02026-03-15', false],
    ['today', false],
  ])('%s: %s', (day, isOne) => expect(isRateDay(day, now)).toBe(isOne));
});
