import type { PayoutRunView, ReturnPaymentBody } from '@framelift/contracts';
import { useForm } from 'react-hook-form';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { formatMoney } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { useReturnPaymentMutation } from './payoutsApi.ts';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';

interface Props {
  runId: string;
  payment: PayoutRunView['cashouts'][number];
  onClose: () => void;
}

/** Gives back what a payer could not pay, or was sent back. */
export function ReturnDialog({ runId, payment: { cashoutId, amount, affiliate }, onClose }: Props) {
  const toast = useToast();
  const { register, handleSubmit } = useForm<Pick<ReturnPaymentBody, 'because'>>({ defaultValues: { because: 'returned' } });
  const [giveBack, { error, isLoading }] = useCommand(useReturnPaymentMutation());
  const submit = handleSubmit(async ({ because }) => {
    const result = await giveBack({ id: runId, body: { cashoutId, because } });
    if (result.error) return;
    onClose();
    toast.success(`${formatMoney(amount)} returned to the balance of ${affiliate.username}.`);
  });
  return (
    <Dialog
      title="Payment returned"
      description={`${formatMoney(amount)} will return to the balance of ${affiliate.username}.`}
      onClose={onClose}
    >
      <DialogForm
        onSubmit={submit}
        problem={error && errorText(error, 'Failed to return the payment')}
        submit="Return to Balance"
        busy="Returning..."
        isBusy={isLoading}
        onClose={onClose}
      >
        <SelectField label="What happened" {...register('because')}>
          <option value="returned">Sent back</option>
          <option value="failed">Could not be sent</option>
        </SelectField>
      </DialogForm>
    </Dialog>
  );
}
