import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectPage } from '../support/patience.ts';
import { button, openSite, pressEscape, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site.stop());

const visit = (...args: Parameters<Site['visit']>) => site.visit(...args);

describe('home', () => {
  it('opens one answer at a time', async () => {
    const page = await visit('/');
    await button(page, 'Is Framelift safe to use?').click();
    await page.getByText('Yes. Framelift changes documented').waitFor({ state: 'visible' });
    await button(page, 'Can I get a refund?').click();
    await page.getByText('Sales are final and non-refundable').waitFor({ state: 'visible' });
    await page.getByText('Yes. Framelift changes documented').waitFor({ state: 'hidden' });
    await expectPage.poll(() => page.locator('#faq [aria-expanded=true]').count()).toBe(1);
  });

  it('zooms the preview; a click, the button and Escape close it', async () => {
    const page = await visit('/');
    const dialog = page.getByRole('dialog');
    const closings = [() => pressEscape(page), () => button(page, 'Close').click(), () => dialog.locator('.night').click()];
    for (const close of closings) {
      await button(page, /Zoom preview/).click();
      await dialog.waitFor();
      await close();
      await dialog.waitFor({ state: 'detached' });
    }
  });

  it('zooms the preview to the size that the window shows at once', async () => {
    const page = await visit('/', { viewport: { width: 1280, height: 800 } });
    await button(page, /Zoom preview/).click();
    const { y, height } = (await page.getByRole('dialog').locator('.night').boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(800 - 16);
    expect(await page.getByRole('group', { name: 'Framelift Premium' }).count()).toBe(0);
  });

  it('scrolls the zoomed preview by keyboard if it is taller than the window', async () => {
    const page = await visit('/', { viewport: { width: 700, height: 320 } });
    await button(page, /Zoom preview/).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Tab');
    const body = page.getByRole('group', { name: 'Framelift Premium' });
    expect(await body.evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('End');
    await page.waitForFunction(`document.activeElement.scrollTop > 0`);
    await page.setViewportSize({ width: 700, height: 900 });
    await body.waitFor({ state: 'detached' });
  });

  it('simulates between 130 and 170 frames without layout shifts', async () => {
    const page = await visit('/', { before: (p) => p.clock.install() });
    const numbers = page.locator('[class*=number]').filter({ hasText: /^\d{3}$/ });
    await numbers.first().scrollIntoViewIfNeeded();
    await page.evaluate(
      `window.shifted = 0; new PerformanceObserver((l) => l.getEntries().forEach((e) => (window.shifted += e.value))).observe({ type: 'layout-shift', buffered: false })`,
    );
    const seen = new Set<string>();
    for (let i = 0; i < 12; i++) {
      for (const text of await numbers.allInnerTexts()) seen.add(text);
      await page.clock.runFor(500);
    }
    expect(seen.size).toBeGreaterThan(4);
    for (const fps of seen) expect([Number(fps) >= 130, Number(fps) <= 170]).toEqual([true, true]);
    expect(await page.evaluate('window.shifted')).toBe(0);
    await button(page, 'Pause').first().click();
  });

  it('does not animate with reduced motion', async () => {
    const page = await visit('/', { reducedMotion: 'reduce', before: (p) => p.clock.install() });
    await page.locator('[class*=number]').first().scrollIntoViewIfNeeded();
    await page.clock.runFor(5_000);
    expect(
      await page
        .locator('[class*=number]')
        .filter({ hasText: /^\d{3}$/ })
        .allInnerTexts(),
    ).toEqual(['136', '164']);
  });

  it('draws nothing while the instrument is out of view', async () => {
    const page = await visit('/', { before: (p) => p.clock.install() });
    const line = () => page.getByRole('figure', { name: 'Simulated frame times' }).locator('path').first().getAttribute('d');
    const first = await line();
    await expectPage.poll(async () => [await page.clock.runFor(500), await line()][1]).not.toBe(first);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.waitForFunction('new Promise((done) => requestAnimationFrame(() => done(scrollY > 1000)))');
    await page.clock.runFor(1_000);
    const last = await line();
    await page.clock.runFor(3_000);
    expect(await line()).toBe(last);
  });

  it('turns the benefits three at a time', async () => {
    const page = await visit('/', { viewport: { width: 1280, height: 800 } });
    const benefits = page.locator('[aria-label=Benefits]');
    const whole = async () => {
      const { x, width } = (await benefits.boundingBox())!;
      const sides = await benefits
        .locator('li li')
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect()).map(({ left, right }) => ({ left, right })));
      return sides.flatMap(({ left, right }, i) => (left > x - 1 && right < x + width + 1 ? [i] : []));
    };
    await expectPage.poll(whole).toEqual([0, 1, 2]);
    await button(page, 'Page 3 of 3').click();
    await expectPage.poll(whole).toEqual([6, 7, 8]);
  });

  it('fills its bars up to their caps', async () => {
    const page = await visit('/');
    await page.getByText('12,345').waitFor();
    const bars = await page.locator('progress').evaluateAll((all) => all.map((bar) => (bar as any).value));
    expect(bars.map(Math.round)).toEqual([80, 25, 31]);
  });

  it('shows the fallback for a game whose logo does not load', async () => {
    const page = await visit('/', { before: (p) => p.route('**/games/valorant.svg', (route) => route.fulfill({ status: 404, body: '' })) });
    await page.locator('img[src="/games/fallback.svg"]').waitFor({ state: 'attached' });
  });

  it('is covered by the splash for two seconds, once', async () => {
    const page = await visit('/');
    await page.evaluate('localStorage.clear()');
    const fresh = await page.context().browser()!.newPage();
    await fresh.goto(site.url);
    await expectPage.poll(() => fresh.locator('html[data-splash]').count()).toBe(1);
    await fresh.locator('html:not([data-splash])').waitFor({ state: 'attached', timeout: 4000 });
    await fresh.reload();
    await expectPage.poll(() => fresh.locator('html[data-splash]').count()).toBe(0);
    await fresh.close();
  });
});

