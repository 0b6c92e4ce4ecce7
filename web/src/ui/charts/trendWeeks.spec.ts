import { describe, expect, it } from '@jest/globals';
import { DAY_MS } from '@framelift/contracts';
import { countMetric, moneyMetric, shareMetric, standingMetric, type Trend } from './trendMetrics.ts';
import { byWeek, isWeekly, weeksOf } from './trendWeeks.ts';

interface Day {
  from: string;
  sales: number;
  clicks: number;
}
/** So many days from the first one on; the sales of each one follow. */
const days = (first: string, count: number, sales: (day: number) => number = () => 0): Day[] =>
  Array.from({ length: count }, (_, i) => ({
    from: new Date(Date.parse(first) + i * DAY_MS).toISOString().slice(0, 10),
    sales: sales(i),
    clicks: 10,
  }));
const trend = (points: Day[], before: Day[] | null = null): Trend<Day> => ({ unit: 'day', points, before });

describe('a period is drawn by weeks', () => {
  it('where it has fewer sales than days', () => {
    expect(isWeekly(trend(days('2026-03-01', 30, (i) => (i < 29 ? 1 : 0))))).toBe(true);
    expect(isWeekly(trend(days('2026-03-01', 30, (i) => (i < 10 ? 3 : 0))))).toBe(false);
    expect(isWeekly(trend(days('2026-03-01', 30, (i) => (i < 10 ? 3 : i < 11 ? -1 : 0))))).toBe(true);
  });
  it('not where it has two weeks or less, or is of weeks or months already', () => {
    expect([14, 15].map((count) => isWeekly(trend(days('2026-03-01', count))))).toEqual([false, true]);
    expect((['week', 'month'] as const).map((unit) => isWeekly({ ...trend(days('2026-03-01', 30)), unit }))).toEqual([false, false]);
  });
});

describe('weeks', () => {
  // March 1, 2026 is a Sunday, March 30 a Monday.
  const { unit, points, before } = weeksOf(trend(days('2026-03-01', 30), days('2026-01-30', 30)));
  it('run from Monday to Sunday, and are partial at both ends', () => {
    expect(unit).toBe('week');
    expect(points.map((week) => [week.from, week.days.length])).toEqual([
      ['2026-03-01', 1],
      ['2026-03-02', 7],
      ['2026-03-09', 7],
      ['2026-03-16', 7],
      ['2026-03-23', 7],
      ['2026-03-30', 1],
    ]);
  });
  it('are each compared with as many days of the period before', () => {
    expect(before!.map((week) => [week.from, week.days.length])).toEqual([
      ['2026-01-30', 1],
      ['2026-01-31', 7],
      ['2026-02-07', 7],
      ['2026-02-14', 7],
      ['2026-02-21', 7],
      ['2026-02-28', 1],
    ]);
  });
  it('lose no day, and end with a whole one on a Sunday', () => {
    const whole = weeksOf(trend(days('2026-03-02', 28)));
    expect(whole.points.map((week) => week.days.length)).toEqual([7, 7, 7, 7]);
    expect(whole.before).toBeNull();
  });
});

it('a figure of a week is what it comes to over its days', () => {
  const [week] = weeksOf(trend(days('2026-03-02', 7, (i) => i))).points;
  const named = { name: 'x', label: 'X', none: 'none' };
  const sales = countMetric<Day>({ ...named, noun: ['sale', 'sales'], value: (day) => day.sales });
  const money = moneyMetric<Day>({ ...named, value: (day) => day.sales / 10 });
  const standing = standingMetric<Day>({ ...named, value: (day) => day.sales });
  const share = shareMetric<Day>({ ...named, value: () => null, part: (day) => day.sales, whole: (day) => day.clicks });
  expect([sales, money, standing, share].map((metric) => byWeek(metric).value(week!))).toEqual([21, 2.1, 6, 30]);
  expect(byWeek(sales).over([week!, week!])).toBe(42);
});
