import { TextField } from '../../ui/Field.tsx';
import type { FieldsProps } from './fields.ts';

export const PaypalFields = ({ form }: FieldsProps) => (
  <TextField label="PayPal Email" type="email" autoComplete="email" required {...form.register('email')} />
);
