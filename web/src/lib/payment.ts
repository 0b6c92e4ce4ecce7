import type { PaymentDetails } from '@framelift/contracts';
import type { PaymentType } from '@framelift/contracts/rules';

export const paymentTypeLabels: Record<PaymentType, string> = { paypal: 'PayPal', solana: 'Solana' };

/** Details are an object or a JSON string of it (docs/product.md#forms). */
export const paymentDetailsOf = (details: PaymentDetails | string): PaymentDetails => {
  if (typeof details !== 'string') return details;
  try {
    return JSON.parse(details) as PaymentDetails;
  } catch {
    return {};
  }
};

/** Where the money goes, short: the e-mail address, or the ends of a Solana address (docs/product.md#forms). */
export const payTo = (details: PaymentDetails | string): string => {
  const { email, address } = paymentDetailsOf(details);
  if (address) return address.length > 16 ? `${address.slice(0, 8)}...${address.slice(-8)}` : address;
  return email ?? 'N/A';
};
