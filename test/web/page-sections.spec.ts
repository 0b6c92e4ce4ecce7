import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { firstSite, type SiteContent } from '@framelift/contracts';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { WEB } from '../../services/src/main/api.ts';
import { checkAccessibility } from '../support/check-accessibility.ts';
import { expectPage } from '../support/patience.ts';
import type { Client } from '../support/system.ts';
import { until } from '../support/until.ts';
import { browserOfWorker, openSite, type Site } from '../support/web-site.ts';

let site: Site;
let admin: Client;
let picture: string;
beforeAll(async () => {
  site = await openSite({ alone: true });
  admin = await site.app.admin();
  picture = await uploaded('#123a5c');
});
afterAll(() => site.stop());

const base = { 'Edit-Base': String(Number.MAX_SAFE_INTEGER) };
const publish = async (section: string, content: object) => {
  expect(await admin.put(`/api/admin/site/${section}`, { content }, base)).toMatchObject({ status: 200 });
  expect((await admin.send('POST', '/api/admin/site/publish', { sections: [section] }, base)).status).toBe(200);
};
const html = async (path: string) => (await fetch(site.url + path)).text();

async function uploaded(background: string): Promise<string> {
  const image = await sharp({ create: { width: 1280, height: 720, channels: 3, background } })
    .png()
    .toBuffer();
  const { body } = await admin.post('/api/admin/site/pictures', { picture: `data:image/png;base64,${image.toString('base64')}` });
  return (body as { path: string }).path;
}

/** Nothing breaks it. */
const WORD = 'Wort'.repeat(23).slice(0, 90);

type Section = SiteContent['pages.home']['sections'][number];
const heading = (title: string) => ({ eyebrow: '', title, lead: WORD });
const rows = Array.from({ length: 8 }, (_, i) => ({
  machine: i ? `Ryzen ${i} and a name that goes on` : WORD.slice(0, 80),
  before: 100,
  after: 120 + i,
  source: i ? 'Counted by us, May 2026' : 'https://bench.example/run/1',
}));

/** One of each kind. */
const added = (): Section[] => [
  { kind: 'text', on: true, content: { ...heading('Why it works'), text: 'It **measures** first.' } },
  {
    kind: 'picture',
    on: true,
    content: { ...heading('See it'), picture, alt: 'A settled graph', recording: 'https://youtu.be/abc', caption: 'Twenty seconds' },
  },
  { kind: 'table', on: true, content: { ...heading('Measured'), unit: 'FPS', better: 'higher', rows } },
  {
    kind: 'beforeAfter',
    on: true,
    content: {
      ...heading('Side by side'),
      beforeLabel: '',
      beforePicture: picture,
      beforeAlt: 'Spikes',
      before: ['Stutter'],
      afterLabel: 'Tuned',
      afterPicture: picture,
      afterAlt: 'A line',
      after: ['None'],
    },
  },
  {
    kind: 'comparison',
    on: true,
    content: { ...heading('Beside guides'), first: 'Guides', second: 'Kelvin', rows: [{ feature: 'Undo', first: 'no', second: 'yes' }] },
  },
  {
    kind: 'steps',
    on: true,
    content: {
      ...heading('How it goes'),
      steps: [
        { title: 'Download', text: '' },
        { title: 'Run', text: 'Once.' },
      ],
    },
  },
  {
    kind: 'logos',
    on: true,
    content: { ...heading('Seen in'), logos: [{ name: 'The Paper', logo: picture, link: 'https://paper.example' }] },
  },
  { kind: 'questions', on: true, content: { ...heading('More questions'), questions: [{ question: 'Does it hum?', answer: 'No.' }] } },
];
const [benefits, estimate, inside, faq, end] = firstSite['pages.home'].sections as [Section, Section, Section, Section, Section];
/** What its seller has not finished. */
const later: Section = { kind: 'text', on: false, content: { ...heading('Not yet'), text: 'Soon.' } };
const order = (): Section[] => [faq, ...added(), { ...inside, on: false }, later, benefits, estimate, end];
const home = () => ({ ...firstSite['pages.home'], hero: 'picture', heroPicture: picture, heroAlt: 'The tool', sections: order() });

it('visitors see the sections in their order, what is on, and no word of what is off', async () => {
  const before = await html('/');
  await publish('pages.home', home());
  await until(async () => (await html('/')).includes('Why it works'));
  const text = await html('/');
  const [main] = text.split('</main>') as [string];
  const titles = [...main.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, title]) => title);
  const first = firstSite['pages.home'];
  expect(titles).toEqual([
    first.faqTitle,
    ...added().map(({ content }) => (content as { title: string }).title),
    first.benefitsTitle.replace('{name}', 'Framelift'),
    first.estimateTitle,
    first.endTitle,
  ]);
  expect([before, main].map((page) => page.includes(first.insideTitle))).toEqual([true, false]);
  expect(text.includes('Not yet')).toBe(false);
  expect([...text.matchAll(/data-section="(\d+)"/g)].map(([, at]) => Number(at))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13]);
  expect(text).toContain('<strong>measures</strong>');
});

it('tells search engines the questions of all its sections that are on', async () => {
  const names = [...(await html('/')).matchAll(/"@type":"Question","name":"([^"]+)"/g)].map(([, name]) => name);
  expect(names).toEqual([
    ...firstSite['pages.home'].questions.map(({ question }) => question.replace('{name}', 'Framelift')),
    'Does it hum?',
  ]);
});

