import { DAY_MS } from '@framelift/contracts';
import { formatDays } from '../../lib/format.ts';

export interface TrendPoint {
  /** First day of it (UTC), YYYY-MM-DD. */
  from: string;
  /** Of a week whose days are known: all of them. */
  days?: readonly unknown[];
}

export type Unit = 'day' | 'week' | 'month';

export const units = { day: 'Day', week: 'Week from', month: 'Month' } as const;

const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const dateName = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Short, for the axis. */
export const pointLabel = ({ from }: TrendPoint, unit: Unit): string => (unit === 'month' ? monthName : dayName).format(new Date(from));

const partWords = ({ days }: TrendPoint): string => (days && days.length < 7 ? ` (${formatDays(days.length)})` : '');

/** For the table, whose head has the unit: 'Mar 12', 'Mar 9 (3 days)', 'Mar 2026'. */
export const pointCell = (point: TrendPoint, unit: Unit): string => pointLabel(point, unit) + partWords(point);

/** By itself: 'Mar 12', 'Week from Mar 9, 2026 (3 days)', 'Mar 2026'. Only days are all within a year. */
export const pointName = (point: TrendPoint, unit: Unit): string =>
  unit === 'week' ? `${units.week} ${dateName.format(new Date(point.from))}${partWords(point)}` : pointLabel(point, unit);

const isMonday = ({ from }: TrendPoint): boolean => new Date(from).getUTCDay() === 1;

/** Whose days they are, and which points are not whole. */
export function partialText(points: readonly TrendPoint[], unit: Unit): string {
  if (unit !== 'week') return 'Days in UTC, today is partial';
  return `Weeks from Monday to Sunday in UTC, the ${points[0] && !isMonday(points[0]) ? 'first and last are' : 'last is'} partial`;
}

const moments = (timeZone?: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZone });

/** When a UTC day begins and ends for the reader ('Mar 12, 1:00 AM – Mar 13, 1:00 AM your time'); null where that is midnight. */
export function ownTime({ from }: TrendPoint, timeZone?: string): string | null {
  const begin = Date.parse(from);
  const [own, utc] = [timeZone, 'UTC'].map((zone) => moments(zone).formatRange(begin, begin + DAY_MS));
  return own === utc ? null : `${own} your time`;
}
