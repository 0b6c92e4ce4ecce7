import { type PaymentType, rules } from '@framelift/contracts/rules';
import type { UseFormReturn } from 'react-hook-form';
import { IbanField, validIban } from '../session/forms/IbanField.tsx';
import { TextField } from '../ui/Field.tsx';

export interface PaymentMethodValues {
  paymentType: PaymentType;
  email: string;
  address: string;
  iban: string;
  name: string;
}

/** An account and its holder. `now`: the ends of the account that it replaces. */
export function BankFields({ form, now }: { form: UseFormReturn<PaymentMethodValues>; now: string | undefined }) {
  const { register, formState } = form;
  return (
    <>
      <IbanField now={now} error={formState.errors.iban?.message} {...register('iban', { validate: validIban })} />
      <TextField label="Account Holder" autoComplete="name" maxLength={rules.accountHolder} required {...register('name')} />
    </>
  );
}
