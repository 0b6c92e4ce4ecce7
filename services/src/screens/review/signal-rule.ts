import type { SignalRuleName } from '@framelift/contracts';

/** One thing that may look wrong: how it is found in the rows of the read model, and how it is said. */
export interface SignalRule<Evidence = any> {
  name: SignalRuleName;
  /** SELECT of `of`, `about`, `affiliate_id`, `position` (of the event that made it so), `at`, `alarm`, `evidence`. No clock: the log alone says it. */
  finds: string;
  says(evidence: Evidence): string;
}

export const signalRule = <Evidence>(rule: SignalRule<Evidence>): SignalRule => rule;

/** Names in a sentence: 'ann', 'ann and bob', 'ann, bob and 2 more'. */
export const named = (names: readonly string[]): string =>
  names.length < 3 ? names.join(' and ') : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
