import { DAY_MS, type TrendRange } from '@framelift/contracts';
import type { Pool } from '../../platform/pg.ts';

export type Unit = 'day' | 'week' | 'month';

/** A table of daily figures (column `day`), whose rows of it, and the columns to add up. */
export interface Daily {
  table: string;
  of?: { column: string; value: string };
  sums: readonly string[];
}

export type TrendPoint = { from: string } & Record<string, number>;

export interface Trend {
  unit: Unit;
  /** First day of all these points, YYYY-MM-DD. */
  from: string;
  points: TrendPoint[];
  /** As many points right before them; null for all time. */
  before: TrendPoint[] | null;
}

/** The most daily points of one query, and weekly points. */
const MAX_DAYS = 92;
const MAX_DAYS_IN_WEEKS = 2 * 366;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The first day (UTC) of a range that ends with the day of `now` (ms); null: all time. */
export const firstDayOf = (range: TrendRange, now: number): string | null =>
  range === 'all' ? null : dayOf(now - (Number(range) - 1) * DAY_MS);

/**
 * Sums over time up to the day of `now` (ms), one point per day or, over long times, per week or month; quiet ones are 0.
 * One statement reads a period and the one before it, so both are of the same moment.
 */
export async function readTrend(pool: Pool, daily: Daily, range: TrendRange, now: number): Promise<Trend> {
  const to = dayOf(now);
  if (range === 'all') {
    const from = (await firstDay(pool, daily)) ?? to;
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
    const unit: Unit = days <= MAX_DAYS ? 'day' : days <= MAX_DAYS_IN_WEEKS ? 'week' : 'month';
    return { unit, from, points: await readPoints(pool, daily, unit, from, to), before: null };
  }
  const days = Number(range);
  const from = dayOf(now - (2 * days - 1) * DAY_MS);
  const points = await readPoints(pool, daily, 'day', from, to);
  return { unit: 'day', from, points: points.slice(days), before: points.slice(0, days) };
}

async function readPoints(pool: Pool, daily: Daily, unit: Unit, from: string, to: string): Promise<TrendPoint[]> {
  const { rows } = await pool.query<TrendPoint>(
    `with sums as (
       select date_trunc($1, day::timestamp) as at, ${daily.sums.map((name) => `sum(${name})::bigint as ${name}`).join(', ')}
       from ${daily.table} where day between $2 and $3 ${daily.of ? `and ${daily.of.column} = $4` : ''} group by 1)
     select to_char(greatest(point, $2::date::timestamp), 'YYYY-MM-DD') as from,
       ${daily.sums.map((name) => `coalesce(${name}, 0) as ${name}`).join(', ')}
     from generate_series(date_trunc($1, $2::date::timestamp), $3::date::timestamp, ('1 ' || $1)::interval) point
     left join sums on at = point order by point`,
    [unit, from, to, ...(daily.of ? [daily.of.value] : [])],
  );
  return rows;
}

async function firstDay(pool: Pool, { table, of }: Daily): Promise<string | null> {
  const { rows } = await pool.query<{ day: string | null }>(
    `select to_char(min(day), 'YYYY-MM-DD') as day from ${table} ${of ? `where ${of.column} = $1` : ''}`,
    of ? [of.value] : [],
  );
  return rows[0]!.day;
}
