import type { AdminSaleView } from '@framelift/contracts';
import { useForm } from 'react-hook-form';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { formatMoney } from '../../lib/format.ts';
import { TextField } from '../../ui/Field.tsx';
import { ReasonFields } from '../ReasonFields.tsx';
import { useCreditSaleMutation, useReleaseHoldMutation, useReverseSaleMutation } from './evidenceApi.ts';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';

const PERMANENT = 'This is recorded permanently.';

interface Props {
  sale: AdminSaleView;
  onCancel: () => void;
  /** Closes the dialog that it is in. */
  onClose: () => void;
}

/** Credits a sale that earned nobody anything to an affiliate. The store must still call its invoice completed. */
export function CreditForm({ sale: { transactionId, affiliate }, onCancel, onClose }: Props) {
  const toast = useToast();
  const { register, handleSubmit } = useForm({ defaultValues: { username: affiliate?.username ?? '', reason: '' } });
  const [credit, { error, isLoading }] = useCommand(useCreditSaleMutation());
  const submit = handleSubmit(async (body) => {
    const result = await credit({ invoice: transactionId, body });
    if (result.error) return;
    onClose();
    toast.success('Sale credited successfully!');
  });
  return (
    <DialogForm
      onSubmit={submit}
      problem={error && errorText(error, 'Failed to credit the sale')}
      submit="Credit sale"
      busy="Crediting..."
      isBusy={isLoading}
      onClose={onCancel}
    >
      <TextField label="Affiliate" autoComplete="off" required {...register('username')} />
      <ReasonFields reason={{ required: true, hint: PERMANENT, ...register('reason') }} />
    </DialogForm>
  );
}

/** Takes a credited sale back: in full, once, and final. */
export function ReverseForm({ sale: { transactionId, affiliate, commissionAmount }, onCancel, onClose }: Props) {
  const toast = useToast();
  const { register, handleSubmit } = useForm({ defaultValues: { reason: '', internalNote: '' } });
  const [reverse, { error, isLoading }] = useCommand(useReverseSaleMutation());
  const submit = handleSubmit(async (body) => {
    const result = await reverse({ invoice: transactionId, body });
    if (result.error) return;
    onClose();
    toast.success('Sale reversed successfully!');
  });
  return (
    <DialogForm
      onSubmit={submit}
      problem={error && errorText(error, 'Failed to reverse the sale')}
      submit="Reverse sale"
      busy="Reversing..."
      isBusy={isLoading}
      variant="danger"
      onClose={onCancel}
    >
      <p>
        {formatMoney(commissionAmount)} is taken back from <strong>{affiliate?.username}</strong>. This cannot be undone.
      </p>
      <ReasonFields reason={{ required: true, hint: PERMANENT, ...register('reason') }} note={register('internalNote')} />
    </DialogForm>
  );
}

/** Ends the hold of a commission, which is available at once. */
export function ReleaseForm({ sale: { transactionId, affiliate, commissionAmount }, onCancel, onClose }: Props) {
  const toast = useToast();
  const { register, handleSubmit } = useForm({ defaultValues: { reason: '' } });
  const [release, { error, isLoading }] = useCommand(useReleaseHoldMutation());
  const submit = handleSubmit(async (body) => {
    const result = await release({ invoice: transactionId, body });
    if (result.error) return;
    onClose();
    toast.success('Hold released successfully!');
  });
  return (
    <DialogForm
      onSubmit={submit}
      problem={error && errorText(error, 'Failed to release the hold')}
      submit="Release hold"
      busy="Releasing..."
      isBusy={isLoading}
      onClose={onCancel}
    >
      <p>
        {formatMoney(commissionAmount)} is available to <strong>{affiliate?.username}</strong> at once.
      </p>
      <ReasonFields reason={{ required: true, hint: PERMANENT, ...register('reason') }} />
    </DialogForm>
  );
}
