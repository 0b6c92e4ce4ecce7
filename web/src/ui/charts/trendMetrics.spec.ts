import { describe, expect, it } from '@jest/globals';
import { countMetric, moneyMetric, pointLabel, shareMetric, standingMetric } from './trendMetrics.ts';

const points = [
  { from: '2026-01-31', clicks: 3, sales: 1, euros: 0.1, share: 33.33 },
  { from: '2026-02-01', clicks: 0, sales: 0, euros: 0.2, share: null },
  { from: '2026-02-02', clicks: 1, sales: -1, euros: 1200.45, share: 0 },
];
type Point = (typeof points)[number];
const named = { name: 'x', label: 'X' };

describe('what figures come to', () => {
  it('is their sum, to the cent', () => {
    expect(countMetric<Point>({ ...named, value: (p) => p.clicks }).total(points)).toBe('4');
    expect(moneyMetric<Point>({ ...named, value: (p) => p.euros }).total(points)).toBe('€1,200.75');
    expect(moneyMetric<Point>({ ...named, value: (p) => p.euros }).total([])).toBe('€0.00');
  });
  it('is the last one of what stands', () =>
    expect(standingMetric<Point>({ ...named, value: (p) => p.euros }).total(points)).toBe('€1,200.45'));
  it('is the share of the sums, and none of nothing', () => {
    const share = shareMetric<Point>({ ...named, value: (p) => p.share, part: (p) => p.sales, whole: (p) => p.clicks });
    expect([share.total(points.slice(0, 2)), share.total(points), share.total([points[1]!])]).toEqual(['33.33%', '0%', '–']);
  });
});

it('names a point by the day or month it begins', () => {
  expect(points.map((p) => pointLabel(p, 'day'))).toEqual(['Jan 31', 'Feb 1', 'Feb 2']);
  expect(pointLabel(points[1]!, 'month')).toBe('Feb 2026');
});
