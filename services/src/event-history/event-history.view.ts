import { affiliateStream, type EventsView, type EventView, type OneEventView, refusals, visitsStream } from '@framelift/contracts';
import { genesis } from '../log/chain.ts';
import type { Log } from '../log/log.ts';
import type { Pool } from '../platform/pg.ts';
import { Refused } from '../platform/refused.ts';

/** What of the log is asked for; everything given must hold. */
export interface Wanted {
  /** Oldest first, behind this position; without it newest first. */
  after?: number;
  type?: string;
  stream?: string;
  /** The id of whoever acted, or what kind they are. */
  actor?: string;
  affiliate?: string;
  /** recordedAt, ISO 8601, both included. */
  from?: string;
  to?: string;
  limit: number;
}

/** The log as admins audit it: every event as it stands, personal fields sealed, so its hash can be computed again. */
export class EventHistory {
  constructor(
    private readonly pool: Pool,
    private readonly log: Log,
  ) {}

  async events(wanted: Wanted): Promise<EventsView> {
    const { position, hash } = await this.log.head();
    const values: unknown[] = [];
    const value = (v: unknown) => `$${values.push(v)}`;
    const where: string[] = [];
    if (wanted.after !== undefined) where.push(`position > ${value(wanted.after)}`);
    if (wanted.type) where.push(`type = ${value(wanted.type)}`);
    if (wanted.stream) where.push(`stream_id = ${value(wanted.stream)}`);
    if (wanted.affiliate) where.push(`stream_id = any(${value([affiliateStream(wanted.affiliate), visitsStream(wanted.affiliate)])})`);
    if (wanted.actor) where.push(`${value(wanted.actor)} in (metadata -> 'actor' ->> 'id', metadata -> 'actor' ->> 'kind')`);
    if (wanted.from) where.push(`position > ${value(await this.lastBefore(wanted.from, position, false))}`);
    if (wanted.to) where.push(`position <= ${value(await this.lastBefore(wanted.to, position, true))}`);
    const { rows } = await this.pool.query<EventRow>(
      `select ${columns} from log.events ${where.length ? `where ${where.join(' and ')}` : ''}
       order by position ${wanted.after === undefined ? 'desc' : 'asc'} limit ${value(wanted.limit)}`,
      values,
    );
    return { head: { position, hash: hash.toString('hex') }, events: rows.map(eventView) };
  }

  async one(position: number): Promise<OneEventView> {
    const { rows } = await this.pool.query<EventRow>(`select ${columns} from log.events where position in ($1::bigint, $1::bigint - 1)`, [
      position,
    ]);
    const event = rows.find((e) => e.position === position);
    if (!event) throw new Refused(refusals.notFound, 404);
    const previous = rows.find((e) => e.position === position - 1)?.hash ?? genesis;
    return { event: eventView(event), previousHash: previous.toString('hex') };
  }

  /** The last position recorded before a time (or at it): recordedAt never runs back, so halving finds it without an index. */
  private async lastBefore(at: string, head: number, including: boolean): Promise<number> {
    let [low, high] = [0, head];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const { rows } = await this.pool.query<{ before: boolean }>({
        name: `event-history.before.${including}`,
        text: `select recorded_at ${including ? '<=' : '<'} $2::timestamptz as before from log.events where position = $1`,
        values: [middle, at],
      });
      if (rows[0]!.before) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

const columns = `position, id, stream_id as "streamId", version, type, schema_version as "schemaVersion", data, metadata,
  recorded_at as "recordedAt", hash`;

type EventRow = Omit<EventView, 'recordedAt' | 'hash'> & { recordedAt: Date; hash: Buffer };

const eventView = ({ recordedAt, hash, ...event }: EventRow): EventView => ({
  ...event, recordedAt: recordedAt.toISOString(), hash: hash.toString('hex'),
}); // prettier-ignore
