import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { openBrowser } from './browser.ts';
import { rememberMessages } from './patience.ts';
import { ChildProcess } from './child-process.ts';

/** What `npm start` runs, in its own folder, and browsers in front of it. */
export class Journey {
  /** Complaints in the browsers' consoles. */
  readonly errors: string[] = [];
  readonly url: string;
  /** The admin account that the first start prints. */
  readonly admin: { username: string; password: string };

  private constructor(
    private readonly browser: Browser,
    private readonly folder: string,
    private readonly env: Record<string, string>,
    private running: ChildProcess,
  ) {
    this.url = `http://localhost:${env['PORT']}`;
    const [, username, password] = /The admin account \(shown once\): (\S+) \/ (\S+)/.exec(running.output)!;
    this.admin = { username: username!, password: password! };
  }

  static async begin(settings: Record<string, string> = {}): Promise<Journey> {
    const folder = await mkdtemp(join(tmpdir(), 'framelift-journey-'));
    const [port, store] = [await freePort(), await freePort()];
    const env = { PORT: String(port), SANDBOX_STORE_PORT: String(store), DATA_DIR: folder, STORE_RECONCILE_SECONDS: '2', ...settings };
    const running = await ChildProcess.start('start.js', env, 'is ready');
    return new Journey(await openBrowser(), folder, env, running);
  }

  /** The same data, with other settings. */
  async restart(settings: Record<string, string>): Promise<void> {
    await this.running.end();
    this.running = await ChildProcess.start('start.js', { ...this.env, ...settings }, 'is ready');
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.running.end();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** A person with a separate browser. */
  async somebody(): Promise<Page> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = rememberMessages(await context.newPage());
    page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()));
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('dialog', (dialog) => void dialog.accept());
    page.setDefaultTimeout(30_000);
    return page;
  }

  async joins(username: string): Promise<Page> {
    const page = await this.somebody();
    await page.goto(`${this.url}/affiliate/register`);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Email').fill(`${username}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill('a long password');
    await page.getByLabel('Confirm Password').fill('a long password');
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/affiliate/dashboard');
    return page;
  }

  async signsIn({ username, password }: { username: string; password: string }, page?: Page): Promise<Page> {
    const at = page ?? (await this.somebody());
    await at.goto(`${this.url}/affiliate/login`);
    await at.getByLabel(/Username/).fill(username);
    await at.getByLabel('Password', { exact: true }).fill(password);
    await at.locator('button[type=submit]').click();
    await at.waitForURL('**/dashboard');
    return at;
  }

  /** `before`: prepares the buyer's browser. */
  async buys(link: string, email: string, before?: (page: Page) => Promise<unknown>): Promise<void> {
    const page = await this.somebody();
    await before?.(page);
    await page.goto(link);
    await page.getByRole('button', { name: 'Buy Now' }).first().click();
    const store = page.frameLocator('iframe[title="Checkout"]');
    await store.getByLabel('E-mail address').fill(email);
    await store.getByRole('button', { name: /^Pay/ }).click();
    await store
      .getByText(/Thank you|paid|complete/i)
      .first()
      .waitFor();
    await page.context().close();
  }
}
