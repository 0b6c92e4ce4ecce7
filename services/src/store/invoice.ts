import { type DisputeState, HOUR_MS, type InvoiceRef, type ProviderName } from '@framelift/contracts';

/** The status for settling. `open`: not paid, or an unknown status; no outcome yet. `chargedBack`: all money is gone after a lost dispute. */
export type InvoiceStatus = 'open' | 'completed' | 'refunded' | 'chargedBack';

/** An invoice in our words, as its provider has it at this moment: money in cents, times ISO 8601 UTC. */
export interface Invoice {
  ref: InvoiceRef;
  status: InvoiceStatus;
  currency: string;
  email: string;
  createdAt: string;
  completedAt: string | null;
  priceCents: number;
  /** The part refunded so far, including lost disputes. */
  refundedCents: number;
  /** The state of all its disputes together; null: none, or the provider reports none. */
  dispute: { state: DisputeState; cents: number } | null;
  /** `sku`: 'elsewhere' for what a program told of; null for a product that is not ours. */
  items: { sku: string | null; quantity: number; totalCents: number }[];
}

/** The invoice as it counts at `now` (ms): a store whose clock is ahead of ours sold it now. */
export const asOf = (invoice: Invoice, now: number): Invoice => {
  const { completedAt } = invoice;
  if (completedAt === null || Date.parse(completedAt) <= now) return invoice;
  return { ...invoice, completedAt: new Date(now).toISOString() };
};

/** A provider reports an event; the invoice read afterwards decides its meaning. */
export interface StoreNotification {
  provider: ProviderName;
  /** The same for a repeated notification. */
  key: string;
  event: string;
  /** The invoice it is about, by any id of the provider. */
  invoice: string | null;
}

/** The provider did not respond, or not as documented. The text names call and status, never contents. */
export class StoreProblem extends Error {}

/** The provider refuses permanently. */
export class StoreRefusal extends StoreProblem {}

/** Temporary failure: no response, too many requests, a refused key. */
export class StoreUnavailable extends StoreProblem {
  /** The pause it asks for; at most an hour. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs = 0, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterMs = Math.min(retryAfterMs, HOUR_MS);
  }
}
