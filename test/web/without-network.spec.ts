import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { expectPage } from '../support/patience.ts';
import { signedInAs } from '../support/sessions.ts';
import { openSite, settled, type Site, withCache } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

const place = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const says = (page: Page, text: string) => page.getByText(text).first().waitFor();

/** What the page loads from now on that is a page. */
function documentsOf(page: Page): string[] {
  const loaded: string[] = [];
  page.on('request', (request) => request.resourceType() === 'document' && loaded.push(request.url()));
  return loaded;
}

async function openDashboard() {
  const { username, token } = await site.app.affiliate();
  const page = await site.visit('/affiliate/dashboard', { before: async (p) => [await withCache(p), await signedInAs(token)(p)] });
  await page.getByText(username).first().waitFor();
  await settled(page);
  return { page, loaded: documentsOf(page) };
}

/** What answers in place of our server. */
const others: Record<string, (route: Route) => Promise<void>> = {
  'a gateway answers 502': (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  'a gateway answers 503': (route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Unavailable</h1>' }),
  'a captive portal answers its page': (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in to the Wi-Fi</h1>' }),
};

describe('without network', () => {
  it('a place keeps the frame and opens by itself when the network is back', async () => {
    const { page, loaded } = await openDashboard();
    await page.context().setOffline(true);
    await place(page, 'Ledger').click();
    await says(page, 'You are offline');
    await place(page, 'Sales').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('tab', { name: 'Statements' }).waitFor();
    await expectPage.poll(() => page.getByText('You are offline').count()).toBe(0);
    expect(loaded).toEqual([]);
  });

  it('a dialog opens by itself when the network is back', async () => {
    const { page, loaded } = await openDashboard();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Share link' }).first().click();
    await says(page, 'You are offline');
    await page.context().setOffline(false);
    await page.getByRole('dialog').waitFor();
    expect(loaded).toEqual([]);
  });

  it('a public page stays, and the next one opens when the network is back', async () => {
    const page = await site.visit('/', { before: withCache });
    await page.context().setOffline(true);
    await page.locator('footer a[href="/affiliate"]').click();
    await says(page, 'You are offline');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.context().setOffline(false);
    await page.waitForURL('**/affiliate');
    await page.getByLabel('Sales a month').waitFor();
  });

  it('the framework of a public page is asked for again', async () => {
    const page = await site.visit('/tos', { before: withCache });
    await page.addInitScript('window.requestIdleCallback = () => 0');
    await page.goto(`${site.url}/pricing`, { waitUntil: 'load' });
    await page.context().setOffline(true);
    const loaded = documentsOf(page);
    const failed = page.waitForEvent('requestfailed');
    await page.mouse.move(200, 300);
    await page.mouse.move(220, 310);
    await failed;
    await page.context().setOffline(false);
    await expectPage(page.locator('html')).toHaveAttribute('data-alive', '');
    expect(loaded).toEqual([]);
  });

  it('a command says so and can be pressed again', async () => {
    const { page } = await openDashboard();
    await place(page, 'Settings').click();
    const save = page.locator('form').filter({ hasText: 'Name or company' }).getByRole('button', { name: /^Sav/ });
    await page.getByLabel('Name or company').fill('Ann Ltd');
    await page.context().setOffline(true);
    await save.click();
    await says(page, 'You are offline. Please try again');
    await page.context().setOffline(false);
    await save.click();
    await says(page, 'Saved. Shown on your statements from now on.');
  });

  it('what could not be read is read when the network is back', async () => {
    const { page } = await openDashboard();
    await page.route('**/api/affiliate/ledger**', (route) => route.abort('internetdisconnected'));
    await place(page, 'Ledger').click();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    await page.unroute('**/api/affiliate/ledger**');
    await page.getByText('No entries found.').waitFor();
  });
});

describe('while somebody else answers', () => {
  it.each(Object.keys(others))('%s: the place waits and opens by itself', async (title) => {
    const { page, loaded } = await openDashboard();
    await page.route('**/assets/**', others[title]!);
    await place(page, 'Sales').click();
    await says(page, 'You are offline');
    await place(page, 'Ledger').waitFor();
    await page.unroute('**/assets/**');
    await page.getByRole('searchbox').waitFor();
    expect(loaded).toEqual([]);
  });

  it('styles alone that did not arrive are there in the end', async () => {
    const { page } = await openDashboard();
    await page.route('**/assets/*.css', others['a gateway answers 502']!);
    await place(page, 'Ledger').click();
    await says(page, 'You are offline');
    await page.unroute('**/assets/*.css');
    await page.getByRole('tab', { name: 'Statements' }).waitFor();
    expect(await page.evaluate('[...document.adoptedStyleSheets].map(({ cssRules }) => cssRules.length > 0)')).toContain(true);
    expect(await page.evaluate('[...document.adoptedStyleSheets].map(({ cssRules }) => cssRules.length > 0)')).not.toContain(false);
  });
});
