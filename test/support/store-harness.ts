import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  checkoutStream,
  type EventName,
  firstSite,
  invoiceKey,
  type InvoiceRef,
  type Product,
  type SellingProvider,
} from '../../contracts/src/index.ts';
import type { AnyEvent } from '../../services/src/engine/log/event.ts';
import { createApi } from '../../services/src/main/api.ts';
import { readConfig } from '../../services/src/platform/config.ts';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import {
  type SandboxStore,
  type SandboxStoreSettings,
  startSandboxStore,
} from '../../services/src/store/providers/sandbox/sandbox-store.ts';
import { Registration } from '../../services/src/programme/sign-in/registration.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { type Button, oneLicence, press, proofFor } from './orders.ts';
import { endJob } from './sending.ts';
import { builtDatabase, makeCheap, reached, type System, systemOf } from './system.ts';
import { until } from './until.ts';
import { watchedLogger } from './watched-log.ts';

export interface Answer {
  status: number;
  body: Record<string, any>;
}

const PASSWORD = 'correct horse battery';

/** The API over its own database, with the sandbox store as the provider; restartable, with a movable clock. */
export class StoreHarness {
  db!: TestDatabase;
  system!: System;
  app!: NestFastifyApplication;
  sandbox!: SandboxStore;
  /** What the sandbox's shop sells, as its seller set it up there. */
  sold: readonly Product[] = firstSite.products.products;
  /** How far business time is ahead, ms; the log's time stays the database's. */
  set ahead(ms: number) {
    this.system.config.clockAheadMs = ms;
  }
  readonly webhookSecret = randomBytes(16).toString('hex');
  readonly stripe = { secretKey: 'sk_test_harness', webhookSecret: `whsec_${randomBytes(16).toString('hex')}` };
  private sandboxSettings!: SandboxStoreSettings;

  /** `provider`: opens new checkouts from the next start on. */
  constructor(public provider: SellingProvider = 'sellauth') {}
  private port = 0;
  private readonly watched = watchedLogger();
  private readonly env: Record<string, string> = Object.fromEntries(
    ['JWT_SECRET', 'MASTER_KEY', 'CLAIM_KEY', 'ALTCHA_SECRET', 'HEAD_SIGNING_KEY'].map((name) => [name, randomBytes(32).toString('hex')]),
  );

  static async open({ notify = true, provider }: { notify?: boolean; provider?: SellingProvider } = {}): Promise<StoreHarness> {
    const harness = new StoreHarness(provider);
    harness.db = await freshDatabase({ template: await builtDatabase() });
    // Both append: the system, and specs directly.
    harness.env['MASTER_KEY'] = harness.db.masterKey.toString('hex');
    harness.port = await freePort();
    const webhookUrl = notify ? `${harness.url}/api/store/notifications` : 'http://127.0.0.1:9/nowhere';
    harness.sandboxSettings = {
      port: await freePort(),
      pool: harness.db.pool,
      siteUrl: harness.url,
      webhookUrl,
      apiKey: 'sandbox-key',
      products: async () => harness.sold,
      webhookSecret: harness.webhookSecret,
      stripe: harness.stripe,
      retryAfter: 50,
    };
    await harness.openSandbox();
    await harness.start();
    return harness;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const config = readConfig({
      ...this.env,
      PORT: String(this.port),
      PUBLIC_URL: this.url,
      DATA_DIR: join(tmpdir(), `framelift-harness-${this.port}`),
      STORE_PROVIDER: this.provider,
      STRIPE_API_URL: this.sandbox.url,
      STRIPE_SECRET_KEY: this.stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: this.stripe.webhookSecret,
      STORE_API_URL: this.sandbox.url,
      STORE_API_KEY: 'sandbox-key',
      STORE_WEBHOOK_SECRET: this.webhookSecret,
      RATE_LIMIT: '1000000',
      TRUST_PROXY: '1',
    });
    const opening = { config, env: this.env, logger: this.watched.logger, reach: async () => reached(this.db) };
    this.app = await createApi(opening);
    makeCheap(this.app);
    this.system = systemOf(this.app, opening);
    // Its first poll would read an invoice that a spec is still changing, or leave the spec's poll nothing to do.
    await endJob(this.app, 'Reconciler.run');
    await this.app.listen(this.port, '127.0.0.1');
  }

