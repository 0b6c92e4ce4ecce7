import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { visitsStream } from '@framelift/contracts';
import type { Page } from 'playwright-core';
import { atProof } from '../support/counts.ts';
import { until } from '../support/until.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

/** Ways to have no storage: each runs before the page's own scripts. */
const browsers: Record<string, string> = {
  'refuses to name it': `for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('The operation is insecure.', 'SecurityError'); } });`,
  'has none': `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: null });`,
  'is full': `Storage.prototype.setItem = () => { throw new DOMException('The quota has been exceeded.', 'QuotaExceededError'); };`,
  'forgets at once': `Storage.prototype.setItem = () => {};`,
};
// Everyday: the one that breaks most.
const tried = Object.entries(browsers).slice(0, atProof(4, 1, 'kinds of browsers without storage'));
const without = (script: string) => ({ before: (page: Page) => page.addInitScript(script) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

/** Presses Buy Now. @returns what the checkout sends */
async function ordered(page: Page): Promise<{ ref: string | null; visitId: string | null }> {
  const sent = page.waitForRequest('**/api/store/checkout');
  await button(page, 'Buy Now').click();
  return (await sent).postDataJSON();
}

describe.each(tried)('in a browser whose storage %s', (_, script) => {
  it('a sale is attributed on the page of the link, and after following links of the site', async () => {
    const { id, username } = await site.app.affiliate();
    const landing = await site.visit(`/premium/?ref=${username}`, without(script));
    expect(await ordered(landing)).toMatchObject({ ref: username });

    const page = await site.visit(`/?ref=${username}`, without(script));
    await until(async () => (await site.app.system.log.readStream(visitsStream(id))).length >= 2);
    await page.locator('main a[href^="/premium"]').first().click();
    await page.waitForURL('**/premium**');
    expect(await ordered(page)).toMatchObject({ ref: username, visitId: expect.any(String) });
  });

  it('an affiliate logs in, opens the tabs and logs out', async () => {
    const { username, password } = await site.app.affiliate();
    const page = await site.visit('/affiliate/login', without(script));
    await page.getByLabel('Username or Email').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Login').click();
    await page.waitForURL('**/affiliate/dashboard');
    await page.getByText(username).first().waitFor();
    await button(page, 'Logout').click();
    await page.waitForURL('**/affiliate/login');
  });
});
