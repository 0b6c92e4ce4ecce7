import { rules } from '../rules.ts';
import type { PayoutMethod } from './method.ts';

export const paypal = {
  name: 'PayPal',
  details: { email: { format: 'payee-email', maximum: rules.emailMaximum, stored: 254, refusal: 'cell' } },
  file: { extension: 'csv', mayBeRefused: false },
} as const satisfies PayoutMethod;
