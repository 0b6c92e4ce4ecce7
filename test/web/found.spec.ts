import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tweaks } from '@framelift/contracts/content/tweaks';
import { ADDRESS_STAND_IN, firstBrand, named, refusals, tweakPath } from '@framelift/contracts';
import { pages } from '../../web/src/lib/pages.ts';
import { tweakPage } from '../../web/src/site/tweaks/tweakPage.ts';
import { openSite, type Site, textOfHtml } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site.stop());

const fetched = async (path: string) => {
  const response = await fetch(site.url + path);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

interface Tag {
  name: string;
  namespace: string;
  text: string;
  attributes: Record<string, string>;
  children: Tag[];
}
/** The browser's parser refuses what is not well formed. */
const parsed = async (text: string) =>
  (await site.visit('/tos')).evaluate<Tag>(`(() => {
    const xml = new DOMParser().parseFromString(${JSON.stringify(text)}, 'application/xml');
    if (xml.querySelector('parsererror')) throw new Error(xml.documentElement.textContent);
    const read = (tag) => ({
      name: tag.localName, namespace: tag.namespaceURI, text: tag.textContent.trim(),
      attributes: Object.fromEntries([...tag.attributes].map(({ name, value }) => [name, value])),
      children: [...tag.children].map(read),
    });
    return read(xml.documentElement);
  })()`);
const inside = ({ children }: Tag, name: string) => children.filter((tag) => tag.name === name);
const textIn = (tag: Tag, name: string) => inside(tag, name).map(({ text }) => text);

const every = [...Object.values(pages), ...tweaks.map(tweakPage)];
const indexed = named(every, firstBrand.name).filter((page) => page.indexed);
const address = (path: string) => site.app.system.config.publicUrl + path;

it('the sitemap lists every indexed page with the day of the build, and nothing else', async () => {
  const { text, type } = await fetched('/sitemap.xml');
  expect(type).toContain('application/xml');
  const urls = (await parsed(text)).children;
  expect(urls.flatMap((url) => textIn(url, 'loc'))).toEqual(indexed.map(({ path }) => address(path)));
  const days = urls.flatMap((url) => textIn(url, 'lastmod'));
  expect([days.length, new Set(days).size]).toEqual([indexed.length, 1]);
  expect(days[0]).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(Math.abs(Date.now() - Date.parse(days[0]!))).toBeLessThan(30 * 24 * 60 * 60 * 1000);
  expect((await fetched('/robots.txt')).text).toContain(`Sitemap: ${address('/sitemap.xml')}`);
});

it('llms.txt says what is sold and has a line for every indexed page', async () => {
  const { text, type } = await fetched('/llms.txt');
  expect(type).toContain('text/plain');
  expect(text).toMatch(/^# Framelift\n\n> .*€29\.99/);
  for (const { path, title, description } of indexed) expect(text.split('\n')).toContain(`- [${title}](${address(path)}): ${description}`);
  expect(text.match(/^- /gm)).toHaveLength(indexed.length);
});

describe('the feed of the tweaks', () => {
  it('is an Atom feed with one entry for each, newest first', async () => {
    const { text, type } = await fetched('/tweaks.atom');
    expect(type).toContain('application/atom+xml');
    const feed = await parsed(text);
    expect([feed.name, feed.namespace]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
    for (const name of ['id', 'title', 'updated', 'author']) expect([name, inside(feed, name).length]).toEqual([name, 1]);
    const self = inside(feed, 'link').find(({ attributes }) => attributes['rel'] === 'self');
    expect(self?.attributes['href']).toBe(address('/tweaks.atom'));
    const entries = inside(feed, 'entry');
    for (const name of ['id', 'title', 'updated', 'summary', 'link'])
      expect([name, entries.map((entry) => inside(entry, name).length)]).toEqual([name, tweaks.map(() => 1)]);
    expect(entries.map((entry) => [...textIn(entry, 'id'), ...textIn(entry, 'title')])).toEqual(
      tweaks.map((tweak) => [address(tweakPath(tweak)), tweak.title]),
    );
    const times = entries.flatMap((entry) => textIn(entry, 'updated'));
    expect([times[0], times.at(-1)]).toEqual(['2025-06-14T00:00:00Z', '2024-10-19T00:00:00Z']);
    expect(textIn(feed, 'updated')).toEqual([times[0]]);
  });

  it('is named on their page, in the head and in the text', async () => {
    const { text } = await fetched('/tweaks');
    expect(text).toMatch(/<head>.*<link rel="alternate" type="application\/atom\+xml"[^>]* href="\/tweaks\.atom"\/>.*<\/head>/s);
    expect(text).toContain('<a href="/tweaks.atom">an Atom feed</a>');
  });
});

describe('structured data', () => {
  const dataOf = async (path: string) =>
    [...(await fetched(path)).text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) => JSON.parse(json!));

  it.each(tweaks)('of $title has what search engines require, and the way to it', async (tweak) => {
    const path = tweakPath(tweak);
    expect(await dataOf(path)).toEqual([
      expect.objectContaining({
        '@context': 'https://schema.org',
        '@type': 'SoftwareApplication',
        name: tweak.title,
        url: address(path),
        operatingSystem: 'Windows 10, Windows 11',
        datePublished: expect.stringMatching(/^202[45]-\d\d-\d\d$/),
        offers: { '@type': 'Offer', price: '0.00', priceCurrency: 'EUR' },
      }),
      {
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Free Tweaks', item: address('/tweaks') },
          { '@type': 'ListItem', position: 2, name: tweak.title, item: address(path) },
        ],
      },
    ]);
  });

  it('of the list has every tweak in its order', async () => {
    const [list] = await dataOf('/tweaks');
    expect([list['@type'], list.itemListElement.map(({ item }: { item: string }) => item)]).toEqual([
      'ItemList',
      tweaks.map((tweak) => address(tweakPath(tweak))),
    ]);
  });
});

describe('metadata for search engines and shared links', () => {
  const ofPage = (html: string) => ({
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    robots: /<meta name="robots" content="([^"]*)"/.exec(html)?.[1],
    image: /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1],
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
    description: /<meta name="description" content="([^"]*)"/.exec(html)?.[1],
    data: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) => JSON.parse(json!)),
  });

  it.each(every.filter(({ path }) => path !== '/not-found'))('of $path', async ({ path, title, indexed: isIndexed }) => {
    const { status, text } = await fetched(`${path}?ref=somebody`);
    expect(status).toBe(200);
    const page = ofPage(text);
    expect(page.title).toBe(`${title} · Framelift`);
    expect(page.description!.length).toBeGreaterThan(20);
    if (isIndexed) expect(new URL(page.canonical!).pathname + new URL(page.canonical!).search).toBe(path);
    else expect([page.canonical, page.robots]).toEqual([undefined, 'noindex']);
    expect((await fetched(new URL(page.image!).pathname)).type).toBe('image/jpeg');
  });

  it('names the address at which the site is served, whatever it was built for', async () => {
    const { publicUrl } = site.app.system.config;
    for (const path of [...every.map((page) => page.path), '/sitemap.xml', '/robots.txt', '/llms.txt', '/tweaks.atom']) {
      const { text } = await fetched(path);
      const addresses = [
        ...text.matchAll(
          /(?:<loc>|<id>|\]\(|Sitemap: |rel="canonical" href="|property="og:(?:url|image)" content="|"(?:url|image)":")(https?:\/\/[^/]+)/g,
        ),
      ];
      expect([path, new Set(addresses.map(([, origin]) => origin))]).toEqual([path, new Set([publicUrl])]);
      expect([path, text.includes(ADDRESS_STAND_IN)]).toEqual([path, false]);
    }
  });

  it('has a unique title and description for each page', () => {
    for (const part of ['title', 'description'] as const) expect(new Set(every.map((page) => page[part])).size).toBe(every.length);
  });

  it('has both products with our ratings', async () => {
    const products = ofPage((await fetched('/pricing')).text).data;
    expect(
      products.map(({ name, offers, aggregateRating: r }) => [name, offers.price, offers.priceCurrency, r.ratingValue, r.ratingCount]),
    ).toEqual([
      ['Framelift Free Utility', '0.00', 'EUR', 4.7, 1200],
      ['Framelift Premium', '29.99', 'EUR', 4.9, 400],
    ]);
  });

  it('has the questions word for word as shown', async () => {
    const { text: html } = await fetched('/');
    const [{ mainEntity }] = ofPage(html).data;
    const questions = [...html.slice(html.indexOf('id="faq"')).matchAll(/<h3.*?<\/h3>/gs)].map(([title]) => textOfHtml(title));
    expect(questions).toHaveLength(8);
    expect(mainEntity.map((question: any) => question.name)).toEqual(questions);
    for (const { acceptedAnswer } of mainEntity) expect(textOfHtml(html)).toContain(acceptedAnswer.text);
  });
});

