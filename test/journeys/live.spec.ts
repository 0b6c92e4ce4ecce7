import { afterAll, beforeAll, it } from '@jest/globals';
import { expect as expectPage } from '@playwright/test';
import type { Browser, Page } from 'playwright-core';
import { WEB } from '../../services/src/main/api.ts';
import { type App, startApp } from '../support/system.ts';
import { openBrowser } from '../support/browser.ts';
import { sold } from '../support/sales.ts';

let app: App;
let browser: Browser;
beforeAll(async () => {
  app = await startApp({}, undefined, WEB);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

async function signedIn(username: string, password: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.clock.install();
  page.setDefaultTimeout(15_000);
  await page.goto(`${app.url}/affiliate/login`);
  await page.getByLabel(/Username/).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('button[type=submit]').click();
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  return page;
}

it('two people see each other’s changes immediately, without reloading, even after a lost connection', async () => {
  const { username, password, id } = await app.affiliate();
  const affiliate = await signedIn(username, password);
  const admin = await signedIn('admin', 'the admin password');

  await sold(app.system.log, id, 60_00);
  await affiliate.getByText('€300.00').first().waitFor();

  await affiliate.getByRole('tab', { name: 'Settings' }).click();
  await affiliate.getByRole('button', { name: /Add/ }).first().click();
  await affiliate.getByLabel('PayPal Email').fill('pay@example.org');
  await affiliate.getByRole('dialog').locator('button[type=submit]').click();
  await affiliate.getByRole('tab', { name: 'Cashouts' }).click();
  await affiliate.getByRole('button', { name: 'Request Cashout' }).click();
  await affiliate.getByLabel('Amount (€)').fill('50');
  await affiliate.getByRole('dialog').getByRole('button', { name: 'Submit Request' }).click();

  await admin.getByRole('tab', { name: 'Cashouts' }).click();
  await admin.getByRole('button', { name: 'Process' }).first().click();
  await admin.getByRole('dialog').locator('button[type=submit]').click();
  await affiliate.getByText('Completed', { exact: true }).first().waitFor();

  await affiliate.getByRole('tab', { name: 'Overview' }).click();
  app.api.getHttpServer().closeAllConnections();
  await affiliate.getByRole('status').filter({ hasText: 'Reconnecting…' }).waitFor();
  await sold(app.system.log, id, 70_00);
  await affiliate.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  await affiliate.getByText('€350.00').first().waitFor();
  await expectPage.poll(() => affiliate.getByText('€350.00').count()).toBeGreaterThan(0);
}, 90_000);
