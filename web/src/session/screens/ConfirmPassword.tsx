import type { FormEvent } from 'react';
import { errorText } from '../api/api.ts';
import { useConfirmPasswordMutation } from '../api/confirmApi.ts';
import { useSession } from '../api/sessionSlice.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/Dialog.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';

/** Asks for the password of whoever is signed in; `onAnswer` hears whether it was right or the dialog was closed. */
export function ConfirmPassword({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const { affiliate } = useSession();
  const [confirm, { error, isLoading }] = useConfirmPasswordMutation();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // It may stand in a form of its own dialog's page.
    event.stopPropagation();
    const password = String(new FormData(event.currentTarget).get('password'));
    const result = await confirm({ password });
    if (!result.error) onAnswer(true);
  };

  return (
    <Dialog
      title="Confirm Your Password"
      description="You signed in a while ago. Enter your password once more, and nobody else can change this from an open screen."
      onClose={() => onAnswer(false)}
    >
      <Form onSubmit={submit}>
        {error && <Banner tone="error" text={errorText(error, 'An error occurred')} />}
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
