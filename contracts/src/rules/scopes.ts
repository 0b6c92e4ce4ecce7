/** What an API key is good for. Every call that keys may make names one (docs/rules.md#20-api-keys). */
export const SCOPES = ['read:programme', 'read:affiliates', 'read:events', 'read:personal', 'write:affiliates', 'write:sales'] as const;
export type Scope = (typeof SCOPES)[number];

/** What each lets a program do, in words. */
export const scopeWords: Record<Scope, string> = {
  'read:programme': 'Read totals, terms, read models and keys',
  'read:affiliates': 'Read affiliates, cashouts and sales',
  'read:events': 'Read the log, the feed, actions and accesses',
  'read:personal': 'See names, addresses and payout details',
  'write:affiliates': 'Create and edit affiliates',
  'write:sales': 'Record and refund sales made elsewhere',
};

/** Keys that are good at once, requests a minute, and what a name is made of: it stands in the access record (docs/rules.md#20-api-keys). */
export const keyLimits = { keys: 100, perMinute: 6_000, name: /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u };
