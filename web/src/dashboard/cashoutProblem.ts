import type { DashboardView } from '@framelift/contracts';
import { cashoutChecks } from '../session/forms/formChecks.ts';
import { refusals } from '@framelift/contracts/rules';
import { bodyProblem } from '../session/forms/bodyProblem.ts';

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

/** Whether an affiliate may ask for a cashout now, and how much is missing, in euros; 0: nothing. */
export const cashoutOffer = (view: Pick<DashboardView, 'affiliate' | 'terms'>) => {
  const { least, most } = cashoutLimits(view);
  const toGo = Math.max(0, Math.round((least - most) * 100) / 100);
  return { toGo, isOffered: toGo === 0 && !view.affiliate.underReview };
};

/** The first refusal of a cashout, as the server would answer it (docs/product.md#forms). */
export const cashoutProblem = (
  { amount, paymentMethodId }: Pick<CashoutForm, 'amount' | 'paymentMethodId'>,
  { least, most }: ReturnType<typeof cashoutLimits>,
): string | null => {
  const body = { amount: amount === '' ? Number.NaN : Number(amount), paymentMethodId };
  const problem = bodyProblem(cashoutChecks, body);
  if (problem) return problem;
  if (body.amount < least) return refusals.belowMinimum(Math.round(least * 100));
  return body.amount > most ? refusals.insufficientBalance : null;
};
