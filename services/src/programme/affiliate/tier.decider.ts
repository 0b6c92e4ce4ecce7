import {
  availableAt,
  commissionCents,
  effectiveTier,
  type Fact,
  fact,
  raisedTier,
  rateFor,
  type Terms,
  tierOf,
} from '@framelift/contracts';
import type { Affiliate, AffiliateFacts, OnTerms } from './affiliate.decider.ts';

/** Sets the tier that the net count of sales reaches; nothing if unchanged. This ends a manual tier. */
export const recalculateTier = ({ affiliate: a, programme }: OnTerms): AffiliateFacts => {
  const to = tierOf(programme.terms.tiers, a.netSales);
  if (!a.registered || a.deleted || to === a.tier) return { affiliate: [] };
  return { affiliate: [fact('TierRecalculated', { from: a.tier, to, netSales: a.netSales })] };
};

export interface SaleTerms {
  amountCents: number;
  commissionBps: number;
  rateFrom: 'own' | 'tier' | 'product';
  tier: string;
  commissionCents: number;
  availableAt: string;
  terms: number;
}

/**
 * The commission of a sale of this amount, by the rate in force before it (docs/rules.md#3-rates-and-tiers), and its hold.
 * `productBps`: the product's rate, in place of the affiliate's.
 */
export const saleTerms = (
  { affiliate: a, programme: { terms, setAt } }: OnTerms,
  amountCents: number,
  soldAt: string,
  productBps?: number,
): SaleTerms => {
  const step = effectiveTier(terms.tiers, a.tier, a.netSales);
  const { commissionBps, rateFrom } =
    productBps === undefined ? rateFor(a.commissionBps, step) : { commissionBps: productBps, rateFrom: 'product' as const };
  return {
    amountCents,
    commissionBps,
    rateFrom,
    tier: step.tier,
    commissionCents: commissionCents(amountCents, commissionBps),
    availableAt: availableAt(soldAt, a.holdDays ?? terms.holdDays),
    terms: setAt,
  };
};

/** A sale that reaches a higher tier moves the affiliate up in the same append; a manual tier stays until sales exceed it. */
export const tierReachedBy = (a: Affiliate, { tiers }: Terms): Fact[] => {
  const to = raisedTier(tiers, a.tier, a.netSales + 1);
  return to === a.tier ? [] : [fact('TierReached', { from: a.tier, to, netSales: a.netSales + 1 })];
};
