import { type Catalogue, typesWith } from '@framelift/contracts';
import type { Queryable } from '../../../platform/pg.ts';
import { EVENTS } from '../event.ts';

/** What the event says that ended a history, because the system went back. */
export interface Ending {
  /** The last event of the withdrawn history, and its hash (hex). */
  from: number;
  fromHash: string;
  /** The last event that both histories have. */
  to: number;
  reason: string;
  /** The last checkpoint of the withdrawn history; absent: nothing was published. */
  published?: { size: number; root: string };
}

/** Where and when it is recorded. */
export interface Ended extends Ending {
  position: number;
  at: Date;
}

/** The endings of histories that a session sees, the oldest first. */
export async function endings(on: Queryable, catalogue: Catalogue): Promise<Ended[]> {
  const { rows } = await on.query<{ position: number; at: Date; data: string }>({
    name: 'log.endings',
    text: `select position, recorded_at as at, data::text from ${EVENTS} where type = any($1) order by position`,
    values: [typesWith(catalogue, 'endsHistory')],
  });
  return rows.map(({ data, ...where }) => ({ ...(JSON.parse(data) as Ending), ...where }));
}
