import type { ConfirmBody } from '@framelift/contracts';
import { useConfirmPasswordMutation } from '../api/confirmApi.ts';
import { useSession } from '../api/sessionSlice.ts';
import { useBodyForm } from '../forms/useBodyForm.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/Dialog.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';

/** Asks for the password of whoever is signed in; `onAnswer` hears whether it was right or the dialog was closed. */
export function ConfirmPassword({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const { affiliate } = useSession();
  const [confirm, { isLoading }] = useConfirmPasswordMutation();

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
      description="You signed in a while ago. Enter your password once more, and nobody else can change this from an open screen."
      onClose={() => onAnswer(false)}
    >
      <Form {...form}>
        {problem && <Banner tone="error" text={problem} />}
        {/* For password managers: whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={affiliate?.username ?? ''} readOnly hidden />
        <PasswordField label="Password" name="password" autoComplete="current-password" required data-first />
        <DialogActions>
          <Button onClick={() => onAnswer(false)}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={isLoading}>
            {isLoading ? 'Confirming...' : 'Confirm'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
