import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@framelift/contracts';
import type { Config } from '../../platform/config.ts';
import type { Logger } from '../../platform/logging.ts';
import { hasCome } from '../../platform/moments.ts';
import type { Pool, PoolClient } from '../../platform/pg.ts';
import { pause } from '../../platform/retrying.ts';

/** Another process takes over after this if the holder's host is gone and no session ended. A live holder renews its lease. */
const LEASE_MS = MINUTE_MS;
/** Poll interval while rows are in progress, as others may become due. */
const LOOK_AGAIN_MS = 250;

/** SQL: the database's time, the same for all processes; $1: ms that a trial's clock is ahead. */
export const NOW = `(now() + $1::float8 * interval '1 ms')`;
const afterMs = (ms: string): string => `${NOW} + ${ms}::float8 * interval '1 ms'`;

/** SQL: whether holder $2 may claim a row: it is due, or its holder's session has ended. */
export const isDue = (row: string): string =>
  `${row}.taken_by is distinct from $2 and (${hasCome(`coalesce(${row}.next_at, '-infinity')`, NOW, '1 day')} or pg_try_advisory_xact_lock_shared(${row}.taken_by))`;

/** An expected failure: counts as an attempt and is not logged. Any error may have `retryAfterMs`: do not retry sooner. */
export class NotYet extends Error {
  constructor(
    message: string,
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}

/** Retry at this time; the attempt does not count. */
export type Later = { afterMs: number; said?: string };

/** The additional columns of a claimed row. */
export interface ClaimedRow {
  /** Including this one. */
  attempts: number;
  /** Since when it could be claimed; null: since its creation. */
  dueAt: Date | null;
  claimedAt: Date;
}

interface Queue<Row extends ClaimedRow> {
  /** It has the columns of `key`, attempts, next_at, taken_by and `note`; also done_at if done rows are kept. */
  table: string;
  key: readonly (keyof Row & string)[];
  /** The column for the last attempt's error; `problem` by default. */
  note?: string;
  /** SQL: selects key and next_at of rows `l` that are due, in order; its values begin at $5. By default all that are due. */
  due?: string;
  /** Rows worked in parallel in one run; 4 by default. */
  most?: number;
  /** ms before each next attempt; after the last one it is given up. */
  pausesMs: readonly number[];
  /** Completes claimed rows in bulk. */
  load?(rows: Row[]): Promise<Row[]>;
  /** Does the work. @throws the reason for a retry */
  attempt(row: Row): Promise<Later | void>;
  /** If set, `attempt` and this record completion themselves. By default it is `done_at` and `note`. */
  giveUp?(row: Row, reason: string): Promise<void>;
}

/** A session and the random bigint, in digits, under which it claims rows. */
type Holder = { id: string; client: PoolClient };
/** Those of `due`. */
type Values<Row> = (underWay: readonly Row[]) => Promise<readonly unknown[]>;

/** Pending work in a table, for any number of processes: each row is worked at least once, by one process at a time. */
export class Claimed<Row extends ClaimedRow> {
  constructor(
    private readonly pool: Pool,
    private readonly logger: Logger,
    private readonly config: Pick<Config, 'clockAheadMs'>,
    private readonly queue: Queue<Row>,
    private readonly leaseMs = LEASE_MS,
  ) {}

  /** Works until nothing is due. @throws a fault of the database, once nothing is in progress. */
  async work(stop: AbortSignal, values: Values<Row> = async () => []): Promise<void> {
    const holder = { id: String(randomBytes(8).readBigInt64BE()), client: await this.pool.connect() };
    let broken: Error | undefined;
    try {
      // PostgreSQL releases the lock, and so the rows, when the session ends, with its process or before.
      await holder.client.query('select pg_advisory_lock($1)', [holder.id]);
      await this.run(holder, stop, values);
    } finally {
      await holder.client.query('select pg_advisory_unlock($1)', [holder.id]).catch((error: Error) => (broken = error));
      holder.client.release(broken);
    }
  }

  async purge(keptMs: number): Promise<void> {
    await this.pool.query(`delete from ${this.queue.table} where done_at < ${afterMs('$2')}`, [this.config.clockAheadMs, -keptMs]);
  }

