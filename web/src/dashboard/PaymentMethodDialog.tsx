import type { PaymentMethodBody, PaymentMethodView } from '@framelift/contracts';
import { detailNames, ofEachDetail, type PaymentType, payoutMethods } from '@framelift/contracts/payout-methods';
import { useForm, useWatch } from 'react-hook-form';
import { errorText } from '../session/api/api.ts';
import { useCommand } from '../session/api/useCommand.ts';
import { formatDays } from '../lib/format.ts';
import { paymentDetailsOf } from '../lib/payment.ts';
import type { PaymentMethodValues } from './payout-methods/fields.ts';
import { methodFields } from './payout-methods/methodFields.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { SelectField } from '../ui/Field.tsx';
import { useConfirmed } from '../session/screens/useConfirmed.tsx';
import { useAddPaymentMethodMutation, useUpdatePaymentMethodMutation } from './dashboardApi.ts';
import { useToast } from '../ui/layout/Toaster.tsx';
import { DialogForm } from '../ui/dialogs/DialogForm.tsx';

interface Props {
  /** The payment types that are offered. */
  offered: readonly PaymentType[];
  /** The one to edit; without it one is added. */
  method?: PaymentMethodView;
  /** How long the first payment to new details waits. */
  waitDays: number;
  onClose: () => void;
}

/** Only the details of the chosen type are sent (docs/product.md#forms). */
const bodyOf = ({ paymentType, ...details }: PaymentMethodValues): PaymentMethodBody => ({
  paymentType,
  paymentDetails: Object.fromEntries(detailNames(paymentType).map((field) => [field, details[field].trim()])),
});

export function PaymentMethodDialog({ offered, method, waitDays, onClose }: Props) {
  const toast = useToast();
  // A method of a type that is no longer offered still shows what it is.
  const types = method && !offered.includes(method.paymentType) ? [method.paymentType, ...offered] : offered;
  const details = method ? paymentDetailsOf(method.paymentDetails) : {};
  const form = useForm<PaymentMethodValues>({
    // What is not shown as it is, such as an IBAN, is entered again.
    defaultValues: {
      paymentType: method?.paymentType ?? types[0],
      ...ofEachDetail(({ shown }, name) => (shown ? '' : (details[name] ?? ''))),
    },
  });
  const { register, handleSubmit, control } = form;
  const paymentType = useWatch({ control, name: 'paymentType' });
  const Fields = methodFields[paymentType];
  const [add, adding] = useCommand(useAddPaymentMethodMutation());
  const [update, updating] = useCommand(useUpdatePaymentMethodMutation());
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
    <Dialog
      title={method ? 'Edit Payment Method' : 'Add Payment Method'}
      description={waitDays > 0 ? `The first payment to new details is made after ${formatDays(waitDays)} at the earliest.` : undefined}
      onClose={onClose}
    >
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
              {payoutMethods[type].name}
            </option>
          ))}
        </SelectField>
        <Fields key={paymentType} form={form} now={details} />
      </DialogForm>
      {passwordDialog}
    </Dialog>
  );
}
