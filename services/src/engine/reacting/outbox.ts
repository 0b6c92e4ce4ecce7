import { DAY_MS, SECOND_MS } from '@framelift/contracts';
import type { Config } from '../../platform/config.ts';
import type { Logger } from '../../platform/logging.ts';
import type { Pool } from '../../platform/pg.ts';
import type { Waiting } from '../../platform/waiting.ts';
import { type AnyEvent, EVENTS } from '../log/event.ts';
import type { Log } from '../log/log.ts';
import type { Projection } from '../projecting/projection.ts';
import { isMissing, quoted } from '../projecting/schema.ts';
import { Claimed, type ClaimedRow, type Later, NOW } from './claimed.ts';
import type { Outcome } from './reactor.ts';
import { dueSql, newestSql, PER_RECEIVER } from './take-due.ts';

/** Sent in parallel; intents of one queue never are. */
const MOST_AT_ONCE = 16;
const KEPT_MS = 90 * DAY_MS;
/** A receiver that failed this often in a row is not just slow. */
const FAILING_ATTEMPTS = 3;
/** Failed intents are reported for this long. */
const REPORTED_MS = 7 * DAY_MS;

/** An intent whose turn it is. */
export interface Due extends ClaimedRow {
  position: number;
  receiver: string;
  kind: string;
  /** The event that caused it, as stored in the log. */
  event: AnyEvent;
}

/** An intent as it is listed. Times are ISO 8601. */
export interface Listed extends Omit<Due, 'dueAt' | 'claimedAt'> {
  outcome: Outcome | null;
  nextAt: string | null;
  doneAt: string | null;
  said: string | null;
}

/** The outcome of an attempt. */
export type Attempt = Ended | Later;
interface Ended {
  outcome: Outcome;
  said?: string;
  kept?: object;
  /** Positions of others of its receiver and kind that were sent with it. */
  also?: readonly number[];
  /** Receivers to notify instead, each by a separate intent. */
  instead?: readonly string[];
}

export interface Sending {
  /** Notifies the receiver. @throws the reason for a retry */
  send(due: Due, now: number): Promise<Attempt>;
  /** ms before each next attempt; after the last one it is given up. */
  pausesMs: readonly number[];
  /** An intent due for longer (ms) before its first attempt is listed as late, not sent. Undefined: never. */
  latestMs?: number;
  /** Kinds that share a queue, by its name; any other kind has its own. */
  queues?: Readonly<Record<string, string>>;
  /** Receivers whose intents are held back for now. */
  held?(): Promise<readonly string[]>;
}

/** Sends a reactor's intents: at least once each, in order per receiver, subject and queue, from any number of processes. */
export class Outbox {
  private readonly intents: string;
  private readonly claimed: Claimed<Due>;

  constructor(
    private readonly pool: Pool,
    private readonly log: Log,
    reactor: Projection,
    private readonly sending: Sending,
    logger: Logger,
    private readonly config: Pick<Config, 'clockAheadMs'>,
  ) {
    this.intents = quoted(reactor.schema, 'intents');
    this.claimed = new Claimed(pool, logger, config, {
      table: this.intents,
      key: ['position', 'receiver', 'kind'],
      note: 'said',
      due: dueSql(this.intents),
      most: MOST_AT_ONCE,
      pausesMs: sending.pausesMs,
      load: (rows) => this.withEvents(rows),
      attempt: (due) => this.attempt(due),
      giveUp: (due, reason) => this.end(due, { outcome: 'failed', said: reason }),
    });
  }

  /** Sends due intents. A slow receiver does not delay others. */
  async work(stop: AbortSignal): Promise<void> {
    const { rows } = await this.pool.query(`select from ${this.intents} where done_at is null limit 1`).catch(emptyIfMissing);
    if (!rows.length) return;
    await this.workArchived(stop);
    const { barrier } = this.log;
    if (stop.aborted || (await barrier.isPassed())) return;
    const newest = await this.newest();
    if (newest > (await barrier.upTo()) && (await barrier.reached(newest, SECOND_MS))) await this.workArchived(stop);
  }

  /** Sends what is due because of events that are archived. */
  private workArchived(stop: AbortSignal): Promise<void> {
    return this.claimed.work(stop, async (underWay) => [
      [...busyOf(underWay), ...((await this.sending.held?.()) ?? [])],
      this.sending.queues ?? {},
      await this.log.barrier.upTo(),
    ]);
  }

  /** The position of the newest pending intent; 0: there is none. */
  private async newest(): Promise<number> {
    const { rows } = await this.pool.query<{ position: number }>(newestSql(this.intents));
    return rows[0]!.position;
  }

  /** Other pending intents of the same receiver and kind that may leave, oldest first. */
  async waiting({ receiver, kind, position }: Pick<Due, 'receiver' | 'kind' | 'position'>): Promise<Pick<Due, 'position' | 'event'>[]> {
    const { rows } = await this.pool.query<Pick<Due, 'position'>>(
      `select position from ${this.intents}
       where receiver = $1 and kind = $2 and position <> $3 and position <= $4 and done_at is null order by position`,
      [receiver, kind, position, await this.log.barrier.upTo()],
    );
    return this.withEvents(rows);
  }

  /** Adds an intent caused by a condition, not an event: due immediately, once per position, receiver and kind. */
  async add({ position, receiver, kind }: Pick<Due, 'position' | 'receiver' | 'kind'>): Promise<void> {
    await this.pool
      .query(
        `insert into ${this.intents} (position, receiver, kind, subject, attempts, next_at) values ($2, $3, $4, $4, 0, ${NOW})
         on conflict do nothing`,
        [this.config.clockAheadMs, position, receiver, kind],
      )
      .catch(emptyIfMissing);
  }

