import { payoutRules } from '@framelift/contracts/payouts';
import { useForm, useWatch } from 'react-hook-form';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ChosenProof } from '../ChosenProof.tsx';
import { dataString, proofProblem, proofTypes } from '../proofImage.ts';
import { type ShownRun, useSettlePayoutRunMutation } from './payoutsApi.ts';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';

interface Props {
  run: ShownRun;
  onClose: () => void;
}

/** Says that the payer has paid all of a run, with the payer's reference. */
export function SettleDialog({ run, onClose }: Props) {
  const toast = useToast();
  const { register, handleSubmit, control, formState } = useForm<{ reference: string; proof: FileList }>({ mode: 'onChange' });
  const chosen = useWatch({ control, name: 'proof' })?.[0];
  const [settle, { error, isLoading }] = useCommand(useSettlePayoutRunMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  const submit = handleSubmit(async ({ reference, proof }) => {
    const file = proof[0];
    const body = { reference: reference.trim(), proofImage: file ? await dataString(file) : null, editBase: run.position };
    const result = await confirmed(() => settle({ id: run.id, body }));
    if (result.error) return;
    onClose();
    toast.success('Payout run marked as paid successfully!');
  });
  return (
    <Dialog
      title="Mark as paid"
      description={`${formatMoney(run.amount)} in ${run.count === 1 ? 'one cashout' : `${formatCount(run.count)} cashouts`} will be marked as completed. This cannot be undone; a payment that fails can be returned to the balance.`}
      onClose={onClose}
    >
      <DialogForm
        onSubmit={submit}
        problem={error && errorText(error, 'Failed to mark the run as paid')}
        submit="Mark as paid"
        busy="Marking..."
        isBusy={isLoading}
        onClose={onClose}
      >
        <TextField
          label="Payment reference"
          hint="Transaction or batch ID. Affiliates see it."
          data-first
          autoComplete="off"
          required
          maxLength={payoutRules.reference}
          {...register('reference')}
        />
        <TextField
          label="Proof Image (optional)"
          hint="For the whole payment. Only admins see it."
          type="file"
          accept={proofTypes}
          error={formState.errors.proof?.message}
          {...register('proof', { validate: (files) => proofProblem(files[0]) ?? true })}
        />
        {chosen && !proofProblem(chosen) && <ChosenProof key={`${chosen.name} ${chosen.size} ${chosen.lastModified}`} file={chosen} />}
      </DialogForm>
      {passwordDialog}
    </Dialog>
  );
}