const JS = /\/assets\/[^?]+\.js/;

it('nothing of a script comes before a person does, and nothing of a third party before a click', async () => {
  const context = await (await browserOfWorker()).newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const loaded: string[] = [];
  const elsewhere: string[] = [];
  page.on('request', (request) => JS.test(request.url()) && loaded.push(request.url()));
  await page.addInitScript(`localStorage.setItem('splashSeen', '1'); window.requestIdleCallback = () => 0`);
  await page.route(
    (url) => url.origin !== site.url,
    (route) => {
      elsewhere.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '' });
    },
  );
  await page.goto(site.url, { waitUntil: 'load' });
  expect(loaded).toEqual([]);
  const handle = page.getByRole('slider', { name: 'Before or Tuned' });
  const cut = () =>
    handle.evaluate((one: { parentElement: unknown }) => Reflect.get(Reflect.get(Object(one.parentElement), 'style'), 'cssText'));
  expect(await cut()).toBe('');
  // Also what is moved before the script runs counts.
  await handle.fill('80');
  await expectPage.poll(cut).toContain('--cut: 80%');
  await handle.press('ArrowLeft');
  expect(await cut()).toContain('--cut: 79%');
  expect(elsewhere).toEqual([]);
  await page.getByRole('button', { name: 'Play video: A settled graph' }).click();
  await expectPage.poll(() => elsewhere.join()).toContain('youtube-nocookie.com/embed/abc');
  expect(loaded.length).toBeGreaterThan(5);
});

it('works without scripts: both pictures, all rows, open answers', async () => {
  const page = await site.visit('/', { javaScriptEnabled: false });
  await expectPage(page.getByRole('img', { name: 'Spikes' })).toBeVisible();
  await expectPage(page.getByRole('img', { name: 'A line' })).toBeVisible();
  await expectPage(page.getByText('No.', { exact: true })).toBeVisible();
  await page.getByText('2 more measurements').click();
  await expectPage(page.getByRole('rowheader', { name: 'Ryzen 7' })).toBeVisible();
});

it('is no wider than a phone with words that nothing breaks, and has no finding of axe', async () => {
  const page = await site.visit('/', { viewport: { width: 320, height: 700 }, reducedMotion: 'reduce' });
  await checkAccessibility(page, [
    [320, 'light'],
    [320, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ]);
  expect(page.complaints).toEqual([]);
});

it('nothing moves when the picture of the hero arrives', async () => {
  const later = (p: Page) =>
    p.route('**/site/pictures/*', async (route) => {
      await new Promise((done) => setTimeout(done, 1_500));
      await route.continue();
    });
  const page = await site.visit('/', { viewport: { width: 390, height: 800 }, before: later });
  await page.getByRole('img', { name: 'The tool' }).evaluate((image) => Reflect.apply(Reflect.get(image as object, 'decode'), image, []));
  // The letters of the page came before, and move lines where they are narrower.
  const shift = await page.evaluate<number>(`new Promise((done) => {
    const asked = performance.getEntriesByType('resource').find(({ name }) => name.includes('/site/pictures/'));
    let sum = 0;
    new PerformanceObserver((list) =>
      list.getEntries().forEach(({ value, startTime }) => (sum += startTime > asked.startTime + 1_400 ? value : 0)),
    ).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(sum), 300);
  })`);
  expect(shift).toBeLessThan(0.01);
});

it('a page of a product has them too, beside what its seller already wrote', async () => {
  const { sections, ...before } = firstSite['pages.premium'];
  // What was published before pages had sections.
  await publish('pages.premium', { ...before, title: 'Older words' });
  await until(async () => (await html('/premium/')).includes('Older words'));
  const places = (text: string) => [...text.matchAll(/data-section="(\d+)"/g)].map(([, at]) => Number(at));
  expect(places(await html('/premium/'))).toEqual([0, 1, 2, 3, 4]);
  const table = added()[2]!;
  const next = {
    ...before,
    hero: 'picture',
    heroRecording: before.guideUrl,
    sections: [table, ...sections.filter(({ kind }) => kind !== 'stats')],
  };
  await publish('pages.premium', next);
  await until(async () => (await html('/premium/')).includes('Measured'));
  const text = await html('/premium/');
  expect(places(text)).toEqual([0, 1, 2, 3, 4]);
  expect(text.indexOf('Measured')).toBeLessThan(text.indexOf(firstSite['pages.premium'].questionsTitle));
  expect([text.includes('>Total Tweaks<'), text.includes('rel="noopener"')]).toEqual([false, true]);
  const page = await site.visit('/premium');
  await expectPage(page.getByRole('button', { name: `Play video: ${firstSite['pages.premium'].title}` })).toBeVisible();
  await expectPage(page.getByRole('button', { name: 'Buy Now' })).toBeVisible();
  expect(page.complaints).toEqual([]);
});

/** Compressed, of all kinds together; each may have as much. */
const MOST_BYTES = 3_000;

it('the script of all kinds is smaller than that of one may be', async () => {
  const assets = join(WEB, 'client/assets');
  const files = (await readdir(assets)).filter((name) => /^PageSections-.*\.js\.br$/.test(name));
  expect(files).toHaveLength(1);
  expect((await stat(join(assets, files[0]!))).size).toBeLessThan(MOST_BYTES);
});
