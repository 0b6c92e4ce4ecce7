/** What was asked for at the store, whether or not it came to a checkout. */
export const INTENTS = 'store.intents';

/** What a restored system needs of checkouts. */
export const KEPT_CHECKOUTS = [
  { name: INTENTS, rows: 1_000 },
  { name: 'store.reconciliation', rows: 10 },
];
