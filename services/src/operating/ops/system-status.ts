import { readRelays } from '../../engine/feed/relays.ts';
import { secondsAhead } from '../../engine/log/appending/log-clock.ts';
import { recentLosses } from '../../engine/log/proving/losses.ts';
import type { Pool, Queryable } from '../../platform/pg.ts';
import type { Projection } from '../../engine/projecting/projection.ts';
import { type Status, statusOf } from '../../engine/projecting/status.ts';
import { type ReactorStatus, reactorStatusOf } from '../../engine/reacting/outbox-status.ts';
import { belowZeroSql, ownSql } from '../../screens/affiliate-sums.ts';
import { PARTS, TOTALS } from '../../screens/dashboard/dashboard.tables.ts';

export interface SystemStatus {
  head: { position: number; hash: string };
  readModels: Status[];
  reactors: ReactorStatus[];
  relays: { topic: string; position: number; lag: number }[];
  /** Events that processes had seen and the database then lost in the last 30 days, newest first. */
  losses: { noticedAt: string; position: number; headPosition: number; acceptedAt: string | null; acceptedBy: string | null }[];
  /** How far the log's last time is ahead of the database's clock; beyond 5 s appends are refused until an operator accepts it. */
  aheadSeconds: number;
  /** Null while the read model of the books does not exist. */
  booksImbalanceCents: number | null;
}

/** The state of log, read models, relays and books. */
export async function systemStatus(
  pool: Pool,
  { projections, reactors }: { projections: readonly Projection[]; reactors: readonly Projection[] },
  now: number,
  { books = true }: { books?: boolean } = {},
): Promise<SystemStatus> {
  const { head, readModels } = await statusOf(pool, projections, now);
  const booksAreThere = books && readModels.some((r) => r.name === 'dashboard' && r.version > 0);
  return {
    head,
    readModels,
    reactors: await reactorStatusOf(pool, reactors, now),
    relays: (await readRelays(pool)).map((r) => ({ ...r, lag: Math.max(0, head.position - r.position) })),
    losses: (await recentLosses(pool)).map((loss) => ({
      ...loss,
      noticedAt: loss.noticedAt.toISOString(),
      acceptedAt: loss.acceptedAt?.toISOString() ?? null,
    })),
    aheadSeconds: await secondsAhead(pool),
    booksImbalanceCents: booksAreThere ? await booksImbalanceCents(pool) : null,
  };
}

/** Cents by which the sums of all affiliates differ from their ledgers, plus every sum below zero. 0: the books balance. */
export async function booksImbalanceCents(on: Queryable): Promise<number> {
  const { rows } = await on.query<{ cents: number }>(
    `select coalesce(sum(abs(coalesce(t.own, 0) - coalesce(l.cents, 0)) + coalesce(t.below, 0)), 0)::bigint as cents
     from (
       select affiliate_id, ${ownSql} as own, ${belowZeroSql} as below
       from ${TOTALS}) t
     full join (select affiliate_id, sum(${ownSql})::bigint as cents from ${PARTS} group by affiliate_id) l using (affiliate_id)`,
  );
  return rows[0]!.cents;
}
