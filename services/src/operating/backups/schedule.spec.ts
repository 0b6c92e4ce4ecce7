import { describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '@framelift/contracts';
import type { BackupAttempt, BackupStep } from './backup-records.ts';
import { dueStep } from './schedule.ts';

const now = Date.parse('2026-11-27T12:00:00Z');
const old = now - 90 * DAY_MS;
/** An attempt so many hours ago. */
const attempt = (
  step: BackupStep,
  backupId: string | null,
  hours: number,
  outcome: 'done' | 'failed' | 'open' = 'done',
): BackupAttempt => ({
  step,
  backupId,
  startedAt: new Date(now - hours * HOUR_MS),
  endedAt: outcome === 'open' ? null : new Date(now - hours * HOUR_MS + 60_000),
  error: outcome === 'failed' ? 'The disk is full' : null,
});
const due = (attempts: BackupAttempt[], beganAt: number | undefined = old) => dueStep(attempts, beganAt, now, DAY_MS);

describe('a step of a backup is due', () => {
  it('not in an empty log, nor in its first hour', () =>
    expect([dueStep([], undefined, now, DAY_MS), due([], now - HOUR_MS + 1), due([], now - HOUR_MS)]).toEqual([
      undefined,
      undefined,
      'backup',
    ]));
  it('a day after the last backup began', () => {
    expect(due([attempt('proof', 'a', 23), attempt('backup', 'a', 23.5)])).toBeUndefined();
    expect(due([attempt('proof', 'a', 23), attempt('backup', 'a', 24)])).toBe('backup');
  });
  it('the trial restore of the newest backup, if it has none', () => {
    expect(due([attempt('backup', 'b', 2), attempt('proof', 'a', 25), attempt('backup', 'a', 26)])).toBe('proof');
  });
  it.each(['failed', 'open'] as const)('an hour after a step that %s', (outcome) => {
    expect(due([attempt('backup', null, 0.9, outcome), attempt('backup', 'a', 30)])).toBeUndefined();
    expect(due([attempt('backup', null, 1, outcome), attempt('backup', 'a', 30)])).toBe('backup');
    expect(due([attempt('proof', 'a', 0.9, outcome), attempt('backup', 'a', 2)])).toBeUndefined();
    expect(due([attempt('proof', 'a', 1, outcome), attempt('backup', 'a', 2)])).toBe('proof');
  });
});