describe('carousels', () => {
  const shown = (page: Page) => page.locator('[aria-roledescription=carousel] [aria-current=true]').getAttribute('aria-label');

  it('turn a page of three reviews every 8 s, but not while hovered or focused', async () => {
    const page = await visit('/pricing', { before: (p) => p.clock.install() });
    await expectPage.poll(() => page.locator('[aria-label="Customer reviews"] li').first().locator('article').count()).toBe(3);
    await page.clock.runFor(8100);
    expect(await shown(page)).toBe('Page 2 of 4');
    const carousel = page.locator('[aria-label="Customer reviews"]');
    await carousel.scrollIntoViewIfNeeded();
    await carousel.hover();
    await page.clock.runFor(20_000);
    expect(await shown(page)).toBe('Page 2 of 4');
    await page.mouse.move(5, 5);
    await button(page, 'Page 4 of 4').focus();
    await page.clock.runFor(20_000);
    expect(await shown(page)).toBe('Page 2 of 4');
    await page.keyboard.press('Enter');
    expect(await shown(page)).toBe('Page 4 of 4');
  });

  it('stay aligned when the window is resized with reduced motion', async () => {
    const page = await visit('/pricing', { reducedMotion: 'reduce' });
    const carousel = page.locator('[aria-label="Customer reviews"]');
    const lines = () => carousel.evaluate((el) => el.querySelector('li')!.getBoundingClientRect().left - el.getBoundingClientRect().left);
    await page.waitForFunction(`document.querySelector('[aria-roledescription=carousel] ul').style.transform !== ''`);
    for (const width of [900, 700, 1100]) {
      await page.setViewportSize({ width, height: 900 });
      await expectPage.poll(async () => Math.abs(await lines())).toBeLessThan(2);
    }
  });

  it('do not rotate with reduced motion', async () => {
    const page = await visit('/pricing', { reducedMotion: 'reduce', before: (p) => p.clock.install() });
    await page.clock.runFor(20_000);
    expect(await shown(page)).toBe('Page 1 of 4');
  });

  it('show the team in pages of four', async () => {
    const page = await visit('/about-us');
    const team = page.locator('[aria-label=Team]');
    await expectPage.poll(() => team.locator('li li').count()).toBe(7);
    await team.getByRole('button', { name: 'Next' }).click();
    await page.waitForFunction(`document.querySelector('[aria-label="Page 2 of 2"]').ariaCurrent === 'true'`);
    await team.getByRole('button', { name: 'Page 1 of 2' }).click();
    await page.waitForFunction(`document.querySelector('[aria-label="Page 1 of 2"]').ariaCurrent === 'true'`);
  });
});

it('the API reference has an introduction, its calls in groups, and the colours of the site', async () => {
  const page = await visit('/', { colorScheme: 'dark' });
  const groundOf = (selector: string) => page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
  const ground = await groundOf('html');
  await page.goto(`${site.url}/api/docs`);
  const groups = page.locator('.opblock-tag');
  await groups.first().waitFor();
  expect(await groups.count()).toBeGreaterThan(10);
  expect(await page.locator('.opblock-tag', { hasText: 'default' }).count()).toBe(0);
  expect((await page.locator('.info .description').innerText()).length).toBeGreaterThan(100);
  expect([await groundOf('body'), await page.locator('.topbar').isVisible()]).toEqual([ground, false]);
});
