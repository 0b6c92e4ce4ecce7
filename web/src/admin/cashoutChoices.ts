import type { AdminCashoutView } from '@framelift/contracts';

const all = ['approved', 'completed', 'rejected'] as const;
export type Choice = (typeof all)[number];

/** With a debt, or while it is held, nothing is paid: it can only be rejected. */
export const choicesFor = ({ status, underReview, checks, outcomeUnknown }: AdminCashoutView): readonly Choice[] =>
  outcomeUnknown
    ? ['approved']
    : underReview || (checks?.debt ?? 0) > 0
      ? ['rejected']
      : all.filter((choice) => status === 'pending' || choice !== 'approved');

/** Why there is only one choice. */
export const hintOf = ({ outcomeUnknown }: AdminCashoutView, choices: number): string | false => {
  if (outcomeUnknown) return 'An approval pays nothing. Another admin can then state the outcome.';
  return choices === 1 && 'Nothing can be paid while the affiliate owes money or is under review.';
};
