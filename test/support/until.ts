import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** Looks follow each other after so many ms, ever longer: each costs the processor time that the awaited work needs. */
const [FIRST_MS, MOST_MS] = [5, 100];

/** Waits until a condition holds. @throws after `longest` ms */
export async function until(holds: () => boolean | Promise<boolean>, longest = 30_000): Promise<void> {
  const late = Date.now() + longest;
  for (let pause = FIRST_MS; !(await holds()); pause = Math.min(MOST_MS, pause * 1.5)) {
    if (Date.now() > late) throw new Error(`it did not happen within ${longest / 1000} s`);
    await wait(pause);
  }
}

/** Waits until `count` advisory locks of this database are held or waited for. */
export const untilLocks = (pool: pg.Pool, are: 'held' | 'awaited', count = 1): Promise<void> =>
  until(async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_locks
       where locktype = 'advisory' and granted = $1 and database = (select oid from pg_database where datname = current_database())`,
      [are === 'held'],
    );
    return rows[0]!.n >= count;
  });
