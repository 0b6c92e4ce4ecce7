import type { AdminCashoutView } from '@framelift/contracts';
import { useForm, useWatch } from 'react-hook-form';
import { payoutMethods } from '@framelift/contracts/payout-methods';
import { errorText } from '../session/api/api.ts';
import { useCommand } from '../session/api/useCommand.ts';
import { capitalised, formatMoney } from '../lib/format.ts';
import { payTo } from '../lib/payment.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { ChosenProof } from './ChosenProof.tsx';
import { ReasonFields } from './ReasonFields.tsx';
import { useProcessCashoutMutation, useSettleCashoutMutation } from './adminApi.ts';
import { dataString, proofProblem, proofTypes } from './proofImage.ts';
import { type Choice, choicesFor, hintOf } from './cashoutChoices.ts';
import { writtenLine } from './writtenLine.ts';
import { useToast } from '../ui/layout/Toaster.tsx';
import { Faint } from '../ui/layout/Text.tsx';
import { paidBeforeText, PayeeFlags } from './PayeeFlags.tsx';
import { DialogForm } from '../ui/dialogs/DialogForm.tsx';

interface Props {
  cashout: AdminCashoutView;
  onClose: () => void;
}

interface Values<Status> {
  status: Status;
  adminNotes: string;
  internalNote: string;
  proof: FileList;
}

const reasonMissing = 'Please say why. The affiliate sees the reason.';

/** Decides a pending cashout, or settles an approved one: that is the same form without 'approved' and another call. */
export function ProcessCashoutDialog({ cashout, onClose }: Props) {
  const toast = useToast();
  const settling = cashout.status === 'approved';
  const choices = choicesFor(cashout);
  const { register, handleSubmit, control, formState } = useForm<Values<Choice>>({
    defaultValues: { status: choices.includes('completed') ? 'completed' : choices[0]! },
    mode: 'onChange',
  });
  const chosen = useWatch({ control, name: 'proof' })?.[0];
  const rejecting = useWatch({ control, name: 'status' }) === 'rejected';
  const [process, processing] = useCommand(useProcessCashoutMutation());
  const [settle, settled] = useCommand(useSettleCashoutMutation());
  const { error, isLoading } = settling ? settled : processing;

  const submit = handleSubmit(async ({ status, adminNotes, internalNote, proof }) => {
    const file = proof[0];
    const body = { adminNotes, internalNote, proofImage: file ? await dataString(file) : null };
    const result =
      settling && status !== 'approved'
        ? await settle({ id: cashout.id, body: { ...body, status } })
        : await process({ id: cashout.id, body: { ...body, status } });
    if (result.error) return;
    onClose();
    toast.success('Cashout processed successfully!');
  });

  return (
    <Dialog
      title={rejecting ? 'Reject Cashout' : settling ? 'Mark as Paid' : 'Process Cashout'}
      description={
        <>
          <strong>{formatMoney(cashout.amount)}</strong> for {cashout.affiliate.username} · {payoutMethods[cashout.paymentType].name} ·{' '}
          {payTo(cashout.paymentDetails)}
        </>
      }
      onClose={onClose}
    >
      <DialogForm
        onSubmit={submit}
        problem={error && errorText(error, 'Failed to process cashout')}
        submit={rejecting ? 'Reject' : settling ? 'Mark as paid' : 'Process Cashout'}
        variant={rejecting ? 'danger' : 'primary'}
        busy="Processing..."
        isBusy={isLoading}
        onClose={onClose}
      >
        {cashout.checks && <Faint>{paidBeforeText(cashout.checks)}</Faint>}
        {cashout.checks && <PayeeFlags checks={cashout.checks} />}
        {writtenLine(cashout) && <Faint>Written before: {writtenLine(cashout)}</Faint>}
        <SelectField label="Status" hint={hintOf(cashout, choices.length)} {...register('status')}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {capitalised(choice)}
            </option>
          ))}
        </SelectField>
        <ReasonFields
          reason={{
            ...(rejecting ? {} : { label: 'Admin Notes (optional)', hint: 'The affiliate sees them.' }),
            error: formState.errors.adminNotes?.message,
            ...register('adminNotes', { validate: (text, { status }) => status !== 'rejected' || text.trim() !== '' || reasonMissing }),
          }}
          note={register('internalNote')}
        />
        <TextField
          label="Proof Image (optional)"
          type="file"
          accept={proofTypes}
          error={formState.errors.proof?.message}
          {...register('proof', { validate: (files) => proofProblem(files[0]) ?? true })}
        />
        {chosen && !proofProblem(chosen) && <ChosenProof key={`${chosen.name} ${chosen.size} ${chosen.lastModified}`} file={chosen} />}
      </DialogForm>
    </Dialog>
  );
}
