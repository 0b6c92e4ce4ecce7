import type { BackupsView, WithdrawnEventView } from '@framelift/contracts';
import { withdrawnKinds } from '@framelift/contracts/withdrawn';
import { formatAge, formatCount, formatMoment } from '../../lib/format.ts';

/** What survives the loss of the server. `now`: ms. */
export const safeText = ({ position, at }: NonNullable<BackupsView['safeUpTo']>, now: number): string => {
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1000));
  return `Safe up to event ${formatCount(position)}, ${seconds < 60 ? `${seconds} s` : formatAge(at, now)} ago.`;
};

const failures = {
  backup: 'The last backup failed',
  proof: 'The last trial restore failed',
  restore: 'The last restore failed and changed nothing',
};

export const failureText = ({ step, failedAt, error }: NonNullable<BackupsView['lastFailure']>): string =>
  `${failures[step]} (${formatMoment(failedAt)}): ${error}`;

export const restoredText = ({ backupId, restoredAt, restorePoint }: NonNullable<BackupsView['lastRestore']>): string =>
  `Restored ${backupId} on ${formatMoment(restoredAt)}.${restorePoint ? ` To undo it, restore ${restorePoint}.` : ''}`;

export const often = (hours: number): string => (hours === 24 ? 'Every day' : hours === 1 ? 'Every hour' : `Every ${hours} hours`);

/** 'Cashout requested · nina'. */
export const withdrawnName = ({ type, affiliate }: WithdrawnEventView): string =>
  [withdrawnKinds[type].label, ...(affiliate ? [affiliate.username] : [])].join(' · ');