describe('addresses that browsers and chats ask by name', () => {
  const asked = async (path: string) => {
    const response = await fetch(site.url + path, { redirect: 'manual' });
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, type: response.headers.get('content-type'), to: response.headers.get('location'), body };
  };
  const PNG = Buffer.from('\x89PNG\r\n', 'latin1');

  it('the icon of a tab is one image in its container', async () => {
    const { status, type, body } = await asked('/favicon.ico');
    expect([status, type, body.readUInt16LE(2), body.readUInt16LE(4), body.readUInt8(6)]).toEqual([200, 'image/x-icon', 1, 1, 32]);
    expect(body.subarray(body.readUInt32LE(18)).subarray(0, 6)).toEqual(PNG);
  });

  it.each([
    ['/apple-touch-icon.png', 180],
    ['/apple-touch-icon-precomposed.png', 180],
    ['/apple-touch-icon-120x120.png', 120],
    ['/apple-touch-icon-152x152-precomposed.png', 152],
  ])('%s is a picture of %d px', async (path, side) => {
    const { status, type, body } = await asked(path);
    expect([status, type, body.subarray(0, 6), body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([200, 'image/png', PNG, side, side]);
  });

  it('a password is changed at the account, and reports have one address', async () => {
    expect(await asked('/.well-known/change-password')).toMatchObject({ status: 302, to: '/account' });
    expect(await asked('/security.txt')).toMatchObject({ status: 302, to: '/.well-known/security.txt' });
  });

  it.each([
    '/manifest.json',
    '/browserconfig.xml',
    '/missing.png',
    '/assets/gone-1234.js',
    '/tweaks/x.php',
    '/.well-known/assetlinks.json',
    '/site.webmanifest',
  ])('%s, which is not there, is a small 404', async (path) => {
    const { status, type, body } = await asked(path);
    expect([status, type]).toEqual([404, expect.stringContaining('application/json')]);
    expect(JSON.parse(body.toString())).toEqual({ error: refusals.notFound, code: 'notFound' });
  });
});
