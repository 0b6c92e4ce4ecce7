/** What waits for an admin, as the folder of its rows counts it. */
export interface Waiting {
  count: number;
  /** Undefined: it is not about money. */
  amountCents?: number | null;
  /** Null where nothing waits. */
  oldestAt: Date | null;
  /** In words, where they are needed. */
  says?: string | null;
}
