import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { firstSite, SITE_SECTIONS, type SitePreviewView, type SiteView, unmarkedText } from '@framelift/contracts';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { pages } from '../../web/src/lib/pages.ts';
import { expectPage } from '../support/patience.ts';
import { signedInAs } from '../support/sessions.ts';
import type { Client } from '../support/system.ts';
import { until } from '../support/until.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await openSite({ alone: true });
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

/** The editor with its page as wide as a phone, where nothing is made smaller. */
const openEditor = async (at = '') => {
  const page = await site.visit(`/admin/dashboard/site${at}`, { before: signedInAs(admin.token) });
  await page.getByRole('button', { name: 'Phone' }).click();
  return { page, at: (place: string) => page.frameLocator('iframe[title="Page"]').locator(`[data-at="${place}"]`).first() };
};
const isSaved = (page: Page) => expectPage(page.getByText('Saved', { exact: true })).toBeVisible();
const draftOf = async (section: string) =>
  (await admin.get<SiteView>('/api/admin/site')).body.sections.find((one) => one.section === section)!.draft?.content;
const shows = (path: string, ...texts: string[]) =>
  until(async () => {
    const page = await html(path);
    return texts.every((text) => page.includes(text));
  });

it('writes a text where it is, keeps it as a draft by itself, takes it back by keys, and publishes it', async () => {
  const { page, at } = await openEditor();
  const first = firstSite['pages.home'].title;
  await at('pages.home:title').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Quiet by rule');
  await expectPage.poll(() => draftOf('pages.home')).toMatchObject({ title: 'Quiet by rule' });
  await isSaved(page);
  await page.keyboard.press('Control+z');
  await expectPage(at('pages.home:title')).toHaveText(first);
  await expectPage.poll(() => draftOf('pages.home')).toBeUndefined();
  await page.keyboard.press('Control+Shift+z');
  await expectPage(at('pages.home:title')).toHaveText('Quiet by rule');
  // Escape takes back what is typed; Enter ends it.
  await page.keyboard.press('Enter');
  await at('pages.home:lead').click();
  await page.keyboard.type('Nothing ');
  await page.keyboard.press('Escape');
  await expectPage(at('pages.home:lead')).not.toContainText('Nothing');
  await expectPage.poll(() => draftOf('pages.home')).toMatchObject({ title: 'Quiet by rule', lead: firstSite['pages.home'].lead });
  await page.getByRole('button', { name: 'Publish all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish 1 change' }).click();
  await shows('/', 'Quiet by rule');
  expect(unmarkedText(await html('/')).places).toEqual([]);
  expect(page.complaints).toEqual([]);
});

it('refuses a text in words, and goes back to the last one that was well formed', async () => {
  const { page, at } = await openEditor('?page=pricing');
  await at('pages.pricing:title').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expectPage(page.getByRole('alert')).toHaveText('Title has 1 to 80 characters on one line');
  await page.keyboard.press('Enter');
  await expectPage(at('pages.pricing:title')).toHaveText(firstSite['pages.pricing'].title);
  expect(await draftOf('pages.pricing')).toBeUndefined();
});

it('adds, moves and removes an item of a list, and writes what another section says', async () => {
  const { page, at } = await openEditor();
  const { benefits } = firstSite['pages.home'];
  const titles = async () => ((await draftOf('pages.home'))?.['benefits'] as { title: string }[] | undefined)?.map(({ title }) => title);
  await at('pages.home:benefits.0.title').click();
  await page.getByRole('button', { name: 'Add a benefit below' }).click();
  await expectPage(at('pages.home:benefits.1.title')).toBeFocused();
  await page.keyboard.type('No noise');
  await expectPage.poll(async () => (await titles())?.slice(0, 2)).toEqual([benefits[0]!.title, 'No noise']);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Move up' }).click();
  await expectPage.poll(async () => (await titles())?.slice(0, 2)).toEqual(['No noise', benefits[0]!.title]);
  await page.getByRole('button', { name: 'Remove this benefit' }).click();
  await expectPage.poll(async () => (await titles()) ?? benefits.map(({ title }) => title)).toEqual(benefits.map(({ title }) => title));
  await at('brand:tagline').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(`Fans, ${'quiet'.repeat(18)}`);
  await expectPage.poll(() => draftOf('brand')).toMatchObject({ tagline: `Fans, ${'quiet'.repeat(18)}` });
  await admin.send('DELETE', '/api/admin/site/brand');
});

