import type { PayoutAccountBody, PayoutAccountView } from '@framelift/contracts';
import { rules } from '@framelift/contracts/rules';
import { useForm } from 'react-hook-form';
import { IbanField, validIban } from '../../../../session/forms/IbanField.tsx';
import { errorText } from '../../../../session/api/api.ts';
import { useCommand } from '../../../../session/api/useCommand.ts';
import { useConfirmed } from '../../../../session/screens/useConfirmed.tsx';
import { Dialog } from '../../../../ui/dialogs/Dialog.tsx';
import { DialogForm } from '../../../../ui/dialogs/DialogForm.tsx';
import { TextField } from '../../../../ui/Field.tsx';
import { useToast } from '../../../../ui/layout/Toaster.tsx';
import { useSetPayoutAccountMutation } from '../../payoutsApi.ts';

/** The account that pays. */
export function PayoutAccountDialog({ account, onClose }: { account: PayoutAccountView; onClose: () => void }) {
  const toast = useToast();
  const { register, handleSubmit, formState } = useForm<PayoutAccountBody>({ defaultValues: { iban: '', name: account.name ?? '' } });
  const [set, { error, isLoading }] = useCommand(useSetPayoutAccountMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  const submit = handleSubmit(async (body) => {
    const result = await confirmed(() => set({ ...body, editBase: account.position }));
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
        <IbanField now={account.iban} error={formState.errors.iban?.message} {...register('iban', { validate: validIban })} />
        <TextField label="Account holder" autoComplete="organization" maxLength={rules.accountHolder} required {...register('name')} />
      </DialogForm>
      {passwordDialog}
    </Dialog>
  );
}
