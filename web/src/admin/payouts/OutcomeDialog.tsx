import type { OutcomeBody } from '@framelift/contracts';
import { payoutRules } from '@framelift/contracts/payouts';
import { useForm, useWatch } from 'react-hook-form';
import { errorText } from '../../session/api/api.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';

type Stated = Pick<OutcomeBody, 'outcome' | 'reference' | 'reason'>;

interface Props {
  /** The payments, such as '€130.12 in 2 cashouts'. */
  about: string;
  state: (stated: Stated) => Promise<{ error?: unknown }>;
  error: unknown;
  isBusy: boolean;
  onClose: () => void;
}

const said = {
  paid: 'The cashouts will be marked as completed. This cannot be undone; a payment that fails can be returned to the balance.',
  notPaid: 'The cashouts can be paid again. If they were paid after all, they are paid twice.',
};

/** States the outcome of payments that may have been made before the system went back. */
export function OutcomeDialog({ about, state, error, isBusy, onClose }: Props) {
  const toast = useToast();
  const { register, handleSubmit, control } = useForm<Stated>({ defaultValues: { outcome: 'paid' } });
  const outcome = useWatch({ control, name: 'outcome' });
  const { confirmed, passwordDialog } = useConfirmed();
  const submit = handleSubmit(async (stated) => {
    const body = { ...stated, reference: stated.reference.trim(), reason: stated.reason.trim() };
    if ((await confirmed(() => state(body))).error) return;
    onClose();
    toast.success('Outcome recorded.');
  });
  return (
    <Dialog title="State the outcome" description={`${about}. ${said[outcome]}`} onClose={onClose}>
      <DialogForm
        onSubmit={submit}
        problem={error ? errorText(error, 'Failed to record the outcome') : undefined}
        submit="Record outcome"
        busy="Recording..."
        isBusy={isBusy}
        onClose={onClose}
      >
        <SelectField label="Outcome" {...register('outcome')}>
          <option value="paid">Paid</option>
          <option value="notPaid">Not paid</option>
        </SelectField>
        <TextField
          label="Reference"
          hint="Where you looked: the statement, the transaction or the batch. Affiliates see it once they are paid."
          data-first
          autoComplete="off"
          required
          maxLength={payoutRules.reference}
          {...register('reference')}
        />
        <TextField
          label="Reason"
          hint="For the log. Only admins see it."
          autoComplete="off"
          required
          maxLength={payoutRules.reason}
          {...register('reason')}
        />
      </DialogForm>
      {passwordDialog}
    </Dialog>
  );
}
