import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expect as expectPage } from '@playwright/test';
import type { Page } from 'playwright-core';
import { signedInAs } from '../support/sessions.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

const screens = { affiliate: ['/affiliate/dashboard', '/account'], admin: ['/admin', '/account'] } as const;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

/** A tab of the same browser, on a screen that shows the logged-in account. */
async function opened(page: Page, path: string, username: string): Promise<Page> {
  await page.goto(site.url + path);
  await page.getByText(username).first().waitFor();
  return page;
}

async function expectLogin(page: Page, username: string): Promise<void> {
  await page.waitForURL('**/affiliate/login', { timeout: 20_000 });
  await expectPage.poll(() => page.getByText(username).count()).toBe(0);
}

describe('a session that ends', () => {
  it('takes every other tab to the login immediately after a logout', async () => {
    const { username, token } = await site.app.affiliate();
    const first = await site.visit('/', { before: signedInAs(token) });
    const tabs = [await opened(first, '/affiliate/dashboard', username)];
    tabs.push(await opened(await first.context().newPage(), '/account', username));
    const last = await opened(await first.context().newPage(), '/affiliate/dashboard', username);
    await button(last, 'Logout').click();
    for (const tab of [last, ...tabs]) await expectLogin(tab, username);
  });

  it.each(screens.affiliate)('at the server, as by a suspension, takes %s to the login without a click', async (path) => {
    const { id, username, token } = await site.app.affiliate();
    const page = await opened(await site.visit('/', { before: signedInAs(token) }), path, username);
    const admin = await site.app.admin();
    expect((await admin.put(`/api/admin/affiliates/${id}`, { status: 'banned' })).status).toBe(200);
    if (path === '/account') await page.reload();
    await expectLogin(page, username);
  });

  it('goes to the login even if only the live stream reports it', async () => {
    const { username, token } = await site.app.affiliate();
    let isOver = false;
    const refusing = async (page: Page) => {
      await signedInAs(token)(page);
      await page.route('**/api/live', (route) => (isOver ? route.fulfill({ status: 401, json: { error: 'x' } }) : route.abort()));
    };
    const page = await opened(await site.visit('/', { before: refusing }), '/affiliate/dashboard', username);
    await page.getByText('Reconnecting…').first().waitFor();
    isOver = true;
    await expectLogin(page, username);
  });

  it('shows nothing of the previous account after another one logs in in another tab', async () => {
    const [one, two] = [await site.app.affiliate(), await site.app.affiliate()];
    const page = await opened(await site.visit('/', { before: signedInAs(one.token) }), '/affiliate/dashboard', one.username);
    const other = await page.context().newPage();
    await other.goto(`${site.url}/pricing`);
    await other.evaluate((token) => localStorage.setItem('affiliateToken', token), two.token);
    await page.getByText(two.username).first().waitFor();
    await expectPage.poll(() => page.getByText(one.username).count()).toBe(0);
  });
});
