import type { DetailName, PaymentFields, PaymentType } from '@framelift/contracts/payout-methods';
import type { UseFormReturn } from 'react-hook-form';

export type PaymentMethodValues = Record<DetailName, string> & { paymentType: PaymentType };

/** `now`: the details that are replaced, as far as they are shown. */
export interface FieldsProps {
  form: UseFormReturn<PaymentMethodValues>;
  now: PaymentFields;
}
