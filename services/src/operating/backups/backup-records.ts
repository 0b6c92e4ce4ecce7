import type { BACKUP_STEPS } from '@framelift/contracts';
import type { Pool, PoolClient } from '../../platform/pg.ts';

export type BackupStep = (typeof BACKUP_STEPS)[number];

export interface BackupAttempt {
  step: BackupStep;
  backupId: string | null;
  startedAt: Date;
  /** null: it runs, or was interrupted. */
  endedAt: Date | null;
  /** A sentence; null: it succeeded. */
  error: string | null;
}

type EndedAttempt = BackupAttempt & { endedAt: Date };

/** A restore over a running system keeps them. */
export const ATTEMPTS = { name: 'backups.attempts', key: 'n' } as const;

const COLUMNS = 'step, backup_id as "backupId", started_at as "startedAt", ended_at as "endedAt", error';

/** Counts how backups went. The store says which there are: a record survives neither a restore nor a lost database. */
export class BackupRecords {
  constructor(private readonly pool: Pool) {}

  /** Records an attempt and its outcome. @throws what `work` throws. */
  async attempt<T>(step: BackupStep, backupId: string | null, work: () => Promise<{ id: string; result: T }>): Promise<T> {
    const { rows } = await this.pool.query<{ n: string }>('insert into backups.attempts (step, backup_id) values ($1, $2) returning n', [
      step,
      backupId,
    ]);
    const end = (id: string | null, error: string | null) =>
      this.pool.query(
        'update backups.attempts set ended_at = clock_timestamp(), backup_id = coalesce($2, backup_id), error = $3 where n = $1',
        [rows[0]!.n, id, error],
      );
    try {
      const { id, result } = await work();
      await end(id, null);
      return result;
    } catch (error) {
      await end(null, (error as Error).message).catch(() => {});
      throw error;
    }
  }

  /** Newest first. */
  async list(): Promise<BackupAttempt[]> {
    return (await this.pool.query<BackupAttempt>(`select ${COLUMNS} from backups.attempts order by n desc limit 500`)).rows;
  }

  /** The last step that ended, if it failed. */
  async lastFailure(): Promise<EndedAttempt | undefined> {
    const { rows } = await this.pool.query<EndedAttempt>(
      `select ${COLUMNS} from backups.attempts where ended_at is not null order by ended_at desc limit 1`,
    );
    return rows[0] && !isDone(rows[0]) ? rows[0] : undefined;
  }
}

export const isDone = ({ endedAt, error }: BackupAttempt): boolean => endedAt !== null && error === null;

/** Records the end of a restore in the database that is about to replace this one. */
export const endRestore = (on: Pick<PoolClient, 'query'>) =>
  on.query(
    `update backups.attempts set ended_at = clock_timestamp() where step = 'restore' and n = (select max(n) from backups.attempts where step = 'restore')`,
  );

/** The last restore over this system, and the backup of what was there before. Newest first. */
export function lastRestore(
  attempts: readonly BackupAttempt[],
): { backupId: string; restoredAt: Date; restorePoint: string | null } | undefined {
  const at = attempts.findIndex((attempt) => attempt.step === 'restore' && isDone(attempt));
  const restore = attempts[at];
  if (!restore) return undefined;
  const points = attempts.slice(0, at).filter((a) => a.step === 'backup' && isDone(a) && a.startedAt < restore.endedAt!);
  return { backupId: restore.backupId!, restoredAt: restore.endedAt!, restorePoint: points[0]?.backupId ?? null };
}

export const isProof = (attempt: BackupAttempt): boolean => attempt.step === 'proof' && isDone(attempt);
