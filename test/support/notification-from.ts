// Each provider's notifications about changes of an invoice, signed as it signs. Stripe's by its official library.
import { createHmac, randomBytes } from 'node:crypto';
import StripeApi from 'stripe';
import { type SellingProvider, sellauth } from '../../contracts/src/index.ts';
import type { StoreHarness } from './store-harness.ts';

export interface Notification {
  path: string;
  body: string;
  headers: Record<string, string>;
}
interface Details {
  secret?: string;
  /** The same for a repeat. */
  key?: string;
  /** When it was signed, seconds since 1970. */
  at?: number;
}

const random = () => randomBytes(32).toString('hex');

/** A notification about an invoice. */
export const notificationFrom: Record<SellingProvider, (harness: StoreHarness, invoice: string, more?: Details) => Notification> = {
  sellauth: (harness, invoice, { secret = harness.webhookSecret, key = random() } = {}) => {
    const data = { invoice_id: /^\d+$/.test(invoice) ? Number(invoice) : invoice };
    const body = JSON.stringify({ event: 'NOTIFICATION.SHOP_INVOICE_PROCESSED', data, shop_id: sellauth.shopId });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    return { path: '/api/store/notifications', body, headers: { 'idempotency-key': key, 'x-signature': signature } };
  },
  stripe: (harness, invoice, { secret = harness.stripe.webhookSecret, key = random(), at } = {}) => {
    const object = invoice.startsWith('pi_')
      ? { object: 'charge', id: 'ch_1', payment_intent: invoice }
      : { object: 'checkout.session', id: invoice };
    const type = object.object === 'charge' ? 'charge.refunded' : 'checkout.session.completed';
    const body = JSON.stringify({ id: `evt_${key}`, object: 'event', type, livemode: false, data: { object } });
    const signature = StripeApi.webhooks.generateTestHeaderString({ payload: body, secret, ...(at ? { timestamp: at } : {}) });
    return { path: '/api/store/notifications/stripe', body, headers: { 'stripe-signature': signature } };
  },
};
