import { DAY_MS } from '@framelift/contracts';
import { asHolder, type Holder } from '../../platform/locks.ts';
import { pause } from '../../platform/retrying.ts';
import type { Logger } from '../../platform/logging.ts';
import type { Pool } from '../../platform/pg.ts';
import type { Clock } from '../../platform/tokens.ts';
import type { AnyEvent } from '../log/event.ts';
import type { Log } from '../log/log.ts';
import type { Projection } from '../projecting/projection.ts';
import { isMissing, quoted } from '../projecting/schema.ts';
import { LEASE_MS, PER_RECEIVER, takeSql } from './take-due.ts';
import type { Outcome } from './reactor.ts';

/** Sent side by side; intents of one queue never are. */
const MOST_AT_ONCE = 16;
/** While slow ones are under way, others may have come. */
const LOOK_AGAIN_MS = 250;
const KEPT_MS = 90 * DAY_MS;

/** An intent whose turn it is. */
export interface Due {
  position: number;
  receiver: string;
  kind: string;
  /** This one included. */
  attempts: number;
  /** When its turn came, where that is not when the event happened. */
  dueAt: Date | null;
  /** The event that called for it, as it stands in the log. */
  event: AnyEvent;
}

/** An intent as it is listed. Times are ISO 8601. */
export interface Listed extends Omit<Due, 'dueAt'> {
  outcome: Outcome | null;
  nextAt: string | null;
  doneAt: string | null;
  said: string | null;
}

/** The receiver asked to be told again no sooner than this. It counts as a failed attempt. */
export class NotYet extends Error {
  constructor(
    message: string,
    readonly until: Date,
  ) {
    super(message);
  }
}

/** What came of an attempt; `until`: not yet, and the attempt does not count. */
export type Attempt = Ended | { until: Date; said?: string };
interface Ended {
  outcome: Outcome;
  said?: string;
  kept?: object;
  /** Positions of others of its receiver and kind that went along. */
  also?: readonly number[];
  /** Who is told instead, each by an intent of their own. */
  instead?: readonly string[];
}

export interface Sending {
  /** Tells the receiver. @throws what stood in the way: it is tried again */
  send(due: Due, now: number): Promise<Attempt>;
  /** ms before each next attempt; after the last one it is given up. */
  pausesMs: readonly number[];
  /** What has been due for longer (ms) before the first attempt is listed as late, not sent. Undefined: never. */
  latestMs?: number;
  /** Kinds that share a queue, by its name; any other kind has one of its own. */
  queues?: Readonly<Record<string, string>>;
  /** Receivers whose intents wait for now. */
  held?(): Promise<readonly string[]>;
}

/** Sends what a reactor asked for: at least once each, in order per receiver, subject and queue. Any number of processes may. */
export class Outbox {
  private readonly intents: string;

  constructor(
    private readonly pool: Pool,
    private readonly log: Log,
    private readonly reactor: Projection,
    private readonly sending: Sending,
    private readonly logger: Logger,
  ) {
    this.intents = quoted(reactor.schema, 'intents');
  }

  /**
   * Works through what is due, from `start` (ms since 1970) on by a clock that moves, because a run lasts while anything is due. A
   * receiver that is slow holds up no other one. @throws a fault of the database, once nothing is under way.
   */
  async work(start: number, stop: AbortSignal, clock: Clock = runningFrom(start)): Promise<void> {
    if (await this.isAnythingWaiting()) await asHolder(this.pool, (holder) => this.run(holder, clock, stop));
  }

  private async isAnythingWaiting(): Promise<boolean> {
    const text = `select from ${this.intents} where done_at is null limit 1`;
    return (await this.pool.query(text).catch(emptyIfMissing)).rows.length > 0;
  }

