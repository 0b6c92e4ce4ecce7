import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { button, openBothSites, pressEscape, type Site } from '../support/web-site.ts';

const both = openBothSites();

const visit = (...asked: Parameters<Site['visit']>) => both.site.visit(...asked);

const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

describe('tweaks', () => {
  const titles = (page: Page) => page.locator('li h2').allInnerTexts();

  it('keeps search, tag and sort in the address, also on the way in and back', async () => {
    const page = await visit('/tweaks?ref=somebody');
    await page.getByLabel('Search').pressSequentially('fortnite');
    expect(await page.getByLabel('Search').inputValue()).toBe('fortnite');
    await page.waitForURL(`${both.site.url}/tweaks?ref=somebody&search=fortnite`);
    expect(await titles(page)).toEqual(['Fortnite Competitive Config', 'Fortnite Stretched Resolution']);
    await page.getByLabel('Sort').selectOption('oldest');
    await page.getByLabel('Tag', { exact: true }).selectOption('Fortnite Guide');
    await page.waitForURL(/tag=Fortnite/);
    expect(await titles(page)).toEqual(['Fortnite Stretched Resolution', 'Fortnite Competitive Config']);
    const found = path(page);
    await page.getByRole('link', { name: 'Pricing', exact: true }).click();
    await page.getByRole('heading', { name: 'Free to start, paid once' }).waitFor();
    await page.goBack();
    await page.getByLabel('Search').waitFor();
    expect(path(page)).toBe(found);
    const again = await visit(found);
    await again.waitForFunction(`document.querySelectorAll('li h2').length === 2`);
    expect(again.complaints).toEqual([]);
    await again.getByLabel('Search').fill('nothing like it');
    await again.getByText('No tweaks found.').waitFor();
  });

  it('plays a video on a click only, one at a time, and stops it when the list changes', async () => {
    const page = await visit('/tweaks');
    expect(page.elsewhere).toEqual([]);
    await button(page, 'Play video: Nvidia Low Latency Profile').click();
    await page.locator('iframe').waitFor();
    expect(page.elsewhere[0]).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/fl_tweaks01/);
    await button(page, 'Play video: AMD Adrenalin Tuning').click();
    expect(await page.locator('iframe').count()).toBe(1);
    await page.getByLabel('Sort').selectOption('newest');
    await page.locator('iframe').waitFor({ state: 'detached' });
  });

  it('opens downloads in a new tab and counts them, or says N/A', async () => {
    const page = await visit('/tweaks');
    expect(await page.getByRole('link', { name: 'Download Nvidia Low Latency Profile' }).getAttribute('target')).toBe('_blank');
    await page.getByText('1,234 downloads').waitFor();
    expect(await page.getByText('N/A downloads').count()).toBe(7);
  });

  it('asks for the counts once in five minutes', async () => {
    const page = await visit('/tweaks');
    await page.getByText('1,234 downloads').waitFor();
    let asked = 0;
    page.on('request', (request) => request.url().endsWith('/api/public/tweaks') && asked++);
    await page.reload();
    await page.getByText('1,234 downloads').waitFor();
    expect(asked).toBe(0);
    await page.evaluate(
      `sessionStorage.setItem('tweakDownloads', sessionStorage.getItem('tweakDownloads').replace(/"at":\\d+/, '"at":1'))`,
    );
    await page.reload();
    await page.getByText('1,234 downloads').waitFor();
    expect(asked).toBe(1);
  });

  it('shares by the browser, else by the clipboard, else by hand', async () => {
    const page = await visit('/tweaks', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.evaluate(`navigator.share = async (what) => { window.shared = what }`);
    await button(page, 'Share Timer Resolution Service').click();
    await page.waitForFunction('window.shared');
    expect(await page.evaluate<any>('window.shared')).toEqual({
      title: 'Timer Resolution Service',
      url: `${both.site.url}/tweaks?search=Timer%20Resolution%20Service`,
    });

    await page.evaluate(`navigator.share = undefined`);
    await button(page, 'Share Timer Resolution Service').click();
    await page.getByText('Link copied to clipboard!').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('/tweaks?search=Timer');

    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => { throw new Error('no') } } })`);
    await button(page, 'Share Timer Resolution Service').click();
    await page.getByRole('dialog', { name: 'Copy this link:' }).waitFor();
    expect(await page.getByLabel('Link', { exact: true }).inputValue()).toContain('/tweaks?search=Timer');
  });
});

describe('policies', () => {
  it('open over the page, and close by button, cross, backdrop and Escape', async () => {
    const page = await visit('/tos');
    const dialog = page.getByRole('dialog');
    for (const [name, close] of [
      ['Terms of Use', () => button(page, 'I understand').click()],
      ['Privacy Policy', () => button(page, 'Close').click()],
      ['Refund Policy', () => page.mouse.click(5, 400)],
      ['Refund Policy', () => pressEscape(page)],
    ] as const) {
      await button(page, `Read the ${name}`).click();
      await dialog.getByRole('heading', { name }).waitFor();
      await close();
      await dialog.waitFor({ state: 'detached' });
    }
  });

  it('open by a click anywhere on their card', async () => {
    const page = await visit('/tos');
    for (const name of ['Terms of Use', 'Privacy Policy', 'Refund Policy']) {
      const card = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
      const { width, height } = (await card.boundingBox())!;
      for (const position of [
        { x: 12, y: 12 },
        { x: width - 12, y: height / 2 },
        { x: width - 12, y: height - 12 },
      ]) {
        // The pointer stays down for a moment, as a finger does.
        await card.click({ position, delay: 60 });
        await page.getByRole('dialog', { name }).waitFor();
        await pressEscape(page);
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    }
  });
});

describe('statistics', () => {
  it('says that it loads', async () => {
    const page = await visit('/statistics', { before: (p) => p.route('**/api/public/statistics', () => {}) });
    await page.getByText('Loading statistics...').waitFor();
  });

  it('falls back when nobody answers, and Retry reloads the page', async () => {
    const page = await both.silent.visit('/statistics');
    await page.getByText('Failed to load statistics. Using fallback data.').waitFor();
    expect(await page.getByText('Unknown').count()).toBe(2);
    await Promise.all([page.waitForEvent('load'), button(page, 'Retry').click()]);
  });

  it('falls back when the call fails', async () => {
    const page = await visit('/statistics', { before: (p) => p.route('**/api/public/statistics', (route) => route.abort()) });
    await page.getByRole('alert').filter({ hasText: 'Failed to load statistics. Using fallback data.' }).waitFor();
  });

  it('stands in a boundary', async () => {
    const page = await visit('/statistics', {
      before: (p) => p.route('**/api/public/statistics', (route) => route.fulfill({ json: { freeUtilityVersion: {} } })),
    });
    await page.getByText('Something went wrong. Please try again later.').waitFor();
  });
});

describe('affiliate landing', () => {
  it('keeps the defaults silently when the figures do not come', async () => {
    const page = await visit('/affiliate', { before: (p) => p.route('**/system-stats', (route) => route.abort()) });
    for (const text of ['€1,728.00', '95%', '€500.00']) expect(await page.getByText(text, { exact: true }).isVisible()).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

describe('socials', () => {
  it('fill the window with the other site at once', async () => {
    const page = await visit('/socials');
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.frameLocator('iframe').getByText('Elsewhere').waitFor();
    expect(page.elsewhere).toHaveLength(1);
    expect(await page.locator('iframe').boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
  });

  it('go back one step within the site, past what was opened in the frame', async () => {
    const page = await visit('/pricing');
    await button(page, 'More').click();
    await page.getByRole('link', { name: 'Socials' }).first().click();
    const frame = page.frameLocator('iframe');
    await frame.getByText('Elsewhere').waitFor();
    await Promise.all([
      page.waitForRequest(/\/another$/),
      frame.locator('main').evaluate((main) => (main.ownerDocument.location.href = '/another')),
    ]);
    await frame.getByText('Elsewhere').waitFor();
    await button(page, 'Go Back').click();
    await page.getByRole('heading', { name: 'Free to start, paid once' }).waitFor();
  });

  it('go home from a tab opened anew, with and without a referrer', async () => {
    const page = await visit('/socials');
    await button(page, 'Go Back').click();
    await page.getByRole('heading', { name: 'Lift every frame' }).waitFor();
    const [tab] = await Promise.all([page.waitForEvent('popup'), page.evaluate(`void window.open('/socials')`)]);
    await tab.frameLocator('iframe').getByText('Elsewhere').waitFor();
    expect(await tab.evaluate('document.referrer')).toBe(`${both.site.url}/`);
    await button(tab, 'Go Back').click();
    await tab.getByRole('heading', { name: 'Lift every frame' }).waitFor();
  });
});

describe('referrals', () => {
  it('are kept from the address, counted once per page within 5 s, and not without a code', async () => {
    const plain = await visit('/');
    let tracked = 0;
    plain.on('request', (request) => request.url().includes('track-visit') && tracked++);
    await plain.getByRole('link', { name: 'Pricing', exact: true }).click();
    await plain.getByRole('heading', { name: 'Free to start, paid once' }).waitFor();
    expect(tracked).toBe(0);

    const { username } = await both.site.app.affiliate();
    const bodies: any[] = [];
    const page = await visit(`/premium/?ref=${username}`, {
      before: async (p) => p.on('request', (r) => r.url().includes('track-visit') && bodies.push(r.postDataJSON())),
    });
    await page.waitForFunction(`JSON.parse(localStorage.getItem('referral') ?? '{}').ref === '${username}'`);
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toMatchObject({ ref: username, ip: null, pageUrl: `${both.site.url}/premium/?ref=${username}` });
    await page.getByRole('link', { name: 'Pricing', exact: true }).click();
    await page.getByRole('heading', { name: 'Free to start, paid once' }).waitFor();
    await until(() => bodies.length > 1);
    expect(bodies.map((body) => new URL(body.pageUrl).pathname)).toEqual(['/premium/', '/pricing']);
    expect(page.complaints).toEqual([]);
  });
});

describe('checkout', () => {
  const answerWith = (answer: object) => (p: Page) => p.route('**/api/store/checkout', (route) => route.fulfill(answer));

  it('opens over the page with the scroll locked, and closes by Escape, button and backdrop', async () => {
    const page = await visit('/premium', { before: answerWith({ json: { url: 'https://pay.example/1' } }) });
    await button(page, 'Buy Now').click();
    const dialog = page.getByRole('dialog', { name: 'Checkout' });
    await dialog.waitFor({ timeout: 20_000 });
    expect(await page.evaluate('getComputedStyle(document.body).overflow')).toBe('hidden');
    expect(await page.getByRole('link', { name: 'Open in a new tab' }).getAttribute('target')).toBe('_blank');
    await pressEscape(page);
    await dialog.waitFor({ state: 'detached' });
    expect(await button(page, 'Buy Now').isEnabled()).toBe(true);
    expect(await page.locator('altcha-widget').count()).toBe(0);
  });

  it('leads from the proof of work to the payment page of the store', async () => {
    const page = await visit('/premium');
    await button(page, 'Buy Now').click();
    expect(await button(page, 'Loading...').isDisabled()).toBe(true);
    await page.frameLocator('iframe[title=Checkout]').getByRole('button', { name: /^Pay/ }).waitFor({ timeout: 20_000 });
    expect(page.elsewhere).toEqual([]);
  });

  it.each([
    ['the server’s words', { json: { error: 'This product is not available' } }, 'This product is not available'],
    ['No url', { json: {} }, 'No url'],
    ['Checkout failed', { status: 502, body: 'bad gateway' }, 'Checkout failed'],
  ])('alerts with %s', async (_, answer, text) => {
    const page = await visit('/pricing', { before: answerWith(answer) });
    await button(page, 'Purchase').click();
    await page.getByRole('alert').filter({ hasText: text }).waitFor({ timeout: 20_000 });
    await button(page, 'Purchase').waitFor();
  });
});
