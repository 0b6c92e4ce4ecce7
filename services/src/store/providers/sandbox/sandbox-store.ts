import type { Pool } from '../../../platform/pg.ts';
import type { Clock } from '../../../platform/tokens.ts';
import { portOf, sandboxServer } from '../../../http/sandbox-server.ts';
import { couponRoutes } from './coupon-routes.ts';
import { prepareSandbox } from './prepare-sandbox.ts';
import { SandboxCoupons } from './sandbox-coupons.ts';
import { SandboxInvoices } from './sandbox-invoices.ts';
import { SandboxNotifier } from './sandbox-notifier.ts';
import { apiRoutes, pageRoutes, problem } from './sandbox-routes.ts';

export interface SandboxStoreSettings {
  /** 0 or none: a free one. */
  port?: number;
  pool: Pool;
  now?: Clock;
  /** The site buyers come from and go back to. */
  siteUrl: string;
  /** Where notifications go: `<api>/api/store/notifications`. */
  webhookUrl: string;
  apiKey: string;
  webhookSecret: string;
  /** Between attempts to notify, ms; the provider's 5 s by default. */
  retryAfter?: number;
}

export interface SandboxStore {
  url: string;
  close(): Promise<void>;
}

/** A store with the provider’s API, notifications and a payment page (docs/product.md#sandboxes). Production refuses to start with it. */
export async function startSandboxStore(settings: SandboxStoreSettings): Promise<SandboxStore> {
  const { port = 0, pool, now, siteUrl, webhookUrl, apiKey, webhookSecret, retryAfter = 5_000 } = settings;
  await prepareSandbox(pool);
  const invoices = new SandboxInvoices(pool, now);
  const coupons = new SandboxCoupons(pool);
  const notifier = new SandboxNotifier(webhookUrl, webhookSecret, retryAfter);
  const server = sandboxServer((status) => problem(status === 400 ? 'Bad request.' : 'Server error.'));
  // Buyers reach it under the name they reach the site under.
  const { hostname } = new URL(siteUrl);
  const shop = { invoices, coupons, notifier, siteUrl, apiKey, url: () => `http://${hostname}:${portOf(server)}` };
  apiRoutes(server, shop);
  couponRoutes(server, coupons);
  pageRoutes(server, shop);
  await server.listen({ port, host: '0.0.0.0' });
  return { url: shop.url(), close: async () => void (await Promise.all([server.close(), notifier.stop()])) };
}
