import type { IncomingHttpHeaders } from 'node:http';
import { type InvoiceRef, type ProviderName, refusals, type SellingProvider, type Sku } from '@framelift/contracts';
import { Refused } from '../platform/refused.ts';
import type { Invoice, StoreNotification, StoreProblem } from './invoice.ts';

/** What a buyer wants. A repeated request for the same checkout makes one invoice at most where the provider can tell. */
export interface Order {
  checkoutId: string;
  sku: Sku;
  quantity: number;
  /** The permanent code of 16 characters, which the provider shows to the seller. */
  affiliate?: string;
  /** Code of a coupon at the provider. */
  coupon?: string;
}

/** What the programme asks of a payment provider, in the store's words (docs/adding.md#a-payment-provider). */
export interface StoreProvider {
  readonly name: SellingProvider;
  /** Its page refuses frames, so buyers go there in the same tab. */
  readonly leavesSite: boolean;
  /** @throws StoreRefusal where it does not accept the order, StoreProblem where it does not answer */
  createCheckout(order: Order): Promise<{ invoice: InvoiceRef; url: string }>;
  /** The invoice as it is now; null where there is none. `id`: any name that the provider has for it. */
  readInvoice(id: string): Promise<Invoice | null>;
  /** Invoices paid since a time (ISO 8601), as they are now; a problem in place of one that cannot be read. */
  completedSince(time: string): AsyncIterable<Invoice | StoreProblem>;
  /** Those of which money went back, or is disputed, since a time; all there ever were where it cannot tell since when. */
  refundedSince(time: string): AsyncIterable<Invoice | StoreProblem>;
  /** Verifies the bytes as they came. @throws Refused for any other sender */
  verifyNotification(raw: Buffer, headers: IncomingHttpHeaders): StoreNotification;
  /** Makes a coupon for all products, or finds the equal one. False: there is one of this code with another discount. */
  couponFor(coupon: { code: string; discountBps: number }): Promise<boolean>;
  /** Deletes the coupon of this code, if there is one. */
  deleteCoupon(code: string): Promise<void>;
}

/** The providers that are set up. A seller who moves from one to another has both for a while. */
export class StoreProviders {
  constructor(
    readonly all: readonly StoreProvider[],
    /** Opens new checkouts. */
    readonly chosen: StoreProvider,
  ) {}

  /** @throws Refused where this one is not set up */
  of(name: ProviderName): StoreProvider {
    const found = this.all.find((provider) => provider.name === name);
    if (!found) throw new Refused(refusals.providerMissing, 'conflict');
    return found;
  }
}
