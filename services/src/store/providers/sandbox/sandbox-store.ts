import { createHmac, randomBytes } from 'node:crypto';
import { type Brand, soldAtFirst, firstSite, named, sellauth } from '@framelift/contracts';
import StripeApi from 'stripe';
import { sandboxPaypalKeys } from '../../../platform/paypal-settings.ts';
import type { Pool } from '../../../platform/pg.ts';
import type { Clock } from '../../../platform/tokens.ts';
import { portOf, sandboxServer } from '../../../http/sandbox-server.ts';
import type { Products } from '../../provider.ts';
import { couponRoutes } from './coupon-routes.ts';
import { escaped } from './payment-page.ts';
import { PaypalBatches } from './paypal-batches.ts';
import { paypalRoutes } from './paypal-routes.ts';
import { prepareSandbox } from './prepare-sandbox.ts';
import { SandboxCoupons } from './sandbox-coupons.ts';
import { SandboxInvoices } from './sandbox-invoices.ts';
import { socialsRoute } from './socials-page.ts';
import { SandboxNotifier } from './sandbox-notifier.ts';
import { apiRoutes, pageRoutes, problem } from './sandbox-routes.ts';
import { eventObject } from './stripe-objects.ts';
import { stripePageRoutes } from './stripe-page-routes.ts';
import { StripePromotions } from './stripe-promotions.ts';
import { stripeRoutes } from './stripe-routes.ts';
import { StripeSessions } from './stripe-sessions.ts';

export interface SandboxStoreSettings {
  /** 0 or none: a free one. */
  port?: number;
  /** The address it listens at. */
  host?: string;
  pool: Pool;
  now?: Clock;
  /** The site buyers come from and return to. */
  siteUrl: string;
  /** Where notifications go: `<api>/api/store/notifications`; Stripe's go to `…/stripe`. */
  webhookUrl: string;
  apiKey: string;
  /** What the shop sells; the first products by default. */
  products?: Products;
  /** The brand of the shop; the first brand by default. */
  brand?: () => Brand;
  webhookSecret: string;
  stripe: { secretKey: string; webhookSecret: string };
  /** The sandbox's own by default. */
  paypal?: typeof sandboxPaypalKeys;
  /** Between attempts to notify, ms; SellAuth's 5 s by default. */
  retryAfter?: number;
}

export interface SandboxStore {
  url: string;
  close(): Promise<void>;
}

/** A store with the APIs of the providers, their notifications and payment pages (docs/product.md#sandboxes). Production refuses to start with it. */
export async function startSandboxStore(settings: SandboxStoreSettings): Promise<SandboxStore> {
  const {
    port = 0,
    host = '127.0.0.1',
    pool,
    now,
    siteUrl,
    webhookUrl,
    apiKey,
    webhookSecret,
    stripe,
    paypal = sandboxPaypalKeys,
    retryAfter = 5_000,
  } = settings;
  const { products = async () => soldAtFirst, brand = () => firstSite.brand } = settings;
  await prepareSandbox(pool);
  const invoices = new SandboxInvoices(pool, now);
  const coupons = new SandboxCoupons(pool);
  const sessions = new StripeSessions(pool, now);
  const promotions = new StripePromotions(pool, now);
  const notifier = new SandboxNotifier(retryAfter);
  const server = sandboxServer((status) => problem(status === 400 ? 'Bad request.' : 'Server error.'));
  // Buyers reach it under the site's host name.
  const { hostname } = new URL(siteUrl);
  const url = () => `http://${hostname}:${portOf(server)}`;
  const notify = (event: string, invoiceId: number) => {
    const body = JSON.stringify({ event, data: { invoice_id: invoiceId }, shop_id: sellauth.shopId });
    const headers = {
      'idempotency-key': randomBytes(32).toString('hex'),
      'x-timestamp': String(Math.floor(Date.now() / 1000)),
      'x-signature': createHmac('sha256', webhookSecret).update(body).digest('hex'),
    };
    notifier.send(webhookUrl, body, () => headers);
  };
  const happened = async (type: string, object: object) => {
    const payload = JSON.stringify(eventObject(await sessions.happened(type, object), StripeApi.API_VERSION));
    notifier.send(`${webhookUrl}/stripe`, payload, () => ({
      'stripe-signature': StripeApi.webhooks.generateTestHeaderString({ payload, secret: stripe.webhookSecret }),
    }));
  };
  const stripeShop = { sessions, promotions, secretKey: stripe.secretKey, url, happened };
  const shop = { invoices, coupons, notify, siteUrl, apiKey, products, url };
  server.addHook('onSend', async (_request, reply, payload) =>
    typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
      ? named(payload, escaped(brand().name))
      : payload,
  );
  apiRoutes(server, shop);
  couponRoutes(server, coupons);
  stripeRoutes(server, stripeShop);
  paypalRoutes(server, {
    batches: new PaypalBatches(pool, now),
    keys: paypal,
    url,
    notifier,
    webhookUrl: new URL('/api/paypal/notifications', webhookUrl).href,
  });
  pageRoutes(server, shop);
  stripePageRoutes(server, stripeShop);
  socialsRoute(server, brand);
  await server.listen({ port, host });
  return { url: shop.url(), close: async () => void (await Promise.all([server.close(), notifier.stop()])) };
}
