import type { Pool } from '../../platform/pg.ts';
import type { Projection } from '../projecting/projection.ts';
import type { Reactor } from './reactor.ts';
import { exists, quoted } from '../projecting/schema.ts';
import { type Status, statusOf } from '../projecting/status.ts';

export interface ReactorStatus extends Status {
  /** Pending intents. */
  waiting: number;
  /** The age of the oldest one. */
  waitingSeconds: number;
  /** Failed and expired in the last 30 days. */
  failed: number;
  late: number;
}

/** A reactor's status as a consumer of the log, and its outbox's backlog. */
export async function reactorStatusOf(pool: Pool, reactors: readonly Projection[], now: number): Promise<ReactorStatus[]> {
  const { readModels } = await statusOf(pool, reactors, now);
  return Promise.all(readModels.map(async (status, i) => ({ ...status, ...(await countsOf(pool, reactors[i]!, now)) })));
}

type Counts = Pick<ReactorStatus, 'waiting' | 'waitingSeconds' | 'failed' | 'late'>;

async function countsOf(pool: Pool, { schema }: Projection, now: number): Promise<Counts> {
  if (!(await exists(pool, schema))) return { waiting: 0, waitingSeconds: 0, failed: 0, late: 0 };
  const intents = quoted(schema, 'intents');
  const { rows } = await pool.query<Counts>(
    `select coalesce(w.waiting, 0)::int as waiting, coalesce(w.seconds, 0)::int as "waitingSeconds", d.failed, d.late
     from (select count(*) as waiting, extract(epoch from $1::timestamptz - (select recorded_at from log.events where position = min(i.position))) as seconds
           from ${intents} i where done_at is null) w,
          (select count(*) filter (where outcome = 'failed')::int as failed, count(*) filter (where outcome = 'late')::int as late
           from ${intents} where done_at > $1::timestamptz - interval '30 days') d`,
    [new Date(now)],
  );
  return rows[0]!;
}

/** How many messages about events after a position were sent, each counted where it arrived. */
export async function sentSince(pool: Pool, { schema, group }: Reactor, position: number): Promise<number> {
  if (!(await exists(pool, schema))) return 0;
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from ${quoted(schema, 'intents')} where position > $1 and outcome = 'sent' and receiver <> $2`,
    [position, group],
  );
  return rows[0]!.n;
}

/** An unsent intent, for an operator to check. */
export interface Unsent {
  reactor: string;
  position: number;
  receiver: string;
  kind: string;
  outcome: 'waiting' | 'failed' | 'late';
  attempts: number;
  said: string | null;
}

/** Intents that are being retried, failed or expired, newest first. */
export async function listUnsent(pool: Pool, { name, schema }: Projection, limit = 100): Promise<Unsent[]> {
  if (!(await exists(pool, schema))) return [];
  const { rows } = await pool.query<Omit<Unsent, 'reactor'>>(
    `select position, receiver, kind, coalesce(outcome, 'waiting') as outcome, attempts, said from ${quoted(schema, 'intents')}
     where outcome in ('failed', 'late') or (done_at is null and attempts > 0) order by position desc limit $1`,
    [limit],
  );
  return rows.map((row) => ({ reactor: name, ...row }));
}

/** Sends a failed or expired intent after all. @returns false if there is none. */
export async function sendAgain(pool: Pool, { schema }: Projection, position: number): Promise<number> {
  if (!(await exists(pool, schema))) return 0;
  const { rowCount } = await pool.query(
    `update ${quoted(schema, 'intents')} set done_at = null, outcome = null, next_at = null, attempts = 1
     where position = $1 and outcome in ('failed', 'late')`,
    [position],
  );
  return rowCount!;
}
