import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { firstSite, type SiteContent } from '@framelift/contracts';
import { type FeedSources, readConfig } from '../../platform/config.ts';
import { createLogger } from '../../platform/logging.ts';
import type { PublishedSite } from '../../published/published-site.ts';
import { firstContent, type ReadContent, videosIn } from '../../platform/site-subjects.ts';
import { until } from '../../../../test/support/until.ts';
import { PublicFeeds } from './public-feeds.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const json =
  (value: unknown): Handler =>
  (_, response) =>
    void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
const text =
  (value: string): Handler =>
  (_, response) =>
    void response.end(value);
const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    void response.writeHead(code, headers).end('{"message":"no"}');
const release = (tag_name: string, ...counts: number[]) => ({
  tag_name,
  assets: counts.map((download_count, i) => ({ download_count, browser_download_url: `https://code.example/${tag_name}/${i}.exe` })),
});

const TTL = 900;
/** Long enough for a loaded machine. */
const TIMEOUT = 20_000;
/** While no source answers (ms). */
const SHORT_TIMEOUT = 100;

/** A foreign server: responses by path, and all its requests. */
let routes: Record<string, Handler>;
let startedAt: { path: string; headers: IncomingMessage['headers'] }[];
let server: Server;
let feeds: PublicFeeds;
let settings: FeedSources;
/** How often a source did not answer. */
let failures: number;
let now: number;

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const open = (given: Record<string, string> = {}) => {
  const url = origin();
  const env = {
    FEEDS_CODE_URL: url,
    FEEDS_FREE_REPO: 'o/free',
    FEEDS_FORTNITE_REPO: 'o/fortnite',
    FEEDS_STARS_REPO: 'o/free',
    FEEDS_TWEAK_REPOS: 'o/a, o/b',
    FEEDS_PREMIUM_VERSION_URL: `${url}/version.txt`,
    FEEDS_PREMIUM_TWEAKS_URL: `${url}/tweaks.txt`,
    FEEDS_CUSTOMERS_URL: `${url}/customers.txt`,
    FEEDS_CHAT_URL: url,
    FEEDS_CHAT_INVITE: 'hello',
    FEEDS_VIDEO_URL: url,
    FEEDS_VIDEO_CHANNEL: 'UC1',
    FEEDS_THUMBNAILS_URL: `${url}/vi`,
    FEEDS_PEOPLE_URL: `${url}/users`,
    FEEDS_AVATARS_URL: `${url}/avatars`,
    FEEDS_PEOPLE: '101,102',
    FEEDS_TTL_SECONDS: String(TTL),
    FEEDS_TIMEOUT_MS: String(TIMEOUT),
    ...given,
  };
  settings = readConfig(env).feeds;
  feeds = new PublicFeeds(settings, () => now, createLogger('warn', { write: () => void failures++ }));
};

