import { refusals } from '@framelift/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { pause } from '../../platform/retrying.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { schemaNamed } from './projection.ts';
import { GIVEN_UP, quoted } from './schema.ts';
import { POOL } from '../../platform/tokens.ts';

export type Partitions = readonly number[] | 'all';

const MAX_WAIT_MS = 1000;
const SHORT_WAIT_MS = 250;
const RETRY_S = 2;

/** The positions of read models. A partition has reached one when the log holds no event between its checkpoint and that position. */
@Injectable()
export class Freshness {
  constructor(@Inject(POOL) private readonly pool: Pick<Pool, 'query'>) {}

  /** Waits until the read model has reached `position`; false if it times out (ms, at most 1000). */
  async reached(readModel: string, partitions: Partitions, position: number, timeoutMs = MAX_WAIT_MS): Promise<boolean> {
    return (await this.wait(readModel, partitions, position, Math.min(timeoutMs, MAX_WAIT_MS))).reached;
  }

  /** The position a view is fresh to. Call it before reading the view, which then shows at least that much. */
  async position(readModel: string, partitions: Partitions): Promise<number> {
    return (await this.look(readModel, partitions)).position;
  }

  /** Waits for the position the client has seen, or briefly for the head. `position` is what these read models are fresh to. */
  async upTo(
    readModels: readonly string[],
    partitions: Partitions,
    seen: number | undefined,
  ): Promise<{ position: number; reached: boolean }> {
    const wait = seen === undefined ? SHORT_WAIT_MS : MAX_WAIT_MS;
    const looks = await Promise.all(readModels.map((name) => this.wait(name, partitions, seen, wait)));
    return { position: Math.min(...looks.map(({ position }) => position)), reached: looks.every(({ reached }) => reached) };
  }

  /** `wanted`: undefined is the head. One round trip if there is nothing to wait for. */
  private async wait(readModel: string, partitions: Partitions, wanted: number | undefined, timeoutMs: number) {
    const deadline = Date.now() + timeoutMs;
    for (let ms = 5; ; ms *= 2) {
      const { position, head } = await this.look(readModel, partitions);
      // No client can have seen more than the head.
      wanted = Math.min(wanted ?? head, head);
      const left = deadline - Date.now();
      if (position >= wanted || left <= 0) return { position, reached: position >= wanted };
      await pause(Math.min(ms, left));
    }
  }

  private async look(readModel: string, partitions: Partitions): Promise<{ position: number; head: number }> {
    const { rows } = await this.pool.query<{ position: number; head: number; version: number }>({
      name: `freshness.${readModel}`,
      text: `select coalesce(min(missing.position) - 1, head.position) as position, head.position as head,
               (select version from ${quoted(schemaNamed(readModel), 'checkpoints')} limit 1) as version
             from log.head left join (${quoted(schemaNamed(readModel), 'checkpoints')} c cross join lateral (
               select e.position from log.events e where e.partition = c.partition and e.position > c.position order by e.position limit 1) missing)
               on $1::smallint[] is null or c.partition = any($1)
             group by head.position`,
      values: [partitions === 'all' ? null : partitions],
    });
    const [found] = rows;
    if (found!.version === GIVEN_UP) throw new Refused(refusals.rebuilding, 'unavailable', RETRY_S);
    return found!;
  }
}
