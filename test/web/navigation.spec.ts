import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expect as expectPage } from '@playwright/test';
import { button, openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site.stop());

const visit = (...args: Parameters<Site['visit']>) => site.visit(...args);

describe('navigation', () => {
  it('opens More on hover, and closes it after the pointer leaves', async () => {
    const page = await visit('/', { before: (p) => p.clock.install() });
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Affiliate Program' });
    await button(page, 'More').hover();
    await entry.waitFor({ state: 'visible' });
    await page.mouse.move(10, 700);
    await page.clock.runFor(100);
    await expectPage.poll(() => entry.isVisible()).toBe(true);
    await page.clock.runFor(1_000);
    await expectPage(entry).toBeHidden();
  });

  it('works by keyboard alone, and moves focus to the page that opens', async () => {
    const page = await visit('/');
    await page.keyboard.press('Tab');
    await expectPage.poll(() => page.locator(':focus').innerText()).toBe('Skip to content');
    await button(page, 'More').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expectPage.poll(() => page.locator(':focus').innerText()).toBe('About Us');
    await page.keyboard.press('Escape');
    await expectPage.poll(() => page.locator(':focus').innerText()).toBe('More');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'We think your PC can do better' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    expect(await page.title()).toBe('About Us · Framelift');
  });

  it('shows the same entries behind a toggle on a phone', async () => {
    const page = await visit('/', { viewport: { width: 375, height: 812 } });
    await button(page, 'Open menu').click();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expectPage
      .poll(() => menu.getByRole('link').allInnerTexts())
      .toEqual(['Home', 'Tweaks', 'Pricing', 'About Us', 'Affiliate Program', 'Socials', 'Log in', 'Download']);
    await menu.getByRole('link', { name: 'Pricing' }).click();
    await page.getByRole('heading', { name: 'Free to start, paid once' }).waitFor();
    await expectPage.poll(() => menu.isVisible()).toBe(false);
  });

  it('goes back and forward, to the top each time', async () => {
    const page = await visit('/');
    await page.evaluate('scrollTo(0, 2000)');
    await page.getByRole('link', { name: 'Pricing', exact: true }).click();
    await page.getByRole('heading', { name: 'Free to start, paid once' }).waitFor();
    await page.waitForFunction('scrollY === 0');
    await page.goBack();
    await page.getByRole('heading', { name: 'Get every frame' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'Free to start, paid once' }).waitFor();
    expect(page.complaints).toEqual([]);
  });

  it('scrolls to a stored element on the home page, 80 px below the top', async () => {
    const page = await visit('/pricing', { reducedMotion: 'reduce' });
    await page.getByRole('link', { name: 'Read the questions and answers' }).click();
    await page.waitForFunction(`Math.abs((document.getElementById('faq')?.getBoundingClientRect().top ?? 0) - 80) < 2`);
    expect(await page.evaluate(`localStorage.getItem('scrollTarget')`)).toBeNull();
  });
});

describe('downloads', () => {
  it.each(['/free', '/fortnite-optimizer'])('%s waits for the release, then offers it', async (at) => {
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    // A page that the server sends has it; one opened from another asks for it.
    const page = await visit('/', { before: (p) => p.route('**/api/public/releases/*', (route) => held.then(() => route.continue())) });
    await page.locator(`footer a[href="${at}"]`).click();
    await expectPage.poll(() => button(page, 'Loading...').isDisabled()).toBe(true);
    release();
    const link = page.getByRole('link', { name: 'Download', exact: true }).last();
    await page.locator('a[href^="https://code.example/"]').waitFor();
    await expectPage.poll(() => link.getAttribute('href')).toMatch(/\.(exe)$|\/free/);
  });
});
