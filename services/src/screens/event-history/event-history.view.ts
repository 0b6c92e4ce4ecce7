import { accountNamed, joinAccount } from '../names.ts';
import { EVENTS } from '../../engine/log/event.ts';
import { affiliateStream, idOf, type EventsView, type EventView, type OneEventView, refusals, visitsStream } from '@framelift/contracts';
import { genesis } from '../../engine/log/chain.ts';
import { Log } from '../../engine/log/log.ts';
import { pageOf } from '../../http/list-query.ts';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { search } from './event-search.ts';
import { POOL } from '../../platform/tokens.ts';

/** The filters of the log; all given ones must match. */
export interface EventQuery {
  /** false or absent: newest first. */
  oldestFirst?: boolean;
  /** Where the list begins. */
  position?: number;
  /** The position the page before ended with. */
  after?: number;
  type?: string;
  stream?: string;
  /** The actor's name, id or kind. */
  actor?: string;
  /** Name or id. */
  affiliate?: string;
  /** recordedAt, ISO 8601, both included. */
  from?: string;
  to?: string;
  /** An id of any kind. */
  search?: string;
  limit: number;
}

/** Positions, both included. */
interface Range {
  low: number;
  high: number;
}

const CHECKOUT = 'checkout-';
const ACCOUNT = /^(affiliate|visits|admin)-/;
const KINDS = ['visitor', 'affiliate', 'admin', 'store', 'system'];

