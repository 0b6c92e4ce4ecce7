import { says } from './text.ts';

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

/** The most valid keys, requests a minute, and the characters of a name, which is in the access record (docs/rules.md#20-api-keys). */
export const keyLimits = { keys: 100, perMinute: 6_000, name: /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u };

/** What a request about or with an API key is refused with. */
export const keyRefusals = {
  nameInvalid: 'A key’s name has 1 to 40 letters, digits, spaces, dots, _ and -',
  nameTaken: 'Another key has this name',
  scopesInvalid: 'Please choose at least one scope',
  limitInvalid: 'The limit must be a whole number of requests a minute from 1 to 6,000',
  expiryInvalid: 'The expiry must be a time in the future',
  notFound: 'API key not found',
  shownOnce: 'This key was already created and is shown only once. Revoke it and create another',
  tooMany: 'There are already 100 keys. Revoke one first',
  invalid: 'This API key is not valid',
  notAccepted: 'API keys cannot make this call',
  aheadOfLog: says`The log ends at ${(head: number) => String(head)}, before the position asked for: it was restored. Read again from a position it has`,
  eventLost: 'The log was restored to a point before the event you know. Resume from an earlier position',
  scopeMissing: says`This API key does not have the scope ${(scope: Scope) => scope}`,
} as const;
