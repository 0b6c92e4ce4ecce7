import type { ConfirmBody } from '@framelift/contracts';
import { useConfirmPasswordMutation } from '../api/confirmApi.ts';
import { useSession } from '../api/sessionSlice.ts';
import { useBodyForm } from '../forms/useBodyForm.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';
import { useCommand } from '../api/useCommand.ts';

/** Asks for the password of the signed-in person; `onAnswer` gets whether it was right. */
export function ConfirmPassword({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const { affiliate } = useSession();
  const [confirm, { isLoading }] = useCommand(useConfirmPasswordMutation());

  const { problem, form } = useBodyForm<ConfirmBody>({
    send: async ({ password }) => {
      const { error } = await confirm({ password });
      if (!error) onAnswer(true);
      return { error };
    },
  });

  return (
    <Dialog
      title="Confirm Your Password"
      description="You signed in a while ago. Enter your password again to make this change."
      onClose={() => onAnswer(false)}
    >
      <DialogForm {...form} problem={problem} submit="Confirm" busy="Confirming..." isBusy={isLoading} onClose={() => onAnswer(false)}>
        {/* For password managers: whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={affiliate?.username ?? ''} readOnly hidden />
        <PasswordField label="Password" name="password" autoComplete="current-password" required data-first />
      </DialogForm>
    </Dialog>
  );
}