/** The log as admins audit it: every event as stored, personal fields sealed, so its hash can be computed again. */
@Injectable()
export class EventHistory {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly log: Log,
  ) {}

  async events(query: EventQuery): Promise<EventsView> {
    const { position, hash } = await this.log.head();
    const begin = [query.position, query.after === undefined ? undefined : query.after + (query.oldestFirst ? 1 : -1)];
    const bounds = begin.filter((at) => at !== undefined);
    const range: Range = query.oldestFirst
      ? { low: Math.max(1, ...bounds), high: position }
      : { low: 1, high: Math.min(position, ...bounds) };
    if (query.from) range.low = Math.max(range.low, 1 + (await this.lastBefore(query.from, position, false)));
    if (query.to) range.high = Math.min(range.high, await this.lastBefore(query.to, position, true));
    const found = query.search ? await search(this.pool, query.search) : undefined;
    const values: unknown[] = [];
    const value = (v: unknown) => `$${values.push(v)}`;
    const where: string[] = [];
    if (query.type) where.push(`e.type = ${value(query.type)}`);
    if (query.actor) where.push(await this.byActor(query.actor, value));
    if (found && 'positions' in found) where.push(`e.position = any(${value(found.positions)}::bigint[])`);
    const order = query.oldestFirst ? 'asc' : 'desc';
    // One more, which says whether there is another page.
    const limit = query.limit + 1;
    const streams = await this.streamsOf(query, found && 'streams' in found ? found.streams : undefined);
    const rows = streams
      ? await this.inStreams(streams, range, { where, values, order, limit })
      : await this.rows(
          `select ${columns} from ${EVENTS} e
          where ${[`e.position between ${value(range.low)} and ${value(range.high)}`, ...where].join(' and ')}
          order by e.position ${order} limit ${value(limit)}`,
          values,
        );
    const page = pageOf(rows, query.limit, (e) => [e.position]);
    return {
      head: { position, hash: hash.toString('hex') },
      events: page.rows.map(eventView(await this.about(page.rows))),
      next: page.next,
    };
  }

  async one(position: number): Promise<OneEventView> {
    const rows = await this.rows(`select ${columns} from ${EVENTS} e where e.position in ($1::bigint, $1::bigint - 1)`, [position]);
    const event = rows.find((e) => e.position === position);
    if (!event) throw new Refused(refusals.notFound, 'missing');
    const previous = rows.find((e) => e.position === position - 1)?.hash ?? genesis;
    return { event: eventView(await this.about([event]))(event), previousHash: previous.toString('hex') };
  }

  /** The streams every filter leaves; undefined: all there are. */
  private async streamsOf({ stream, affiliate }: EventQuery, searched?: string[]): Promise<string[] | undefined> {
    const id = affiliate && (await this.idOf(affiliate));
    const sets = [stream && [stream], id && [affiliateStream(id), visitsStream(id)], searched].filter((set) => Array.isArray(set));
    return sets.length ? sets.reduce((left, set) => left.filter((s) => set.includes(s))) : undefined;
  }

  /** Each stream is read along its versions, which rise with positions, so every page costs the same. */
  private async inStreams(
    streams: string[],
    range: Range,
    { where, values, order, limit }: { where: string[]; values: unknown[]; order: string; limit: number },
  ): Promise<EventRow[]> {
    const lows = await Promise.all(streams.map((s) => this.versionsBefore(s, range.low)));
    const highs = await Promise.all(streams.map((s) => this.versionsBefore(s, range.high + 1)));
    const [ids, above, upTo, most] = [streams, lows, highs, limit].map((v) => `$${values.push(v)}`);
    return this.rows(
      `select e.* from unnest(${ids}::text[], ${above}::int[], ${upTo}::int[]) as s (id, above, up_to), lateral (
         select ${columns} from ${EVENTS} e
         where ${['e.stream_id = s.id and e.version > s.above and e.version <= s.up_to', ...where].join(' and ')}
         order by e.version ${order} limit ${most}) e
       order by e.position ${order} limit ${most}`,
      values,
    );
  }

  /** Visits have one actor, so the indexes leave them out. */
  private async byActor(actor: string, value: (v: unknown) => string): Promise<string> {
    const kind = `e.metadata -> 'actor' ->> 'kind'`;
    if (actor === 'visitor') return `${kind} = 'visitor'`;
    const indexed = `e.stream_id not like 'visits-%'`;
    if (KINDS.includes(actor)) return `${indexed} and ${kind} = ${value(actor)}`;
    return `${indexed} and ${kind} = any(${value(KINDS)}) and e.metadata -> 'actor' ->> 'id' = any(${value([actor, await this.idOf(actor)])})`;
  }

  /** The account of this name; the text itself where there is none. */
  private async idOf(text: string): Promise<string> {
    return (await accountNamed(this.pool, text)) ?? text;
  }

  /** The number of versions of a stream before a position. */
  private async versionsBefore(stream: string, position: number): Promise<number> {
    if (position <= 1) return 0;
    const { rows } = await this.pool.query<{ version: number }>({
      name: 'event-history.versions',
      text: `select coalesce(max(version), 0) as version from ${EVENTS} where stream_id = $1`,
      values: [stream],
    });
    return this.lastWhere(rows[0]!.version, {
      name: 'event-history.version',
      text: `select position < $3 as holds from ${EVENTS} where stream_id = $2 and version = $1`,
      values: [stream, position],
    });
  }

  /** The last position recorded before a time (or at it); recordedAt never runs back. */
  private lastBefore(at: string, head: number, including: boolean): Promise<number> {
    return this.lastWhere(head, {
      name: `event-history.before.${including}`,
      text: `select recorded_at ${including ? '<=' : '<'} $2::timestamptz as holds from ${EVENTS} where position = $1`,
      values: [at],
    });
  }

  /** The last number up to `high` for which the query holds, by bisection. */
  private async lastWhere(high: number, { name, text, values }: { name: string; text: string; values: unknown[] }): Promise<number> {
    const holds = async (n: number) => (await this.pool.query<{ holds: boolean }>({ name, text, values: [n, ...values] })).rows[0]!.holds;
    if (high === 0 || (await holds(high))) return high;
    let low = 0;
    for (high -= 1; low < high;) {
      const middle = Math.ceil((low + high) / 2);
      if (await holds(middle)) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** What the streams of events are about, as people call it: accounts by their name, checkouts by their invoice. */
  private async about(events: readonly EventRow[]): Promise<Map<string, string>> {
    const streams = [...new Set(events.map(({ streamId }) => streamId))];
    const accounts = streams.filter((stream) => ACCOUNT.test(stream));
    const { rows } = await this.pool.query<{ stream: string; username: string }>(
      `select s.id as stream, a.username from unnest($1::text[], $2::text[]) s (id, account_id)
       ${joinAccount('a', 's.account_id')} where a.username is not null`,
      [accounts, accounts.map(idOf)],
    );
    const invoices = streams
      .filter((stream) => stream.startsWith(CHECKOUT))
      .map((stream) => [stream, stream.slice(CHECKOUT.length)] as const);
    return new Map([...invoices, ...rows.map(({ stream, username }) => [stream, username] as const)]);
  }

  private async rows(text: string, values: unknown[]): Promise<EventRow[]> {
    return (await this.pool.query<EventRow>(text, values)).rows;
  }
}

const columns = `e.position, e.id, e.stream_id as "streamId", e.version, e.type, e.schema_version as "schemaVersion", e.data, e.metadata,
  e.recorded_at as "recordedAt", e.hash`;

type EventRow = Omit<EventView, 'about' | 'recordedAt' | 'hash'> & { recordedAt: Date; hash: Buffer };

const eventView =
  (about: ReadonlyMap<string, string>) =>
  ({ recordedAt, hash, ...event }: EventRow): EventView => ({
    ...event,
    about: about.get(event.streamId) ?? null,
    recordedAt: recordedAt.toISOString(),
    hash: hash.toString('hex'),
  });
