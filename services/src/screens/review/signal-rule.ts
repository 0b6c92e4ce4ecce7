import type { SignalRuleName } from '@framelift/contracts';

/** One thing that may look wrong: how it is found in the rows of the read model, and how it is said. */
export interface SignalRule<Evidence = any> {
  name: SignalRuleName;
  /** SELECT of `of`, `about`, `affiliate_id`, `position` (of the event that made it so), `at`, `alarm`, `evidence`. No clock: the log alone says it. */
  finds: string;
  says(evidence: Evidence): string;
}

export const signalRule = <Evidence>(rule: SignalRule<Evidence>): SignalRule => rule;

/**
 * SQL behind affiliates `u` that have `some` sales of a kind: keeps those where they are at least `percent` of `c.sales`, all of the
 * affiliate's that fit `of`. It stops counting at the first that are too many, so what a busy affiliate is asked does not grow with its sales.
 */
export const enoughOf = (some: string, percent: number, of: string): string =>
  `cross join lateral (
      select count(*)::int as sales from (
        select from review.sales s where s.affiliate_id = u.affiliate_id and ${of} limit ${some} * 100 / ${percent} + 1
      ) counted
    ) c where ${some} * 100 >= c.sales * ${percent}`;

/** Names in a sentence: 'ann', 'ann and bob', 'ann, bob and 2 more'. */
export const named = (names: readonly string[]): string =>
  names.length < 3 ? names.join(' and ') : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
