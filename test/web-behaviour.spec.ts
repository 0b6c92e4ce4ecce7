import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openSite, type Site, type Visitor } from './web-site.ts';

let site: Site;
/** The same site where none of the public feeds answers. */
let silent: Site;
beforeAll(async () => {
  site = await openSite();
  silent = await openSite({ silent: true });
});
afterAll(async () => {
  await silent.stop();
  await site.stop();
});

const open: Visitor[] = [];
const visit = async (...[path, options]: Parameters<Site['visit']>) => {
  const page = await site.visit(path, options);
  open.push(page);
  return page;
};
const visitSilent = async (path: string) => {
  const page = await silent.visit(path);
  open.push(page);
  return page;
};
afterAll(async () => void (await Promise.all(open.map((page) => page.context().close().catch(() => {}))))); // prettier-ignore

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

describe('home', () => {
  it('opens one answer at a time', async () => {
    const page = await visit('/');
    await button(page, 'Is Framelift safe to use?').click();
    await page.getByText('Yes. Framelift changes documented').waitFor({ state: 'visible' });
    await button(page, 'Can I get a refund?').click();
    await page.getByText('Sales are final and non-refundable').waitFor({ state: 'visible' });
    await page.getByText('Yes. Framelift changes documented').waitFor({ state: 'hidden' });
    expect(await page.locator('#faq [aria-expanded=true]').count()).toBe(1);
  });

  it('zooms the preview; a click, the button and Escape close it', async () => {
    const page = await visit('/');
    const dialog = page.getByRole('dialog');
    const closings = [() => page.keyboard.press('Escape'), () => button(page, 'Close').click(), () => dialog.locator('.night').click()];
    for (const close of closings) {
      await button(page, /Zoom preview/).click();
      await dialog.waitFor();
      await close();
      await dialog.waitFor({ state: 'detached' });
    }
  });

  it('simulates between 130 and 170 frames, and nothing moves', async () => {
    const page = await visit('/');
    const numbers = page.locator('[class*=number]').filter({ hasText: /^\d{3}$/ });
    await numbers.first().scrollIntoViewIfNeeded();
    await page.evaluate(`window.shifted = 0; new PerformanceObserver((l) => l.getEntries().forEach((e) => (window.shifted += e.value))).observe({ type: 'layout-shift', buffered: false })`);
    const seen = new Set<string>();
    for (let i = 0; i < 12; i++) {
      for (const text of await numbers.allInnerTexts()) seen.add(text);
      await page.waitForTimeout(100);
    }
    expect(seen.size).toBeGreaterThan(4);
    for (const fps of seen) expect([Number(fps) >= 130, Number(fps) <= 170]).toEqual([true, true]);
    expect(await page.evaluate('window.shifted')).toBe(0);
    await button(page, 'Pause').first().click();
  }); // prettier-ignore

  it('stands still for those who want less motion', async () => {
    const page = await visit('/', { reducedMotion: 'reduce' });
    await page.locator('[class*=number]').first().scrollIntoViewIfNeeded();
    await page.waitForTimeout(500);
    expect(await page.locator('[class*=number]').filter({ hasText: /^\d{3}$/ }).allInnerTexts()).toEqual(['136', '164']); // prettier-ignore
  });

  it('fills its bars up to their caps', async () => {
    const page = await visit('/');
    await page.getByText('12,345').waitFor();
    const bars = await page.locator('progress').evaluateAll((all) => all.map((bar) => (bar as any).value));
    expect(bars.map(Math.round)).toEqual([80, 25, 31]);
  });

  it('counts 0 downloads and 10,000+ members when nobody answers', async () => {
    const page = await visitSilent('/');
    await page.getByText('10,000+ of 50K').waitFor();
    expect(await page.getByText('0 of 100K').count()).toBe(1);
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
    expect(await fresh.locator('html[data-splash]').count()).toBe(1);
    await fresh.locator('html:not([data-splash])').waitFor({ state: 'attached', timeout: 4000 });
    await fresh.reload();
    expect(await fresh.locator('html[data-splash]').count()).toBe(0);
    await fresh.close();
  });
});

