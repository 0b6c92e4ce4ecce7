import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signedInAs } from '../support/sessions.ts';
import { button, openSite, type Site } from '../support/web-site.ts';

let site: Site;
let anna: Awaited<ReturnType<Site['app']['affiliate']>>;
beforeAll(async () => {
  site = await openSite({ silent: true });
  anna = await site.app.affiliate('anna');
  for (const [page, c] of Object.entries({ '/premium/': 'spring', '/pricing': 'spring', '/': 'autumn' })) {
    const body = {
      ref: 'anna',
      pageUrl: `${site.url}${page}?ref=anna&c=${c}`,
      userAgent: `Mozilla/5.0 ${page}`,
      referrer: 'https://forum.example/t',
    };
    await site.app.anybody.post('/api/track/track-visit', body);
  }
});
afterAll(() => site.stop());

const performance = (before?: (page: Page) => Promise<unknown>) =>
  site.visit('/affiliate/dashboard?tab=performance', {
    before: async (page) => [await signedInAs(anna.token)(page), await before?.(page)],
  });
const row = (page: Page, name: string) => page.getByRole('row', { name }).waitFor();
const says = (page: Page, text: string) => page.getByText(text).first().waitFor();

describe('performance', () => {
  it('stands in the address, and tells clicks apart by what is chosen', async () => {
    const page = await performance();
    await page.getByRole('tab', { name: 'Performance', selected: true }).waitFor();
    await row(page, 'spring 2 0 0% €0.00');
    await row(page, 'autumn 1 0 0% €0.00');
    await button(page, 'By page').click();
    for (const path of ['/', '/premium', '/pricing']) await row(page, `${path} 1 0 0% €0.00`);
    await button(page, 'By referring site').click();
    await row(page, 'forum.example 3 0 0% €0.00');
    expect(page.complaints).toEqual([]);
  });

  it('shows a click that comes while it is open', async () => {
    const page = await performance();
    await row(page, 'autumn 1 ');
    const body = { ref: 'anna', pageUrl: `${site.url}/tweaks?ref=anna&c=live`, userAgent: 'Mozilla/5.0 live' };
    await site.app.anybody.post('/api/track/track-visit', body);
    await row(page, 'live 1 ');
  });

  it('says that it is on its way, that it failed, and why a file was not there', async () => {
    let answer: () => void = () => {};
    const asked = new Promise<void>((done) => (answer = done));
    let fails = true;
    const page = await performance((p) =>
      p.route('**/api/affiliate/breakdown*', async (route) => {
        await asked;
        return fails ? route.fulfill({ status: 500, json: { error: 'Not today' } }) : route.continue();
      }),
    );
    await says(page, 'Loading figures...');
    answer();
    await says(page, 'Not today');
    await button(page, 'Download CSV').click();
    await button(page, 'Failed. Try again').waitFor();
    fails = false;
    await button(page, 'Retry').click();
    await row(page, 'spring 2 ');
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Failed. Try again').click()]);
    expect(file.suggestedFilename()).toBe('performance-by-campaign.csv');
    await button(page, 'Download CSV').waitFor();
  });

  it('leads somebody without clicks to a link of their own', async () => {
    const newcomer = await site.app.affiliate();
    const page = await site.visit('/affiliate/dashboard?tab=performance', { before: signedInAs(newcomer.token) });
    await says(page, 'Nothing in this time.');
    await button(page, 'Make a link').click();
    const link = page.getByRole('dialog').getByLabel('Affiliate link');
    expect(await link.inputValue()).toBe(`${site.url}/premium/?ref=${newcomer.username}`);
    await page.getByLabel('Page', { exact: true }).selectOption('Home');
    await page.getByLabel('Campaign').fill(' yt_1 ');
    expect(await link.inputValue()).toBe(`${site.url}/?ref=${newcomer.username}&c=yt_1`);
    const offered = await page.getByLabel('Page', { exact: true }).getByRole('option').allInnerTexts();
    expect(offered).toEqual(expect.arrayContaining(['Premium Utility', 'Pricing', 'Free Tweaks', 'About Us']));
    expect(offered.filter((label) => /login|registration|dashboard|account|not found/i.test(label))).toEqual([]);
  });

  it('loads what makes QR codes when a link is shared, and not before', async () => {
    const scripts: string[] = [];
    const page = await performance(async (p) => p.on('request', (request) => scripts.push(request.url())));
    await row(page, 'autumn');
    const shares = () => scripts.filter((url) => /ShareDialog/.test(url)).length;
    expect(shares()).toBe(0);
    await button(page, 'Share link').click();
    await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    expect(shares()).toBe(1);
  });
});
