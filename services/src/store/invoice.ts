import { type DisputeState, HOUR_MS, type InvoiceRef, type ProviderName, type Sku } from '@framelift/contracts';

/** What settling needs to know. `open`: not paid, or an unknown status; it has no outcome yet. `chargedBack`: all of it is gone by a lost dispute. */
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
  /** What of it was given back so far, lost disputes included. */
  refundedCents: number;
  /** Of all disputes about it together; null: there is none, or the provider tells of none. */
  dispute: { state: DisputeState; cents: number } | null;
  /** `sku`: 'elsewhere' for what a program told of; null for a product that is not ours. */
  items: { sku: Sku | 'elsewhere' | null; quantity: number; totalCents: number }[];
}

/** As it counts at `now` (ms): a store whose clock is ahead of ours sold it now. */
export const asOf = (invoice: Invoice, now: number): Invoice => {
  const { completedAt } = invoice;
  if (completedAt === null || Date.parse(completedAt) <= now) return invoice;
  return { ...invoice, completedAt: new Date(now).toISOString() };
};

/** A provider says that something happened; reading the invoice decides what. */
export interface StoreNotification {
  provider: ProviderName;
  /** The same for a repeated notification. */
  key: string;
  event: string;
  /** The invoice it is about, by any name the provider has for it. */
  invoice: string | null;
}

/** The provider did not answer, or not as its documentation says. The text names call and status, never what was in it. */
export class StoreProblem extends Error {}

/** The provider answered that it will not do it, and would not another time. */
export class StoreRefusal extends StoreProblem {}

/** It cannot be asked now, and may be later: no answer, too many requests, a key that it does not take. */
export class StoreUnavailable extends StoreProblem {
  /** How long it asks to be left alone; an hour counts at most. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs = 0, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterMs = Math.min(retryAfterMs, HOUR_MS);
  }
}
