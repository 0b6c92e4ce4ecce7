import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectPage } from '../support/patience.ts';
import { signedInAs } from '../support/sessions.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

/** A tab of the same browser, on a screen that shows the logged-in account. */
async function opened(page: Page, path: string, username: string): Promise<Page> {
  await page.goto(site.url + path);
  await page.getByText(username).first().waitFor();
  return page;
}

async function expectLogin(page: Page, username: string): Promise<void> {
  await page.waitForURL('**/affiliate/login');
  await expectPage.poll(() => page.getByText(username).count()).toBe(0);
}

describe('a session that ends', () => {
  it('takes every other tab to the login immediately after a logout', async () => {
    const { username, token } = await site.app.affiliate();
    const first = await site.visit('/affiliate/dashboard', { before: signedInAs(token) });
    await first.getByText(username).first().waitFor();
    const other = await opened(await first.context().newPage(), '/account', username);
    await button(first, 'Logout').click();
    for (const tab of [first, other]) await expectLogin(tab, username);
  });

  it('at the server, as by a suspension, takes the dashboard to the login without a click', async () => {
    const { id, username, token } = await site.app.affiliate();
    const page = await site.visit('/affiliate/dashboard', { before: signedInAs(token) });
    await page.getByText(username).first().waitFor();
    const admin = await site.app.admin();
    expect((await admin.put(`/api/admin/affiliates/${id}`, { status: 'banned' })).status).toBe(200);
    await expectLogin(page, username);
  });

  it.each(['/affiliate/dashboard/settings', '/account'])('takes %s to the login within 3 s, with a form open', async (path) => {
    const { username, token } = await site.app.affiliate();
    let live: Promise<unknown> | undefined;
    const page = await site.visit(path, {
      before: async (one) => {
        await signedInAs(token)(one);
        live = one.waitForResponse('**/api/live');
      },
    });
    await page.getByText(username).first().waitFor();
    await live;
    await page.locator('form input').first().fill('half');
    const ended = Date.now();
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(`${site.url}/api/account/logout`, { method: 'POST', headers })).status).toBeLessThan(300);
    await expectLogin(page, username);
    expect(Date.now() - ended).toBeLessThan(3_000);
  });

  it('shows nothing of the previous account after another one logs in in another tab', async () => {
    const [one, two] = [await site.app.affiliate(), await site.app.affiliate()];
    const page = await site.visit('/affiliate/dashboard', { before: signedInAs(one.token) });
    await page.getByText(one.username).first().waitFor();
    const other = await page.context().newPage();
    await other.goto(`${site.url}/pricing`);
    await other.evaluate((token) => localStorage.setItem('affiliateToken', token), two.token);
    await page.getByText(two.username).first().waitFor();
    await expectPage.poll(() => page.getByText(one.username).count()).toBe(0);
  });
});
