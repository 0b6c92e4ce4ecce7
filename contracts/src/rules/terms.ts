import type { SelfBilling } from './documents.ts';
import { refusals } from './refusals.ts';
import { rules } from './rules.ts';
import { type PaymentType } from './payout-methods.ts';
import { DAY_MS } from './time.ts';

/** The programme's terms, which admins set (docs/rules.md#17-terms). Integer cents (EUR), basis points, days. */

export const ATTRIBUTIONS = ['last', 'first'] as const;
export const OWN_PURCHASES = ['refused', 'credited'] as const;
export const FOREIGN_CURRENCIES = ['refused', 'credited'] as const;
export const RECEIPTS = ['allowed', 'off'] as const;

/** A tier: the net sales it begins at, and its rate in basis points. Listed from the lowest. `tier` is its id, which stays. */
export interface TierStep {
  readonly tier: string;
  readonly name: string;
  readonly threshold: number;
  readonly rateBps: number;
}

export interface Terms {
  readonly tiers: readonly TierStep[];
  /** The own rate of a new affiliate. */
  readonly defaultRateBps: number;
  readonly minimumCashoutCents: number;
  /** How long a commission is on hold after its sale. */
  readonly holdDays: number;
  /** How long a click earns. */
  readonly windowDays: number;
  /** Which click within the window earns. */
  readonly attribution: (typeof ATTRIBUTIONS)[number];
  readonly ownPurchases: (typeof OWN_PURCHASES)[number];
  /** Sales that were paid in another currency: by the rate of their day, or not at all. */
  readonly foreignCurrency: (typeof FOREIGN_CURRENCIES)[number];
  readonly paymentTypes: readonly PaymentType[];
  /** From which amount a cashout or payout run takes two admins; null: none does. */
  readonly fourEyesCents: number | null;
  /** From which sum of one admin’s payouts within a day the next takes two; null: they count towards the amount above. */
  readonly fourEyesDayCents: number | null;
  /** From which sum to one affiliate, within a day and by one admin, a payout takes two; null: none does. */
  readonly fourEyesAffiliateCents: number | null;
  /** How long the first payment to new payment details waits; 0: not at all. */
  readonly detailsWaitDays: number;
  /** Whether documents are written for affiliates about what they are paid, and by whom; null: none are. */
  readonly selfBilling: SelfBilling | null;
  /** Whether affiliates may publish their figures (docs/rules.md#33-receipts). */
  readonly receipts: (typeof RECEIPTS)[number];
  /** Of the texts that affiliates agree to. */
  readonly textsVersion: string;
}

/** The terms until an admin sets any. */
export const firstTerms: Terms = {
  tiers: [
    { tier: 'bronze', name: 'Bronze', threshold: 0, rateBps: 20_00 },
    { tier: 'silver', name: 'Silver', threshold: 20, rateBps: 25_00 },
    { tier: 'gold', name: 'Gold', threshold: 40, rateBps: 30_00 },
    { tier: 'platinum', name: 'Platinum', threshold: 100, rateBps: 40_00 },
  ],
  defaultRateBps: 20_00,
  minimumCashoutCents: 50_00,
  holdDays: 0,
  windowDays: 60,
  attribution: 'last',
  ownPurchases: 'refused',
  foreignCurrency: 'refused',
  paymentTypes: ['paypal', 'solana'],
  fourEyesCents: null,
  fourEyesDayCents: null,
  fourEyesAffiliateCents: null,
  detailsWaitDays: 0,
  selfBilling: null,
  receipts: 'allowed',
  textsVersion: '1',
};

/** Terms that guard against a single admin: one alone can turn each on, but not change it. */
export const LIMITS = ['fourEyesCents', 'fourEyesDayCents', 'fourEyesAffiliateCents', 'detailsWaitDays'] as const;
export type Limits = Pick<Terms, (typeof LIMITS)[number]>;
/** Terms that came later: a program that does not know them leaves them as they are. */
const LATER = [...LIMITS, 'selfBilling', 'receipts'] as const;
type Later = (typeof LATER)[number];
export const laterOf = (terms: Terms): Pick<Terms, Later> =>
  Object.fromEntries(LATER.map((name) => [name, terms[name]])) as unknown as Pick<Terms, Later>;
/** Terms as an admin sets them; what is absent stays as it is. */
export type TermsToSet = Omit<Terms, Later> & Partial<Pick<Terms, Later>>;
export const limitsOf = ({ fourEyesCents, fourEyesDayCents, fourEyesAffiliateCents, detailsWaitDays }: Limits): Limits => ({
  fourEyesCents,
  fourEyesDayCents,
  fourEyesAffiliateCents,
  detailsWaitDays,
});

/** What terms may be at most, and the smallest sum worth a payment. */
export const termsLimits = {
  tiers: 50,
  tierName: 40,
  threshold: 1_000_000,
  minimumCashoutCents: { minimum: 1_00, maximum: 100_000_00 },
  fourEyesCents: { minimum: 1, maximum: 1_000_000_00 },
  holdDays: 365,
  windowDays: 365,
  detailsWaitDays: 90,
  textsVersion: 40,
} as const;

/** Whether an amount takes two admins (docs/rules.md#8-cashouts). A payout run's total is at least each of its cashouts. */
export const takesTwo = ({ fourEyesCents }: Pick<Terms, 'fourEyesCents'>, cents: number): boolean =>
  fourEyesCents !== null && cents >= fourEyesCents;