beforeEach(async () => {
  now = Date.now();
  [startedAt, failures] = [[], 0];
  routes = {
    '/repos/o/free/releases': json([release('v4.1', 5, 7), release('v2.0', 10), release('v1.9', 100)]),
    '/repos/o/fortnite/releases': json([release('1.2.0', 3)]),
    '/repos/o/a/releases': json([release('v1', 20)]),
    '/repos/o/b/releases': json([release('v1', 22)]),
    '/repos/o/free': json({ stargazers_count: 88 }),
    '/version.txt': text('4.2\n'),
    '/tweaks.txt': text('20k'),
    '/customers.txt': text('312'),
    '/invites/hello': json({ approximate_member_count: 12345 }),
    '/channels': json({ items: [{ statistics: { subscriberCount: '678' } }] }),
    '/users/101': json({ username: 'kestrel', global_name: 'Kestrel', avatar: { id: 'abc' } }),
    '/users/102': json({ username: 'moth', global_name: null, avatar: null }),
  };
  server = createServer((request, response) => {
    const path = request.url!.split('?')[0]!;
    startedAt.push({ path: request.url!, headers: request.headers });
    (routes[path] ?? status(404))(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open();
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const later = (seconds: number) => (now += seconds * 1000);
describe('statistics', () => {
  it('adds up the numbers of every source; the home page counts versions from 2.0 on', async () => {
    expect(await feeds.statistics()).toEqual({
      freeUtilityVersion: 'v4.1',
      freeUtilityDownloads: 122,
      recentDownloads: 22,
      freeTweaksDownloads: 42,
      premiumVersion: '4.2',
      premiumTotalTweaksRaw: '20k',
      customersTotalRaw: '312',
      discordMembers: 12345,
      videoSubscribers: 678,
      codeStars: 88,
    });
  });

  it('sends no request if nothing is set', async () => {
    feeds = new PublicFeeds(readConfig({ FEEDS_SANDBOX: 'off' }).feeds, () => now, createLogger('silent'));
    expect(new Set(Object.values(await feeds.statistics()))).toEqual(new Set([null]));
    expect(await feeds.people()).toEqual({ people: [] });
    expect(startedAt).toEqual([]);
  });

  it('reads long release lists page by page', async () => {
    const first = Array.from({ length: 100 }, (_, i) => release(`v3.${i}`, 1));
    routes['/repos/o/free/releases'] = (request, response) =>
      json(request.url!.endsWith('page=1') ? first : [release('v2.0', 11)])(request, response);
    expect((await feeds.statistics()).freeUtilityDownloads).toBe(111);
  });

  it('sends tokens to their own source only', async () => {
    open({ FEEDS_CODE_TOKEN: 'code-secret', FEEDS_CHAT_TOKEN: 'chat-secret', FEEDS_VIDEO_TOKEN: 'video-secret' });
    await feeds.statistics();
    const withSecret = (secret: string) =>
      startedAt.filter(({ headers }) => JSON.stringify(headers).includes(secret)).map(({ path }) => path);
    expect(withSecret('code-secret')).toHaveLength(4);
    expect(withSecret('code-secret').every((path) => path.startsWith('/repos/'))).toBe(true);
    expect(withSecret('chat-secret')).toEqual(['/invites/hello?with_counts=true']);
    expect(withSecret('video-secret')).toEqual(['/channels?part=statistics&id=UC1']);
    expect(startedAt.some(({ path }) => path.includes('secret'))).toBe(false);
  });
});

describe('a release', () => {
  it('of a free product comes from its own source, before that of a setting', async () => {
    routes['/repos/acme/tool/releases'] = json([release('v3', 8)]);
    const [premium, free, fortnite] = firstContent('products').products;
    const shop = [
      premium!,
      { ...free!, release: 'acme/tool' },
      { ...fortnite!, sku: 'tool', release: 'acme/tool' },
      { ...fortnite!, sku: 'bare' },
    ];
    const site = { content: (section: string) => (section === 'products' ? { products: shop } : firstContent(section as 'brand')) };
    const { feeds: settings } = readConfig({ FEEDS_CODE_URL: origin(), FEEDS_FREE_REPO: 'o/free' });
    const own = new PublicFeeds(settings, () => now, createLogger('silent'), site as unknown as PublishedSite);
    const found = { version: 'v3', downloadUrl: 'https://code.example/v3/0.exe', downloads: 8 };
    expect([await own.release('free'), await own.release('tool')]).toEqual([found, found]);
    expect(await own.release('bare')).toEqual({ version: null, downloadUrl: null, downloads: null });
    expect([await own.release('premium'), await own.release('nothing')]).toEqual([undefined, undefined]);
  });

  it('is the latest that is neither draft nor preview, with its first asset', async () => {
    routes['/repos/o/free/releases'] = json([
      { ...release('v9', 50), draft: true },
      { ...release('v8-beta', 1), prerelease: true },
      release('v7', 2, 3),
    ]);
    expect(await feeds.release('free')).toEqual({ version: 'v7', downloadUrl: 'https://code.example/v7/0.exe', downloads: 6 });
    expect(await feeds.release('fortnite')).toEqual({ version: '1.2.0', downloadUrl: 'https://code.example/1.2.0/0.exe', downloads: 3 });
  });

  it('has no link when the link is none of the web', async () => {
    routes['/repos/o/free/releases'] = json([
      { tag_name: 'v1', assets: [{ browser_download_url: 'javascript:alert(1)', download_count: 1 }] },
    ]);
    expect(await feeds.release('free')).toEqual({ version: 'v1', downloadUrl: null, downloads: 1 });
  });

  it('of several tweaks counts each, also when one is silent', async () => {
    routes['/repos/o/b/releases'] = status(500);
    expect(await feeds.tweaks()).toEqual({
      tweaks: [
        { repo: 'o/a', downloads: 20, downloadUrl: 'https://code.example/v1/0.exe' },
        { repo: 'o/b', downloads: null, downloadUrl: null },
      ],
    });
    expect((await feeds.statistics()).freeTweaksDownloads).toBe(20);
  });
});

describe('people', () => {
  it('are looked up by id; a picture is served small, from here', async () => {
    const png = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#bdf430' } })
      .png()
      .toBuffer();
    routes['/avatars/101/abc.png'] = (_, response) => void response.end(png);
    expect(await feeds.people()).toEqual({
      people: [
        { discordId: '101', name: 'Kestrel', username: 'kestrel', avatarUrl: '/api/public/people/101/avatar' },
        { discordId: '102', name: 'moth', username: 'moth', avatarUrl: null },
      ],
    });
    expect(await sharp((await feeds.avatar('101'))!).metadata()).toMatchObject({ format: 'webp', width: 192, height: 192 });
    expect(startedAt.at(-1)!.path).toBe('/avatars/101/abc.png?size=1024');
    expect(await feeds.avatar('102')).toBeNull();
  });

  it('who are not in the settings are never requested', async () => {
    expect(await feeds.avatar('999')).toBeNull();
    expect(await feeds.avatar('../../etc')).toBeNull();
    expect(startedAt).toEqual([]);
  });

  it('have no picture when the source answers something else', async () => {
    routes['/avatars/101/abc.png'] = text('<html>');
    expect(await feeds.avatar('101')).toBeNull();
  });
});

describe('thumbnails', () => {
  const jpeg = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#bdf430' } })
      .jpeg()
      .toBuffer();
  const served =
    (picture: Buffer): Handler =>
    (_, response) =>
      void response.end(picture);
  const paths = () => startedAt.map(({ path }) => path);

  it('come from the video service through the server, once per time to live', async () => {
    routes['/vi/fl_guide_01/maxresdefault.jpg'] = served(await jpeg(1280, 720));
    expect(await sharp((await feeds.thumbnail('fl_guide_01'))!).metadata()).toMatchObject({ format: 'webp', width: 960, height: 540 });
    expect(await feeds.thumbnail('fl_guide_01')).not.toBeNull();
    expect(paths()).toEqual(['/vi/fl_guide_01/maxresdefault.jpg']);
  });

  it('are the smaller ones of videos that have no large one', async () => {
    routes['/vi/fl_tweaks01/hqdefault.jpg'] = served(await jpeg(480, 360));
    expect(await sharp((await feeds.thumbnail('fl_tweaks01'))!).metadata()).toMatchObject({ width: 960, height: 540 });
    expect(paths()).toEqual(['/vi/fl_tweaks01/maxresdefault.jpg', '/vi/fl_tweaks01/hqdefault.jpg']);
  });

  it('of videos that the site does not show are never requested', async () => {
    expect([await feeds.thumbnail('dQw4w9WgXcQ'), await feeds.thumbnail('../../etc')]).toEqual([null, null]);
    expect(startedAt).toEqual([]);
  });

  it('are none where the service has none, or answers no picture', async () => {
    routes['/vi/fl_guide_02/maxresdefault.jpg'] = text('<html>');
    expect([await feeds.thumbnail('fl_guide_01'), await feeds.thumbnail('fl_guide_02')]).toEqual([null, null]);
  });
});

describe('the page of all places', () => {
  const answered = async (headers: Record<string, string>, code = 200): Promise<boolean> => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/places`;
    routes['/places'] = (_, response) => void response.writeHead(code, headers).end('<h1>Places</h1>');
    const settings = { ...readConfig({ FEEDS_SANDBOX: 'off' }).feeds, socials: { url, sandboxUrl: null } };
    return (await new PublicFeeds(settings, () => now, createLogger('silent')).socials()).frameUrl === url;
  };
  it('is framed while it answers and lets other sites frame it', async () => {
    expect(await answered({})).toBe(true);
    expect(await answered({}, 503)).toBe(false);
    expect(await answered({ 'X-Frame-Options': 'SAMEORIGIN' })).toBe(false);
    expect(await answered({ 'Content-Security-Policy': `default-src *; frame-ancestors 'self'` })).toBe(false);
    expect(await answered({ 'Content-Security-Policy': 'frame-ancestors *', 'X-Frame-Options': 'DENY' })).toBe(true);
  });
  it('is the sandbox store’s in a sandbox, and never asked for elsewhere there', () => {
    expect(readConfig({}).feeds.socials).toEqual({ url: undefined, sandboxUrl: 'http://localhost:3001/socials' });
    expect(readConfig({ FEEDS_SANDBOX: 'off' }).feeds.socials).toEqual({ url: undefined, sandboxUrl: null });
  });
});

describe('what the content files name', () => {
  it('is asked for with no setting that repeats it', async () => {
    const pick = ({ code, people }: FeedSources) => [code.tweakRepos, people.ids];
    expect(pick(readConfig({ FEEDS_SANDBOX: 'off', FEEDS_CODE_URL: 'http://x', FEEDS_PEOPLE_URL: 'http://x' }).feeds)).toEqual([
      undefined,
      undefined,
    ]);
    expect(videosIn(firstContent)).toHaveLength(11);
    open({ FEEDS_TWEAK_REPOS: '', FEEDS_PEOPLE: '' });
    routes['/repos/framelift/nvidia-low-latency/releases'] = json([release('v1', 9)]);
    routes['/users/100000000000000007'] = json({ username: 'benchrun', global_name: 'Bench Run', avatar: null });
    expect((await feeds.tweaks()).tweaks).toHaveLength(8);
    expect((await feeds.tweaks()).tweaks[0]).toMatchObject({ repo: 'framelift/nvidia-low-latency', downloads: 9 });
    expect((await feeds.people()).people.find(({ discordId }) => discordId === '100000000000000007')?.name).toBe('Bench Run');
  });

  it('is asked for as it is published', async () => {
    open({ FEEDS_TWEAK_REPOS: '', FEEDS_PEOPLE: '' });
    const [tweak] = firstSite.tweaks.tweaks;
    const published: Partial<SiteContent> = {
      tweaks: { tweaks: [{ ...tweak!, downloadUrl: 'https://github.com/o/a', videoUrl: 'https://www.youtube.com/watch?v=new' }] },
      team: { team: [{ ...firstSite.team.team[0]!, discordId: '102' }] },
      reviews: { reviews: [{ ...firstSite.reviews.reviews[0]!, discordId: '' }] },
    };
    const content: ReadContent = (section) => published[section] ?? firstSite[section];
    feeds = new PublicFeeds(settings, () => now, createLogger('silent'), { content } as PublishedSite);
    expect((await feeds.tweaks()).tweaks).toEqual([{ repo: 'o/a', downloads: 20, downloadUrl: 'https://code.example/v1/0.exe' }]);
    expect((await feeds.people()).people.map(({ name }) => name)).toEqual(['moth']);
    routes['/vi/new/maxresdefault.jpg'] = text('no picture');
    await feeds.thumbnail('new');
    await feeds.thumbnail('fl_tweaks01');
    expect(startedAt.map(({ path }) => path).filter((path) => path.startsWith('/vi/'))).toEqual(['/vi/new/maxresdefault.jpg']);
  });

  it('is not asked for at a source that answers nobody without a token', () => {
    expect(readConfig({ FEEDS_SANDBOX: 'off', FEEDS_AVATARS_URL: 'https://avatars.example' }).feeds.people.ids).toEqual([]);
    expect(readConfig({ FEEDS_SANDBOX: 'off', FEEDS_PEOPLE_TOKEN: 'a token' }).feeds.people.ids).toBeUndefined();
  });
});

describe('an answer', () => {
  it('may be kept when no source failed, also where one is not set', async () => {
    open({ FEEDS_CHAT_INVITE: '' });
    const view = await feeds.statistics();
    expect([view.discordMembers, feeds.isWhole(view)]).toEqual([null, true]);
  });

  it('may not be kept when a source failed, and may again when it is back', async () => {
    const { '/invites/hello': chat, ...rest } = routes;
    routes = rest;
    expect(feeds.isWhole(await feeds.statistics())).toBe(false);
    routes['/invites/hello'] = chat!;
    later(2);
    expect(feeds.isWhole(await feeds.statistics())).toBe(true);
  });
});

const faults: Record<string, Handler> = {
  refuses: (request) => request.socket.destroy(),
  'is slow': () => {},
  'stops in the middle': (_, response) => void response.writeHead(200).write('[{"tag'),
  'answers nothing': text(''),
  'answers garbage': text('<!doctype html><title>Sign in</title>'),
  'answers another shape': json({ releases: 'many', approximate_member_count: -1, items: [] }),
  'answers without end': (_, response) => {
    const pump = () => response.write(Buffer.alloc(256 * 1024, 'x'), () => !response.destroyed && pump());
    pump();
  },
  'answers 403': status(403),
  'answers 429': status(429, { 'Retry-After': '120' }),
  'answers 500': status(500),
};

describe.each(Object.entries(faults))('a source that %s', (name, fault) => {
  const silent = ['is slow', 'stops in the middle'].includes(name);
  const nothing = [null, null, null, null, null, null, null, null, null, null];
  const limit = (timeoutMs: number) => Object.assign(settings, { timeoutMs });
  const breakAll = () => {
    routes = Object.fromEntries(Object.keys(routes).map((path) => [path, fault]));
    if (silent) limit(SHORT_TIMEOUT);
  };

  it('leaves its numbers out', async () => {
    breakAll();
    expect(Object.values(await feeds.statistics())).toEqual(nothing);
    expect(await feeds.release('free')).toEqual({ version: null, downloadUrl: null, downloads: null });
    expect((await feeds.people()).people.map(({ name }) => name)).toEqual([null, null]);
  });

  it('keeps the last good response', async () => {
    const good = await feeds.statistics();
    const sources = startedAt.length;
    breakAll();
    for (const time of [1, 2]) {
      later(TTL + 1);
      expect(await feeds.statistics()).toEqual(good);
      await until(() => failures === time * sources);
    }
    expect(await feeds.statistics()).toEqual(good);
  });

  it('is paused for a while, then requested again', async () => {
    const working = routes;
    breakAll();
    await feeds.statistics();
    const before = startedAt.length;
    await feeds.statistics();
    expect(startedAt).toHaveLength(before);
    // All of them: what others still send without end would keep this process from hearing a good answer in time.
    routes = working;
    limit(TIMEOUT);
    later(121);
    expect((await feeds.statistics()).discordMembers).toBe(12345);
  });
});

describe('a source', () => {
  it('is requested once for concurrent readers, and once per time to live', async () => {
    await Promise.all(Array.from({ length: 50 }, () => feeds.statistics()));
    const once = startedAt.length;
    expect(new Set(startedAt.map(({ path }) => path)).size).toBe(once);
    later(TTL - 1);
    await feeds.statistics();
    expect(startedAt).toHaveLength(once);
  });

  it('is requested in the background when its response is old, without a wait', async () => {
    await feeds.statistics();
    routes['/invites/hello'] = json({ approximate_member_count: 20000 });
    later(TTL + 1);
    expect((await feeds.statistics()).discordMembers).toBe(12345);
    await until(async () => (await feeds.statistics()).discordMembers === 20000);
  });

  it('that failed is asked again after 2 s, and after twice as long with every further failure, up to 30 s', async () => {
    routes['/invites/hello'] = status(500);
    const times: number[] = [];
    const start = now;
    for (let second = 0; second <= 100; second++) {
      const before = startedAt.length;
      await feeds.statistics();
      if (startedAt.slice(before).some(({ path }) => path.startsWith('/invites/'))) times.push((now - start) / 1000);
      later(1);
    }
    expect(times).toEqual([0, 2, 6, 14, 30, 60, 90]);
  });

  it('that asks for a longer pause gets it, up to fifteen minutes', async () => {
    routes['/invites/hello'] = status(429, { 'Retry-After': '86400' });
    await feeds.statistics();
    routes['/invites/hello'] = json({ approximate_member_count: 7 });
    later(14 * 60);
    expect((await feeds.statistics()).discordMembers).toBeNull();
    later(61);
    expect((await feeds.statistics()).discordMembers).toBe(7);
  });
});
