import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectPage } from '../support/patience.ts';
import { atProof } from '../support/counts.ts';
import { sold } from '../support/sales.ts';
import { signedInAs } from '../support/sessions.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

/** More than the six connections that a browser opens to a host. */
const TABS = atProof(12, 8, 'tabs of one account');

it('many tabs of one account load over plain HTTP and stay up to date by one stream, also after the one that holds it is closed', async () => {
  const { id, username, token } = await site.app.affiliate();
  const first = await site.visit('/affiliate/dashboard/sales', { before: signedInAs(token) });
  const open = new Set<Page>();
  const watch = (page: Page) => {
    page.on('request', (request) => request.url().endsWith('/api/live') && open.add(page));
    page.on('requestfailed', (request) => request.url().endsWith('/api/live') && open.delete(page));
    page.on('requestfinished', (request) => request.url().endsWith('/api/live') && open.delete(page));
  };
  await first.getByText(username).first().waitFor();
  const tabs: Page[] = [first];
  while (tabs.length < TABS) {
    const page = await first.context().newPage();
    watch(page);
    await page.goto(`${site.url}/affiliate/dashboard/sales`);
    await page.getByText(username).first().waitFor();
    tabs.push(page);
  }
  await first.waitForTimeout(1_000);
  expect(open.size).toBe(0);
  const shows = (sales: number) =>
    Promise.all(tabs.map((page) => expectPage.poll(() => page.locator('tbody tr').count(), { timeout: 20_000 }).toBe(sales)));
  await sold(site.app.system.log, id, 10_00);
  await shows(1);
  await tabs.shift()!.close();
  await expectPage.poll(() => open.size).toBe(1);
  await sold(site.app.system.log, id, 12_00);
  await shows(2);
}, 120_000);
