import { type Static, Type } from 'typebox';
import { balanceCents, type Books, emptyBooks, tierProgress, tierRateBps } from './books.ts';
import { StatusName, TierName } from './events.ts';
import { Euros, Nullable, Percent } from './fields.ts';
import { rules, type Status, type Tier, toEuros, toPercent } from './rules.ts';

/** An affiliate as their own screens show them. */
export const AffiliateView = Type.Object({
  id: Type.String(),
  username: Type.String(),
  email: Type.String(),
  commissionRate: Percent,
  status: StatusName,
  balance: Euros,
  totalEarned: Euros,
  totalGenerated: Euros,
  isAdmin: Type.Boolean(),
  tier: TierName,
  tierCommissionRate: Percent,
  nextTier: Nullable(TierName),
  salesNeededForNextTier: Type.Integer(),
  progressToNextTier: Type.Number({ minimum: 0, maximum: 100 }),
  totalSales: Type.Integer(),
});
export type AffiliateView = Static<typeof AffiliateView>;

/** What of it admins list, and edit. */
export const AdminAffiliateView = Type.Object({
  id: Type.String(),
  username: Type.String(),
  email: Type.String(),
  balance: Euros,
  commissionRate: Percent,
  tierCommissionRate: Percent,
  tier: TierName,
  totalSales: Type.Integer(),
  status: StatusName,
});
export type AdminAffiliateView = Static<typeof AdminAffiliateView>;

/** What an affiliate's figures are computed from. */
export interface AffiliateSums {
  books: Books;
  /** Net sale amounts, cents. */
  generatedCents: number;
  netSales: number;
  tier: Tier;
  commissionBps: number;
  status: Status;
}

export const emptySums: AffiliateSums = {
  books: emptyBooks,
  generatedCents: 0,
  netSales: 0,
  tier: rules.tiers[0]!.tier,
  commissionBps: rules.defaultRateBps,
  status: 'active',
};

interface Names {
  id: string;
  username: unknown;
  email: unknown;
}

/** An affiliate's figures as every screen shows them (docs/rules.md#14-numbers); always computed, never stored. Erased names are empty. */
export function affiliateView({ id, username, email }: Names, sums: AffiliateSums, isAdmin = false): AffiliateView {
  const { books, generatedCents, netSales, tier, commissionBps, status } = sums;
  const { nextTier, salesNeeded, progress } = tierProgress(tier, netSales);
  return {
    id,
    username: String(username ?? ''),
    email: String(email ?? ''),
    commissionRate: toPercent(commissionBps),
    status,
    balance: toEuros(balanceCents(books)),
    totalEarned: toEuros(books.earnedCents - books.reversedCents),
    totalGenerated: toEuros(generatedCents),
    isAdmin,
    tier,
    tierCommissionRate: toPercent(tierRateBps(rules.tiers, tier)),
    nextTier,
    salesNeededForNextTier: salesNeeded,
    progressToNextTier: progress,
    totalSales: netSales,
  };
}

/** The view of an admin, who earns nothing. */
export const adminView = (names: Names): AffiliateView => affiliateView(names, { ...emptySums, commissionBps: 0 }, true);
