import type { WithdrawnEventView } from '@framelift/contracts';
import { useForm } from 'react-hook-form';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useLeaveWithdrawnEventOutMutation } from './backupsApi.ts';
import { withdrawnName } from './backupTexts.ts';

interface Props {
  event: WithdrawnEventView;
  onClose: () => void;
}

/** Leaves a withdrawn event out for good. */
export function LeaveOutDialog({ event, onClose }: Props) {
  const { id } = event;
  const { register, handleSubmit } = useForm<{ reason: string }>();
  const [leaveOut, { error, isLoading }] = useCommand(useLeaveWithdrawnEventOutMutation());
  const submit = handleSubmit(async ({ reason }) => {
    if (!(await leaveOut({ id, body: { reason: reason.trim() } })).error) onClose();
  });
  return (
    <Dialog title="Leave out" description={`${withdrawnName(event)}. It will not be recorded again.`} onClose={onClose}>
      <DialogForm
        onSubmit={submit}
        problem={error ? errorText(error, 'Failed to leave the event out') : undefined}
        submit="Leave out"
        busy="Recording..."
        isBusy={isLoading}
        onClose={onClose}
      >
        <TextField
          label="Reason"
          hint="For the log. Only admins see it."
          autoComplete="off"
          required
          maxLength={500}
          {...register('reason')}
        />
      </DialogForm>
    </Dialog>
  );
}