  private async run(holder: Holder, clock: Clock, stop: AbortSignal): Promise<void> {
    const underWay = new Map<Promise<void>, string>();
    let ended = 0;
    // Of an attempt whose outcome could not be kept; several may meet the same fault of the database.
    let fault: Error | undefined;
    try {
      while (!fault) {
        const endedBefore = ended;
        const room = stop.aborted ? 0 : MOST_AT_ONCE - underWay.size;
        const taken = room ? await this.take(holder, clock(), room, busyOf([...underWay.values()])) : [];
        for (const due of taken) {
          const attempt: Promise<void> = this.attempt(due, holder, clock)
            .catch((error: Error) => void (fault ??= error))
            .finally(() => {
              underWay.delete(attempt);
              ended++;
            });
          underWay.set(attempt, due.receiver);
        }
        if (taken.length) continue;
        // One that ended while the others were looked for may have made way for the next of its queue.
        if (!underWay.size && ended === endedBefore) break;
        await Promise.race([...underWay.keys(), pause(underWay.size ? LOOK_AGAIN_MS : 0)]);
      }
    } finally {
      await Promise.all(underWay.keys());
    }
    if (fault) throw fault;
  }

  /** What else of the same kind its receiver waits for, oldest first. */
  async waiting({ receiver, kind, position }: Due): Promise<Due[]> {
    const { rows } = await this.pool.query<Omit<Due, 'event'>>(
      `select position, receiver, kind, attempts, next_at as "dueAt" from ${this.intents}
       where receiver = $1 and kind = $2 and position <> $3 and done_at is null order by position`,
      [receiver, kind, position],
    );
    return this.withEvents(rows);
  }

  /** What no event calls for, but the state of things: due at `now`, at the event it is about. Once for each position, receiver and kind. */
  async add({ position, receiver, kind }: Pick<Due, 'position' | 'receiver' | 'kind'>, now: number): Promise<void> {
    await this.pool
      .query(
        `insert into ${this.intents} (position, receiver, kind, subject, attempts, next_at) values ($1, $2, $3, $3, 0, $4)
         on conflict do nothing`,
        [position, receiver, kind, new Date(now)],
      )
      .catch(emptyIfMissing);
  }

  /** Receiver → how many intents wait for it. */
  async waitingFor(receivers: readonly string[]): Promise<Map<string, number>> {
    const text = `select receiver, count(*)::int as n from ${this.intents} where done_at is null and receiver = any($1) group by receiver`;
    const { rows } = await this.pool.query<{ receiver: string; n: number }>(text, [receivers]).catch(emptyIfMissing);
    return new Map(rows.map((r) => [r.receiver, r.n]));
  }

  /** What was and will be told to a receiver, newest first, from before a position on. */
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

