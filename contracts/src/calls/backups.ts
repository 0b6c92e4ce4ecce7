import { type Static, Type } from 'typebox';
import { forAdmins } from './call.ts';
import { BACKUP_PART_BYTES } from '../rules/backups.ts';
import { refusals } from '../rules/refusals.ts';
import { Nullable, refused, Time } from './fields.ts';
import { AtPositionOrTime } from './queries.ts';

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
  safeUpTo: Nullable(Type.Object({ position: Type.Integer({ description: 'Of the last event in the archive' }), at: Time }), {
    description: 'The events that survive the loss of this server, and since when; null: backups only',
  }),
  archive: Nullable(
    Type.Object({
      failedAt: Nullable(Time, { description: 'When it could not be written for the first time; null: it can' }),
      failure: Nullable(Type.String({ description: 'Why: a sentence' })),
      bypassedAt: Nullable(Time, { description: 'When files, mails and webhooks began not to wait for it; null: they wait' }),
    }),
    { description: 'null: backups only' },
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
      keeps: Type.Integer({
        description:
          'The last event of now that remains after a restore; below `position` it is of a history that the system went back from',
      }),
    }),
    { description: 'Newest first' },
  ),
});
export type BackupsView = Static<typeof BackupsView>;

/** What a person, a bank or a program outside may have, and what else happened. */
export const LEFT_KINDS = ['payments', 'files', 'invoices', 'mails', 'webhooks', 'accounts', 'erasures', 'sales', 'cashouts'] as const;
export type LeftKind = (typeof LEFT_KINDS)[number];

/** The price of going back to a moment. */
export const GoingBackView = Type.Object({
  position: Type.Integer({ description: 'Of the last event that would remain; no command is cut in two' }),
  recordedAt: Time,
  events: Type.Integer({ description: 'That would be withdrawn' }),
  backupId: Nullable(Type.String({ description: 'Where a restore would begin; null: nothing reaches this moment' })),
  left: Type.Array(
    Type.Object({
      kind: Type.Enum([...LEFT_KINDS], {
        description:
          'payments, files (and batches at PayPal) and invoices are carried over. sales and cashouts are withdrawn: sales come back from the payment provider',
      }),
      count: Type.Integer({ minimum: 1 }),
      amountCents: Nullable(Type.Integer()),
    }),
    { description: 'What happened since, the kinds that did' },
  ),
});
export type GoingBackView = Static<typeof GoingBackView>;

const reason = Type.String({ minLength: 1, maxLength: 500, format: 'line', ...refused(refusals.fieldsRequired) });
export const GoBackBody = Type.Object({
  position: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The last event that remains, as `GET` answered it',
    ...refused(refusals.noSuchMoment),
  }),
  reason,
});
export type GoBackBody = Static<typeof GoBackBody>;
export const RestoreBody = Type.Object({ reason: Type.Optional(reason) }, { default: {} });
export type RestoreBody = Static<typeof RestoreBody>;

export const UploadBackupBody = Type.Object({
  name: Type.String({ maxLength: 100, description: 'Of the file', ...refused(refusals.backupFileInvalid) }),
  size: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Bytes of the file',
    ...refused(refusals.backupFileInvalid),
  }),
  offset: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Bytes sent before; 0 begins again',
    ...refused(refusals.backupUploadBroken),
  }),
  part: Type.String({
    minLength: 4,
    maxLength: Math.ceil(BACKUP_PART_BYTES / 3) * 4,
    description: 'The next bytes, in base64',
    ...refused(refusals.backupUploadBroken),
  }),
});
export type UploadBackupBody = Static<typeof UploadBackupBody>;

export const UploadView = Type.Object({
  received: Type.Integer({ description: 'Bytes' }),
  id: Nullable(Type.String(), { description: 'Of the backup, which is in the list now; null: parts are missing' }),
});
export type UploadView = Static<typeof UploadView>;

export const backupCalls = forAdmins({
  'GET /api/admin/backups': {
    does: 'Backups of the system, newest first, and whether each was restored on trial.',
    scope: 'read:programme',
    noPersonalData: true,
    answers: BackupsView,
  },
  'POST /api/admin/backups': { does: 'Take a backup and restore it on trial, in the background.', refuses: [409], answers: BackupsView },
  'POST /api/admin/backups/upload': {
    does: 'Add a backup from a file: a part of it. The last part puts it into the place of backups, if BACKUP_KEY opens it.',
    confirmed: true,
    largeBody: true,
    body: UploadBackupBody,
    refuses: [409],
    answers: UploadView,
  },
  'POST /api/admin/archive/fill': {
    does: 'Put back the events that the archive has and the database lost, in the background.',
    confirmed: true,
    refuses: [409],
  },
  'POST /api/admin/archive/bypass': {
    does: 'Let files, mails and webhooks leave without the archive, which cannot be written, until it is caught up.',
    confirmed: true,
    refuses: [409],
  },
  'GET /api/admin/history/back': {
    does: 'What left since a moment, by kind with sums: the price of going back to it.',
    scope: 'read:programme',
    noPersonalData: true,
    query: { at: AtPositionOrTime },
    answers: GoingBackView,
    refuses: [404],
  },
  'POST /api/admin/history/back': {
    does: 'Put the system back to a moment, in the background, from a backup and the archive. What left since is recorded again: documents, payments whose outcome is then unknown, revoked keys, bans and changed passwords. Everyone is signed out.',
    confirmed: true,
    body: GoBackBody,
    refuses: [404, 409],
    answers: BackupsView,
  },
  'POST /api/admin/backups/:id/restore': {
    does: 'Put the system back to a backup, in the background: takes a backup of now, restores on trial, then swaps, with what left since. Everyone is signed out.',
    confirmed: true,
    body: RestoreBody,
    refuses: [404, 409],
    answers: BackupsView,
  },
});
