import type { PaymentType } from '@framelift/contracts/payout-methods';
import type { ComponentType } from 'react';
import { BankFields } from './BankFields.tsx';
import type { FieldsProps } from './fields.ts';
import { PaypalFields } from './PaypalFields.tsx';
import { SolanaFields } from './SolanaFields.tsx';

/** What an affiliate enters to be paid. */
export const methodFields: Record<PaymentType, ComponentType<FieldsProps>> = {
  paypal: PaypalFields,
  solana: SolanaFields,
  bank: BankFields,
};