  /** Receiver → its number of pending intents. */
  async waitingFor(receivers: readonly string[]): Promise<Map<string, number>> {
    const text = `select receiver, count(*)::int as n from ${this.intents} where done_at is null and receiver = any($1) group by receiver`;
    const { rows } = await this.pool.query<{ receiver: string; n: number }>(text, [receivers]).catch(emptyIfMissing);
    return new Map(rows.map((r) => [r.receiver, r.n]));
  }

  /** Receivers whose oldest pending intent keeps failing, and the given ones if they have a pending one, with when it happened. */
  async failingReceivers(given: readonly string[]): Promise<Map<string, Date>> {
    const { rows } = await this.pool
      .query<{ receiver: string; at: Date }>(
        `select i.receiver, min(e.recorded_at) as at from ${this.intents} i join ${EVENTS} e on e.position = i.position
         where i.done_at is null and i.receiver in (
           select receiver from ${this.intents} where done_at is null and attempts >= $2 union select unnest($1::text[]))
         group by i.receiver`,
        [given, FAILING_ATTEMPTS],
      )
      .catch(emptyIfMissing);
    return new Map(rows.map(({ receiver, at }) => [receiver, at]));
  }

  /** Intents that keep failing, and those given up in the last week. */
  async failing(): Promise<Waiting> {
    const { rows } = await this.pool
      .query<Waiting>(
        `select count(*)::int as count, min(e.recorded_at) as "oldestAt" from (
           select position from ${this.intents} where done_at is null and attempts >= $2
           union all select position from ${this.intents} where outcome = 'failed' and done_at > ${NOW} - $3 * interval '1 ms') i
         join ${EVENTS} e on e.position = i.position`,
        [this.config.clockAheadMs, FAILING_ATTEMPTS, REPORTED_MS],
      )
      .catch(emptyIfMissing);
    return rows[0] ?? { count: 0, oldestAt: null };
  }

  /** A receiver's sent and pending intents before a position, newest first. */
  async list(receiver: string, before: number | undefined, limit: number): Promise<Listed[]> {
    const { rows } = await this.pool
      .query<Omit<Listed, 'event'>>(
        `select position, receiver, kind, attempts, outcome, said, to_json(next_at) #>> '{}' as "nextAt", to_json(done_at) #>> '{}' as "doneAt"
         from ${this.intents} where receiver = $1 and position < coalesce($2, 9223372036854775807) order by position desc limit $3`,
        [receiver, before ?? null, limit],
      )
      .catch(emptyIfMissing);
    return this.withEvents<Omit<Listed, 'event'>>(rows);
  }

  /** Sends an event to a receiver once more. @returns whether it had been sent. */
  async tellAgain(receiver: string, position: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `update ${this.intents} set done_at = null, outcome = null, next_at = null, attempts = 0 where receiver = $1 and position = $2 and done_at is not null`,
      [receiver, position],
    );
    return rowCount! > 0;
  }

  /** Makes a receiver's pending intents due now, as if none had failed. Those in progress stay with their process. */
  async hurry(receiver: string): Promise<void> {
    const text = `update ${this.intents} set next_at = null, attempts = 0 where receiver = $1 and done_at is null and taken_by is null`;
    await this.pool.query(text, [receiver]);
  }

  async purge(): Promise<void> {
    await this.claimed.purge(KEPT_MS).catch(emptyIfMissing);
  }

  /** If the database lost an event (a restore), drops its intents: another event will have its position. */
  private async withEvents<D extends Pick<Due, 'position'>>(taken: readonly D[]): Promise<(D & Pick<Due, 'event'>)[]> {
    const events = new Map((await this.log.readMany(taken.map(({ position }) => position))).map((event) => [event.position, event]));
    const lost = taken.filter(({ position }) => !events.has(position)).map(({ position }) => position);
    if (lost.length) await this.pool.query(`delete from ${this.intents} where position = any($1)`, [lost]);
    return taken.flatMap((due) => {
      const event = events.get(due.position);
      return event ? [{ ...due, event }] : [];
    });
  }

  private async attempt(due: Due): Promise<Later | void> {
    const { attempts, dueAt, claimedAt, event } = due;
    const since = dueAt?.getTime() ?? Date.parse(event.metadata.occurredAt);
    const isLate = attempts === 1 && claimedAt.getTime() - since > (this.sending.latestMs ?? Infinity);
    const attempt: Attempt = isLate ? { outcome: 'late' } : await this.sending.send(due, claimedAt.getTime());
    if ('afterMs' in attempt) return attempt;
    await this.end(due, attempt);
  }

  private async end({ position, receiver, kind }: Due, { outcome, said, kept, also = [], instead = [] }: Ended): Promise<void> {
    await this.pool.query(
      `with ended as (
         update ${this.intents} set done_at = ${NOW}, outcome = $5, said = $6, kept = $7, taken_by = null
         where receiver = $2 and kind = $3 and position = any($4::bigint[]) returning position, subject)
       insert into ${this.intents} (position, receiver, kind, subject, attempts, next_at)
       select e.position, r, $3, e.subject, 0, ${NOW} from ended e, unnest($8::text[]) r on conflict do nothing`,
      [this.config.clockAheadMs, receiver, kind, [position, ...also], outcome, said ?? null, kept ?? null, instead],
    );
  }
}

/** Receivers with enough intents in progress. */
const busyOf = (underWay: readonly Due[]): string[] =>
  [...Map.groupBy(underWay, ({ receiver }) => receiver)].flatMap(([receiver, dues]) => (dues.length >= PER_RECEIVER ? [receiver] : []));

/** The projector creates the tables, possibly later and in another process. */
const emptyIfMissing = (error: unknown): { rows: never[] } => {
  if (!isMissing(error)) throw error;
  return { rows: [] };
};
