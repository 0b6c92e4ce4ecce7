import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { noteForProof } from '../support/counts.ts';
import { openSite, type Site } from '../support/web-site.ts';
import { doesWait } from '../../web/src/app/shows.ts';
import { pages } from '../../web/src/lib/pages.ts';

let site: Site;
let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  site = await openSite();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const SCRIPTS = '**/assets/*.js';
/** 3G as browsers' tools have it: 400 ms, 400 kbit/s. */
const THIRD_GENERATION = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const networks: Record<string, (page: Page) => Promise<unknown>> = {
  'scripts come at once': async () => {},
  'the network is 3G': async (page) => {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', THIRD_GENERATION);
  },
  'scripts come 5 s late': (page) =>
    page.route(SCRIPTS, async (route) => {
      await new Promise((done) => setTimeout(done, 5_000));
      await route.continue().catch(() => {});
    }),
  'scripts never come': (page) => page.route(SCRIPTS, (route) => route.abort()),
};

async function arrive(network: string, path: string) {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.addInitScript(() => localStorage.setItem('splashSeen', '1'));
  await networks[network]!(page);
  await page.goto(site.url + path, { waitUntil: 'domcontentloaded' });
  return { page, close: () => context.close() };
}

/** Public pages that wait for a person before their scripts run. */
const waiting = Object.values(pages).filter(({ path }) => doesWait(path));

describe.each(Object.keys(networks))('where %s', (network) => {
  it.each(waiting.map(({ path }) => path))('%s says the same', async (path) => {
    const { page, close } = await arrive(network, path);
    const plain = await (await fetch(site.url + path)).text();
    const title = /<h1[^>]*>(.*?)<\/h1>/s.exec(plain)![1]!.replaceAll(/<[^>]+>/g, '');
    const main = page.locator('main');
    expect((await main.locator('h1').first().textContent())!.trim()).toBe(title.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').trim());
    expect(await main.innerText()).not.toContain('Loading...');
    // It works by HTML and the script in the page.
    // /socials has no navigation.
    if (path !== pages.socials.path) {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('link', { name: 'Pricing', exact: true }).first().waitFor();
    }
    noteForProof(`1 page where ${network}`);
    await close();
  });

  if (network !== 'scripts never come')
    it('a sale can be made, and what is typed is kept', async () => {
      const shop = await arrive(network, '/premium');
      await shop.page.getByRole('button', { name: 'Buy Now' }).first().click();
      await shop.page.getByRole('dialog').waitFor();
      await shop.close();
      const tweaks = await arrive(network, '/tweaks');
      await tweaks.page.getByRole('searchbox').pressSequentially('latency');
      await tweaks.page.waitForURL('**/tweaks?search=latency');
      expect(await tweaks.page.getByRole('searchbox').inputValue()).toBe('latency');
      await tweaks.close();
    });
});