  /** Tells a receiver of an event once more. @returns whether it had been told. */
  async tellAgain(receiver: string, position: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `update ${this.intents} set done_at = null, outcome = null, next_at = null, attempts = 0 where receiver = $1 and position = $2 and done_at is not null`,
      [receiver, position],
    );
    return rowCount! > 0;
  }

  /** What waits for a receiver is due now, as if it had never failed. What is under way is left to who took it. */
  async hurry(receiver: string): Promise<void> {
    const text = `update ${this.intents} set next_at = null, attempts = 0 where receiver = $1 and done_at is null and taken_by is null`;
    await this.pool.query(text, [receiver]);
  }

  async purge(now: number): Promise<void> {
    await this.pool.query(`delete from ${this.intents} where done_at < $1`, [new Date(now - KEPT_MS)]).catch(emptyIfMissing);
  }

  private async take(holder: Holder, now: number, most: number, busy: readonly string[]): Promise<Due[]> {
    const passedOver = [...busy, ...((await this.sending.held?.()) ?? [])];
    const { rows } = await holder.client
      .query<Omit<Due, 'event'>>({
        name: `outbox.take.${this.reactor.schema}`,
        text: takeSql(this.intents),
        values: [new Date(now), new Date(now + LEASE_MS), most, passedOver, this.sending.queues ?? {}, holder.id],
      })
      .catch(emptyIfMissing);
    return this.withEvents<Omit<Due, 'event'>>(rows);
  }

  /** Where the database lost an event (a restore), its intents go too: another event will have its position. */
  private async withEvents<D extends Pick<Due, 'position'>>(taken: readonly D[]): Promise<(D & Pick<Due, 'event'>)[]> {
    const events = new Map((await this.log.readMany(taken.map(({ position }) => position))).map((event) => [event.position, event]));
    const lost = taken.filter(({ position }) => !events.has(position)).map(({ position }) => position);
    if (lost.length) await this.pool.query(`delete from ${this.intents} where position = any($1)`, [lost]);
    return taken.flatMap((due) => {
      const event = events.get(due.position);
      return event ? [{ ...due, event }] : [];
    });
  }

  private async attempt(due: Due, holder: Holder, clock: Clock): Promise<void> {
    const { position, kind, attempts, dueAt, event } = due;
    const { send, pausesMs, latestMs = Infinity } = this.sending;
    const now = clock();
    const since = dueAt?.getTime() ?? Date.parse(event.metadata.occurredAt);
    if (attempts === 1 && now - since > latestMs) return this.end(due, now, { outcome: 'late' });
    try {
      const attempt = await send(due, now);
      if ('outcome' in attempt) return await this.end(due, clock(), attempt);
      await this.again(due, holder, attempt.until, attempt.said ?? null, attempts - 1);
    } catch (error) {
      const said = error instanceof Error ? error.message : 'unknown';
      this.logger.warn({ err: error, reactor: this.reactor.name, position, kind, attempts }, 'an intent waits for another attempt');
      const failedAt = clock();
      const asked = error instanceof NotYet ? error.until.getTime() - failedAt : 0;
      const pauseMs = attempts > pausesMs.length ? undefined : Math.max(asked, pausesMs[attempts - 1]!);
      if (pauseMs === undefined) return this.end(due, failedAt, { outcome: 'failed', said });
      await this.again(due, holder, new Date(failedAt + pauseMs), said, attempts);
    }
  }

  /** Where another process has taken it up meanwhile, that one says how it goes on. */
  private async again({ position, receiver, kind }: Due, { id }: Holder, at: Date, said: string | null, attempts: number): Promise<void> {
    await this.pool.query(
      `update ${this.intents} set next_at = $4, said = $5, attempts = $6, taken_by = null
       where (position, receiver, kind) = ($1, $2, $3) and taken_by = $7`,
      [position, receiver, kind, at, said, attempts, id],
    );
  }

  private async end(
    { position, receiver, kind }: Due,
    now: number,
    { outcome, said, kept, also = [], instead = [] }: Ended,
  ): Promise<void> {
    await this.pool.query(
      `with ended as (
         update ${this.intents} set done_at = $4, outcome = $5, said = $6, kept = $7, taken_by = null
         where receiver = $1 and kind = $2 and position = any($3::bigint[]) returning position, subject)
       insert into ${this.intents} (position, receiver, kind, subject, attempts, next_at)
       select e.position, r, $2, e.subject, 0, $4 from ended e, unnest($8::text[]) r on conflict do nothing`,
      [receiver, kind, [position, ...also], new Date(now), outcome, said ?? null, kept ?? null, instead],
    );
  }
}

/** Receivers that have enough under way. */
const busyOf = (receivers: readonly string[]): string[] =>
  [...new Set(receivers)].filter((receiver) => receivers.filter((r) => r === receiver).length >= PER_RECEIVER);

/** A clock that shows `start` now. */
function runningFrom(start: number): Clock {
  const began = performance.now();
  return () => start + Math.round(performance.now() - began);
}

/** The projector makes the tables, perhaps in another process and later. */
const emptyIfMissing = (error: unknown): { rows: never[] } => {
  if (!isMissing(error)) throw error;
  return { rows: [] };
};