/** Payouts that count together: their sum, and how much of it each affiliate gets. */
export interface Payouts {
  readonly cents: number;
  readonly byAffiliate: Readonly<Record<string, number>>;
}
export const payoutsOf = (payments: readonly { affiliateId: string; amountCents: number }[]): Payouts => {
  const byAffiliate: Record<string, number> = {};
  for (const { affiliateId, amountCents } of payments) byAffiliate[affiliateId] = (byAffiliate[affiliateId] ?? 0) + amountCents;
  return { cents: payments.reduce((sum, { amountCents }) => sum + amountCents, 0), byAffiliate };
};

/** Whether payouts take two admins, after what one alone paid within a day. */
export const takesTwoAfter = (terms: Limits, before: readonly Payouts[], now: Payouts): boolean => {
  const { fourEyesDayCents: perDay, fourEyesAffiliateCents: perAffiliate } = terms;
  const ofDay = before.reduce((sum, { cents }) => sum + cents, now.cents);
  if (perDay === null ? takesTwo(terms, ofDay) : takesTwo(terms, now.cents) || ofDay >= perDay) return true;
  if (perAffiliate === null) return false;
  const to = (id: string) => before.reduce((sum, { byAffiliate }) => sum + (byAffiliate[id] ?? 0), now.byAffiliate[id]!);
  return Object.keys(now.byAffiliate).some((id) => to(id) >= perAffiliate);
};

export const windowMs = ({ windowDays }: Terms): number => windowDays * DAY_MS;

/** Why terms cannot be set although each field is well formed; undefined: they can. */
export function termsProblem({ tiers, paymentTypes, defaultRateBps, textsVersion }: TermsToSet) {
  const names = tiers.map(({ name }) => name.trim().toLowerCase());
  if (names.some((name) => !name)) return refusals.tierNameMissing;
  if (new Set(names).size < names.length || new Set(tiers.map(({ tier }) => tier)).size < tiers.length) return refusals.tierNamesEqual;
  if (tiers[0]?.threshold !== 0) return refusals.firstTierFromZero;
  if (tiers.some(({ threshold }, i) => i > 0 && threshold <= tiers[i - 1]!.threshold)) return refusals.thresholdsNotRising;
  if ([defaultRateBps, ...tiers.map(({ rateBps }) => rateBps)].some((bps) => bps < 0 || bps > rules.maximumRateBps))
    return refusals.rateInvalid;
  if (!paymentTypes.length || new Set(paymentTypes).size < paymentTypes.length) return refusals.paymentTypesMissing;
  return textsVersion.trim() ? undefined : refusals.fieldsRequired;
}

const indexOf = (steps: readonly TierStep[], tier: string): number => steps.findIndex((s) => s.tier === tier);

/** The tier that a net count of sales reaches (docs/rules.md#3-rates-and-tiers). */
export const tierOf = (steps: readonly TierStep[], netSales: number): string =>
  (steps.findLast((s) => netSales >= s.threshold) ?? steps[0]!).tier;

/** The tier that counts: an affiliate's own, or where the terms no longer have it the one that the sales reach. */
export const effectiveTier = (steps: readonly TierStep[], tier: string, netSales: number): TierStep =>
  steps[indexOf(steps, tier)] ?? steps[indexOf(steps, tierOf(steps, netSales))]!;

/** The higher of a tier and the one that a net count of sales reaches: sales move up only. */
export const raisedTier = (steps: readonly TierStep[], tier: string, netSales: number): string => {
  const reached = tierOf(steps, netSales);
  return indexOf(steps, reached) > indexOf(steps, tier) ? reached : tier;
};

/** The rate of a sale: the higher of the affiliate's own rate and the tier's, and which one it is. */
export const rateFor = (ownBps: number, { rateBps }: TierStep): { commissionBps: number; rateFrom: 'own' | 'tier' } =>
  ownBps > rateBps ? { commissionBps: ownBps, rateFrom: 'own' } : { commissionBps: rateBps, rateFrom: 'tier' };

/** The next tier (null at the top), sales still needed, and 0–100 within the current step (docs/rules.md#14-numbers). */
export function tierProgress(
  steps: readonly TierStep[],
  tier: string,
  netSales: number,
): { nextTier: TierStep | null; salesNeeded: number; progress: number } {
  const step = effectiveTier(steps, tier, netSales);
  const next = steps[steps.indexOf(step) + 1];
  if (!next) return { nextTier: null, salesNeeded: 0, progress: 100 };
  const progress = ((netSales - step.threshold) / (next.threshold - step.threshold)) * 100;
  return { nextTier: next, salesNeeded: Math.max(0, next.threshold - netSales), progress: Math.min(100, Math.max(0, progress)) };
}

/** When a commission is no longer on hold: `holdDays` days (UTC) after the day of its sale, so that releases are sums per day. */
export const availableAt = (soldAt: string, holdDays: number): string =>
  holdDays === 0 ? soldAt : new Date(Math.floor(Date.parse(soldAt) / DAY_MS) * DAY_MS + holdDays * DAY_MS).toISOString();

export interface TierMove {
  affiliateId: string;
  from: string;
  to: string;
}

/** One move of a recalculation: an admin confirms those that were shown. */
export const moveText = ({ affiliateId, from, to }: TierMove): string => `${affiliateId} ${from} ${to}`;
