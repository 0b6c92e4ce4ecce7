import type { AffiliateView } from './api.ts';
import { balanceCents, type Books, tierProgress, tierRateBps } from './books.ts';
import { rules, type Status, type Tier, toEuros, toPercent } from './rules.ts';

/** The sums an affiliate's figures are computed from. */
export interface AffiliateSums {
  books: Books;
  /** Net sale amounts, cents. */
  generatedCents: number;
  netSales: number;
  tier: Tier;
  commissionBps: number;
  status: Status;
}

/** An affiliate's figures as every screen shows them (docs/rules.md#14-numbers); always computed, never stored. */
export function affiliateView(
  who: { id: string; username: string; email: string; isAdmin: boolean },
  { books, generatedCents, netSales, tier, commissionBps, status }: AffiliateSums,
): AffiliateView {
  const { nextTier, salesNeeded, progress } = tierProgress(tier, netSales);
  return {
    id: who.id,
    username: who.username,
    email: who.email,
    commissionRate: toPercent(commissionBps),
    status,
    balance: toEuros(balanceCents(books)),
    totalEarned: toEuros(books.earnedCents - books.reversedCents),
    totalGenerated: toEuros(generatedCents),
    isAdmin: who.isAdmin,
    tier,
    tierCommissionRate: toPercent(tierRateBps(rules.tiers, tier)),
    nextTier,
    salesNeededForNextTier: salesNeeded,
    progressToNextTier: progress,
    totalSales: netSales,
  };
}
