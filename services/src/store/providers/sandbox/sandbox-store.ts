import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pool } from '../../../platform/pg.ts';
import { contentPolicy, missingPage } from './payment-page.ts';
import { SandboxInvoices } from './sandbox-invoices.ts';
import { SandboxNotifier } from './sandbox-notifier.ts';
import { type Answer, apiRoutes, pageRoutes, problem, type Route } from './sandbox-routes.ts';

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

const MAX_BODY_BYTES = 64 * 1024;

/** A store with the provider’s API, notifications and a payment page (docs/product.md#sandboxes). Production refuses to start with it. */
export async function startSandboxStore(settings: SandboxStoreSettings): Promise<SandboxStore> {
  const { port = 0, pool, siteUrl, webhookUrl, apiKey, webhookSecret, retryAfter = 5_000 } = settings;
  const invoices = new SandboxInvoices(pool);
  await invoices.prepare();
  const notifier = new SandboxNotifier(webhookUrl, webhookSecret, retryAfter);
  // Buyers reach it under the name they reach the site under.
  const { hostname } = new URL(siteUrl);
  const url = () => `http://${hostname}:${(server.address() as AddressInfo).port}`;
  const shop = { invoices, notifier, siteUrl, url };
  const routes = [...apiRoutes(shop), ...pageRoutes(shop)];
  const server = createServer((request, response) => void serve(routes, apiKey, request, response));
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(port, listening));
  return {
    url: url(),
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await Promise.all([closed, notifier.stop()]);
    },
  };
}

async function serve(routes: Route[], apiKey: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, json, html, location } = await answerTo(routes, apiKey, request).catch((error: unknown) =>
    error instanceof SyntaxError ? problem(400, 'Bad request.') : problem(500, 'Server error.'),
  );
  response.writeHead(status, {
    'cache-control': 'no-store',
    'content-type': html === undefined ? 'application/json' : 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    ...(html === undefined ? {} : { 'content-security-policy': contentPolicy }),
    ...(location === undefined ? {} : { location }),
  });
  response.end(html ?? JSON.stringify(json ?? {}));
}

async function answerTo(routes: Route[], apiKey: string, request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams: query } = new URL(request.url!, 'http://sandbox');
  if (pathname.startsWith('/v1/') && request.headers.authorization !== `Bearer ${apiKey}`) return problem(401, 'Unauthenticated.');
  for (const [method, path, answer] of routes) {
    const [match, name = ''] = path.exec(pathname) ?? [];
    if (match !== undefined && method === request.method) return answer({ name, query, body: await bodyOf(request) });
  }
  return pathname.startsWith('/v1/') ? problem(404, 'Not found.') : { status: 404, html: missingPage() };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('The body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
