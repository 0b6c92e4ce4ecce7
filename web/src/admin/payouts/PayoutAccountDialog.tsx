import type { PayoutAccountBody, PayoutAccountView } from '@framelift/contracts';
import { refusals } from '@framelift/contracts/refusals';
import { rules } from '@framelift/contracts/rules';
import { useForm } from 'react-hook-form';
import { isIban } from '../../session/forms/isIban.ts';
import { errorText } from '../../session/api/api.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { useSetPayoutAccountMutation } from './payoutsApi.ts';

/** The account that pays. Of the one before only the ends are known here: an IBAN is entered again. */
export function PayoutAccountDialog({ account, onClose }: { account: PayoutAccountView; onClose: () => void }) {
  const toast = useToast();
  const { register, handleSubmit, formState } = useForm<PayoutAccountBody>({ defaultValues: { iban: '', name: account.name ?? '' } });
  const [set, { error, isLoading }] = useSetPayoutAccountMutation();
  const { confirmed, passwordDialog } = useConfirmed();
  const submit = handleSubmit(async (body) => {
    const result = await confirmed(() => set({ body, position: account.position }));
    if (result.error) return;
    onClose();
    toast.success('Saved. The next file pays from this account.');
  });
  return (
    <Dialog title="Account That Pays" onClose={onClose}>
      <DialogForm
        onSubmit={submit}
        problem={error && errorText(error, 'Failed to save')}
        submit="Save account"
        isBusy={isLoading}
        onClose={onClose}
      >
        <TextField
          label="IBAN"
          hint={account.iban && `Now ${account.iban}`}
          autoComplete="off"
          spellCheck={false}
          required
          error={formState.errors.iban?.message}
          {...register('iban', { validate: (text) => isIban(text) || refusals.ibanInvalid })}
        />
        <TextField label="Account holder" autoComplete="organization" maxLength={rules.accountHolder} required {...register('name')} />
      </DialogForm>
      {passwordDialog}
    </Dialog>
  );
}
