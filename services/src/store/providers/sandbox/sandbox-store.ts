import type { Pool } from '../../../platform/pg.ts';
import { portOf, sandboxServer } from '../../../http/sandbox-server.ts';
import { SandboxInvoices } from './sandbox-invoices.ts';
import { SandboxNotifier } from './sandbox-notifier.ts';
import { apiRoutes, pageRoutes, problem } from './sandbox-routes.ts';

export interface SandboxStoreSettings {
  /** 0 or none: a free one. */
  port?: number;
  pool: Pool;
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
  const { port = 0, pool, siteUrl, webhookUrl, apiKey, webhookSecret, retryAfter = 5_000 } = settings;
  const invoices = new SandboxInvoices(pool);
  await invoices.prepare();
  const notifier = new SandboxNotifier(webhookUrl, webhookSecret, retryAfter);
  const server = sandboxServer((status) => problem(status === 400 ? 'Bad request.' : 'Server error.'));
  // Buyers reach it under the name they reach the site under.
  const { hostname } = new URL(siteUrl);
  const shop = { invoices, notifier, siteUrl, apiKey, url: () => `http://${hostname}:${portOf(server)}` };
  apiRoutes(server, shop);
  pageRoutes(server, shop);
  await server.listen({ port, host: '0.0.0.0' });
  return { url: shop.url(), close: async () => void (await Promise.all([server.close(), notifier.stop()])) };
}
