import { describe, expect, it } from '@jest/globals';
import { firstSite } from '@framelift/contracts/content/first-site';
import type { Page } from 'playwright-core';
import { expectPage, said } from '../support/patience.ts';
import { button, openBothSites, pressEscape, type Site } from '../support/web-site.ts';

const links = firstSite.brand;

const both = openBothSites();

const visit = (...args: Parameters<Site['visit']>) => both.site.visit(...args);

const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

describe('tweaks', () => {
  const titles = (page: Page) => page.locator('li h2').allInnerTexts();

  it('keeps search, tag and sort in the address, on arrival and on Back too', async () => {
    const page = await visit('/tweaks?ref=somebody');
    await page.getByLabel('Search').pressSequentially('fortnite');
    await expectPage.poll(() => page.getByLabel('Search').inputValue()).toBe('fortnite');
    await page.waitForURL(`${both.site.url}/tweaks?ref=somebody&search=fortnite`);
    expect(await titles(page)).toEqual(['Fortnite Competitive Config', 'Fortnite Stretched Resolution']);
    await page.getByLabel('Sort').selectOption('oldest');
    await page.getByRole('group', { name: 'Tag' }).getByRole('button', { name: 'Fortnite Guide' }).click();
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
  });

  it('shares by the browser, otherwise by the clipboard, otherwise by hand', async () => {
    const page = await visit('/tweaks', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.evaluate(`navigator.share = async (what) => { window.shared = what }`);
    await button(page, 'Share Timer Resolution Service').click();
    await page.waitForFunction('window.shared');
    expect(await page.evaluate<any>('window.shared')).toEqual({
      title: 'Timer Resolution Service',
      url: `${both.site.url}/tweaks/timer-resolution-service`,
    });

    await page.evaluate(`navigator.share = undefined`);
    await button(page, 'Share Timer Resolution Service').click();
    await said(page, 'Link copied to clipboard!');
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('/tweaks/timer-resolution-service');

    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => { throw new Error('no') } } })`);
    await button(page, 'Share Timer Resolution Service').click();
    await page.getByRole('dialog', { name: 'Copy this link:' }).waitFor();
    await expectPage.poll(() => page.getByLabel('Link', { exact: true }).inputValue()).toContain('/tweaks/timer-resolution-service');
  });
});

describe('nothing on the page moves', () => {
  const heightOf = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((box) => box.getBoundingClientRect().height);

  it('when a tweak is shared', async () => {
    const page = await visit('/tweaks', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.evaluate(`navigator.share = undefined`);
    const before = await heightOf(page, 'main li');
    await button(page, 'Share Timer Resolution Service').click();
    await page.getByText('Link copied to clipboard!').waitFor();
    expect(await heightOf(page, 'main li')).toBe(before);
  });

  it('when a creator code is answered, and while the captcha works', async () => {
    const page = await visit('/premium', { before: (p) => p.route('**/api/store/checkout', () => undefined) });
    const offer = 'section[aria-labelledby=offer]';
    const before = await heightOf(page, offer);
    await page.getByLabel('Creator code (optional)').fill('nobody-has-this');
    await page.getByText('We don’t know this code', { exact: false }).waitFor();
    expect(await heightOf(page, offer)).toBe(before);
    await button(page, 'Buy Now').click();
    await page.locator('altcha-widget').waitFor();
    expect(await heightOf(page, offer)).toBe(before);
  });
});

it('policies open over the page by a click anywhere on their card, and close by button, cross, backdrop, Escape and Back', async () => {
  const page = await visit('/tos');
  const dialog = page.getByRole('dialog');
  const corners = (card: { width: number; height: number }) => [
    { x: 12, y: 12 },
    { x: card.width - 12, y: card.height / 2 },
    { x: card.width - 12, y: card.height - 12 },
  ];
  const closings = [
    () => button(page, 'I understand').click(),
    () => button(page, 'Close').click(),
    () => page.mouse.click(5, 400),
    () => pressEscape(page),
    () => page.goBack(),
  ];
  for (const [i, name] of ['Terms of Use', 'Privacy Policy', 'Refund Policy', 'Refund Policy', 'Terms of Use'].entries()) {
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
    // The pointer stays down for a moment, like a finger.
    await card.click({ position: corners((await card.boundingBox())!)[i % 3]!, delay: 60 });
    await dialog.getByRole('heading', { name }).waitFor();
    await closings[i]!();
    await dialog.waitFor({ state: 'detached' });
    await expectPage.poll(() => page.url()).toBe(`${both.site.url}/tos`);
  }
});

it('links of the footer lead to the policy that they name', async () => {
  const page = await visit('/free');
  for (const [link, name] of [
    ['Privacy Policy', 'Privacy Policy'],
    ['Terms of Service', 'Terms of Use'],
    ['Refund Policy', 'Refund Policy'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name: link }).click();
    await page.getByRole('dialog', { name }).waitFor();
    await pressEscape(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

it('statistics without an answer are requested again by Retry, and an answer of another shape breaks only its part', async () => {
  const page = await both.silent.visit('/statistics');
  await page.getByText('Failed to load statistics. Using fallback data.').waitFor();
  const broken = { json: { freeUtilityVersion: {} } };
  await button(page, 'Retry').click();
  await page.waitForEvent('load');
  await page.route('**/api/public/statistics', (route) => route.fulfill(broken));
  await page.goto(`${both.silent.url}/tos`);
  await page.waitForFunction('window.__reactRouterDataRouter?.state.initialized');
  await page.evaluate(`window.__reactRouterDataRouter.navigate('/statistics')`);
  await page.getByText('Something went wrong. Please try again later.').waitFor();
});

describe('socials', () => {
  const framed = (page: Page) =>
    page.context().route('**/api/public/socials', (route) => route.fulfill({ json: { frameUrl: links.socials } }));

  it('show the own links alone where the other site does not answer', async () => {
    const page = await visit('/socials', {
      before: (p) => p.route('**/api/public/socials', (route) => route.fulfill({ json: { frameUrl: null } })),
    });
    await page.getByRole('link', { name: 'Discord' }).waitFor();
    expect([page.elsewhere, await page.locator('iframe').count()]).toEqual([[], 0]);
  });

  it('go back one step within the site, past pages opened in the frame', async () => {
    const page = await visit('/pricing', { before: framed });
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

  it('fill the window with the other site once it loads, and go home from a new tab, with and without a referrer', async () => {
    const page = await visit('/socials', { before: framed });
    await expectPage.poll(() => page.getByRole('navigation').count()).toBe(0);
    await page.frameLocator('iframe').getByText('Elsewhere').waitFor();
    expect(page.elsewhere).toHaveLength(1);
    expect(await page.locator('iframe').boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
    await button(page, 'Go Back').click();
    await page.getByRole('heading', { name: 'Get every frame' }).waitFor();
    const [tab] = await Promise.all([page.waitForEvent('popup'), page.evaluate(`void window.open('/socials')`)]);
    await tab.frameLocator('iframe').getByText('Elsewhere').waitFor();
    expect(await tab.evaluate('document.referrer')).toBe(`${both.site.url}/`);
    await button(tab, 'Go Back').click();
    await tab.getByRole('heading', { name: 'Get every frame' }).waitFor();
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
    await expectPage.poll(() => page.getByRole('link', { name: 'Open in a new tab' }).getAttribute('target')).toBe('_blank');
    await pressEscape(page);
    await dialog.waitFor({ state: 'detached' });
    expect(await button(page, 'Buy Now').isEnabled()).toBe(true);
    await expectPage.poll(() => page.locator('altcha-widget').count()).toBe(0);
  });

  it('shows the server’s error, and can be retried', async () => {
    const page = await visit('/pricing', { before: answerWith({ json: { error: 'This product is not available' } }) });
    await button(page, 'Purchase').click();
    await page.getByRole('alert').filter({ hasText: 'This product is not available' }).waitFor({ timeout: 20_000 });
    await button(page, 'Purchase').waitFor();
  });
});
