import type { Log } from '../log/log.ts';
import type { Pool } from '../../platform/pg.ts';
import { PAGE } from '../projecting/copying.ts';
import type { Consumer } from './feed.ts';

/** Feeds a consumer from the log where the topic lacks events or has wrong ones. */
export class LogBackfill {
  /** Per partition: the first missing event, and when it was first found missing (ms, monotonic). */
  private readonly missing = new Map<number, { position: number; since: number }>();

  constructor(
    private readonly pool: Pool,
    private readonly log: Log,
    private readonly consumer: Consumer,
  ) {}

  /** Partitions whose next event has been in the log for longer than their patience (ms), measured on the clock of this process. */
  async late(patience: (partition: number) => number): Promise<number[] | 'otherVersion'> {
    const checkpoints = await this.consumer.checkpoints();
    if (!checkpoints.size) return 'otherVersion';
    const { rows } = await this.pool.query<{ partition: number; position: number | null }>({
      name: 'feed.missing',
      text: `select c.partition, (select e.position from log.events e where e.partition = c.partition and e.position > c.position
               order by e.position limit 1) as position from unnest($1::smallint[], $2::bigint[]) as c (partition, position)`,
      values: [[...checkpoints.keys()], [...checkpoints.values()]],
    });
    const now = performance.now();
    return rows.flatMap(({ partition, position }) => {
      if (position === null) {
        this.missing.delete(partition);
        return [];
      }
      const known = this.missing.get(partition);
      const since = known?.position === position ? known.since : now;
      this.missing.set(partition, { position, since });
      return now - since >= patience(partition) ? [partition] : [];
    });
  }

  /** Reads and folds these partitions up to the log's end. */
  async fill(partitions: readonly number[], onPage: () => Promise<void>, signal: AbortSignal): Promise<'applied' | 'otherVersion'> {
    while (!signal.aborted) {
      const checkpoints = await this.consumer.checkpoints();
      if (!checkpoints.size) return 'otherVersion';
      const after = Math.min(...partitions.map((p) => checkpoints.get(p)!));
      const events = await this.log.read(after, PAGE, { partitions: [...partitions] });
      if (!events.length) break;
      const { outcome } = await this.consumer.apply({ partitions, after, upTo: events.at(-1)!.position, events });
      if (outcome === 'otherVersion') return outcome;
      if (outcome === 'applied' && events.length < PAGE) break;
      await onPage();
    }
    return 'applied';
  }
}
