import { rules } from '@framelift/contracts/rules';
import { formatCount, formatMoney, formatPercent } from '../../lib/format.ts';

export interface TrendPoint {
  /** First day of it, YYYY-MM-DD. */
  from: string;
}

export interface Trend<Point extends TrendPoint> {
  unit: 'day' | 'week' | 'month';
  points: Point[];
}

/** One figure over time: what it is of a point, what all points come to, and how it is written. */
export interface Metric<Point> {
  name: string;
  label: string;
  value: (point: Point) => number | null;
  total: (points: Point[]) => string;
  format: (value: number) => string;
  formatShort: (value: number) => string;
}

export const units = { day: 'Day', week: 'Week from', month: 'Month' } as const;

const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const shortCount = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const shortMoney = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: rules.currency,
  notation: 'compact',
  maximumFractionDigits: 1,
});

export const pointLabel = ({ from }: TrendPoint, unit: Trend<TrendPoint>['unit']): string =>
  (unit === 'month' ? monthName : dayName).format(new Date(from));

type Named<Point> = Pick<Metric<Point>, 'name' | 'label'> & { value: (point: Point) => number };

const sumOf = <Point>(points: Point[], value: (point: Point) => number): number =>
  // In cents, so that many small amounts do not drift.
  points.reduce((sum, point) => sum + Math.round(value(point) * 100), 0) / 100;

export const countMetric = <Point>(named: Named<Point>): Metric<Point> => ({
  ...named,
  total: (points) => formatCount(sumOf(points, named.value)),
  format: formatCount,
  formatShort: (value) => shortCount.format(value),
});

export const moneyMetric = <Point>(named: Named<Point>): Metric<Point> => ({
  ...named,
  total: (points) => formatMoney(sumOf(points, named.value)),
  format: formatMoney,
  formatShort: (value) => shortMoney.format(value),
});

/** What stands at the end of each point, like a balance: the last one is what it comes to. */
export const standingMetric = <Point>(named: Named<Point>): Metric<Point> => ({
  ...moneyMetric(named),
  total: (points) => formatMoney(points.length ? named.value(points.at(-1)!) : 0),
});

/** A share of something: the parts and the wholes are added up before they are divided. */
export const shareMetric = <Point>({
  part,
  whole,
  ...named
}: Pick<Metric<Point>, 'name' | 'label' | 'value'> & { part: (p: Point) => number; whole: (p: Point) => number }): Metric<Point> => ({
  ...named,
  total: (points) => {
    const all = sumOf(points, whole);
    return all ? formatPercent((Math.max(0, sumOf(points, part)) / all) * 100) : '–';
  },
  format: formatPercent,
  formatShort: formatPercent,
});
