import type { IncomingHttpHeaders } from 'node:http';
import { type InvoiceRef, type Product, type ProviderName, refusals, type SellingProvider } from '@framelift/contracts';
import type { Streams } from '../engine/log/deciding/streams.ts';
import { Refused } from '../platform/refused.ts';
import { everyProduct, siteInForce } from '../programme/site/site.decider.ts';
import type { Invoice, StoreNotification, StoreProblem } from './invoice.ts';

/** A buyer's order. A repeated request for a checkout creates at most one invoice if the provider can detect it. */
export interface Order {
  checkoutId: string;
  product: Product;
  quantity: number;
  /** The permanent code of 16 characters that the provider shows to the seller. */
  affiliate?: string;
  /** Code of a coupon at the provider. */
  coupon?: string;
}

/** Every product that an invoice may name, those of earlier days too. */
export type Products = () => Promise<readonly Product[]>;
export const productsIn =
  (streams: Streams): Products =>
  async () =>
    everyProduct((await streams.load(siteInForce)).state);

/** The programme's interface to a payment provider (docs/adding.md#a-payment-provider). */
export interface StoreProvider {
  readonly name: SellingProvider;
  /** Its page refuses frames, so it opens in the same tab. */
  readonly leavesSite: boolean;
  /** @throws StoreRefusal if it refuses the order, StoreProblem if it does not respond */
  createCheckout(order: Order): Promise<{ invoice: InvoiceRef; url: string }>;
  /** The current invoice; null if there is none. `id`: any id of the provider. */
  readInvoice(id: string): Promise<Invoice | null>;
  /** Invoices paid since a time (ISO 8601), as they are now; a problem in place of one that cannot be read. */
  completedSince(time: string): AsyncIterable<Invoice | StoreProblem>;
  /** Invoices that were refunded or disputed since a time; all such if the provider has no times. */
  refundedSince(time: string): AsyncIterable<Invoice | StoreProblem>;
  /** Verifies the bytes as they came. @throws Refused for any other sender */
  verifyNotification(raw: Buffer, headers: IncomingHttpHeaders): StoreNotification;
  /** Makes a coupon for all products, or finds the equal one. False: there is one of this code with another discount. */
  couponFor(coupon: { code: string; discountBps: number }): Promise<boolean>;
  /** Deletes the coupon of this code, if there is one. */
  deleteCoupon(code: string): Promise<void>;
}

/** The configured providers. A seller who migrates has both for a while. */
export class StoreProviders {
  constructor(
    readonly all: readonly StoreProvider[],
    /** Opens new checkouts. */
    readonly chosen: StoreProvider,
  ) {}

  /** @throws Refused if this one is not configured */
  of(name: ProviderName): StoreProvider {
    const found = this.all.find((provider) => provider.name === name);
    if (!found) throw new Refused(refusals.providerMissing, 'conflict');
    return found;
  }
}
