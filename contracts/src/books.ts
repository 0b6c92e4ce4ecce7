import { type Tier, rules } from './rules.ts';

/** What an affiliate's account consists of; integer cents, none ever negative (docs/rules.md#4-books). */
export interface Books {
  /** Commission of every credited sale. */
  earnedCents: number;
  /** Commission taken back by refunds. */
  reversedCents: number;
  /** In cashouts that are pending or approved. */
  reservedCents: number;
  /** In completed cashouts. */
  paidCents: number;
  /** Given up when the account was deleted. */
  forfeitedCents: number;
}

export const emptyBooks: Books = { earnedCents: 0, reversedCents: 0, reservedCents: 0, paidCents: 0, forfeitedCents: 0 };

/** available = earned − reversed − reserved − paid − forfeited, signed. */
export const availableCents = (b: Books): number => b.earnedCents - b.reversedCents - b.reservedCents - b.paidCents - b.forfeitedCents;
export const balanceCents = (b: Books): number => Math.max(0, availableCents(b));
export const debtCents = (b: Books): number => Math.max(0, -availableCents(b));

/** Commission in cents: base × rate, rounded half up to the cent, once (docs/rules.md#1-money). Exact in integers below 2^53 / 10000. */
export const commissionCents = (baseCents: number, rateBps: number): number => Math.floor((baseCents * rateBps + 5_000) / 10_000);

/** The tier a net count of sales reaches (docs/rules.md#3-rates-and-tiers). */
export const tierOf = (netSales: number): Tier => (rules.tiers.findLast((t) => netSales >= t.fromSales) ?? rules.tiers[0]!).tier;

const indexOf = (tier: Tier): number => rules.tiers.findIndex((t) => t.tier === tier);

/** A tier's rate in basis points. */
export const tierRateBps = (tier: Tier): number => rules.tiers[indexOf(tier)]!.rateBps;

export const isHigherTier = (a: Tier, b: Tier): boolean => indexOf(a) > indexOf(b);

/** The rate a sale is paid at: the higher of the own rate and the tier's, and which of them it was. */
export const rateFor = (ownBps: number, tier: Tier): { commissionBps: number; rateFrom: 'own' | 'tier' } => {
  const tierBps = tierRateBps(tier);
  return ownBps > tierBps ? { commissionBps: ownBps, rateFrom: 'own' } : { commissionBps: tierBps, rateFrom: 'tier' };
};

/** The next tier (null at the top), sales still needed, and 0–100 within the current step (docs/rules.md#14-numbers). */
export function tierProgress(tier: Tier, netSales: number): { nextTier: Tier | null; salesNeeded: number; progress: number } {
  const step = rules.tiers[indexOf(tier)]!;
  const next = rules.tiers[indexOf(tier) + 1];
  if (!next) return { nextTier: null, salesNeeded: 0, progress: 100 };
  const progress = ((netSales - step.fromSales) / (next.fromSales - step.fromSales)) * 100;
  return { nextTier: next.tier, salesNeeded: Math.max(0, next.fromSales - netSales), progress: Math.min(100, Math.max(0, progress)) };
}
