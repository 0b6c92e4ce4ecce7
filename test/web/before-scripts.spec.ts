import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectPage } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { describeLooks } from '../support/check-accessibility.ts';
import { atProof } from '../support/counts.ts';
import { browserOfWorker, openSite, type Site } from '../support/web-site.ts';
import { doesWait } from '../../web/src/app/shows.ts';
import { pages } from '../../web/src/lib/pages.ts';

let site: Site;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site.stop());

const FRAMEWORK = /\/assets\/framework-/;

interface Arrival {
  idle?: boolean;
  scripts?: boolean;
  javaScriptEnabled?: boolean;
  reducedMotion?: 'reduce' | 'no-preference';
  /** Its timers are the spec's. */
  hasClock?: boolean;
}
/** A page as it is when its HTML has arrived. `idle`: whether the browser ever is, `scripts`: whether they arrive. */
async function arrive(
  path: string,
  { idle = true, scripts = true, javaScriptEnabled = true, reducedMotion, hasClock = false }: Arrival = {},
) {
  const context = await (
    await browserOfWorker()
  ).newContext({ javaScriptEnabled, viewport: { width: 1280, height: 800 }, ...(reducedMotion && { reducedMotion }) });
  const page = await context.newPage();
  const loaded: string[] = [];
  page.on('request', (request) => FRAMEWORK.test(request.url()) && loaded.push(request.url()));
  await page.addInitScript(() => localStorage.setItem('splashSeen', '1'));
  if (!idle) await page.addInitScript('window.requestIdleCallback = () => 0');
  if (!scripts) await page.route('**/assets/*.js', (route) => route.abort());
  if (hasClock) await page.clock.install();
  await page.goto(site.url + path, { waitUntil: 'load' });
  return { page, loaded, close: () => context.close() };
}

/** Every timer of ten seconds, once what is in view was seen. */
const passes = async (page: Page) => {
  await page.evaluate(`new Promise((seen) => new IntersectionObserver(seen).observe(document.querySelector('[data-flips]')))`);
  await page.clock.fastForward(10_000);
};

const textOf = async (path: string) => (await fetch(site.url + path)).text();

