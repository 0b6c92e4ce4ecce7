import type { BackupsView } from '@framelift/contracts';
import { useState } from 'react';
import { formatCount, formatMoment } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { TextField } from '../../ui/Field.tsx';
import { toUtc } from '../localTime.ts';
import { useGoBackMutation, useGoingBackQuery, useRestoreBackupMutation } from './backupsApi.ts';
import { GoBackForm } from './GoBackForm.tsx';
import { useCommand } from '../../session/api/useCommand.ts';

interface Props {
  backup: BackupsView['backups'][number];
  onClose: () => void;
}

/** Goes back to a backup: says what left since, and asks for a reason and the password. */
export function RestoreDialog({ backup: { id, takenAt, keeps, error: lastError }, onClose }: Props) {
  const price = useGoingBackQuery(String(keeps));
  const [restore, { error, isLoading }] = useCommand(useRestoreBackupMutation());
  return (
    <GoBackForm
      title="Restore backup"
      description={`Everything goes back to ${formatMoment(takenAt)}.`}
      // Of another system or of a withdrawn history, nothing can be counted.
      price={price.isError ? null : price.currentData}
      go={(reason) => restore({ id, body: { reason } })}
      error={error}
      isBusy={isLoading}
      onClose={onClose}
    >
      {lastError && <Banner tone="error" text={`Its last trial restore failed: ${lastError}`} />}
    </GoBackForm>
  );
}

/** Goes back to any moment that a backup and its archive reach. */
export function MomentDialog({ onClose }: { onClose: () => void }) {
  const [moment, setMoment] = useState('');
  const price = useGoingBackQuery(toUtc(moment), { skip: !moment });
  const [goBack, { error, isLoading }] = useCommand(useGoBackMutation());
  const found = moment ? price.currentData : undefined;
  const unreachable = found?.backupId === null;
  return (
    <GoBackForm
      title="Go back to a moment"
      description="What happened after it is undone. Use it after a mistake that cannot be corrected, such as a wrong import."
      price={unreachable ? undefined : found}
      go={(reason) => goBack({ position: found!.position, reason })}
      error={error ?? (moment ? price.error : undefined)}
      isBusy={isLoading}
      onClose={onClose}
    >
      <TextField
        label="Moment"
        type="datetime-local"
        step={1}
        hint={found ? `After event ${formatCount(found.position)}, recorded ${formatMoment(found.recordedAt)}.` : 'In your own time.'}
        value={moment}
        onChange={({ target }) => setMoment(target.value)}
        error={unreachable ? 'No backup reaches this moment. Choose a later one, or restore a backup.' : undefined}
      />
    </GoBackForm>
  );
}
