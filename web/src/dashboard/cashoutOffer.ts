import type { DashboardView } from '@framelift/contracts';

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
