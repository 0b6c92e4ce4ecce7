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
