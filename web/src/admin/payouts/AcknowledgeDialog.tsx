import type { UnmatchedPaymentView } from '@framelift/contracts';
import { payoutRules } from '@framelift/contracts/payouts';
import { useForm } from 'react-hook-form';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { useAcknowledgeUnmatchedPaymentMutation } from './payoutsApi.ts';
import { unmatchedAmount } from './runState.tsx';

interface Props {
  payment: UnmatchedPaymentView;
  onClose: () => void;
}

/** Says what a payment that no payout run has is about. */
export function AcknowledgeDialog({ payment, onClose }: Props) {
  const toast = useToast();
  const { register, handleSubmit } = useForm<{ reason: string }>();
  const [acknowledge, { error, isLoading }] = useCommand(useAcknowledgeUnmatchedPaymentMutation());
  const { runId, itemId } = payment;
  const submit = handleSubmit(async ({ reason }) => {
    if ((await acknowledge({ id: runId, body: { itemId, reason: reason.trim() } })).error) return;
    onClose();
    toast.success('Payment acknowledged.');
  });
  return (
    <Dialog
      title="Acknowledge payment"
      description={`PayPal item ${itemId}: ${unmatchedAmount(payment)}. It leaves this list. Nothing is booked, and nothing is paid.`}
      onClose={onClose}
    >
      <DialogForm
        onSubmit={submit}
        problem={error && errorText(error, 'Failed to acknowledge the payment')}
        submit="Acknowledge"
        busy="Recording..."
        isBusy={isLoading}
        onClose={onClose}
      >
        <TextField
          label="Reason"
          hint="For the log: what this payment was, and what you did about it."
          autoComplete="off"
          required
          maxLength={payoutRules.reason}
          {...register('reason')}
        />
      </DialogForm>
    </Dialog>
  );
}