it('replaces a picture, and fills in what is not a text beside the page', async () => {
  const { page, at } = await openEditor();
  await at('pages.home:games.0.logo').click();
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  await page.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: picture });
  await expectPage(at('pages.home:games.0.logo')).toHaveAttribute('src', /^\/site\/pictures\/[0-9a-f]{64}\.webp$/);
  await expectPage
    .poll(async () => ((await draftOf('pages.home'))?.['games'] as { logo: string }[] | undefined)?.[0]?.logo)
    .toMatch(/^\/site\/pictures\//);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Settings of this page' }).click();
  await page.getByLabel('Search engines: title').fill('Quiet fans');
  await expectPage.poll(() => draftOf('pages.home')).toMatchObject({ headTitle: 'Quiet fans' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectPage(page.getByLabel('Search engines: title')).not.toHaveValue('Quiet fans');
  await admin.send('DELETE', '/api/admin/site/pages.home');
});

it('moves, hides and adds sections of a page', async () => {
  const { page, at } = await openEditor();
  const kinds = async () =>
    ((await draftOf('pages.home'))?.['sections'] as { kind: string; on: boolean }[] | undefined)?.map(({ kind, on }) => `${kind} ${on}`);
  await at('pages.home:benefitsTitle').click();
  const handle = page.getByRole('toolbar', { name: 'Section Benefits' });
  await handle.getByRole('button', { name: 'Move Benefits down' }).click();
  await expectPage.poll(async () => (await kinds())?.slice(0, 2)).toEqual(['estimate true', 'benefits true']);
  const sectionAt = (place: number) => page.frameLocator('iframe[title="Page"]').locator(`[data-section="${place}"]`);
  await expectPage(sectionAt(1)).toContainText(firstSite['pages.home'].benefitsTitle);
  await at('pages.home:benefitsTitle').click();
  await handle.getByRole('button', { name: 'Add a section below' }).click();
  await page.getByRole('menuitem', { name: 'Steps' }).click();
  await expectPage(at('pages.home:sections.2.content.title')).toHaveText('Steps');
  await page.getByLabel('Lead').fill('In three minutes');
  await expectPage(at('pages.home:sections.2.content.lead')).toHaveText('In three minutes');
  await page.getByRole('button', { name: 'Close' }).click();
  await at('pages.home:benefitsTitle').click();
  await handle.getByRole('button', { name: 'Hide Benefits' }).click();
  await expectPage.poll(async () => (await kinds())?.slice(0, 3)).toEqual(['estimate true', 'benefits false', 'steps true']);
  await expectPage(at('pages.home:benefitsTitle')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectPage(at('pages.home:benefitsTitle')).toBeVisible();
  await admin.send('DELETE', '/api/admin/site/pages.home');
});

it('says of a draft that another admin saved meanwhile, and goes on from it', async () => {
  const { page, at } = await openEditor('?page=statistics');
  await expectPage(at('pages.statistics:title')).toBeVisible();
  const theirs = { ...firstSite['pages.statistics'], title: 'Counted' };
  expect((await admin.put('/api/admin/site/pages.statistics', { content: theirs }, { 'Edit-Base': '0' })).status).toBe(200);
  await at('pages.statistics:title').click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.getByRole('button', { name: 'Use the other draft of statistics page' }).click();
  await expectPage(at('pages.statistics:title')).toHaveText('Counted');
  await isSaved(page);
  await admin.send('DELETE', '/api/admin/site/pages.statistics');
});

it('is operated on a narrow phone', async () => {
  const page = await site.visit('/admin/dashboard/site', { before: signedInAs(admin.token), viewport: { width: 320, height: 640 } });
  const title = page.frameLocator('iframe[title="Page"]').locator('[data-at="pages.home:title"]');
  await title.dispatchEvent('click');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('W'.repeat(80));
  await expectPage.poll(() => draftOf('pages.home')).toMatchObject({ title: 'W'.repeat(80) });
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect([wide, page.complaints]).toEqual([0, []]);
  await admin.send('DELETE', '/api/admin/site/pages.home');
});
