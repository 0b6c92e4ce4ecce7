import type { BackupsView } from '@framelift/contracts';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { formatMoment } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/Dialog.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { useRestoreBackupMutation } from './backupsApi.ts';

interface Props {
  backup: BackupsView['backups'][number];
  onClose: () => void;
}

/** Says what a restore undoes, and asks for the password. */
export function RestoreDialog({ backup: { id, takenAt, error: lastError }, onClose }: Props) {
  const [restore, { error, isLoading }] = useCommand(useRestoreBackupMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  const begin = async () => {
    if ((await confirmed(() => restore(id))).data) onClose();
  };
  return (
    <Dialog
      title="Restore backup"
      description={`Everything goes back to ${formatMoment(takenAt)}. What happened since then is undone.`}
      onClose={onClose}
    >
      <Stack>
        <Soft>
          First the current state is backed up, then this backup is restored on trial. If either fails, nothing changes. Your site stays
          online.
        </Soft>
        <Soft>
          Then everyone is signed out. Passwords, recovery codes, admins and API keys are those of that moment: revoke again what you
          revoked since. Paid sales come back from your payment provider; erased people stay erased.
        </Soft>
        {lastError && <Banner tone="error" text={`Its last trial restore failed: ${lastError}`} />}
        {error && <Banner tone="error" text={errorText(error, 'Failed to restore')} />}
      </Stack>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" disabled={isLoading} onClick={() => void begin()}>
          Restore
        </Button>
      </DialogActions>
      {passwordDialog}
    </Dialog>
  );
}
