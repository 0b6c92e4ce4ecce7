import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectPage } from '../support/patience.ts';
import { button, openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site.stop());

const visit = (...args: Parameters<Site['visit']>) => site.visit(...args);

describe('navigation', () => {
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

  it('goes back and forward, to the top each time, and names the address of the page for search engines', async () => {
    const page = await visit('/');
    await page.evaluate('scrollTo(0, 2000)');
    await page.getByRole('link', { name: 'Pricing', exact: true }).click();
    await page.getByRole('heading', { name: 'Free to start, paid once' }).waitFor();
    await page.waitForFunction('scrollY === 0');
    await expectPage(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.app.system.config.publicUrl}/pricing`);
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
