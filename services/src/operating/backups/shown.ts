import { type BackupAttempt, isDone } from './backup-records.ts';
import type { StoredBackup } from './backup-store.ts';

export interface ShownBackup extends StoredBackup {
  /** When a trial restore last succeeded; null: it has not. */
  provedAt: Date | null;
  /** Why the last trial restore failed; null: it did not. */
  error: string | null;
}

/** Stored backups with the outcome of their trial restores. Both newest first. */
export const shownBackups = (stored: readonly StoredBackup[], attempts: readonly BackupAttempt[]): ShownBackup[] =>
  stored.map((backup) => {
    const proofs = attempts.filter(({ step, backupId }) => step === 'proof' && backupId === backup.id);
    return { ...backup, provedAt: proofs.find(isDone)?.endedAt ?? null, error: proofs[0]?.error ?? null };
  });
