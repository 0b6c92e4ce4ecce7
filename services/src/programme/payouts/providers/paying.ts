import type { PaymentType } from '@framelift/contracts';
import type { PayoutProvider } from '../provider.ts';
import { bankProvider } from './bank/bank.provider.ts';
import { paypalProvider } from './paypal/paypal.provider.ts';
import { solanaProvider } from './solana/solana.provider.ts';

export const payoutProviders: Record<PaymentType, PayoutProvider> = { paypal: paypalProvider, solana: solanaProvider, bank: bankProvider };
