import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeLooks } from '../support/check-accessibility.ts';
import { atProof } from '../support/counts.ts';
import { expectPage } from '../support/patience.ts';
import { signedInAs } from '../support/sessions.ts';
import { openSite, settled, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

/** A deployment while a tab is open: code it has not loaded is gone; pages loaded from now on have theirs. @returns the pages it loads */
async function deploy(page: Page, { isBroken = false } = {}): Promise<string[]> {
  const loaded: string[] = [];
  await settled(page);
  await page.route('**/*', (route) => {
    const request = route.request();
    if (request.resourceType() === 'document') loaded.push(new URL(request.url()).pathname);
    const isGone = (isBroken || !loaded.length) && /\/assets\/.*\.js/.test(request.url());
    return isGone ? route.fulfill({ status: 404, body: 'Not found' }) : route.fallback();
  });
  return loaded;
}

/** Links to pages whose code is not there, for a while or for good. Everyday: the first. */
const FOLLOWED = (
  [
    ['main a[href^="/premium"]', { isBroken: false }, '/premium'],
    ['main a[href^="/premium"]', { isBroken: true }, '/premium'],
    ['footer a[href="/affiliate"]', { isBroken: false }, '/affiliate'],
    ['footer a[href="/affiliate"]', { isBroken: true }, '/affiliate'],
  ] as const
).slice(0, atProof(4, 1, 'links followed after a deployment'));

describe('after a deployment', () => {
  it.each(FOLLOWED)('%s leads to the page that was asked for, in one load (%j)', async (link, options, path) => {
    const page = await site.visit('/');
    await page.waitForFunction('window.__reactRouterDataRouter?.state.initialized');
    const loaded = await deploy(page, options);
    await page.locator(link).first().click();
    await page.waitForURL(`**${path}`);
    await page.waitForLoadState('load');
    await expectPage.poll(() => page.getByRole('heading', { level: 1 }).first().isVisible()).toBe(true);
    expect(loaded.map((one) => one.replace(/\/$/, ''))).toEqual([path]);
  });

  it('a dialog whose code is gone reloads the page once, and then opens', async () => {
    const { username, token } = await site.app.affiliate();
    const page = await site.visit('/affiliate/dashboard', { before: signedInAs(token) });
    await page.getByText(username).first().waitFor();
    const loaded = await deploy(page);
    const again = page.waitForEvent('load');
    await button(page, 'Share link').click();
    await again;
    await page.getByText(username).first().waitFor();
    await button(page, 'Share link').click();
    await page.getByRole('dialog').waitFor();
    expect(loaded).toEqual(['/affiliate/dashboard']);
  });
});

describeLooks('after a deployment, in the proof', () => {
  it('a page whose framework is gone before it was asked for is loaded again, once', async () => {
    const page = await site.visit('/tos');
    await page.addInitScript('window.requestIdleCallback = () => 0');
    await page.goto(`${site.url}/premium`);
    for (const isBroken of [false, true]) {
      const loaded = await deploy(page, { isBroken });
      const again = page.waitForEvent('load');
      await page.mouse.move(200, 300);
      await page.mouse.move(220, 300);
      await again;
      const next = isBroken
        ? page.waitForResponse((response) => response.status() === 404)
        : page.waitForFunction('window.__reactRouterDataRouter?.state.initialized');
      await page.mouse.move(240, 320);
      await page.mouse.move(260, 320);
      await next;
      expect(loaded).toEqual(['/premium']);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.goto(`${site.url}/premium`);
    }
  });

  it('a login loads the page it leads to', async () => {
    const { username, password } = await site.app.affiliate();
    const page = await site.visit('/affiliate/login');
    await page.getByLabel('Username or Email').fill(username);
    const loaded = await deploy(page);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Login').click();
    await page.waitForURL('**/affiliate/dashboard');
    await page.getByText(username).first().waitFor();
    expect(loaded).toEqual(['/affiliate/dashboard']);
  });
});
