import type { AffiliateView } from '@framelift/contracts';

/** What the next sale is paid at: the higher of the own rate and the tier's (docs/rules.md#3-rates-and-tiers), in percent. */
export const earnedRate = ({ commissionRate, tierCommissionRate }: AffiliateView): number => Math.max(commissionRate, tierCommissionRate);
