import { DAY_MS } from '@framelift/contracts';

export interface TrendPoint {
  /** First day of it (UTC), YYYY-MM-DD. */
  from: string;
}

export type Unit = 'day' | 'week' | 'month';

export const units = { day: 'Day', week: 'Week from', month: 'Month' } as const;

const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const dateName = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Short, for axis and table. */
export const pointLabel = ({ from }: TrendPoint, unit: Unit): string => (unit === 'month' ? monthName : dayName).format(new Date(from));

/** By itself: 'Mar 12', 'Week from Mar 9, 2026', 'Mar 2026'. Only days are all within a year. */
export const pointName = (point: TrendPoint, unit: Unit): string =>
  unit === 'week' ? `${units.week} ${dateName.format(new Date(point.from))}` : pointLabel(point, unit);

const moments = (timeZone?: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZone });

/** When a UTC day begins and ends for the reader ('Mar 12, 1:00 AM – Mar 13, 1:00 AM your time'); null where that is midnight. */
export function ownTime({ from }: TrendPoint, timeZone?: string): string | null {
  const begin = Date.parse(from);
  const [own, utc] = [timeZone, 'UTC'].map((zone) => moments(zone).formatRange(begin, begin + DAY_MS));
  return own === utc ? null : `${own} your time`;
}
