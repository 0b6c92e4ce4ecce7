import type { PublicTermsView } from '@framelift/contracts';
import { toEuros, toPercent } from '@framelift/contracts/rules';
import { firstTerms } from '@framelift/contracts/terms';

const { tiers, minimumCashoutCents, holdDays, windowDays, paymentTypes } = firstTerms;

/** What the page is built with, and shows until the server says which terms are in force. */
export const firstTermsView: PublicTermsView = {
  tiers: tiers.map(({ rateBps, ...tier }) => ({ ...tier, rate: toPercent(rateBps) })),
  minimumCashout: toEuros(minimumCashoutCents),
  holdDays,
  windowDays,
  paymentTypes: [...paymentTypes],
};
