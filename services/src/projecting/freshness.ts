import type { Pool } from '../platform/pg.ts';
import { schemaNamed } from './projection.ts';
import { quoted } from './schema.ts';

export type Partitions = readonly number[] | 'all';

const LONGEST_WAIT = 1000;
const SHORT_WAIT = 250;

/**
 * How far read models are, answered by the log itself: a partition has reached a position when the log holds none of its
 * events between its checkpoint and that position. So a quiet partition is never behind. Read models go by their projection's name.
 */
export class Freshness {
  constructor(private readonly pool: Pool) {}

  /** Waits until the read model has reached `position`; false when it has not in time (ms, at most 1000). */
  async reached(readModel: string, partitions: Partitions, position: number, timeoutMs = LONGEST_WAIT): Promise<boolean> {
    const deadline = Date.now() + Math.min(timeoutMs, LONGEST_WAIT);
    for (let pause = 5; ; pause *= 2) {
      if (position <= 0 || (await this.has(readModel, partitions, position))) return true;
      const left = deadline - Date.now();
      if (left <= 0) return false;
      await new Promise((resume) => setTimeout(resume, Math.min(pause, left)));
    }
  }

  /** The position a view is fresh to. Ask before reading the view: it then shows at least that much. */
  async position(readModel: string, partitions: Partitions): Promise<number> {
    const { rows } = await this.pool.query<{ position: number }>({
      text: `select coalesce(min(missing.position) - 1, (select position from log.head)) as position
             from ${quoted(schemaNamed(readModel), 'checkpoints')} c, lateral (
               select e.position from log.events e where e.partition = c.partition and e.position > c.position order by e.position limit 1) missing
             where $1::smallint[] is null or c.partition = any($1)`,
      values: [partitions === 'all' ? null : partitions],
    });
    return rows[0]!.position;
  }

  /**
   * What a controller asks: waits for what the client has seen, then says how fresh a view over these read models is. A client
   * that does not say gets what is in the log now, if the read models are no further than a moment behind.
   */
  async upTo(readModels: readonly string[], partitions: Partitions, seen: number | undefined): Promise<number> {
    const [position, wait] = seen === undefined ? [await this.head(), SHORT_WAIT] : [seen, LONGEST_WAIT];
    await Promise.all(readModels.map((name) => this.reached(name, partitions, position, wait)));
    return Math.min(...(await Promise.all(readModels.map((name) => this.position(name, partitions)))));
  }

  private async head(): Promise<number> {
    return (await this.pool.query<{ position: number }>('select position from log.head')).rows[0]!.position;
  }

  private async has(readModel: string, partitions: Partitions, position: number): Promise<boolean> {
    const { rows } = await this.pool.query<{ reached: boolean }>({
      text: `select not exists (
               select from ${quoted(schemaNamed(readModel), 'checkpoints')} c, lateral (
                 select from log.events e where e.partition = c.partition and e.position > c.position and e.position <= $2 limit 1) missing
               where $1::smallint[] is null or c.partition = any($1)) as reached`,
      values: [partitions === 'all' ? null : partitions, position],
    });
    return rows[0]!.reached;
  }
}
