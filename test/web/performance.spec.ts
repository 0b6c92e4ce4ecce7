import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Request } from 'playwright-core';
import { sold } from '../support/sales.ts';
import { signedInAs } from '../support/sessions.ts';
import { button, openSite, settled, type Site, withCache } from '../support/web-site.ts';

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
  // As many as the dashboard shows at once.
  for (let i = 0; i < 50; i++) await sold(site.app.system.log, anna.id, 12_00);
});
afterAll(() => site.stop());

it('the performance tab shows a new click while open, and loads the code for QR codes when a link is shared', async () => {
  const scripts: string[] = [];
  const page = await site.visit('/affiliate/dashboard/performance', {
    before: async (p) => [
      await signedInAs(anna.token)(p),
      p.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url())),
    ],
  });
  const row = (name: string) => page.getByRole('row', { name }).waitFor();
  const shares = () => scripts.filter((url) => /ShareDialog.*\.js/.test(url)).length;
  await row('spring 2 0 0% €0.00');
  const body = { ref: 'anna', pageUrl: `${site.url}/tweaks?ref=anna&c=live`, userAgent: 'Mozilla/5.0 live' };
  await site.app.anybody.post('/api/track/track-visit', body);
  await row('live 1 ');
  expect(shares()).toBe(0);
  await button(page, 'Share link').click();
  await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  expect(shares()).toBe(1);
  expect(page.complaints).toEqual([]);
});

const KB = 1_000;

/** Compressed kB that a first open loads, by kind: until nothing is asked for any more, live updates aside. */
async function firstOpen(path: string, token: string): Promise<{ kinds: Record<string, number>; icon: number }> {
  const finished: Request[] = [];
  const page = await site.visit(path, {
    before: async (p) => {
      await withCache(p);
      await signedInAs(token)(p);
      p.on('requestfinished', (request) => finished.push(request));
    },
  });
  await page.locator('#place').waitFor();
  await settled(page);
  const kinds: Record<string, number> = {};
  let icon = 0;
  for (const request of finished) {
    const { responseBodySize } = await request.sizes();
    // A whole Chromium asks for the icon, a headless shell does not: it counts, and is no separate kind.
    if (new URL(request.url()).pathname === '/favicon.svg') {
      icon = responseBodySize;
      continue;
    }
    kinds[request.resourceType()] = (kinds[request.resourceType()] ?? 0) + responseBodySize;
  }
  expect(page.complaints).toEqual([]);
  return { kinds, icon };
}

it.each([
  ['/affiliate/dashboard', 193 * KB],
  ['/admin/dashboard', 198 * KB],
])('a first open of %s loads at most %d bytes in all: one font, no style twice, answers compressed', async (path, most) => {
  const { token } = path.startsWith('/admin') ? await site.app.admin() : anna;
  const { kinds, icon } = await firstOpen(path, token);
  expect(Object.keys(kinds).toSorted()).toEqual(['document', 'fetch', 'font', 'script']);
  expect(Object.values(kinds).reduce((sum, bytes) => sum + bytes, icon)).toBeLessThan(most);
});
