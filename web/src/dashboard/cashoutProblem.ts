import { cashoutChecks } from '../session/forms/formChecks.ts';
import { refusals } from '@framelift/contracts/refusals';
import { bodyProblem } from '../session/forms/bodyProblem.ts';
import type { cashoutLimits } from './cashoutOffer.ts';

export interface CashoutForm {
  /** As typed: euros with a decimal point. */
  amount: string;
  paymentMethodId: string;
  notes: string;
}

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
