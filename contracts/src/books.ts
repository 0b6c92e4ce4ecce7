import type { EventName, Stored } from './events.ts';
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

/** Whether a sum adds to what is available or takes from it. */
export const availableSigns: Books = { earnedCents: 1, reversedCents: -1, reservedCents: -1, paidCents: -1, forfeitedCents: -1 };
const sums = Object.keys(availableSigns) as (keyof Books)[];

/** By how much an event moves each sum. The audit has its own copy, on purpose. */
export const postings = {
  SaleRecorded: ({ commissionCents }) => ({ ...emptyBooks, earnedCents: commissionCents }),
  SaleReversed: ({ commissionCents }) => ({ ...emptyBooks, reversedCents: commissionCents }),
  CashoutRequested: ({ amountCents }) => ({ ...emptyBooks, reservedCents: amountCents }),
  CashoutProcessed: ({ amountCents, status }) =>
    status === 'approved'
      ? emptyBooks
      : { ...emptyBooks, reservedCents: -amountCents, paidCents: status === 'completed' ? amountCents : 0 },
  AffiliateDeleted: ({ forfeitedCents }) => ({ ...emptyBooks, forfeitedCents }),
} satisfies { [N in EventName]?: (data: Stored<N>) => Books };

/** The books after a posting. */
export const posted = (books: Books, posting: Books): Books => ({
  earnedCents: books.earnedCents + posting.earnedCents,
  reversedCents: books.reversedCents + posting.reversedCents,
  reservedCents: books.reservedCents + posting.reservedCents,
  paidCents: books.paidCents + posting.paidCents,
  forfeitedCents: books.forfeitedCents + posting.forfeitedCents,
});

/** What an affiliate can ask to be paid, signed; for a posting, its change. */
export const availableCents = (b: Books): number => sums.reduce((cents, sum) => cents + availableSigns[sum] * b[sum], 0);
/** What the programme owes an affiliate, cashouts under way included. */
export const owedCents = (b: Books): number => availableCents(b) + b.reservedCents;
export const balanceCents = (b: Books): number => Math.max(0, availableCents(b));
export const debtCents = (b: Books): number => Math.max(0, -availableCents(b));

/** Commission in cents: base × rate, rounded half up to the cent, once (docs/rules.md#1-money). Exact in integers below 2^53 / 10000. */
export const commissionCents = (baseCents: number, rateBps: number): number => Math.floor((baseCents * rateBps + 5_000) / 10_000);

/** A tier as rules state it: the net sales it begins at, and its rate in basis points. Listed from the lowest. */
export interface TierStep<T extends string = Tier> {
  readonly tier: T;
  readonly fromSales: number;
  readonly rateBps: number;
}

/** The tier a net count of sales reaches (docs/rules.md#3-rates-and-tiers). */
export const tierOf = <T extends string>(steps: readonly TierStep<T>[], netSales: number): T =>
  (steps.findLast((s) => netSales >= s.fromSales) ?? steps[0]!).tier;

const indexOf = <T extends string>(steps: readonly TierStep<T>[], tier: T): number => steps.findIndex((s) => s.tier === tier);

/** A tier's rate in basis points. */
export const tierRateBps = <T extends string>(steps: readonly TierStep<T>[], tier: T): number => steps[indexOf(steps, tier)]!.rateBps;

/** The higher of a tier and the one a net count of sales reaches: sales move up only. */
export const raisedTier = <T extends string>(steps: readonly TierStep<T>[], tier: T, netSales: number): T => {
  const reached = tierOf(steps, netSales);
  return indexOf(steps, reached) > indexOf(steps, tier) ? reached : tier;
};

/** The rate of a sale: the higher of the affiliate's own rate and the tier's, and which one it is. */
export const rateFor = <T extends string>(
  steps: readonly TierStep<T>[],
  ownBps: number,
  tier: T,
): { commissionBps: number; rateFrom: 'own' | 'tier' } => {
  const tierBps = tierRateBps(steps, tier);
  return ownBps > tierBps ? { commissionBps: ownBps, rateFrom: 'own' } : { commissionBps: tierBps, rateFrom: 'tier' };
};

/** The next tier (null at the top), sales still needed, and 0–100 within the current step (docs/rules.md#14-numbers). */
export function tierProgress(tier: Tier, netSales: number): { nextTier: Tier | null; salesNeeded: number; progress: number } {
  const step = rules.tiers[indexOf(rules.tiers, tier)]!;
  const next = rules.tiers[indexOf(rules.tiers, tier) + 1];
  if (!next) return { nextTier: null, salesNeeded: 0, progress: 100 };
  const progress = ((netSales - step.fromSales) / (next.fromSales - step.fromSales)) * 100;
  return { nextTier: next.tier, salesNeeded: Math.max(0, next.fromSales - netSales), progress: Math.min(100, Math.max(0, progress)) };
}
