import type { Log } from '../log/log.ts';
import type { Pool } from '../../platform/pg.ts';
import { CHANNEL } from './log-wakeup.ts';
import { Throttle } from './throttle.ts';

/** Notifies after commits, outside their transactions, where it would cost more than the append (docs/architecture.md#groups). */
export function notifyOnCommit(log: Log, pool: Pool): { settled(): Promise<void> } {
  const [throttle, stopping] = [new Throttle(), new AbortController()];
  let news = false;
  let underWay: Promise<void> | undefined;
  const notify = async () => {
    while (news) {
      await throttle.next(stopping.signal);
      news = false;
      // A lost notification only delays readers until their next poll.
      await pool.query(`select pg_notify('${CHANNEL}', '')`).catch(() => {});
    }
    underWay = undefined;
  };
  log.onCommit(() => {
    news = true;
    underWay ??= notify();
  });
  return {
    async settled() {
      stopping.abort();
      await underWay;
    },
  };
}
