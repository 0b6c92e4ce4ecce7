import { HOUR_MS } from '@framelift/contracts';
import { type BackupAttempt, isDone, isProof } from './backup-records.ts';

/** A new system is backed up when its first hour is over, and a failed step is tried again after an hour. */
const PAUSE_MS = HOUR_MS;

const began = ({ startedAt }: BackupAttempt): number => startedAt.getTime();

/**
 * What is to be done now, if anything. Times in ms since 1970.
 * @param attempts newest first
 * @param beganAt of the log; undefined: it is empty
 */
export function dueStep(
  attempts: readonly BackupAttempt[],
  beganAt: number | undefined,
  now: number,
  everyMs: number,
): 'backup' | 'proof' | undefined {
  if (beganAt === undefined || now - beganAt < PAUSE_MS) return undefined;
  const [last] = attempts;
  if (last && !isDone(last) && now - began(last) < PAUSE_MS) return undefined;
  const taken = attempts.find((attempt) => attempt.step === 'backup' && isDone(attempt));
  if (!taken || now - began(taken) >= everyMs) return 'backup';
  return attempts.some((attempt) => isProof(attempt) && attempt.backupId === taken.backupId) ? undefined : 'proof';
}
