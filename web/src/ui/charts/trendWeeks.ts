import type { TrendPoint } from './trendDays.ts';
import type { Metric, Trend } from './trendMetrics.ts';

/** A day of which it is known how much was sold. */
export interface SoldDay extends TrendPoint {
  sales: number;
}

/** Days from Monday to Sunday (UTC); fewer at either end of a period. */
export interface Week<Day extends TrendPoint> extends TrendPoint {
  days: Day[];
}

/** Two weeks or less stay days. */
const FEWEST_DAYS = 15;

/** Whether days are drawn as weeks: where fewer than one sale a day leaves most of them empty. */
export const isWeekly = ({ unit, points }: Trend<SoldDay>): boolean =>
  unit === 'day' && points.length >= FEWEST_DAYS && points.reduce((sum, { sales }) => sum + sales, 0) < points.length;

const isSunday = ({ from }: TrendPoint): boolean => new Date(from).getUTCDay() === 0;

/** Days as weeks. Each is compared with as many days of the period before as it has itself. */
export function weeksOf<Day extends TrendPoint>({ points, before }: Trend<Day>): Trend<Week<Day>> {
  const ends = points.flatMap((day, i) => (isSunday(day) || i === points.length - 1 ? [i + 1] : []));
  const cut = (days: Day[]): Week<Day>[] =>
    ends.map((end, i) => {
      const own = days.slice(ends[i - 1] ?? 0, end);
      return { from: own[0]!.from, days: own };
    });
  return { unit: 'week', points: cut(points), before: before && cut(before) };
}

/** A figure of weeks: what it comes to over their days. */
export const byWeek = <Day extends TrendPoint>(metric: Metric<Day>): Metric<Week<Day>> => ({
  ...metric,
  value: ({ days }) => metric.over(days),
  over: (weeks) => metric.over(weeks.flatMap(({ days }) => days)),
});
