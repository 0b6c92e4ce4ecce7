import { refusals, rules, toEuros } from '@framelift/contracts/rules';

export interface CashoutForm {
  /** As typed: euros with a decimal point. */
  amount: string;
  paymentMethodId: string;
  notes: string;
}

/** The first thing wrong with a cashout request, in order (docs/product.md#forms). */
export const cashoutProblem = (
  { amount, paymentMethodId }: Pick<CashoutForm, 'amount' | 'paymentMethodId'>,
  balance: number,
): string | null => {
  const euros = Number(amount);
  if (!amount || !paymentMethodId || !Number.isFinite(euros)) return refusals.fieldsRequired;
  if (Number(euros.toFixed(2)) !== euros) return refusals.amountInvalid;
  if (euros < toEuros(rules.minimumCashoutCents)) return refusals.belowMinimum;
  if (euros > balance) return refusals.insufficientBalance;
  return null;
};
