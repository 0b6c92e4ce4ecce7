import { expect, it } from '@jest/globals';
import { linePath } from './linePath.ts';

it('goes from point to point', () => {
  expect(
    linePath(
      [
        [0, 10],
        [10, 20.006],
        [20, 5],
      ],
      false,
    ),
  ).toBe('M0,10L0,10L10,20.01L20,5');
});

it('changes halfway between two points where it is stepped', () => {
  expect(
    linePath(
      [
        [0, 10],
        [10, 20],
        [20, 20],
      ],
      true,
    ),
  ).toBe('M0,10L0,10H5V20L10,20H15V20L20,20');
});

it('has a gap where there is no point, and shows one that is alone', () => {
  expect(linePath([null, [0, 10], null, [20, 5], [30, 6], null], false)).toBe('M0,10L0,10M20,5L20,5L30,6');
  expect([linePath([], false), linePath([null], true)]).toEqual(['', '']);
});
