import { type Static, Type } from 'typebox';
import { balanceCents, type Books, emptyBooks } from '../rules/books.ts';
import { StatusName, TierId } from '../events/event-fields.ts';
import { Euros, Nullable, Percent } from './fields.ts';
import { heldCents, type Holds, noHolds, underReviewCents } from '../rules/holds.ts';
import { UNTIL_DECIDED } from '../rules/review.ts';
import { type Status, toEuros, toPercent } from '../rules/rules.ts';
import { firstTerms, effectiveTier, type Terms, tierProgress } from '../rules/terms.ts';

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
  onHold: Euros,
  releases: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), amount: Euros }), {
    description: 'What is on hold, by the day (UTC) at whose beginning it is available; the next first',
  }),
  underReview: Type.Number({ description: 'Decimal euros of commission that is held until an admin has looked closer' }),
  tier: TierId,
  tierName: Type.String(),
  tierCommissionRate: Percent,
  nextTier: Nullable(TierId),
  nextTierName: Nullable(Type.String()),
  salesNeededForNextTier: Type.Integer(),
  progressToNextTier: Type.Number({ minimum: 0, maximum: 100 }),
  totalSales: Type.Integer(),
});
export type AffiliateView = Static<typeof AffiliateView>;

/** Of the texts that somebody agreed to when they registered. */
export const AgreedTexts = Nullable(
  Type.String({ description: 'Which version of the texts they agreed to; null: an admin made the account, or it is older than this' }),
);

/** What of it admins list, and edit. */
export const AdminAffiliateView = Type.Object({
  id: Type.String(),
  username: Type.String(),
  email: Type.String(),
  emailConfirmed: Type.Boolean({ description: 'Its owner opened a link that was sent there' }),
  balance: Euros,
  commissionRate: Percent,
  tierCommissionRate: Percent,
  tier: TierId,
  tierName: Type.String(),
  totalSales: Type.Integer(),
  status: StatusName,
  minimumCashout: Nullable(Euros),
  holdDays: Nullable(Type.Integer()),
  textsVersion: AgreedTexts,
});
export type AdminAffiliateView = Static<typeof AdminAffiliateView>;

/** What an affiliate's figures are computed from. */
export interface AffiliateSums {
  books: Books;
  holds: Holds;
  /** Net sale amounts, cents. */
  generatedCents: number;
  netSales: number;
  tier: string;
  commissionBps: number;
  status: Status;
}

export const emptySums: AffiliateSums = {
  books: emptyBooks,
  holds: noHolds,
  generatedCents: 0,
  netSales: 0,
  tier: firstTerms.tiers[0]!.tier,
  commissionBps: firstTerms.defaultRateBps,
  status: 'active',
};

interface Names {
  id: string;
  username: unknown;
  email: unknown;
}

/** A moment (ISO 8601 UTC), and the terms in force then. */
export interface Then {
  terms: Terms;
  now: string;
}

/** An affiliate's figures as every screen shows them (docs/rules.md#14-numbers); always computed, never stored. Erased names are empty. */
export function affiliateView({ id, username, email }: Names, sums: AffiliateSums, { terms, now }: Then, isAdmin = false): AffiliateView {
  const { books, holds, generatedCents, netSales, tier, commissionBps, status } = sums;
  const step = effectiveTier(terms.tiers, tier, netSales);
  const { nextTier, salesNeeded, progress } = tierProgress(terms.tiers, tier, netSales);
  const onHold = heldCents(holds, now);
  return {
    id,
    username: String(username ?? ''),
    email: String(email ?? ''),
    commissionRate: toPercent(commissionBps),
    status,
    balance: toEuros(balanceCents(books, onHold)),
    totalEarned: toEuros(books.earnedCents - books.reversedCents),
    totalGenerated: toEuros(generatedCents),
    isAdmin,
    onHold: toEuros(onHold - underReviewCents(holds)),
    underReview: toEuros(underReviewCents(holds)),
    releases: Object.entries(holds)
      .filter(([at]) => at > now && at !== UNTIL_DECIDED)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([at, cents]) => ({ date: at.slice(0, 10), amount: toEuros(cents) })),
    tier: step.tier,
    tierName: step.name,
    tierCommissionRate: toPercent(step.rateBps),
    nextTier: nextTier && nextTier.tier,
    nextTierName: nextTier && nextTier.name,
    salesNeededForNextTier: salesNeeded,
    progressToNextTier: progress,
    totalSales: netSales,
  };
}

/** The view of an admin, who earns nothing. */
export const adminView = (names: Names, then: Then): AffiliateView => affiliateView(names, { ...emptySums, commissionBps: 0 }, then, true);
