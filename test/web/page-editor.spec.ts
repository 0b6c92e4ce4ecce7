import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { firstSite, SITE_SECTIONS, type SitePreviewView, unmarkedText } from '@framelift/contracts';
import { pages } from '../../web/src/lib/pages.ts';
import type { Client } from '../support/system.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await openSite();
  admin = await site.app.admin();
});
afterAll(() => site.stop());

const html = async (path: string) => (await fetch(site.url + path)).text();
const preview = async (page: string, query = '') => {
  const { body } = await admin.get<SitePreviewView>(`/api/admin/site/preview/${page}?theme=light${query}`);
  return html(body.url);
};
const withoutMarks = (page: string) => unmarkedText(page).text.replaceAll(/#[a-z][\w.-]*:[\w.]+(?=")/g, '');
/** First contents have no markup, and are in other tags than what is published. */
const textOf = (page: string) =>
  page
    .replaceAll(/<style[\s\S]*?<\/style>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const tweak = firstSite.tweaks.tweaks[0]!.slug;
const looked = [...Object.keys(pages), 'products.premium', `tweaks.${tweak}`];

it('marks every page for its editor, and changes nothing else of it', async () => {
  for (const page of looked) {
    const [plain, marked] = [await preview(page), await preview(page, '&marked=yes')];
    expect([page, textOf(withoutMarks(marked))]).toEqual([page, textOf(plain)]);
    const tags = (text: string) => [page, text.match(/<(?:img|button|a|h\d|li)\b[^>]*>/g)];
    expect(tags(withoutMarks(marked))).toEqual(tags(plain));
  }
  const { places } = unmarkedText(await preview('home', '&marked=yes'));
  expect(places).toEqual(
    expect.arrayContaining(['pages.home:title', 'pages.home:benefits.0.title', 'brand:name', 'pages.home:features.1']),
  );
  expect(await preview('home', '&marked=yes')).toMatch(/<img[^>]* src="[^"]+#pages\.home:games\.0\.logo"/);
});

it('marks nothing that visitors, or other programs, get', async () => {
  for (const path of [
    ...Object.values(pages).map((page) => page.path),
    `/tweaks/${tweak}`,
    '/products/premium',
    '/sitemap.xml',
    '/llms.txt',
  ])
    expect([path, unmarkedText(await html(path)).places]).toEqual([path, []]);
  for (const call of ['', ...SITE_SECTIONS.map((section) => `/${section}`)])
    expect([call, unmarkedText(await html(`/api/public/site${call}`)).places]).toEqual([call, []]);
  expect(unmarkedText(await preview('home')).places).toEqual([]);
});
