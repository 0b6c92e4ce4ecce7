import { rules } from '@framelift/contracts/rules';
import { IbanField, validIban } from '../../session/forms/IbanField.tsx';
import { TextField } from '../../ui/Field.tsx';
import type { FieldsProps } from './fields.ts';

/** An account and its holder. */
export function BankFields({ form: { register, formState }, now }: FieldsProps) {
  return (
    <>
      <IbanField now={now.iban} error={formState.errors.iban?.message} {...register('iban', { validate: validIban })} />
      <TextField label="Account Holder" autoComplete="name" maxLength={rules.accountHolder} required {...register('name')} />
    </>
  );
}
