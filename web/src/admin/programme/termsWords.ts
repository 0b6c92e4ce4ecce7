import type { TermsView } from '@framelift/contracts';
import { payoutMethods } from '@framelift/contracts/payout-methods';
import { formatCount, formatDays, formatMoney, formatPercent } from '../../lib/format.ts';

type Tier = TermsView['tiers'][number];

export const attributionWords: Record<TermsView['attribution'], string> = { last: 'Last click', first: 'First click' };
export const foreignCurrencyWords: Record<TermsView['foreignCurrency'], string> = {
  refused: 'Not credited',
  credited: 'At the rate of the day',
};
export const ownPurchaseWords: Record<TermsView['ownPurchases'], string> = { refused: 'Not credited', credited: 'Credited' };
export const receiptWords: Record<TermsView['receipts'], string> = { allowed: 'Allowed', off: 'Off' };

const approvalWords = (from: number | null): string => (from === null ? 'Not needed' : formatMoney(from));

/** What the terms say beside the tiers. */
const facts: readonly [name: string, words: (terms: TermsView) => string][] = [
  ['Default rate', ({ defaultRate }) => formatPercent(defaultRate)],
  ['Minimum cashout', ({ minimumCashout }) => formatMoney(minimumCashout)],
  ['Second approval from', ({ fourEyes }) => approvalWords(fourEyes)],
  ['Second approval per day from', ({ fourEyesPerDay }) => approvalWords(fourEyesPerDay)],
  ['Second approval per affiliate from', ({ fourEyesPerAffiliate }) => approvalWords(fourEyesPerAffiliate)],
  ['Wait after new payment details', ({ detailsWaitDays }) => (detailsWaitDays > 0 ? formatDays(detailsWaitDays) : 'None')],
  [
    'Self-billing invoices',
    ({ selfBilling }) => (selfBilling ? `From ${selfBilling.vatNumber}, ${formatPercent(selfBilling.rate)} tax` : 'Not made'),
  ],
  ['Holding period', ({ holdDays }) => (holdDays > 0 ? formatDays(holdDays) : 'None')],
  ['Attribution window', ({ windowDays }) => formatDays(windowDays)],
  ['Attribution', ({ attribution }) => attributionWords[attribution]],
  ['Own purchases', ({ ownPurchases }) => ownPurchaseWords[ownPurchases]],
  ['Other currencies', ({ foreignCurrency }) => foreignCurrencyWords[foreignCurrency]],
  ['Payment types', ({ paymentTypes }) => paymentTypes.map((type) => payoutMethods[type].name).join(', ')],
  ['Receipts', ({ receipts }) => receiptWords[receipts]],
  ['Version of the policies', ({ textsVersion }) => textsVersion],
];

export const termsFacts = (terms: TermsView) => facts.map(([name, words]) => [name, words(terms)] as const);

export const thresholdWords = (threshold: number): string =>
  threshold === 0 ? 'from the first sale' : `from ${formatCount(threshold)} sales`;

const tierChanges = (was: Tier, { name, rate, threshold }: Tier): string[] => [
  ...(was.name === name ? [] : [`${was.name} is now called ${name}`]),
  ...(was.rate === rate ? [] : [`${name}: ${formatPercent(was.rate)} → ${formatPercent(rate)}`]),
  ...(was.threshold === threshold ? [] : [`${name} begins at: ${formatCount(was.threshold)} → ${formatCount(threshold)} sales`]),
];

/** What differs between two terms, a sentence each: 'Gold: 30% → 35%'. */
export function termsChanges(before: TermsView, after: TermsView): string[] {
  const ids = new Set(after.tiers.map(({ tier }) => tier));
  return [
    ...after.tiers.flatMap((tier) => {
      const was = before.tiers.find((old) => old.tier === tier.tier);
      return was ? tierChanges(was, tier) : [`${tier.name} added: ${formatPercent(tier.rate)} from ${formatCount(tier.threshold)} sales`];
    }),
    ...before.tiers.filter(({ tier }) => !ids.has(tier)).map(({ name }) => `${name} removed`),
    ...facts.flatMap(([name, words]) => (words(before) === words(after) ? [] : [`${name}: ${words(before)} → ${words(after)}`])),
  ];
}
