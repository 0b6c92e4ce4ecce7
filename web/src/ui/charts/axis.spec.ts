import { expect, it } from '@jest/globals';
import { axisOf } from './axis.ts';

it.each([
  [0, 7, [0, 2, 4, 6, 8]],
  [0, 0.03, [0, 0.01, 0.02, 0.03]],
  [-10, 26, [-10, 0, 10, 20, 30]],
  [-1_000, 3, [-1_000, -800, -600, -400, -200, 0, 200]],
  // With steps of 20 it would end at 140 and have eight lines.
  [0, 120.25, [0, 50, 100, 150]],
])('an axis from %d to %d has lines at round values around them', (low, high, lines) => expect(axisOf(low, high, 4, false)).toEqual(lines));

it('an axis of whole numbers has no line between two', () => {
  expect([axisOf(0, 1, 4, true), axisOf(0, 3, 4, true), axisOf(0, 7, 4, true)]).toEqual([
    [0, 1],
    [0, 1, 2, 3],
    [0, 2, 4, 6, 8],
  ]);
});
