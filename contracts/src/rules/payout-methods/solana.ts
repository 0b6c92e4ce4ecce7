import type { PayoutMethod } from './method.ts';

export const solana = {
  name: 'Solana',
  details: { address: { format: 'solana-address', stored: 128, refusal: 'paymentDetailsInvalid' } },
  file: { extension: 'csv', mayBeRefused: false },
} as const satisfies PayoutMethod;
