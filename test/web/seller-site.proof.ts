import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { coloursOf, firstSite, premium, type Product, type ProductPageSection, type SiteSection } from '@framelift/contracts';
import sharp from 'sharp';
import { WEB } from '../../services/src/main/api.ts';
import { expectPage, said, typed } from '../support/patience.ts';
import type { Client } from '../support/system.ts';
import { openAdmin } from '../support/admin-screen.ts';
import { checkAccessibility, type Appearance } from '../support/check-accessibility.ts';
import { until } from '../support/until.ts';
import { openSite, type Site } from '../support/web-site.ts';
import { pages } from '../../web/src/lib/pages.ts';

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await openSite({ alone: true });
  admin = await site.app.admin();
});
afterAll(() => site.stop());

const base = { 'Edit-Base': String(Number.MAX_SAFE_INTEGER) };
const publish = async (section: string, content: object) => {
  expect((await admin.put(`/api/admin/site/${section}`, { content }, base)).status).toBe(200);
  expect((await admin.send('POST', '/api/admin/site/publish', { sections: [section] }, base)).status).toBe(200);
};
const html = async (path: string) => (await fetch(site.url + path)).text();
const shows = (path: string, text: string) => until(async () => (await html(path)).includes(text), 5_000);
const [, free, fortnite] = firstSite.products.products;
const dearer: Product = { ...premium, title: 'Tuned <b>& "Pro"</b>', priceCents: 49_99, oldPriceCents: null, offerEndsAt: null };
const tool: Product = {
  ...premium,
  sku: 'tool',
  slug: 'tool',
  isMain: false,
  title: 'A second tool',
  priceCents: 9_99,
  oldPriceCents: null,
  offerEndsAt: null,
  features: ['One thing'],
  providers: { sellauth: null, stripe: { priceId: null } },
};

