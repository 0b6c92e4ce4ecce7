import { afterAll, beforeAll, expect, it } from '@jest/globals';
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

it('the performance tab shows a new click while open, and loads the code for QR codes when a link is shared', async () => {
  const scripts: string[] = [];
  const page = await site.visit('/affiliate/dashboard/performance', {
    before: async (p) => [await signedInAs(anna.token)(p), p.on('request', (request) => scripts.push(request.url()))],
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
