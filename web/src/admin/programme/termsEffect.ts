import type { TermsPreviewView, TermsView } from '@framelift/contracts';
import { toEuros } from '@framelift/contracts/rules';
import { formatCount, formatMoney, formatPercent } from '../../lib/format.ts';
import { bodyOf, type TermsValues } from './termsForm.ts';
import { termsChanges } from './termsWords.ts';

const numbersOf = ({ tiers, defaultRate, minimumCashout, holdDays, windowDays, detailsWaitDays, sellerRate }: TermsValues) => [
  ...tiers.flatMap(({ rate, threshold }) => [rate, threshold]),
  defaultRate,
  minimumCashout,
  holdDays,
  windowDays,
  detailsWaitDays,
  sellerRate,
];

/** What a form changes, a sentence each; nothing while a number is missing in it. */
export const changesOf = (terms: TermsView, values: TermsValues): string[] =>
  numbersOf(values).every(Number.isFinite) ? termsChanges(terms, bodyOf(values) as TermsView) : [];

/** 'Silver: 25% → 22% and 2 more changes'. */
export const shortened = ([first, ...more]: readonly string[]): string => {
  if (!first) return 'No changes yet';
  return more.length ? `${first} and ${more.length === 1 ? '1 more change' : `${more.length} more changes`}` : first;
};

/** '10 affiliates would have earned €136.44 (1.4%) less'. */
export const effectOf = ({ affiliates, total: { beforeCents, afterCents } }: TermsPreviewView): string => {
  if (!affiliates.length) return 'no affiliate would have earned more or less';
  const who = `${formatCount(affiliates.length)} ${affiliates.length === 1 ? 'affiliate' : 'affiliates'}`;
  const cents = afterCents - beforeCents;
  if (!cents) return `${who} would have earned more or less, the same in total`;
  const percent = beforeCents ? ` (${formatPercent(Math.round((Math.abs(cents) / beforeCents) * 1_000) / 10)})` : '';
  return `${who} would have earned ${formatMoney(toEuros(Math.abs(cents)))}${percent} ${cents < 0 ? 'less' : 'more'}`;
};
