import type { PaymentType } from '@framelift/contracts/payout-methods';
import { bankScreen } from './bank/BankPayment.tsx';
import { paypalScreen } from './paypal/paypalScreen.tsx';
import type { PayoutScreen } from './screen.ts';
import { solanaScreen } from './SolanaPayment.tsx';

export const payoutScreens: Record<PaymentType, PayoutScreen> = { paypal: paypalScreen, solana: solanaScreen, bank: bankScreen };
