import { getPriority } from 'node:os';
import { pause } from './retrying.ts';

/** Whether this process has low priority (`nice`). Its database sessions do not, so it leaves the database alone half of the time. */
export const isInBackground = (): boolean => getPriority() > 0;

/** Settings of its sessions: no helpers, each of which would be one more that competes with people. */
export const backgroundSession = (): Record<string, string> =>
  isInBackground() ? { max_parallel_workers_per_gather: '0', max_parallel_maintenance_workers: '0' } : {};

/** Does all at once; in the background one after the other, each followed by a pause as long as it took. */
export async function inTurns<T>(work: readonly (() => Promise<T>)[], inBackground = isInBackground(), wait = pause): Promise<T[]> {
  if (!inBackground) return Promise.all(work.map((one) => one()));
  const done: T[] = [];
  for (const one of work) done.push(await andPause(one, inBackground, wait));
  return done;
}

/** One piece of work; in the background followed by such a pause. `clock` in ms. */
export async function andPause<T>(
  work: () => Promise<T>,
  inBackground = isInBackground(),
  wait: (ms: number) => Promise<void> = pause,
  clock = () => performance.now(),
): Promise<T> {
  const began = clock();
  const done = await work();
  if (inBackground) await wait(clock() - began);
  return done;
}