describe('what an admin publishes', () => {
  it('is no part of a page before', async () => {
    const page = await html('/premium/');
    expect([page.includes('Announcement'), page.includes('/api/public/site')]).toEqual([false, false]);
    expect(page).toContain('"name":"Framelift Premium"');
  });

  it('is on every page that shows it: titles, prices, other products, and the data for search engines', async () => {
    await publish('products', { products: [dearer, free, fortnite, tool] });
    await shows('/premium/', '€49.99');
    const page = await html('/premium/');
    expect(page).toContain('Tuned &lt;b&gt;&amp; &quot;Pro&quot;&lt;/b&gt;');
    expect(page).toContain('"price":"49.99"');
    expect([page.includes('€29.99'), page.includes('<b>&')]).toEqual([false, false]);
    for (const path of ['/', '/pricing/', '/affiliate/']) await shows(path, '€49.99');
    expect(await html('/pricing/')).toContain('A second tool');
    expect(await html('/llms.txt')).toContain(
      'and Tuned <b>& "Pro"</b>, bought once for €49.99, and A second tool, bought once for €9.99.',
    );
    expect(await html('/tos/')).not.toContain('A second tool');
  });

  it('reaches a page that a visitor goes to from one without prices', async () => {
    const page = await site.visit('/tos');
    await page.getByRole('link', { name: 'Pricing', exact: true }).click();
    await page.getByRole('heading', { name: 'A second tool' }).waitFor();
    await expectPage(page.getByText('€49.99').first()).toBeVisible();
    expect(page.complaints).toEqual([]);
  });

  it('takes a product off its page, which sells the next one', async () => {
    await publish('products', { products: [free, tool] });
    await shows('/premium/', 'A second tool');
    expect(await html('/premium/')).toContain('Buy Now');
    await until(async () => !(await html('/pricing/')).includes('€49.99'));
    const page = await site.visit('/pricing');
    expect(await page.getByRole('heading', { name: 'Premium', exact: true }).count()).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  it('announces on every page, and only in its time', async () => {
    const hello = { text: 'Closed <i>until</i> Monday', link: '/premium', fromAt: null, untilAt: null };
    await publish('announcement', hello);
    for (const path of ['/', '/tos/', '/tweaks/']) await shows(path, 'Closed &lt;i&gt;until&lt;/i&gt; Monday');
    const page = await site.visit('/about-us');
    expect(await page.getByRole('complementary', { name: 'Announcement' }).getByRole('link').getAttribute('href')).toBe('/premium');
    expect(page.complaints).toEqual([]);
    await publish('announcement', { ...hello, untilAt: '2020-01-01T00:00:00Z' });
    await until(async () => !(await html('/tos/')).includes('Closed'));
  });
});

describe('tweaks', () => {
  const status = async (path: string) => (await fetch(site.url + path)).status;
  const [kept, ...removed] = firstSite.tweaks.tweaks;
  const added = {
    ...kept!,
    slug: 'mein-tweak-2',
    title: 'Neuer <b>Tweak</b> & 漢字',
    tags: ['Meins'],
    added: '2026-03-01',
    downloadUrl: 'https://files.example/tool.zip',
  };
  /** Two hundred in all. */
  const many = Array.from({ length: 198 }, (_, i) => ({
    ...kept!,
    slug: `number-${i}`,
    title: `Number ${i}`,
    changes: [...kept!.changes],
  }));

  it('have their pages, feed and lists as they are published, two hundred too', async () => {
    await publish('tweaks', { tweaks: [added, kept!, ...many] });
    const published = Date.now();
    await until(async () => (await status('/tweaks/mein-tweak-2')) === 200, 5_000);
    expect(Date.now() - published).toBeLessThan(2_000);
    const page = await html('/tweaks/mein-tweak-2/');
    for (const text of [
      'Neuer &lt;b&gt;Tweak&lt;/b&gt; &amp; 漢字',
      '"datePublished":"2026-03-01"',
      'All <!-- -->200<!-- --> free tweaks',
      '/social/tweaks.jpg',
    ])
      expect(page).toContain(text);
    expect([page.includes('<b>Tweak'), page.includes('Number 7')]).toEqual([false, false]);
    expect(await Promise.all([`/tweaks/${removed[0]!.slug}`, '/tweaks/number-197', '/tweaks/-', '/tweaks/%2Fx'].map(status))).toEqual([
      404, 200, 404, 404,
    ]);
    await shows('/tweaks/', '200 free tweaks');
    expect(await html('/tweaks.atom')).toContain('<title>Neuer &lt;b&gt;Tweak&lt;/b&gt; &amp; 漢字</title>');
    for (const file of ['/sitemap.xml', '/llms.txt', '/tweaks.atom']) {
      const text = await html(file);
      expect([file, text.includes('/tweaks/mein-tweak-2'), text.includes(`/tweaks/${removed[0]!.slug}`)]).toEqual([file, true, false]);
    }
    await shows('/statistics/', '<dt>Total tweaks</dt><dd>200</dd>');
  });

  it('are found, opened and left by a visitor', async () => {
    const page = await site.visit('/tweaks');
    await page.getByRole('button', { name: 'Meins' }).click();
    await page.getByText('1 of 200 tweaks shown').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Neuer <b>Tweak</b> & 漢字', exact: true }).click();
    await page.waitForURL('**/tweaks/mein-tweak-2');
    await page.getByRole('heading', { name: 'How to undo it' }).waitFor();
    expect(await page.title()).toBe('Neuer <b>Tweak</b> & 漢字 · Framelift');
    await page.getByRole('link', { name: 'All 200 free tweaks' }).click();
    await page.getByRole('heading', { name: '200 free tweaks' }).waitFor();
    expect(page.complaints).toEqual([]);
  });

  it('at an address without one, say so, and lead on', async () => {
    const page = await site.visit(`/tweaks/${removed[0]!.slug}`);
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await page.getByRole('link', { name: 'Tweaks', exact: true }).first().click();
    await page.getByRole('heading', { name: '200 free tweaks' }).waitFor();
    expect(page.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
  });

  it('are refused with two of one address, or a link that is none', async () => {
    const saved = async (...tweaks: object[]) => (await admin.put('/api/admin/site/tweaks', { content: { tweaks } }, base)).body;
    expect(await saved(kept!, added, { ...added })).toMatchObject({ error: 'Two of a list have the same name: Tweaks, 2 and 3' });
    expect(await saved({ ...kept!, slug: '../free' })).toMatchObject({
      error: expect.stringContaining('Tweaks, 1: Address has 1 to 60 small letters'),
    });
    expect(await saved({ ...kept!, downloadUrl: 'javascript:alert(1)' })).toMatchObject({
      error: expect.stringContaining('Download is an https address'),
    });
    expect(await saved({ ...kept!, videoUrl: 'https://video.example/1' })).toMatchObject({
      error: expect.stringContaining('Video is the address of a video'),
    });
    expect(await saved()).toMatchObject({ error: expect.stringContaining('Tweaks: 1 to 300 are possible') });
    await publish('tweaks', firstSite.tweaks);
    await until(async () => (await status(`/tweaks/${removed[0]!.slug}`)) === 200, 5_000);
  });
});

describe('the texts of pages', () => {
  const unchanged = (...sections: Exclude<SiteSection, ProductPageSection>[]) =>
    Promise.all(sections.map((section) => publish(section, firstSite[section])));

  it('have markup in policies, and nothing that does harm', async () => {
    const text =
      'A **bold** word, [a link](https://shop.example/a) and [none](javascript:alert(1)).\n\n<img src=x onerror=alert(1)>\n\n- 漢字\n- الخصوصية';
    const { title, summary } = firstSite['policies.terms'];
    await publish('policies.terms', { title, summary, parts: [{ heading: 'One', text }] });
    await shows('/tos/', 'A <strong>bold</strong> word, <a href="https://shop.example/a" rel="noreferrer">a link</a> and [none]');
    const page = await site.visit('/tos');
    await page.getByRole('link', { name: 'Read the Terms of Use' }).click();
    await page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'الخصوصية' }).waitFor();
    expect(await page.getByRole('dialog').locator('img, [onerror]').count()).toBe(0);
    expect(await page.getByRole('dialog').getByRole('link').count()).toBe(1);
    await checkAccessibility(page, [
      [390, 'light'],
      [1280, 'dark'],
    ]);
    expect(page.complaints).toEqual([]);
    const words = (from: number) => Array.from({ length: 2_000 }, (_, i) => `word${from + i}`).join(' ');
    const parts = [0, 2_000, 4_000, 6_000, 8_000].map((from) => ({ heading: `From ${from}`, text: words(from) }));
    await publish('policies.terms', { title, summary, parts });
    await shows('/tos/', 'word9999');
  });

  it('are in the tab, for search engines and for other programs', async () => {
    const { questions } = firstSite['pages.home'];
    await publish('pages.home', {
      ...firstSite['pages.home'],
      headTitle: 'Mein <Titel>',
      headDescription: 'Über "uns"',
      questions: [...questions, { question: 'Und </script>?', answer: 'Ja.' }],
    });
    await shows('/', '<title>Mein &lt;Titel&gt; · Framelift</title>');
    const page = await html('/');
    expect(page).toContain('<meta name="description" content="Über &quot;uns&quot;"/>');
    const [, data] = /<script type="application\/ld\+json">(.*?FAQPage.*?)<\/script>/.exec(page)!;
    expect(JSON.parse(data!).mainEntity.at(-1)).toMatchObject({ name: 'Und </script>?', acceptedAnswer: { text: 'Ja.' } });
    expect(await html('/llms.txt')).toContain('- [Mein <Titel>](');
    // Each page follows by itself, and has the titles of those that it leads to.
    await expectPage(async () => {
      const visitor = await site.visit('/tos');
      await visitor.getByRole('link', { name: 'Framelift home' }).first().click();
      await expectPage(visitor).toHaveTitle('Mein <Titel> · Framelift', { timeout: 3_000 });
      expect(visitor.complaints).toEqual([]);
    }).toPass();
  });

  it('of the affiliate programme name the terms in force; so does the page after a purchase what is next', async () => {
    await publish('pages.affiliate', { ...firstSite['pages.affiliate'], lead: 'Ab {minimum}, {commission}, {window}.' });
    await publish('pages.success', { ...firstSite['pages.success'], steps: [{ title: 'Nur ein Schritt', text: 'Fertig.' }] });
    await shows('/affiliate/', 'Ab €50, up to 40%, 60 days.');
    await shows('/success/', 'Nur ein Schritt');
    await unchanged('policies.terms', 'pages.home', 'pages.affiliate', 'pages.success');
  });
});

describe('a page that is switched off', () => {
  const status = async (path: string) => (await fetch(site.url + path)).status;
  const files = async () => `${await html('/sitemap.xml')}${await html('/llms.txt')}`;

  it('is not found, and no page or file leads there, until it is on again', async () => {
    await until(async () => !(await files()).includes('Mein <Titel>'));
    const before = [await html('/tos/'), await files()];
    await publish('pages.free', { ...firstSite['pages.free'], isShown: false });
    await publish('pages.tweaks', { ...firstSite['pages.tweaks'], isShown: false });
    await until(async () => (await status('/free/')) === 404 && (await status('/tweaks/')) === 404, 5_000);
    expect(await html('/free/?ref=ada')).toContain('<title>Page Not Found');
    expect(await Promise.all(['/tweaks/nvidia-low-latency', '/tweaks.atom'].map(status))).toEqual([404, 404]);
    for (const path of ['/', '/pricing/', '/tos/', '/free/'])
      await until(async () => !/href="\/(free|tweaks)|url":"[^"]*\/free"/.test(await html(path)), 5_000);
    expect(/\/(free|tweaks)\b|## Free tweaks/.exec(await files())).toBeNull();
    const page = await site.visit('/free');
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await page.getByRole('link', { name: 'Pricing', exact: true }).click();
    await page.waitForURL('**/pricing');
    await page.evaluate("window.__reactRouterDataRouter.navigate('/free')");
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    expect(page.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
    await publish('pages.free', firstSite['pages.free']);
    await publish('pages.tweaks', firstSite['pages.tweaks']);
    await until(async () => (await status('/free/')) === 200 && (await status('/tweaks/nvidia-low-latency')) === 200, 5_000);
    const links = (text: string) => text.match(/href="\/[^"]*"/g);
    await until(async () => String(links(await html('/tos/'))) === String(links(before[0]!)), 5_000);
    expect(await files()).toBe(before[1]);
  });
});

describe('the screen of the site', () => {
  const everywhere: Appearance[] = [320, 1280].flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const]);

  it('changes a price from draft to page, and restores it', async () => {
    await publish('products', { products: firstSite.products.products });
    const page = await openAdmin(site, '/site/fields');
    await page.getByRole('link', { name: 'Edit products' }).click();
    await page.getByLabel('Price (€)').first().fill('19.99');
    await page.getByLabel('Note').fill('For summer');
    await page.getByText('Framelift Premium: price €29.99 → €19.99').waitFor();
    await checkAccessibility(page, everywhere);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await said(page, 'Draft saved.');
    await page.locator('form').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('region', { name: 'Draft of products' }).getByText('Framelift Premium: price €29.99 → €19.99').waitFor();
    expect(await html('/premium/')).not.toContain('€19.99');
    await checkAccessibility(page, everywhere);
    await page.getByRole('button', { name: 'Publish products' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
    await said(page, 'Published. Pages follow within seconds.');
    await shows('/premium/', '€19.99');
    await page
      .getByRole('button', { name: /^Restore products/ })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await shows('/premium/', '€29.99');
    expect(page.complaints).toEqual([]);
  });

  it('changes the texts and the order of a page, and restores them', async () => {
    const page = await openAdmin(site, '/site/fields');
    await page.getByRole('link', { name: 'Edit home page' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Words of <b>another</b> seller 漢字');
    await page.getByRole('button', { name: 'Move Is {name} safe to use? down' }).press('Enter');
    await page.getByText('and 1 more change').waitFor();
    await checkAccessibility(page, everywhere);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await said(page, 'Draft saved.');
    await page.locator('form').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Publish home page' }).click();
    await page.getByRole('alertdialog').getByText('Questions: order changed').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
    await shows('/', 'Words of &lt;b&gt;another&lt;/b&gt; seller 漢字');
    // A visitor who comes from a page without these texts waits for them.
    await shows('/tos/', 'pages.home');
    const visitor = await site.visit('/tos');
    await visitor.getByRole('link', { name: 'Home', exact: true }).click();
    await visitor.getByRole('heading', { name: 'Words of <b>another</b> seller 漢字' }).waitFor();
    await page.getByRole('button', { name: 'Restore the first home page' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await shows('/', 'Get every frame your PC can give');
    expect([page.complaints, visitor.complaints]).toEqual([[], []]);
  });

  it('shows the page in either theme, whatever the browser prefers', async () => {
    const page = await openAdmin(site, '/site/announcement', { colorScheme: 'dark' });
    const ground = () =>
      page
        .frameLocator('iframe')
        .locator('html')
        .evaluate((html) => html.ownerDocument.defaultView!.getComputedStyle(html).backgroundColor);
    for (const [theme, colour] of [
      ['Light', 'rgb(247, 248, 243)'],
      ['Dark', 'rgb(10, 12, 11)'],
      ['Light', 'rgb(247, 248, 243)'],
    ] as const) {
      await page.getByText(theme, { exact: true }).click();
      await expectPage.poll(ground).toBe(colour);
    }
  });

  it('is operated by the keyboard, and shows the draft of another admin', async () => {
    const page = await openAdmin(site, '/site/announcement');
    await page.getByLabel('Text').focus();
    await page.keyboard.press('Control+a');
    await typed(page, 'Open again');
    await page.keyboard.press('Enter');
    await said(page, 'Draft saved.');
    await page.locator('form').getByRole('button', { name: 'Close' }).press('Enter');
    await page.getByRole('region', { name: 'Draft of announcement' }).filter({ hasText: '“Open again”' }).waitFor();
    const another = await openAdmin(site, '/site/fields');
    await another.getByRole('region', { name: 'Draft of announcement' }).waitFor();
    await checkAccessibility(another, everywhere);
    expect([page.complaints, another.complaints]).toEqual([[], []]);
  });
});

describe('another brand', () => {
  const brand = { ...firstSite.brand, name: 'Zephyr', accent: '#1d4ed8', support: 'help@zephyr.example' };
  const red = () =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
  /** What an answer says of the first brand, in its headers and in its text. */
  const saidBy = async (answer: Response) =>
    `${JSON.stringify([...answer.headers])}`.match(/.{0,40}framelift.{0,20}/gi) ?? (await answer.text()).match(/.{0,40}Framelift.{0,20}/g);
  let logo: string;
  beforeAll(async () => {
    // The products above are the ones of another test.
    for (const section of ['products', 'announcement'] as const) await publish(section, firstSite[section]);
    logo = (await admin.post('/api/admin/site/pictures', { picture: `data:image/png;base64,${(await red()).toString('base64')}` })).body
      .path;
    await publish('brand', { ...brand, logo });
    await shows('/', 'aria-label="Zephyr home"');
  });
  afterAll(async () => {
    await publish('brand', firstSite.brand);
    await shows('/', 'aria-label="Framelift home"');
  });

  it('is on every page and in every file where the first one was', async () => {
    const texts = [
      '/sitemap.xml',
      '/robots.txt',
      '/llms.txt',
      '/tweaks.atom',
      '/favicon.svg',
      '/site.webmanifest',
      '/.well-known/security.txt',
    ];
    const docs = ['/api/docs', '/api/docs-json', '/api/docs-style.css', '/api/openapi.json'];
    for (const path of [...Object.values(pages).map((page) => page.path), ...texts, ...docs]) {
      // One page is rendered after the other.
      await until(async () => !(await html(path)).includes('Framelift'), 5_000).catch(() => {});
      const answer = await fetch(site.url + path);
      expect([path, answer.status, await saidBy(answer)]).toEqual([path, path === '/not-found' ? 404 : 200, null]);
    }
  });

  it('is in mails, statements, names of files, and the labels of an authenticator', async () => {
    const anna = await site.app.affiliate();
    const headers = { Authorization: `Bearer ${anna.token}` };
    const file = await fetch(`${site.url}/api/affiliate/statements/export`, { headers });
    expect(file.headers.get('content-disposition')).toContain('zephyr-account-');
    await file.body?.cancel();
    const { signed } = (await anna.get('/api/affiliate/statement')).body;
    const { uri } = (await anna.post('/api/account/totp')).body;
    expect([signed.text.includes('Zephyr'), new URL(uri).searchParams.get('issuer')]).toEqual([true, 'Zephyr']);
    const sent = async () =>
      /"(\/sandbox\/mail\/\d+)">\s*<span class="subject" title="Welcome to Zephyr"/.exec(await html('/sandbox/mail'))?.[1];
    await until(async () => (await sent()) !== undefined);
    expect(await saidBy(await fetch(site.url + (await sent())!))).toBeNull();
    expect(await html((await sent())!)).toMatch(/src=&(quot|#34);data:image\/png;base64,/);
  });

  it('has its logo and its accent on each page, and as the icon', async () => {
    const [, hash] = /([0-9a-f]{64})/.exec(logo)!;
    const page = await html('/tos/');
    expect(/<img [^>]*src="([^"]*)"/.exec(page)?.[1]).toBe(logo);
    for (const link of [
      `rel="icon" href="/site/pictures/${hash}-32.png"`,
      `rel="apple-touch-icon" href="/site/pictures/${hash}-180.png"`,
      'rel="manifest" href="/site.webmanifest"',
    ])
      expect(page).toContain(link);
    const { name, icons } = JSON.parse(await html('/site.webmanifest'));
    expect([name, icons.length]).toEqual(['Zephyr', 2]);
    for (const { src } of icons) expect((await fetch(site.url + src)).headers.get('content-type')).toBe('image/png');
    // Those that browsers ask for without a page; the first is a PNG behind 22 bytes.
    for (const [path, head] of [
      ['/favicon.ico', 22],
      ['/apple-touch-icon.png', 0],
    ] as const) {
      const icon = Buffer.from(await (await fetch(site.url + path)).arrayBuffer()).subarray(head);
      const { dominant } = await sharp(icon).stats();
      expect([path, dominant.r > 200, dominant.g < 60, dominant.b < 60]).toEqual([path, true, true, true]);
    }
    expect(await html('/api/docs')).toContain(`/site/pictures/${hash}-32.png`);
    expect([await html('/favicon.svg'), await html('/api/docs-style.css')]).toEqual([
      expect.stringContaining(coloursOf('#1d4ed8').text[1]),
      expect.stringContaining(`url(${logo})`),
    ]);
    for (const colorScheme of ['light', 'dark'] as const) {
      const visitor = await site.visit('/premium', { colorScheme });
      const painted = await visitor.getByRole('button', { name: 'Buy Now' }).evaluate((button) => {
        const style = button.ownerDocument.defaultView!.getComputedStyle(button);
        return [style.backgroundColor, style.color, style.getPropertyValue('--accent-text').trim()];
      });
      const read = coloursOf('#1d4ed8').text[colorScheme === 'light' ? 0 : 1];
      expect(painted).toEqual(['rgb(29, 78, 216)', 'rgb(255, 255, 255)', read]);
      const width = await visitor
        .locator('a[aria-label="Zephyr home"] img')
        .first()
        .evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth);
      expect([width, visitor.complaints]).toEqual([64, []]);
    }
  });

  it('is on the pictures of shared pages, which are drawn once', async () => {
    const shown = async (path: string) => {
      const answer = await fetch(site.url + path);
      return { status: answer.status, type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const built = await readFile(join(WEB, 'client/social/premium.jpg'));
    const { bytes, ...about } = await shown('/social/premium.jpg');
    expect([about, bytes.equals(built)]).toEqual([{ status: 200, type: 'image/jpeg' }, false]);
    expect((await shown('/social/premium.jpg')).bytes.equals(bytes)).toBe(true);
    const [, named] = /og:image" content="[^"]*(\/social\/premium\.jpg\?v=[\w-]+)"/.exec(await html('/premium/'))!;
    const kept = async (path: string) => (await fetch(site.url + path)).headers.get('cache-control');
    expect([await kept(named!), await kept('/social/premium.jpg?v=other')]).toEqual(['public, max-age=31536000, immutable', 'no-cache']);
    expect((await shown('/social/home.jpg')).bytes.equals(bytes)).toBe(false);
    expect((await shown('/social/dashboard.jpg')).status).toBe(404);
    await publish('brand', firstSite.brand);
    await until(async () => (await shown('/social/premium.jpg')).bytes.equals(built), 5_000);
    await publish('brand', { ...brand, logo });
    await until(async () => (await shown('/social/premium.jpg')).bytes.equals(bytes), 5_000);
  });
});
