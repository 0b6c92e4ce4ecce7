import type { DashboardView } from '@framelift/contracts';
import { refusals } from '@framelift/contracts/rules';

export interface CashoutForm {
  /** As typed: euros with a decimal point. */
  amount: string;
  paymentMethodId: string;
  notes: string;
}

/** What an affiliate may ask for, euros. */
export const cashoutLimits = ({ affiliate, terms }: Pick<DashboardView, 'affiliate' | 'terms'>) => ({
  least: terms.minimumCashout,
  most: affiliate.balance,
});

/** The first thing wrong with a cashout request, in order (docs/product.md#forms). */
export const cashoutProblem = (
  { amount, paymentMethodId }: Pick<CashoutForm, 'amount' | 'paymentMethodId'>,
  { least, most }: ReturnType<typeof cashoutLimits>,
): string | null => {
  const euros = Number(amount);
  if (!amount || !paymentMethodId || !Number.isFinite(euros)) return refusals.fieldsRequired;
  if (Number(euros.toFixed(2)) !== euros) return refusals.amountInvalid;
  if (euros < least) return refusals.belowMinimum(Math.round(least * 100));
  if (euros > most) return refusals.insufficientBalance;
  return null;
};