  private async run(holder: Holder, stop: AbortSignal, values: Values<Row>): Promise<void> {
    const underWay = new Map<Promise<void>, Row>();
    let renewedAt = performance.now();
    // From attempts whose outcome could not be recorded; several may have the same database fault.
    let fault: Error | undefined;
    try {
      while (!fault) {
        const rows = [...underWay.values()];
        if (performance.now() - renewedAt > this.leaseMs / 3) {
          renewedAt = performance.now();
          await Promise.all(rows.map((row) => this.set(row, holder, `next_at = ${afterMs('$3')}`, [this.leaseMs])));
        }
        const room = stop.aborted ? 0 : (this.queue.most ?? 4) - rows.length;
        const claimed = room ? await this.claim(holder, room, await values(rows)) : [];
        for (const row of claimed) {
          const attempt: Promise<void> = this.attempt(row, holder)
            .catch((error: Error) => void (fault ??= error))
            .finally(() => underWay.delete(attempt));
          underWay.set(attempt, row);
        }
        if (claimed.length) continue;
        // A row that finished before the query may have freed the next one.
        if (!rows.length) break;
        await Promise.race([...underWay.keys(), pause(underWay.size ? LOOK_AGAIN_MS : 0)]);
      }
    } finally {
      await Promise.all(underWay.keys());
    }
    if (fault) throw fault;
  }

  private async claim({ id, client }: Holder, room: number, values: readonly unknown[]): Promise<Row[]> {
    const { table, key, note = 'problem', due, load } = this.queue;
    const { rows } = await client.query<Row>({
      name: `claim ${table}${load ? ' to load' : ''}`,
      text: `update ${table} t set ${load ? '' : 'attempts = t.attempts + 1, '}next_at = ${afterMs('$4')}, taken_by = $2, ${note} = null
             from (${due ?? `select * from ${table} l where ${isDue('l')} order by next_at`} limit $3 for update of l skip locked) due
             where (${key.map((column) => `t.${column}`).join()}) = (${key.map((column) => `due.${column}`).join()})
             returning t.*, due.next_at as "dueAt", ${NOW} as "claimedAt"`,
      values: [this.config.clockAheadMs, id, room, this.leaseMs, ...values],
    });
    if (!load || !rows.length) return rows;
    const loaded = await load(rows);
    // Only now: a fault of the database while they were loaded is no attempt.
    const begun = rows.map((_, n) => `(${key.map((_column, k) => `$${2 + n * key.length + k}`).join()})`).join();
    await client.query(`update ${table} set attempts = attempts + 1 where taken_by = $1 and (${key.join()}) in (${begun})`, [
      id,
      ...rows.flatMap((row) => key.map((column) => row[column])),
    ]);
    return loaded.map((row) => ({ ...row, attempts: row.attempts + 1 }));
  }

  private async attempt(row: Row, holder: Holder): Promise<void> {
    const { table, key, pausesMs, attempt, giveUp } = this.queue;
    try {
      const later = await attempt(row);
      if (later) return await this.putOff(row, holder, later.afterMs, later.said ?? null, row.attempts - 1);
      if (!giveUp) await this.end(row, holder, null);
    } catch (error) {
      const { message: reason, retryAfterMs = 0 } = error as Partial<NotYet> & Error;
      const named = Object.fromEntries(key.map((column) => [column, row[column]]));
      if (!(error instanceof NotYet)) this.logger.warn({ err: error, table, ...named, attempts: row.attempts }, 'an attempt failed');
      const pauseMs = pausesMs[row.attempts - 1];
      if (pauseMs !== undefined) return this.putOff(row, holder, Math.max(pauseMs, retryAfterMs), reason, row.attempts);
      await (giveUp ? giveUp(row, reason) : this.end(row, holder, reason));
    }
  }

  private putOff(row: Row, holder: Holder, ms: number, note: string | null, attempts: number): Promise<void> {
    const columns = `next_at = ${afterMs('$3')}, ${this.queue.note ?? 'problem'} = $4, attempts = $5, taken_by = null`;
    return this.set(row, holder, columns, [ms, note, attempts]);
  }

  private end(row: Row, holder: Holder, note: string | null): Promise<void> {
    return this.set(row, holder, `done_at = ${NOW}, ${this.queue.note ?? 'problem'} = $3, taken_by = null`, [note]);
  }

  /** If another process has claimed the row meanwhile, that one decides. */
  private async set(row: Row, { id }: Holder, columns: string, values: readonly unknown[]): Promise<void> {
    const { table, key } = this.queue;
    const isRow = `(${key.join()}) = (${key.map((_, n) => `$${n + 3 + values.length}`).join()})`;
    const given = [this.config.clockAheadMs, id, ...values, ...key.map((column) => row[column])];
    await this.pool.query(`update ${table} set ${columns} where ${isRow} and taken_by = $2`, given);
  }
}
