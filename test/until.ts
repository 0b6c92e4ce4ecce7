import { setTimeout as wait } from 'node:timers/promises';

/** Waits until something holds. @throws after 10 s */
export async function until(holds: () => boolean): Promise<void> {
  for (const late = Date.now() + 10_000; !holds(); await wait(5)) if (Date.now() > late) throw new Error('it did not happen within 10 s');
}