  /** The providers answer again, at the same address. */
  async openSandbox(): Promise<void> {
    this.sandbox = await startSandboxStore(this.sandboxSettings);
  }

  async stop(): Promise<void> {
    await this.app.close();
  }

  async close(): Promise<void> {
    await this.sandbox.close();
    await this.stop();
    await this.db.close();
    this.watched.check();
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const raw = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const json = raw === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${this.url}${path}`, { method, headers: { ...json, ...headers }, body: raw });
    return { status: response.status, body: (await response.json()) as Record<string, any> };
  }

  /** Registers and answers the affiliate's id. */
  async affiliate(username: string, email = `${username}@example.org`): Promise<string> {
    const { status, body } = await this.call('POST', '/api/affiliate/register', { username, email, password: PASSWORD });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body['affiliate'].id;
  }

  /** Headers of an admin. */
  async admin(username = 'boss'): Promise<Record<string, string>> {
    const commandId = randomUUID();
    const occurredAt = new Date().toISOString();
    const meta = { commandId, correlationId: commandId, repeatable: false, occurredAt, actor: { kind: 'system', id: 'test' } } as const;
    await this.app.get(Registration).admin(meta, { username, email: `${username}@example.org`, password: PASSWORD });
    const { body } = await this.call('POST', '/api/affiliate/login', { username, password: PASSWORD });
    return { authorization: `Bearer ${body['token']}` };
  }

  /** A solved challenge, as the widget sends it. */
  proof(): Promise<string> {
    return proofFor(this.url);
  }

  async checkout(more: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('POST', '/api/store/checkout', { ...oneLicence, altcha: await this.proof(), ...more }, headers);
  }

  /** A successful checkout, and its invoice. */
  async opened(more: object = {}, headers: Record<string, string> = {}): Promise<{ page: string; invoice: string }> {
    const { body } = await this.checkout(more, headers);
    return this.invoiceOf(body['url']);
  }

  /** Pays an invoice on a page of the sandbox. */
  async invoiceOf(page: string): Promise<{ page: string; invoice: string }> {
    if (page.includes('/c/pay/')) return { page, invoice: page.split('/').at(-1)! };
    const { rows } = await this.db.pool.query('select id from sandbox_store.invoices where unique_id = $1', [page.split('/').at(-1)]);
    return { page, invoice: String(rows[0].id) };
  }

  press(page: string, button: Button, email = 'bob@example.com'): Promise<Response> {
    return press(page, button, email);
  }

  /** The seller refunds a part. SellAuth's page has no button for that. */
  async refundPart(page: string, invoice: string): Promise<void> {
    if (this.provider === 'stripe') await press(page, 'refund-part', '');
    else await this.db.pool.query('update sandbox_store.invoices set refunded_cents = refunded_cents + 500 where id = $1', [invoice]);
  }

  /** All events of these types, oldest first. */
  async events(...types: EventName[]): Promise<AnyEvent[]> {
    return (await this.db.log.read(0, 100_000)).filter((e) => types.includes(e.type));
  }

  ref(invoiceId: string): InvoiceRef {
    return { provider: this.provider, invoiceId };
  }

  key(invoiceId: string): string {
    return invoiceKey(this.ref(invoiceId));
  }

  async outcome(invoice: string): Promise<AnyEvent[]> {
    return (await this.db.log.readStream(checkoutStream(this.ref(invoice)))).filter((e) => e.type !== 'CheckoutStarted');
  }

  /** The types of an invoice's outcomes, once there is one. */
  async settled(invoice: string): Promise<string[]> {
    let events: AnyEvent[] = [];
    await until(async () => (events = await this.outcome(invoice)).length > 0);
    return events.map((e) => e.type);
  }
}
