import { setTimeout as wait } from 'node:timers/promises';

/** Waits until something holds. @throws after `longest` ms */
export async function until(holds: () => boolean | Promise<boolean>, longest = 10_000): Promise<void> {
  for (const late = Date.now() + longest; !(await holds()); await wait(5))
    if (Date.now() > late) throw new Error(`it did not happen within ${longest / 1000} s`);
}
