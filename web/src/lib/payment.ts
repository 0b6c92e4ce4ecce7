import type { PaymentDetails } from '@framelift/contracts';

/** Details are an object or a JSON string of it (docs/product.md#forms). */
export const paymentDetailsOf = (details: PaymentDetails | string): PaymentDetails => {
  if (typeof details !== 'string') return details;
  try {
    return JSON.parse(details) as PaymentDetails;
  } catch {
    return {};
  }
};

/** Where the money goes, short: the e-mail address, the ends of a Solana address, or of an IBAN (docs/product.md#forms). */
export const payTo = (details: PaymentDetails | string): string => {
  const { email, address, iban } = paymentDetailsOf(details);
  if (address) return address.length > 16 ? `${address.slice(0, 8)}...${address.slice(-8)}` : address;
  return email ?? iban ?? 'N/A';
};
