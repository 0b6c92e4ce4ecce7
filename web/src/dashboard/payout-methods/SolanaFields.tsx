import { refusals } from '@framelift/contracts/refusals';
import { TextField } from '../../ui/Field.tsx';
import type { FieldsProps } from './fields.ts';
import { isSolanaAddress } from './solanaAddress.ts';

export const SolanaFields = ({ form: { register, formState } }: FieldsProps) => (
  <TextField
    label="Solana Address"
    autoComplete="off"
    spellCheck={false}
    required
    error={formState.errors.address?.message}
    {...register('address', { validate: (text) => isSolanaAddress(text.trim()) || refusals.paymentDetailsInvalid })}
  />
);
