import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectPage } from '../support/patience.ts';
import { button, openSite, type Site, type Visitor } from '../support/web-site.ts';

/** The pages with figures, people or downloads of a source, and the fallback of each (docs/product.md#fallbacks). */
const fallbacks: Record<string, Record<string, number>> = {
  '/': { '10,000+': 1, '0': 2 },
  '/free': { Error: 2, 'No download available': 1 },
  '/fortnite-optimizer': { Error: 2, 'No download available': 1 },
  '/premium': { '–': 3 },
  '/about-us': { '10,000+': 1, 'N/A': 2, '0': 2, overclockwise: 1 },
  '/pricing': { kestrel: 1, 'paper.moth': 1 },
  '/statistics': { 'Failed to load statistics. Using fallback data.': 1, Unknown: 2, '0': 7 },
  '/tweaks': {},
};
const paths = Object.keys(fallbacks);

const EXAMPLE = 'Example data: the numbers, people and downloads on this site come from a sandbox.';

/** Visible pieces of text. */
const shownTexts = (page: Visitor) =>
  page.evaluate<string[]>(`(() => {
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) if (walker.currentNode.parentElement.checkVisibility()) texts.push(walker.currentNode.data.trim());
    return texts;
  })()`);
/** The text in place of each number: next to its label, or before its goal. */
const figures = (page: Visitor) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('main dd, main p > span > strong')].filter((e) => e.checkVisibility()).map((e) => e.textContent.trim())`,
  );

const cachingOf = async ({ url }: Site, path: string) => (await fetch(url + path)).headers.get('cache-control');

describe('a fresh start', () => {
  let site: Site;
  beforeAll(async () => void (site = await openSite({ fresh: true })));
  afterAll(() => site.stop());

  it.each(paths)('%s shows no Error, dash or 0 where a number belongs', async (path) => {
    const page = await site.visit(path);
    await page.waitForLoadState('networkidle');
    const texts = await shownTexts(page);
    for (const failure of ['Error', 'N/A', 'N/A downloads', 'Unknown', '–', 'Loading...', 'Loading statistics...', 'No download available'])
      expect([path, texts.filter((text) => text === failure)]).toEqual([path, []]);
    expect((await figures(page)).filter((text) => ['', '0', '…', '–', '€0.00'].includes(text))).toEqual([]);
    expect(page.complaints).toEqual([]);
    expect(page.elsewhere.filter((url) => !url.endsWith('/socials'))).toEqual([]);
  });

  it('shows the sandbox’s counts on every page', async () => {
    const page = await site.visit('/');
    await page.getByText('61,748').first().waitFor();
    expect((await figures(page)).slice(0, 3)).toEqual(['61,748', '12,480', '318']);
    await page.goto(`${site.url}/statistics`);
    await page.getByText('v4.2.0').waitFor();
    await page.goto(`${site.url}/tweaks`);
    await page.waitForFunction(`document.querySelectorAll('li img').length === 8 && !document.body.textContent.includes('N/A')`);
  });

  it('draws the people of the site', async () => {
    const page = await site.visit('/about-us');
    const pictures = page.locator('[aria-label=Team] img[src^="/api/public/people/"]');
    await pictures.first().scrollIntoViewIfNeeded();
    await expectPage.poll(() => pictures.count()).toBe(7);
    await page.waitForFunction(`document.querySelector('[aria-label=Team] img').naturalWidth === 192`);
  });

  it.each(['/free', '/fortnite-optimizer'])('%s downloads a file that says it is an example', async (path) => {
    const page = await site.visit(path, { acceptDownloads: true });
    const link = page.locator('main').getByRole('link', { name: 'Download', exact: true });
    const file = new URL((await link.getAttribute('href'))!);
    expect(file.pathname).toMatch(/^\/api\/public\/examples\/framelift-[\w.-]+-example\.txt$/);
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe(file.pathname.split('/').at(-1));
    const answer = await fetch(site.url + file.pathname);
    expect([answer.status, (await answer.text()).split('\r\n')[2]]).toEqual([200, expect.stringContaining('This is not the program.')]);
    expect((await fetch(`${site.url}/api/public/examples/other.txt`)).status).toBe(404);
  });

  it('gives a file for each free tweak', async () => {
    const page = await site.visit('/tweaks');
    await page.locator('main a[href*="/api/public/examples/"]').nth(7).waitFor();
    const link = page.getByRole('link', { name: 'Download Timer Resolution Service' });
    const answer = await fetch(site.url + new URL((await link.getAttribute('href'))!).pathname);
    expect(await answer.text()).toMatch(/^Timer Resolution Service v1\.1\.0: example file/);
  });

  it('says in the footer that this is example data, on pages that show some', async () => {
    const page = await site.visit('/free');
    await page.getByText(EXAMPLE).waitFor();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' }).click();
    await page.getByRole('heading', { name: 'Terms and policies' }).waitFor();
    await page.getByText(EXAMPLE).waitFor();
  });
});

describe('configured sources', () => {
  let site: Site;
  beforeAll(async () => void (site = await openSite()));
  afterAll(() => site.stop());

  it('are not called examples', async () => {
    const page = await site.visit('/free');
    await page.getByText('v4.1').first().waitFor();
    await page.waitForLoadState('networkidle');
    await expectPage.poll(() => page.getByText(EXAMPLE).count()).toBe(0);
    expect((await fetch(`${site.url}/api/public/examples/framelift-free-utility-v4.2.0-example.txt`)).status).toBe(404);
  });

  it('have the same counts on the home page and on About, and both name what they count', async () => {
    for (const path of ['/', '/about-us']) {
      const page = await site.visit(path);
      await page.getByText('90,000').first().waitFor();
      expect((await shownTexts(page)).filter((text) => /^[\d,]{6}$/.test(text) && text.startsWith('9'))).not.toContain('91,000');
      await expectPage.poll(() => page.getByText('Downloads since 2.0').count()).toBe(await page.getByText('90,000').count());
    }
  });

  it('give the videos their pictures, with a drawing if one does not load', async () => {
    const page = await site.visit('/tweaks', {
      before: (p) => p.route('**/videos/fl_tweaks02/thumbnail', (route) => route.fulfill({ status: 404, body: '' })),
    });
    await page.waitForFunction(`document.querySelector('li img')?.naturalWidth === 960`);
    await page.waitForFunction(`document.querySelectorAll('li img').length === 7`);
    const link = page.getByRole('link', { name: 'Download Nvidia Low Latency Profile' });
    await expectPage.poll(() => link.getAttribute('href')).toBe('https://github.com/framelift/nvidia-low-latency/releases/latest');
    await expectPage
      .poll(() => page.locator('main li', { hasText: 'Fortnite Competitive Config' }).locator('[class*=posterTag]').isVisible())
      .toBe(true);
    expect(page.elsewhere.filter((url) => !url.endsWith('/socials'))).toEqual([]);
  });

  it('are cached as long as allowed', async () => {
    expect(await cachingOf(site, '/api/public/releases/free')).toBe('public, max-age=60');
    expect(await cachingOf(site, '/api/public/videos/fl_guide_01/thumbnail')).toBe('public, max-age=3600');
    expect(await cachingOf(site, '/api/public/videos/nobody/thumbnail')).toBe('no-store');
  });

  it('show their numbers after Retry if they failed at first', async () => {
    let failed = 0;
    // From a page without them: the server puts what it knows into the page it sends.
    const page = await site.visit('/tos', {
      before: (p) =>
        p.route('**/api/public/statistics', (route) =>
          failed++ ? route.continue() : route.fulfill({ status: 500, json: { error: 'no' } }),
        ),
    });
    await page.evaluate(`window.__reactRouterDataRouter.navigate('/statistics')`);
    await page.getByText('Failed to load statistics. Using fallback data.').waitFor();
    await button(page, 'Retry').click();
    await page.getByText('v4.1').waitFor();
    await expectPage.poll(() => page.getByText('Using fallback data.').count()).toBe(0);
  });
});

describe('sources that all refuse', () => {
  let site: Site;
  beforeAll(async () => {
    const refused = 'http://127.0.0.1:1';
    site = await openSite({
      settings: {
        FEEDS_CODE_URL: refused,
        FEEDS_CHAT_URL: refused,
        FEEDS_VIDEO_URL: refused,
        FEEDS_THUMBNAILS_URL: refused,
        FEEDS_PEOPLE_URL: refused,
        FEEDS_PREMIUM_VERSION_URL: refused,
        FEEDS_PREMIUM_TWEAKS_URL: refused,
        FEEDS_CUSTOMERS_URL: refused,
        FEEDS_TWEAK_REPOS: '',
        FEEDS_PEOPLE: '',
      },
    });
  });
  afterAll(() => site.stop());

  it.each(Object.entries(fallbacks))('%s falls back', async (path, wanted) => {
    const page = await site.visit(path);
    await page.waitForLoadState('networkidle');
    const texts = await shownTexts(page);
    for (const [text, times] of Object.entries(wanted)) expect([text, texts.filter((t) => t === text).length]).toEqual([text, times]);
    expect(page.elsewhere.filter((url) => !url.endsWith('/socials'))).toEqual([]);
    // The only complaint is about missing thumbnails.
    expect(page.complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });

  it('leave every free tweak with N/A and its drawing, and keep no count', async () => {
    const page = await site.visit('/tweaks');
    await page.waitForLoadState('networkidle');
    await expectPage.poll(() => page.getByText('N/A downloads').count()).toBe(8);
    await expectPage.poll(() => page.locator('[class*=posterTag]').count()).toBe(8);
    expect(await page.evaluate(`sessionStorage.getItem('tweakDownloads')`)).toBeNull();
  });

  it('are requested again by Retry: failures are not cached', async () =>
    expect(await cachingOf(site, '/api/public/statistics')).toBe('no-store'));
});
