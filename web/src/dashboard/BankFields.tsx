import { refusals } from '@framelift/contracts/refusals';
import { type PaymentType, rules } from '@framelift/contracts/rules';
import type { UseFormReturn } from 'react-hook-form';
import { isIban } from '../session/forms/isIban.ts';
import { TextField } from '../ui/Field.tsx';

export interface PaymentMethodValues {
  paymentType: PaymentType;
  email: string;
  address: string;
  iban: string;
  name: string;
}

/** An account and its holder. `now`: the ends of the account that it replaces; more of it is not shown, so it is entered again. */
export function BankFields({ form, now }: { form: UseFormReturn<PaymentMethodValues>; now: string | undefined }) {
  const { register, formState } = form;
  return (
    <>
      <TextField
        label="IBAN"
        hint={now && `Now ${now}`}
        autoComplete="off"
        spellCheck={false}
        required
        error={formState.errors.iban?.message}
        {...register('iban', { validate: (text) => isIban(text) || refusals.ibanInvalid })}
      />
      <TextField label="Account Holder" autoComplete="name" maxLength={rules.accountHolder} required {...register('name')} />
    </>
  );
}
