import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { openBrowser } from '../support/browser.ts';
import { ChildProcess } from '../support/child-process.ts';

let browser: Browser;
let running: ChildProcess;
let folder: string;
let url: string;
const contexts: BrowserContext[] = [];
const errors: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-journey-'));
  const [port, store] = [await freePort(), await freePort()];
  url = `http://localhost:${port}`;
  const env = { PORT: String(port), SANDBOX_STORE_PORT: String(store), DATA_DIR: folder, STORE_RECONCILE_SECONDS: '2' };
  running = await ChildProcess.start('start.js', env, 'is ready');
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await running?.end();
  await rm(folder, { recursive: true, force: true });
});

/** Somebody with a browser of their own; what their console complains of is kept. */
async function somebody(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: false });
  contexts.push(context);
  const page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('dialog', (dialog) => void dialog.accept());
  page.setDefaultTimeout(20_000);
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const dialogButton = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name });

async function buys(link: string, email: string): Promise<void> {
  const page = await somebody();
  await page.goto(link);
  await button(page, 'Buy Now').click();
  const store = page.frameLocator('iframe[title="Checkout"]');
  await store.getByLabel('E-mail address').fill(email);
  await store.getByRole('button', { name: /^Pay/ }).click();
  await store
    .getByText(/Thank you|paid|complete/i)
    .first()
    .waitFor();
  await page.context().close();
}

it('goes from a visit to a commission to a payment, each step in the log', async () => {
  // Somebody joins and finds their link.
  const affiliate = await somebody();
  await affiliate.goto(`${url}/affiliate/register`);
  await affiliate.getByLabel('Username').fill('journey');
  await affiliate.getByLabel('Email').fill('journey@example.org');
  await affiliate.getByLabel('Password', { exact: true }).fill('a long password');
  await affiliate.getByLabel('Confirm Password').fill('a long password');
  await affiliate.locator('button[type=submit]').click();
  await affiliate.waitForURL('**/affiliate/dashboard');
  await affiliate.getByText('No recent sales.').waitFor();
  const link = `${url}/premium/?ref=journey`;
  expect(await affiliate.locator(`input[value="${link}"]`).count()).toBeGreaterThan(0);

  // An admin signs in and gives them the whole price, so that few sales reach the minimum.
  const [, username, password] = /The admin account \(shown once\): (\S+) \/ (\S+)/.exec(running.output)!;
  const admin = await somebody();
  await admin.goto(`${url}/affiliate/login`);
  await admin.getByLabel(/Username/).fill(username!);
  await admin.getByLabel('Password', { exact: true }).fill(password!);
  await admin.locator('button[type=submit]').click();
  await admin.waitForURL('**/admin/dashboard');
  await admin.getByRole('tab', { name: 'Affiliates' }).click();
  await admin.getByText('journey@example.org').waitFor();
  await button(admin, /Edit/).click();
  await admin.getByRole('dialog').getByLabel(/rate/i).fill('100');
  await dialogButton(admin, /Save|Update/).click();
  await admin.getByRole('dialog').waitFor({ state: 'detached' });

  // Two visitors come by the link and buy.
  for (const n of [1, 2]) await buys(link, `buyer${n}@example.com`);

  // The commission is on the dashboard, the buyers' addresses masked.
  await affiliate.bringToFront();
  for (let i = 0; (await affiliate.getByText('59.98').count()) === 0; i++) {
    expect(i).toBeLessThan(20);
    await affiliate.waitForTimeout(500);
    await affiliate.reload();
    await affiliate.getByText('Current Balance').waitFor();
  }
  expect(await affiliate.getByText('buyer1@example.com').count()).toBe(0);

  // They say where to be paid and ask for it.
  await affiliate.getByRole('tab', { name: 'Settings' }).click();
  await button(affiliate, /Add/).click();
  await affiliate.getByLabel('PayPal Email').fill('payme@example.org');
  await affiliate.getByRole('dialog').locator('button[type=submit]').click();
  await affiliate.getByText('Payment method added successfully!').waitFor();
  await affiliate.getByRole('tab', { name: 'Cashouts' }).click();
  await button(affiliate, 'Request Cashout').click();
  await affiliate.getByLabel('Amount (€)').fill('50');
  await dialogButton(affiliate, 'Submit Request').click();
  await affiliate.getByText('Cashout request submitted successfully!').waitFor();

  // The admin pays it, with a proof.
  await admin.bringToFront();
  await admin.reload();
  await admin.getByRole('tab', { name: 'Cashouts' }).click();
  await button(admin, 'Process').click();
  const proof = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a8' } })
    .png()
    .toBuffer();
  await admin.getByLabel('Proof Image (optional)').setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: proof });
  await admin.getByRole('dialog').locator('button[type=submit]').click();
  await admin.getByText('Cashout processed successfully!').waitFor();
  await admin.getByRole('tab', { name: 'Actions' }).click();
  await admin
    .getByText(/process.?cashout/i)
    .first()
    .waitFor();

  // The affiliate is told, and sees the proof.
  await affiliate.bringToFront();
  await affiliate.reload();
  await button(affiliate, /Notifications, \d+ unread/).click();
  await affiliate
    .getByRole('dialog')
    .getByText(/cashout/i)
    .first()
    .waitFor();
  await affiliate.keyboard.press('Escape');
  await affiliate.getByRole('tab', { name: 'Cashouts' }).click();
  await button(affiliate, 'Proof Picture').click();
  const image = affiliate.getByRole('dialog').locator('img');
  await image.waitFor();
  expect(await image.evaluate((img: { naturalWidth: number }) => img.naturalWidth)).toBe(60);
  expect(errors).toEqual([]);
}, 180_000);
