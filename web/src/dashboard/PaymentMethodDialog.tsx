import type { PaymentMethodBody, PaymentMethodView } from '@framelift/contracts';
import { refusals } from '@framelift/contracts/refusals';
import { type PaymentType } from '@framelift/contracts/rules';
import { useForm, useWatch } from 'react-hook-form';
import { errorText } from '../session/api/api.ts';
import { paymentDetailsOf, paymentTypeLabels } from '../lib/payment.ts';
import { isSolanaAddress } from './solanaAddress.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { useConfirmed } from '../session/screens/useConfirmed.tsx';
import { useAddPaymentMethodMutation, useUpdatePaymentMethodMutation } from './dashboardApi.ts';
import { useToast } from '../ui/layout/Toaster.tsx';
import { DialogForm } from '../ui/dialogs/DialogForm.tsx';

interface Values {
  paymentType: PaymentType;
  email: string;
  address: string;
}

interface Props {
  /** The payment types that are offered. */
  offered: readonly PaymentType[];
  /** The one to edit; without it one is added. */
  method?: PaymentMethodView;
  onClose: () => void;
}

/** Only the details of the chosen type are sent (docs/product.md#forms). */
const bodyOf = ({ paymentType, email, address }: Values): PaymentMethodBody => ({
  paymentType,
  paymentDetails: paymentType === 'paypal' ? { email: email.trim() } : { address: address.trim() },
});

export function PaymentMethodDialog({ offered, method, onClose }: Props) {
  const toast = useToast();
  // A method of a type that is no longer offered still shows what it is.
  const types = method && !offered.includes(method.paymentType) ? [method.paymentType, ...offered] : offered;
  const details = method ? paymentDetailsOf(method.paymentDetails) : {};
  const { register, handleSubmit, control, formState } = useForm<Values>({
    defaultValues: { paymentType: method?.paymentType ?? types[0], email: details.email ?? '', address: details.address ?? '' },
  });
  const paymentType = useWatch({ control, name: 'paymentType' });
  const [add, adding] = useAddPaymentMethodMutation();
  const [update, updating] = useUpdatePaymentMethodMutation();
  const { error, isLoading } = method ? updating : adding;
  const { confirmed, passwordDialog } = useConfirmed();
  const verb = method ? 'update' : 'add';

  const submit = handleSubmit(async (values) => {
    const body = bodyOf(values);
    const result = await confirmed(() => (method ? update({ id: method.id, ...body }) : add(body)));
    if (result.error) return;
    onClose();
    toast.success(method ? 'Payment method updated successfully!' : 'Payment method added successfully!');
  });

  return (
    <Dialog title={method ? 'Edit Payment Method' : 'Add Payment Method'} onClose={onClose}>
      <DialogForm
        onSubmit={submit}
        problem={error && errorText(error, `Failed to ${verb} payment method`)}
        submit={method ? 'Update Payment Method' : 'Add Payment Method'}
        isBusy={isLoading}
        onClose={onClose}
      >
        <SelectField label="Payment Type" {...register('paymentType')}>
          {types.map((type) => (
            <option key={type} value={type}>
              {paymentTypeLabels[type]}
            </option>
          ))}
        </SelectField>
        {paymentType === 'paypal' ? (
          <TextField key="email" label="PayPal Email" type="email" autoComplete="email" required {...register('email')} />
        ) : (
          <TextField
            key="address"
            label="Solana Address"
            autoComplete="off"
            spellCheck={false}
            required
            error={formState.errors.address?.message}
            {...register('address', { validate: (text) => isSolanaAddress(text.trim()) || refusals.paymentDetailsInvalid })}
          />
        )}
      </DialogForm>
      {passwordDialog}
    </Dialog>
  );
}
