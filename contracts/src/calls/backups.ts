import { type Static, Type } from 'typebox';
import { forAdmins } from './call.ts';
import { Nullable, Time } from './fields.ts';

export const BACKUP_STEPS = ['backup', 'proof', 'restore'] as const;

/** Backups of the system, and whether each was restored on trial. */
export const BackupsView = Type.Object({
  place: Nullable(Type.String({ description: 'A folder or s3://bucket/prefix; null: backups are off' })),
  everyHours: Type.Integer(),
  isRunning: Type.Boolean({ description: 'Whether one is being taken or restored now' }),
  isRestoring: Type.Boolean({ description: 'It is restored over this system' }),
  lastRestore: Nullable(
    Type.Object({
      backupId: Type.String(),
      restoredAt: Time,
      restorePoint: Nullable(Type.String({ description: 'The backup of what was there before' })),
    }),
    { description: 'null: this system was not restored over an earlier state' },
  ),
  problem: Nullable(Type.String({ description: 'Why the place cannot be read: a sentence' })),
  lastFailure: Nullable(
    Type.Object({ step: Type.Enum([...BACKUP_STEPS]), failedAt: Time, error: Type.String({ description: 'A sentence' }) }),
    { description: 'null: the last step succeeded' },
  ),
  backups: Type.Array(
    Type.Object({
      id: Type.String(),
      takenAt: Time,
      position: Type.Integer({ description: 'Of the last event in it' }),
      bytes: Type.Integer(),
      provedAt: Nullable(Time),
      error: Nullable(Type.String({ description: 'Why its last trial restore failed' })),
    }),
    { description: 'Newest first' },
  ),
});
export type BackupsView = Static<typeof BackupsView>;

export const backupCalls = forAdmins({
  'GET /api/admin/backups': {
    does: 'Backups of the system, newest first, and whether each was restored on trial.',
    scope: 'read:programme',
    noPersonalData: true,
    answers: BackupsView,
  },
  'POST /api/admin/backups': { does: 'Take a backup and restore it on trial, in the background.', refuses: [409], answers: BackupsView },
  'POST /api/admin/backups/:id/restore': {
    does: 'Put the system back to a backup, in the background: takes a backup of now, restores on trial, then swaps. Everyone is signed out.',
    confirmed: true,
    refuses: [404, 409],
    answers: BackupsView,
  },
});
