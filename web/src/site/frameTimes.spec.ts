import { describe, expect, it } from '@jest/globals';
import { fpsAt, lineAt, lowAt, SHOWN } from './frameTimes.ts';

const updates = Array.from({ length: 2_000 }, (_, i) => i);
const sides = ['before', 'after'] as const;

describe('simulated frame times', () => {
  it('are between 130 and 170 frames per second, higher after', () => {
    const ranges = sides.map((side) => updates.map((update) => fpsAt(side, update)));
    expect(ranges.map((fps) => [Math.min(...fps), Math.max(...fps)])).toEqual([
      [130, 144],
      [158, 170],
    ]);
  });

  it('begin with what the picture of the application shows', () => {
    expect(sides.map((side) => [fpsAt(side, 0), lowAt(side, 0)])).toEqual([
      [136, 90],
      [164, 131],
    ]);
  });

  it('have a 1% low below the average, higher after', () => {
    for (const update of updates) {
      const [before, after] = sides.map((side) => lowAt(side, update)) as [number, number];
      expect([before < fpsAt('before', update), before < after, after <= fpsAt('after', update)]).toEqual([true, true, true]);
    }
  });

  it('move: an update adds a point and changes none', () => {
    const points = (update: number) => lineAt('before', update).slice(1).split('L');
    expect(points(7).slice(1)).toEqual(points(8).slice(0, -1));
    expect([points(0).at(-1)!.split(' ')[0], points(0)[0]!.split(' ')[0]]).toEqual([`${SHOWN}`, '-2']);
  });
});
