import { type GoingBackView, type LeftKind, LEFT_KINDS, refusals } from '@framelift/contracts';
import type { Archive } from '../../engine/log/archiving/archive.ts';
import { EVENTS } from '../../engine/log/event.ts';
import type { Log } from '../../engine/log/log.ts';
import { endings } from '../../engine/log/proving/endings.ts';
import { sentSince } from '../../engine/reacting/outbox-status.ts';
import type { Reactor } from '../../engine/reacting/reactor.ts';
import type { BackupSettings } from '../../platform/config.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import type { StoredBackup } from './backup-store.ts';
import { openStore } from './open-store.ts';

/** A moment to go back to: after an event, and after all of its command. */
export interface Moment {
  position: number;
  at: Date;
}

/** The moment at a position or time. @throws Refused: nothing is before it, or after it */
export async function lastWhole(pool: Pool, wanted: number | Date): Promise<Moment> {
  const { rows } = await pool.query<Moment>(
    `with last as (select position from ${EVENTS} where ${wanted instanceof Date ? 'recorded_at' : 'position'} <= $1 order by position desc limit 1),
       cut as (select position from ${EVENTS} where position > (select position from last) order by position limit 1),
       -- In the middle of a command: after the one before it.
       whole as (select case when exists (select from ${EVENTS} e join cut using (position) where e.command_id is null)
           then (select position - 1 from ${EVENTS} where position <= (select position from last) and command_id is not null order by position desc limit 1)
           else (select position from last) end as position)
     select position, recorded_at as at from whole join ${EVENTS} using (position) where exists (select from cut)`,
    [wanted],
  );
  if (!rows[0]) throw new Refused(refusals.noSuchMoment, 'missing');
  return rows[0];
}

const sums: Record<Exclude<LeftKind, 'mails' | 'webhooks'>, { of: string; cents: string }> = {
  payments: { of: `type = 'CashoutProcessed' and data ->> 'status' = 'completed'`, cents: `(data ->> 'amountCents')::bigint` },
  files: { of: `type in ('PayoutFileMade', 'PayoutBatchSent')`, cents: `(data ->> 'cents')::bigint` },
  invoices: {
    of: `type = 'DocumentIssued'`,
    cents: `((data -> 'document' ->> 'netCents')::bigint + (data -> 'document' ->> 'taxCents')::bigint)
      * case when data -> 'cancels' is null then 1 else -1 end`,
  },
  accounts: { of: `type in ('AffiliateRegistered', 'AdminCreated')`, cents: 'null::bigint' },
  erasures: { of: `type in ('AffiliateDeleted', 'BuyerErased')`, cents: 'null::bigint' },
  sales: { of: `type = 'SaleRecorded'`, cents: `(data ->> 'amountCents')::bigint` },
  cashouts: { of: `type = 'CashoutRequested'`, cents: `(data ->> 'amountCents')::bigint` },
};

const SENT = { mails: 'reactor-mail', webhooks: 'reactor-webhooks' } as const;

/** What happened after a position, by kind with sums. */
export async function leftSince(pool: Pool, reactors: readonly Reactor[], position: number): Promise<GoingBackView['left']> {
  const kinds = Object.entries(sums).map(([kind, { of }]) => `when ${of} then '${kind}'`);
  const cents = Object.values(sums).map(({ of, cents }) => `when ${of} then ${cents}`);
  const { rows } = await pool.query<GoingBackView['left'][number]>(
    `select kind, count(*)::int as count, sum(cents)::bigint as "amountCents" from (
       select case ${kinds.join(' ')} end as kind, case ${cents.join(' ')} end as cents from ${EVENTS} where position > $1) as since
     where kind is not null group by kind`,
    [position],
  );
  const sent = await Promise.all(
    (['mails', 'webhooks'] as const).map(async (kind) => {
      const reactor = reactors.find(({ name }) => name === SENT[kind])!;
      return { kind, count: await sentSince(pool, reactor, position), amountCents: null };
    }),
  );
  return [...rows, ...sent.filter(({ count }) => count)].toSorted((a, b) => LEFT_KINDS.indexOf(a.kind) - LEFT_KINDS.indexOf(b.kind));
}

/**
 * Finds, for each backup, the last event of this history that a restore of it keeps. For one of a history that the system went back from, which
 * is the way to return there, that is where the two parted.
 */
export async function keptBy(pool: Pool, { catalogue }: Log): Promise<(backup: Pick<StoredBackup, 'takenAt' | 'position'>) => number> {
  const forks = await endings(pool, catalogue);
  return ({ takenAt, position }) => Math.min(position, ...forks.flatMap(({ at, to }) => (takenAt < at ? [to] : [])));
}

/** The newest backup of this history that a restore of a position can begin with: of that position, or an earlier one that the archive continues so far. */
export async function baseFor(
  { pool, log, archive, settings }: { pool: Pool; log: Log; archive: Archive; settings: BackupSettings },
  { position }: Moment,
): Promise<StoredBackup | undefined> {
  const kept = await keptBy(pool, log);
  const safe = settings.archiveSeconds ? await archive.safeUpTo() : undefined;
  const reaches = (backup: StoredBackup) =>
    backup.position === position || (backup.position < position && position <= (safe?.position ?? 0));
  return (await (await openStore(settings)).list()).find((backup) => reaches(backup) && kept(backup) === backup.position);
}