describe('navigation', () => {
  it('opens More on hover, and closes it after the pointer left', async () => {
    const page = await visit('/');
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Affiliate Program' });
    await button(page, 'More').hover();
    await entry.waitFor({ state: 'visible' });
    await page.mouse.move(10, 700);
    await page.waitForTimeout(250);
    expect(await entry.isVisible()).toBe(true);
    await entry.waitFor({ state: 'hidden', timeout: 1000 });
  });

  it('works with the keyboard alone, and moves focus to the page that opens', async () => {
    const page = await visit('/');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to content');
    await button(page, 'More').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('About Us');
    await page.keyboard.press('Escape');
    expect(await page.locator(':focus').innerText()).toBe('More');
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
    expect(await menu.getByRole('link').allInnerTexts()).toEqual(['Home', 'Tweaks', 'Pricing', 'About Us', 'Affiliate Program', 'Socials', 'Download']); // prettier-ignore
    await menu.getByRole('link', { name: 'Pricing' }).click();
    await page.getByRole('heading', { name: 'Free to start, paid once' }).waitFor();
    expect(await menu.isVisible()).toBe(false);
  });

  it('goes back and forward, to the top each time', async () => {
    const page = await visit('/');
    await page.evaluate('scrollTo(0, 2000)');
    await page.getByRole('link', { name: 'Pricing', exact: true }).click();
    await page.getByRole('heading', { name: 'Free to start, paid once' }).waitFor();
    await page.waitForFunction('scrollY === 0');
    await page.goBack();
    await page.getByRole('heading', { name: 'Lift every frame' }).waitFor();
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

describe('carousels', () => {
  const shown = (page: Page) => page.locator('[aria-roledescription=carousel] [aria-current=true]').getAttribute('aria-label');

  it('turn a page of three reviews every 8 s, but not under the pointer or around the focus', async () => {
    const page = await visit('/pricing', { before: (p) => p.clock.install() });
    expect(await page.locator('[aria-label="Customer reviews"] li').first().locator('article').count()).toBe(3);
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

  it('stay in line when the window is resized with less motion asked for', async () => {
    const page = await visit('/pricing', { reducedMotion: 'reduce' });
    const carousel = page.locator('[aria-label="Customer reviews"]');
    const lines = () => carousel.evaluate((el) => el.querySelector('li')!.getBoundingClientRect().left - el.getBoundingClientRect().left);
    await page.waitForFunction(`document.querySelector('[aria-roledescription=carousel] ul').style.transform !== ''`);
    for (const width of [900, 700, 1100]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(500);
      expect(Math.abs(await lines())).toBeLessThan(2);
    }
  });

  it('stand still for those who want less motion', async () => {
    const page = await visit('/pricing', { reducedMotion: 'reduce', before: (p) => p.clock.install() });
    await page.clock.runFor(20_000);
    expect(await shown(page)).toBe('Page 1 of 4');
  });

  it('show the team in pages of four', async () => {
    const page = await visit('/about-us');
    const team = page.locator('[aria-label=Team]');
    expect(await team.locator('li li').count()).toBe(7);
    await team.getByRole('button', { name: 'Next' }).click();
    await page.waitForFunction(`document.querySelector('[aria-label="Page 2 of 2"]').ariaCurrent === 'true'`);
    await team.getByRole('button', { name: 'Page 1 of 2' }).click();
    await page.waitForFunction(`document.querySelector('[aria-label="Page 1 of 2"]').ariaCurrent === 'true'`);
  });
});

describe('downloads', () => {
  it.each(['/free', '/fortnite-optimizer'])('%s waits for the release, then offers it', async (at) => {
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    const page = await visit(at, { before: (p) => p.route('**/api/public/releases/*', (route) => held.then(() => route.continue())) });
    expect(await button(page, 'Loading...').isDisabled()).toBe(true);
    release();
    const link = page.getByRole('link', { name: 'Download', exact: true }).last();
    await page.locator('a[href^="https://code.example/"]').waitFor();
    expect(await link.getAttribute('href')).toMatch(/\.(exe)$|\/free/);
  });

  it.each(['/free', '/fortnite-optimizer'])('%s says Error, without a link, when nobody answers', async (at) => {
    const page = await visitSilent(at);
    await page.getByText('Error').first().waitFor();
    expect(await page.getByText('Error', { exact: true }).count()).toBe(2);
    expect(await button(page, 'Loading...').isDisabled()).toBe(true);
  });

  it('premium leaves empty what it does not know', async () => {
    const page = await visitSilent('/premium');
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('–', { exact: true }).count()).toBe(3);
  });
});

describe('tweaks', () => {
  const titles = (page: Page) => page.locator('li h2').allInnerTexts();

  it('keeps search, tag and sort in the address, also on the way in and back', async () => {
    const page = await visit('/tweaks?ref=somebody');
    await page.getByLabel('Search').pressSequentially('fortnite');
    expect(await page.getByLabel('Search').inputValue()).toBe('fortnite');
    await page.waitForURL(`${site.url}/tweaks?ref=somebody&search=fortnite`);
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
    await page.evaluate(`sessionStorage.setItem('tweakDownloads', sessionStorage.getItem('tweakDownloads').replace(/"at":\\d+/, '"at":1'))`);
    await page.reload();
    await page.getByText('1,234 downloads').waitFor();
    expect(asked).toBe(1);
  }); // prettier-ignore

  it('shares by the browser, else by the clipboard, else by hand', async () => {
    const page = await visit('/tweaks', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.evaluate(`navigator.share = async (what) => { window.shared = what }`);
    await button(page, 'Share Timer Resolution Service').click();
    await page.waitForFunction('window.shared');
    expect(await page.evaluate<any>('window.shared')).toEqual({ title: 'Timer Resolution Service', url: `${site.url}/tweaks?search=Timer%20Resolution%20Service` }); // prettier-ignore

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
      ['Refund Policy', () => page.keyboard.press('Escape')],
    ] as const) {
      await button(page, `Read the ${name}`).click();
      await dialog.getByRole('heading', { name }).waitFor();
      await close();
      await dialog.waitFor({ state: 'detached' });
    }
  });
});

describe('statistics', () => {
  it('says that it loads', async () => {
    const page = await visit('/statistics', { before: (p) => p.route('**/api/public/statistics', () => {}) });
    await page.getByText('Loading statistics...').waitFor();
  });

  it('falls back when nobody answers, and Retry reloads the page', async () => {
    const page = await visitSilent('/statistics');
    await page.getByText('Failed to load statistics. Using fallback data.').waitFor();
    expect(await page.getByText('Unknown').count()).toBe(2);
    await Promise.all([page.waitForEvent('load'), button(page, 'Retry').click()]);
  });

  it('falls back when the call fails', async () => {
    const page = await visit('/statistics', { before: (p) => p.route('**/api/public/statistics', (route) => route.abort()) });
    await page.getByRole('alert').filter({ hasText: 'Failed to load statistics. Using fallback data.' }).waitFor();
  });

  it('stands in a boundary', async () => {
    const page = await visit('/statistics', { before: (p) => p.route('**/api/public/statistics', (route) => route.fulfill({ json: { freeUtilityVersion: {} } })) }); // prettier-ignore
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
  it('loads the other site when asked to, and not before', async () => {
    const page = await visit('/socials');
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(page.elsewhere).toEqual([]);
    await button(page, 'Show Our Socials').click();
    await page.frameLocator('iframe').getByText('Elsewhere').waitFor();
    expect(page.elsewhere).toHaveLength(1);
  });

  it('goes back one step within the site, and home for those who came from elsewhere', async () => {
    const page = await visit('/socials');
    await button(page, 'Go Back').click();
    await page.getByRole('heading', { name: 'Lift every frame' }).waitFor();
    await page.goto(`${site.url}/pricing`);
    await button(page, 'More').click();
    await page.getByRole('link', { name: 'Socials' }).first().click();
    await button(page, 'Show Our Socials').waitFor();
    await button(page, 'Go Back').click();
    await page.getByRole('heading', { name: 'Free to start, paid once' }).waitFor();
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

    const { username } = await site.app.affiliate();
    const bodies: any[] = [];
    const page = await visit(`/premium/?ref=${username}`, { before: async (p) => p.on('request', (r) => r.url().includes('track-visit') && bodies.push(r.postDataJSON())) }); // prettier-ignore
    await page.waitForFunction(`JSON.parse(localStorage.getItem('referral') ?? '{}').ref === '${username}'`);
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toMatchObject({ ref: username, ip: null, pageUrl: `${site.url}/premium/?ref=${username}` });
    await page.getByRole('link', { name: 'Pricing', exact: true }).click();
    await page.getByRole('heading', { name: 'Free to start, paid once' }).waitFor();
    await page.waitForTimeout(200);
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
    await page.keyboard.press('Escape');
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
