import type { MissingSaleBody } from '@framelift/contracts';
import { missingSaleRefusals, missingSaleRules } from '@framelift/contracts/missing-sales';
import { rules } from '@framelift/contracts/rules';
import { useForm } from 'react-hook-form';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { AreaField, TextField } from '../../ui/Field.tsx';
import { useRaiseMissingSaleMutation } from '../dashboardApi.ts';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';

interface Values {
  boughtOn: string;
  invoice: string;
  customerEmail: string;
  notes: string;
}

/** What is left empty is not sent. */
const bodyOf = ({ boughtOn, invoice, customerEmail, notes }: Values): MissingSaleBody => ({
  boughtOn,
  invoice: invoice.trim() || null,
  customerEmail: customerEmail.trim() || null,
  notes: notes.trim() || null,
});

/** Reports a purchase that was not credited. */
export function MissingSaleDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const { register, handleSubmit, formState } = useForm<Values>({
    defaultValues: { boughtOn: '', invoice: '', customerEmail: '', notes: '' },
  });
  const [raise, { error, isLoading }] = useCommand(useRaiseMissingSaleMutation());
  const submit = handleSubmit(async (values) => {
    const result = await raise(bodyOf(values));
    if (result.error) return;
    onClose();
    toast.success('Thanks! We’ll look into it and reply here and by e-mail.');
  });
  const canBeFound = (_: string, { invoice, customerEmail }: Values) =>
    Boolean(invoice.trim() || customerEmail.trim()) || missingSaleRefusals.nothingToFindItBy;
  return (
    <Dialog title="Report a Missing Sale" description="Tell us what you know, and we’ll look up the purchase." onClose={onClose}>
      <DialogForm
        onSubmit={submit}
        problem={error && errorText(error, 'Failed to report the sale')}
        submit="Report Sale"
        busy="Sending..."
        isBusy={isLoading}
        onClose={onClose}
      >
        <TextField label="Day of the purchase" type="date" required {...register('boughtOn')} />
        <TextField
          label="Transaction or order number"
          hint="You’ll find it on the buyer’s receipt. The buyer’s e-mail address works too."
          autoComplete="off"
          maxLength={missingSaleRules.invoice}
          error={formState.errors.invoice?.message}
          {...register('invoice', { validate: canBeFound })}
        />
        <TextField label="Buyer’s email" type="email" autoComplete="off" {...register('customerEmail')} />
        <AreaField label="Anything else (optional)" maxLength={rules.textMaximum} {...register('notes')} />
      </DialogForm>
    </Dialog>
  );
}
