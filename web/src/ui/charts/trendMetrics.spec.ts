import { describe, expect, it } from '@jest/globals';
import { ownTime, partialText, pointCell, pointLabel, pointName } from './trendDays.ts';
import { differenceText } from './trendDifference.ts';
import { countMetric, isQuiet, moneyMetric, shareMetric, standingMetric, written } from './trendMetrics.ts';

interface Point {
  from: string;
  clicks: number;
  sales: number;
  euros: number;
  share: number | null;
}
const point = (figures: Partial<Point>): Point => ({ from: '2026-01-31', clicks: 0, sales: 0, euros: 0, share: null, ...figures });
const points = [
  point({ clicks: 3, sales: 1, euros: 0.1, share: 33.33 }),
  point({ from: '2026-02-01', euros: 0.2 }),
  point({ from: '2026-02-02', clicks: 1, sales: -1, euros: 1200.45, share: 0 }),
];
const money = moneyMetric<Point>({ name: 'x', label: 'X', none: 'no commission', value: (p) => p.euros });
const sales = countMetric<Point>({ name: 'x', label: 'X', noun: ['sale', 'sales'], value: (p) => p.sales });
const standing = standingMetric<Point>({ name: 'x', label: 'X', none: 'nothing owed', value: (p) => p.euros });
const share = shareMetric<Point>({
  name: 'x',
  label: 'X',
  none: 'no clicks',
  value: (p) => p.share,
  part: (p) => p.sales,
  whole: (p) => p.clicks,
});
const euros = (...all: number[]) => all.map((each) => point({ euros: each }));
const sold = (...all: number[]) => all.map((each) => point({ sales: each }));
const converted = (...all: [sales: number, clicks: number][]) => all.map(([s, clicks]) => point({ sales: s, clicks }));

describe('what figures come to', () => {
  it('is their sum, to the cent', () => {
    expect(sales.over(sold(3, 0, 1))).toBe(4);
    expect(money.over(points)).toBe(1200.75);
    expect(money.over([])).toBe(0);
  });
  it('is the last one of a level', () => expect(standing.over(points)).toBe(1200.45));
  it('is the share of the sums, and none of nothing', () =>
    expect([points.slice(0, 2), points, [points[1]!]].map((some) => written(share, share.over(some)))).toEqual(['33.33%', '0%', '–']));
  it('is quiet only where there is none on any day', () =>
    expect([sold(0, 0), sold(1, -1)].map((some) => isQuiet(sales, some))).toEqual([true, false]));
});

describe('the difference to the period before', () => {
  it('has its sign, and percent of what was', () => {
    expect(differenceText(money, euros(1000, 120), euros(1000))).toBe('+€120.00 (+12%)');
    expect(differenceText(sales, sold(9), sold(8, 4))).toBe('−3 sales (−25%)');
    expect(differenceText(sales, sold(1), sold(2))).toBe('−1 sale (−50%)');
    expect(differenceText(money, euros(-20), euros(10))).toBe('−€30.00 (−300%)');
    expect(differenceText(money, euros(100_000.01), euros(100_000))).toBe('+€0.01');
    expect(differenceText(sales, sold(2), sold(1, 1))).toBe('no change');
  });
  it('is never percent of nothing or of a loss', () => {
    expect(differenceText(sales, sold(2), sold(0))).toBe('+2 sales (no sales before)');
    expect(differenceText(money, euros(0), euros(0))).toBe('no commission before');
    expect(differenceText(sales, sold(2), sold(1, -1))).toBe('+2 sales (0 before)');
    expect(differenceText(money, euros(5), euros(-20))).toBe('+€25.00 (−€20.00 before)');
  });
  it('compares a level by its last value', () => {
    expect(differenceText(standing, euros(1, 300), euros(900, 200))).toBe('+€100.00 (+50%)');
    expect(differenceText(standing, euros(10), euros(0))).toBe('+€10.00 (nothing owed before)');
  });
  it('is in points for a share, which is neither added up nor averaged', () => {
    expect(differenceText(share, converted([1, 1], [0, 3]), converted([1, 10]))).toBe('+15 points');
    expect(differenceText(share, converted([0, 10]), converted([1, 40]))).toBe('−2.5 points');
    expect(differenceText(share, converted([1, 10]), converted([1, 10]))).toBe('no change');
    expect(differenceText(share, converted([1, 10]), converted([0, 0]))).toBe('no clicks before');
    expect(differenceText(share, converted([0, 0]), converted([1, 10]))).toBe('10% before');
  });
});

describe('a point', () => {
  it('is named by the day or month it begins', () => {
    expect(points.map((p) => pointLabel(p, 'day'))).toEqual(['Jan 31', 'Feb 1', 'Feb 2']);
    expect(pointLabel(points[1]!, 'month')).toBe('Feb 2026');
    expect((['day', 'week', 'month'] as const).map((unit) => pointName(points[2]!, unit))).toEqual([
      'Feb 2',
      'Week from Feb 2, 2026',
      'Feb 2026',
    ]);
  });
  it('says of a week that it is partial', () => {
    const [whole, part] = [7, 1].map((days) => ({ from: '2026-02-02', days: Array.from({ length: days }, () => ({})) }));
    expect([whole!, part!].map((week) => [pointCell(week, 'week'), pointName(week, 'week')])).toEqual([
      ['Feb 2', 'Week from Feb 2, 2026'],
      ['Feb 2 (1 day)', 'Week from Feb 2, 2026 (1 day)'],
    ]);
    expect(partialText(points, 'day')).toBe('Days in UTC, today is partial');
    expect(partialText(points, 'week')).toBe('Weeks from Monday to Sunday in UTC, the first and last are partial');
    expect(partialText([whole!], 'week')).toBe('Weeks from Monday to Sunday in UTC, the last is partial');
  });
  it('begins and ends at other times where the reader is, also when the clocks change', () => {
    const plain = (text: string | null) => text?.replaceAll(/\s/g, ' ');
    expect(plain(ownTime({ from: '2026-03-12' }, 'Europe/Berlin'))).toBe('Mar 12, 1:00 AM – Mar 13, 1:00 AM your time');
    expect(plain(ownTime({ from: '2026-03-29' }, 'Europe/Berlin'))).toBe('Mar 29, 1:00 AM – Mar 30, 2:00 AM your time');
    expect(plain(ownTime({ from: '2026-03-12' }, 'America/New_York'))).toBe('Mar 11, 8:00 PM – Mar 12, 8:00 PM your time');
    expect([ownTime({ from: '2026-01-12' }, 'UTC'), ownTime({ from: '2026-01-12' }, 'Europe/London')]).toEqual([null, null]);
  });
});
