import type { Log } from '../log/log.ts';
import type { Pool } from '../platform/pg.ts';
import { CHANNEL } from './bell.ts';

/**
 * Says after commits that the log grew, outside the request's path and never inside an append's transaction: there it would
 * cost more than the append (DESIGN §4). One notification at a time; commits meanwhile share the next one.
 */
export function notifyOnCommit(log: Log, pool: Pool): { settled(): Promise<void> } {
  let underWay: Promise<void> | undefined;
  let again = false;
  const notify = async () => {
    do {
      again = false;
      // A lost notification only delays readers until their next poll.
      await pool.query(`select pg_notify('${CHANNEL}', '')`).catch(() => {});
    } while (again);
    underWay = undefined;
  };
  log.onCommit(() => {
    if (underWay) again = true;
    else underWay = notify();
  });
  return { settled: async () => underWay };
}
