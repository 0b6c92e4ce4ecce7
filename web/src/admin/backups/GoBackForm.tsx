import type { GoingBackView } from '@framelift/contracts';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { errorText } from '../../session/api/api.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { Price } from './Price.tsx';

interface Props {
  title: string;
  description: string;
  /** What left since; undefined: it is not known yet, null: it cannot be known. */
  price: GoingBackView | null | undefined;
  go: (reason: string) => Promise<{ error?: unknown }>;
  error: unknown;
  isBusy: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The price of going back, and the confirmation. */
export function GoBackForm({ title, description, price, go, error, isBusy, onClose, children }: Props) {
  const { register, handleSubmit } = useForm<{ reason: string }>();
  const { confirmed, passwordDialog } = useConfirmed();
  const submit = handleSubmit(async ({ reason }) => {
    if (price !== undefined && !(await confirmed(() => go(reason.trim()))).error) onClose();
  });
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <DialogForm
        onSubmit={submit}
        problem={error ? errorText(error, 'Failed to go back') : undefined}
        submit="Go back"
        variant="danger"
        busy="Starting..."
        isBusy={isBusy}
        isBlocked={price === undefined}
        onClose={onClose}
      >
        {children}
        {price && <Price price={price} />}
        <Soft>
          First the current state is backed up, then the earlier one is restored on trial. If either fails, nothing changes. Your site stays
          online. Then everyone is signed out; revoked keys, bans and changed passwords stay as they are, and erased people stay erased.
        </Soft>
        <TextField
          label="Reason"
          hint="For the log and the mail to every admin."
          autoComplete="off"
          required
          maxLength={500}
          {...register('reason')}
        />
      </DialogForm>
      {passwordDialog}
    </Dialog>
  );
}
