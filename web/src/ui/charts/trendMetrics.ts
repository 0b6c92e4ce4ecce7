import { rules, withMinus } from '@framelift/contracts/rules';
import { formatCount, formatMoney, formatPercent } from '../../lib/format.ts';
import type { TrendPoint, Unit } from './trendDays.ts';

export interface Trend<Point extends TrendPoint> {
  unit: Unit;
  points: Point[];
  /** As many points right before them; none for all time. */
  before: Point[] | null;
}

/** One figure over time: what it is of a point, what a period comes to, and how it is written. */
export interface Metric<Point> {
  name: string;
  label: string;
  /** Bars for amounts of a day, steps for levels at its end. */
  shape: 'bars' | 'steps';
  value: (point: Point) => number | null;
  /** What a period comes to; null where there is nothing to divide. */
  over: (points: Point[]) => number | null;
  format: (value: number) => string;
  /** Short, for the axis: €1.2K. */
  formatShort: (value: number) => string;
  /** A difference between two periods, without its sign. */
  formatChange: (value: number) => string;
  /** What a period without any of it had: 'no sales'. */
  none: string;
  /** Counted in whole ones. */
  whole: boolean;
  /** Whether a difference is also said in percent of the period before. */
  relative: boolean;
}

const shortCount = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const shortMoney = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: rules.currency,
  notation: 'compact',
  maximumFractionDigits: 2,
});

type Named<Point> = Pick<Metric<Point>, 'name' | 'label' | 'none'> & { value: (point: Point) => number };

const sumOf = <Point>(points: Point[], value: (point: Point) => number): number =>
  // In cents, so that many small amounts do not drift.
  points.reduce((sum, point) => sum + Math.round(value(point) * 100), 0) / 100;

/** `noun` is one of it and many of it. */
export const countMetric = <Point>({
  noun: [one, many],
  ...named
}: Omit<Named<Point>, 'none'> & { noun: [string, string] }): Metric<Point> => ({
  ...named,
  shape: 'bars',
  over: (points) => sumOf(points, named.value),
  format: formatCount,
  formatShort: (value) => withMinus(shortCount, value),
  formatChange: (value) => `${formatCount(value)} ${value === 1 ? one : many}`,
  none: `no ${many}`,
  whole: true,
  relative: true,
});

export const moneyMetric = <Point>(named: Named<Point>): Metric<Point> => ({
  ...named,
  shape: 'bars',
  over: (points) => sumOf(points, named.value),
  format: formatMoney,
  formatShort: (value) => withMinus(shortMoney, value),
  formatChange: formatMoney,
  whole: false,
  relative: true,
});

/** A level at the end of each point, such as a balance: the last one counts. */
export const standingMetric = <Point>(named: Named<Point>): Metric<Point> => ({
  ...moneyMetric(named),
  shape: 'steps',
  over: (points) => (points.length ? named.value(points.at(-1)!) : 0),
});

/** A share of something: the parts and the wholes are added up before they are divided. */
export const shareMetric = <Point>({
  part,
  whole,
  ...named
}: Pick<Metric<Point>, 'name' | 'label' | 'none' | 'value'> & {
  part: (p: Point) => number;
  whole: (p: Point) => number;
}): Metric<Point> => ({
  ...named,
  shape: 'bars',
  over: (points) => {
    const all = sumOf(points, whole);
    return all ? (Math.max(0, sumOf(points, part)) / all) * 100 : null;
  },
  format: formatPercent,
  formatShort: formatPercent,
  formatChange: (value) => (Number(value.toFixed(2)) === 1 ? '1 point' : `${Number(value.toFixed(2))} points`),
  whole: false,
  relative: false,
});

/** A figure as text; none is a dash. */
export const written = <Point>({ format }: Metric<Point>, value: number | null): string => (value === null ? '–' : format(value));

/** Whether a period has none of a figure: none at all, so not where sales and refunds cancel out. */
export const isQuiet = <Point>({ value }: Metric<Point>, points: Point[]): boolean => points.every((point) => !value(point));