describe('before the framework has loaded', () => {
  it('nothing of it is asked for until a person moves, then all of it', async () => {
    const { page, loaded, close } = await arrive('/', { idle: false });
    expect(loaded).toEqual([]);
    await page.mouse.move(300, 300);
    await page.mouse.move(320, 300);
    await expectPage.poll(() => loaded.length).toBe(1);
    await close();
  });

  it('runs at once only on a page that lacks an answer, never for the seller’s first content', async () => {
    const asks = async (path: string) => /<script type="late"[^>]* data-asks=""/.test(await textOf(path));
    await expectPage.poll(() => asks('/pricing')).toBe(false);
    expect(await Promise.all(['/tos', '/', '/premium'].map(asks))).toEqual([false, false, false]);
  });

  it('menus, answers and links work, and the visit of a link is kept, if no other script arrives', async () => {
    const { username } = await site.app.affiliate();
    const { page, close } = await arrive(`/?ref=${username}`, { scripts: false });
    await page.getByRole('button', { name: 'Is Framelift safe to use?' }).click();
    await page.getByText('Yes. Framelift changes documented').waitFor({ state: 'visible' });
    await page.getByRole('button', { name: 'Can I get a refund?' }).click();
    await page.getByText('Yes. Framelift changes documented').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'More' }).hover();
    await page.getByRole('link', { name: 'Affiliate Program' }).first().click();
    await page.waitForURL('**/affiliate');
    expect(await page.evaluate<string>(`JSON.parse(localStorage.getItem('referral')).ref`)).toBe(username);
    await page.setViewportSize({ width: 375, height: 800 });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'Pricing', exact: true }).click();
    await page.waitForURL('**/pricing');
    await close();
  });

  it('the switch of the instrument works, and stays where it is when the framework comes', async () => {
    const { page, loaded, close } = await arrive('/', { idle: false });
    const instrument = page.getByRole('figure', { name: 'Simulated frame times' });
    const framelift = instrument.getByRole('switch', { name: 'Framelift' });
    const readings = () => instrument.locator('[class*=readings]').filter({ visible: true }).allInnerTexts();
    const shown = async () => (await readings()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect([await shown(), loaded]).toEqual([['FPS 136 1% low 90'], []]);
    const held = Promise.withResolvers<void>();
    await page.route(FRAMEWORK, (route) => held.promise.then(() => route.continue()));
    await framelift.press('Space');
    expect([await framelift.isChecked(), await shown()]).toEqual([true, ['FPS 164 1% low 131']]);
    held.resolve();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    expect(await framelift.isChecked()).toBe(true);
    for (const text of await shown()) expect(text).toMatch(/^FPS 1[567]\d 1% low 1[2-6]\d$/);
    await close();
  });

  it('the switch of the instrument turns itself on once, unless a person was there first or wants nothing to move', async () => {
    const looks = async (act?: (page: Page) => Promise<unknown>, reducedMotion: 'reduce' | 'no-preference' = 'no-preference') => {
      const { page, close } = await arrive('/', { idle: false, reducedMotion, hasClock: true });
      const framelift = page.getByRole('switch', { name: 'Framelift' });
      const isFlipped = () => framelift.isChecked();
      const first = await isFlipped();
      await act?.(page);
      if (!act && reducedMotion === 'no-preference') await expectPage(framelift).toBeChecked();
      else await passes(page);
      const seen = [first, await isFlipped()];
      // The framework leaves it there, and the person may turn it off.
      await page.mouse.move(300, 300);
      await page.mouse.move(320, 300);
      await expectPage(page.locator('html')).toHaveAttribute('data-alive', '');
      seen.push(await isFlipped());
      await framelift.uncheck();
      await passes(page);
      seen.push(await isFlipped());
      await close();
      return seen;
    };
    expect(await looks()).toEqual([false, true, true, false]);
    expect(await looks((page) => page.getByRole('switch', { name: 'Framelift' }).focus())).toEqual([false, false, false, false]);
    expect(await looks(undefined, 'reduce')).toEqual([false, false, false, false]);
  });

  it('a click on Buy Now opens the checkout with the code that was typed, however long after the page arrived', async () => {
    const buy = async (delay: number, idle: boolean) => {
      const { page, close } = await arrive('/premium', { idle });
      await page.waitForTimeout(delay);
      const ordered = page.waitForRequest('**/api/store/checkout');
      await page.getByLabel('Creator code (optional)').fill('NOBODY');
      await page.evaluate(`[...document.querySelectorAll('button')].find((b) => b.textContent.includes('Buy Now')).click()`);
      await page.getByRole('dialog').waitFor();
      expect((await ordered).postDataJSON()).toMatchObject({ coupon: 'NOBODY' });
      await close();
    };
    const times = atProof(200, 2, 'clicks on Buy Now within 2 s of the page');
    const delays = Array.from({ length: times }, (_, n) => Math.round((2_000 * n) / times));
    // Four people at a time.
    for (let n = 0; n < delays.length; n += 4) await Promise.all(delays.slice(n, n + 4).map((delay, i) => buy(delay, i % 2 === 0)));
  }, 600_000);

  it('each of several choices counts, in their order', async () => {
    const { page, close } = await arrive('/', { idle: false, scripts: false });
    const chosen = { 'Graphics card': 'Radeon RX 7800 XT', Processor: 'Ryzen 7 7800X3D', Game: 'Valorant' };
    for (const [label, option] of Object.entries(chosen)) await page.getByLabel(label, { exact: true }).selectOption(option);
    const before = await page.getByText('on average, ').innerText();
    await page.unrouteAll();
    await page.evaluate(
      `document.head.append(Object.assign(document.createElement('script'), { type: 'module', text: document.querySelector('script[type=late]').text }))`,
    );
    await expectPage.poll(() => page.getByText('on average, ').innerText()).not.toBe(before);
    for (const [label, option] of Object.entries(chosen)) expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(option);
    await close();
    const tweaks = await arrive('/tweaks', { idle: false });
    await tweaks.page.evaluate(`(() => {
      const type = (field, value) => (field.value = value, field.dispatchEvent(new Event('input', { bubbles: true })));
      type(document.querySelector('input[type=search]'), 'latency');
      type(document.querySelector('select'), 'newest');
      [...document.querySelectorAll('button')].find((one) => one.textContent === 'Windows Guide').click();
    })()`);
    await tweaks.page.waitForURL('**/tweaks?search=latency&sort=newest&tag=Windows+Guide');
    await tweaks.close();
  });

  it('a carousel does not move on under a pointer that rested there before', async () => {
    const { page, close } = await arrive('/pricing', { idle: false });
    const reviews = page.getByRole('region', { name: 'Customer reviews' });
    await reviews.scrollIntoViewIfNeeded();
    await reviews.hover();
    await expectPage(page.locator('html')).toHaveAttribute('data-alive', '');
    await expectPage(reviews.locator('ul').first()).toHaveAttribute('aria-live', 'polite');
    await close();
  });

  it('text typed before is not lost', async () => {
    const { page, close } = await arrive('/tweaks', { idle: false });
    await page.getByRole('searchbox').pressSequentially('latency');
    await page.waitForURL('**/tweaks?search=latency');
    expect(await page.getByRole('searchbox').inputValue()).toBe('latency');
    await close();
  });
});

describeLooks('before the framework has loaded, in the proof', () => {
  it('it loads in an idle moment without a person', async () => {
    const { loaded, close } = await arrive('/');
    await expectPage.poll(() => loaded.length).toBe(1);
    await close();
  });

  it('no public page is wider than a phone', async () => {
    const { page, close } = await arrive('/', { scripts: false });
    await page.setViewportSize({ width: 320, height: 800 });
    for (const { path } of Object.values(pages)) {
      const waits = doesWait(path);
      if (!waits) continue;
      await page.goto(site.url + path);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 320]);
    }
    await close();
  });
});

describe('the server renders what it knows', () => {
  it.each([
    ['/', ['12,345', '90,000']],
    ['/free', ['v4.1', 'https://code.example/free.exe']],
    ['/statistics', ['12,345', '4.2', '312']],
    ['/premium', ['20k']],
    ['/pricing', ['Kestrel of the North']],
  ])('%s', async (path, texts) => {
    await until(async () => texts.every(async (text) => (await textOf(path)).includes(text)));
    const html = await textOf(path);
    for (const text of texts) expect([path, html.replace(/<script.*?<\/script>/gs, '')]).toEqual([path, expect.stringContaining(text)]);
    expect(html).not.toContain('Loading...');
  });

  it('and again when it changes', async () => {
    const admin = await site.app.admin();
    const before = await textOf('/affiliate');
    expect(before).toContain('€50');
    const set = async (minimumCashout: number) => {
      const { terms, position } = (await admin.get('/api/admin/terms')).body;
      const headers = { 'Edit-Base': String(position) };
      expect((await admin.put('/api/admin/terms', { ...terms, minimumCashout }, headers)).status).toBe(200);
    };
    await set(70);
    await until(async () => (await textOf('/affiliate')).includes('€70'));
    await set(50);
    await until(async () => !(await textOf('/affiliate')).includes('€70'));
  });
});
