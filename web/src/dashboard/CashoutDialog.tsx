import type { AffiliateView, DashboardView } from '@framelift/contracts';
import { rules } from '@framelift/contracts/rules';
import { payoutMethods } from '@framelift/contracts/payout-methods';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { errorText, type Shown } from '../session/api/api.ts';
import { useCommand } from '../session/api/useCommand.ts';
import { formatDate, formatMoney } from '../lib/format.ts';
import { payTo } from '../lib/payment.ts';
import { Banner } from '../ui/Banner.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { AreaField, SelectField, TextField } from '../ui/Field.tsx';
import { cashoutLimits } from './cashoutOffer.ts';
import { type CashoutForm, cashoutProblem } from './cashoutProblem.ts';
import { useRequestCashoutMutation } from './dashboardApi.ts';
import { useToast } from '../ui/layout/Toaster.tsx';
import { DialogForm } from '../ui/dialogs/DialogForm.tsx';

interface Props {
  view: Shown<DashboardView>;
  /** The amount begins as all that is available. */
  everything?: boolean;
  onClose: () => void;
}

/** What to know of the hold where more is asked for than is available, and no more than there will be. Euros. */
function heldFor(amount: number, { balance, onHold, releases }: AffiliateView): string | undefined {
  const missingCents = Math.round((amount - balance) * 100);
  if (!(missingCents > 0 && missingCents <= Math.round(onHold * 100))) return undefined;
  const next = releases[0];
  return `${formatMoney(onHold)} more is on hold${next ? `; the next ${formatMoney(next.amount)} is available on ${formatDate(next.date)}` : ''}.`;
}

export function CashoutDialog({ view, everything, onClose }: Props) {
  const toast = useToast();
  const { affiliate, terms } = view;
  const limits = cashoutLimits(view);
  const methods = view.paymentMethods.filter(({ paymentType }) => terms.paymentTypes.includes(paymentType));
  const primary = methods.find(({ isPrimary }) => isPrimary) ?? methods[0];
  const [amountAtFirst] = useState(everything ? String(affiliate.balance) : '');
  // The methods may arrive while it is open; what was entered stays.
  const { register, handleSubmit, control } = useForm<CashoutForm>({
    values: { amount: amountAtFirst, paymentMethodId: primary?.id ?? '', notes: '' },
    resetOptions: { keepDirtyValues: true },
  });
  // A field that was emptied again is as it was at first, so the form itself does not know that it was edited.
  const [edited, setEdited] = useState(false);
  const [request, { error, isLoading }] = useCommand(useRequestCashoutMutation());
  const [amount, paymentMethodId] = useWatch({ control, name: ['amount', 'paymentMethodId'] });
  const held = heldFor(Number(amount), affiliate);
  const problem = cashoutProblem({ amount, paymentMethodId }, limits);

  const submit = handleSubmit(async ({ amount, paymentMethodId, notes }) => {
    if (problem) return;
    const result = await request({ amount: Number(amount), paymentMethodId, notes, editBase: view.position });
    if (result.error) return;
    onClose();
    toast.success('Cashout request submitted successfully!');
  });

  return (
    <Dialog title="Request Cashout" description={`Available: ${formatMoney(affiliate.balance)}`} onClose={onClose}>
      {/* The problem is shown in our own words, so the browser's validation stays out of the way. */}
      <DialogForm
        onSubmit={submit}
        noValidate
        problem={error && errorText(error, 'Failed to submit cashout request')}
        submit="Submit Request"
        busy="Submitting..."
        isBusy={isLoading}
        isBlocked={problem !== null}
        onClose={onClose}
      >
        {methods.length === 0 && <Banner tone="error" text="You need to add a payment method first." />}
        <TextField
          label="Amount (€)"
          type="number"
          inputMode="decimal"
          step="0.01"
          min={limits.least}
          max={limits.most}
          required
          error={edited && problem ? problem : undefined}
          hint={held}
          {...register('amount', { onChange: () => setEdited(true) })}
        />
        {methods.length > 0 && (
          <SelectField label="Payment Method" required {...register('paymentMethodId')}>
            {methods.map((method) => (
              <option key={method.id} value={method.id}>
                {payoutMethods[method.paymentType].name} – {payTo(method.paymentDetails)}
              </option>
            ))}
          </SelectField>
        )}
        <AreaField label="Notes (optional)" maxLength={rules.textMaximum} {...register('notes')} />
      </DialogForm>
    </Dialog>
  );
}
