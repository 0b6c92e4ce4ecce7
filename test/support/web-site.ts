import { afterAll, beforeAll } from '@jest/globals';
import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { WEB } from '../../services/src/main/api.ts';
import { type App, startApp } from './system.ts';
import { lasting, onDone, onEnd, onFailure } from '../jest/moments.mjs';
import { openBrowser } from './browser.ts';
import { expectPage, rememberMessages } from './patience.ts';

const ROOT = join(import.meta.dirname, '../..');
const VIEWPORT = { width: 1280, height: 800 };

/** Servers of others, all on one port: the public sources. */
const answers: Record<string, unknown> = {
  '/repos/o/free/releases': [
    { tag_name: 'v4.1', assets: [{ download_count: 90_000, browser_download_url: 'https://code.example/free.exe' }] },
    { tag_name: 'v1.0', assets: [{ download_count: 1_000, browser_download_url: 'https://code.example/old.exe' }] },
  ],
  '/repos/o/fortnite/releases': [
    { tag_name: '1.2.0', assets: [{ download_count: 4_321, browser_download_url: 'https://code.example/fn.exe' }] },
  ],
  '/repos/framelift/nvidia-low-latency/releases': [
    { tag_name: 'v1', assets: [{ download_count: 1_234, browser_download_url: 'https://code.example/n.exe' }] },
  ],
  '/repos/o/free': { stargazers_count: 88 },
  '/invites/hello': { approximate_member_count: 12_345 },
  '/channels': { items: [{ statistics: { subscriberCount: '678' } }] },
  '/users/100000000000000101': { username: 'kestrel', global_name: 'Kestrel of the North', avatar: null },
};
const texts: Record<string, string> = { '/version.txt': '4.2', '/tweaks.txt': '20k', '/customers.txt': '312' };

const startSources = async (): Promise<Server> => {
  const thumbnail = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#123a5c' } })
    .jpeg()
    .toBuffer();
  const server = createServer((request, response) => {
    const path = request.url!.split('?')[0]!;
    if (path in texts) return void response.end(texts[path]);
    if (path.startsWith('/vi/')) return void response.setHeader('Content-Type', 'image/jpeg').end(thumbnail);
    if (!(path in answers)) return void response.writeHead(404).end('{}');
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answers[path]));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
};

const feeds = (url: string) => ({
  FEEDS_CODE_URL: url,
  FEEDS_FREE_REPO: 'o/free',
  FEEDS_FORTNITE_REPO: 'o/fortnite',
  FEEDS_STARS_REPO: 'o/free',
  FEEDS_TWEAK_REPOS: 'framelift/nvidia-low-latency',
  FEEDS_PREMIUM_VERSION_URL: `${url}/version.txt`,
  FEEDS_PREMIUM_TWEAKS_URL: `${url}/tweaks.txt`,
  FEEDS_CUSTOMERS_URL: `${url}/customers.txt`,
  FEEDS_CHAT_URL: url,
  FEEDS_CHAT_INVITE: 'hello',
  FEEDS_VIDEO_URL: url,
  FEEDS_VIDEO_CHANNEL: 'UC1',
  FEEDS_THUMBNAILS_URL: `${url}/vi`,
  FEEDS_PEOPLE_URL: `${url}/users`,
  FEEDS_PEOPLE: '100000000000000101',
});

export interface Visitor extends Page {
  /** Complaints in the console, and requests to other origins, which are always blocked. */
  complaints: string[];
  elsewhere: string[];
}

/** The whole system with the built site on it, and a real browser in front. */
export interface Site {
  app: App;
  url: string;
  visit(path: string, options?: BrowserContextOptions & { before?: (page: Page) => Promise<unknown> }): Promise<Visitor>;
  stop(): Promise<void>;
}

/** One browser, and the contexts opened in it. */
let browser: Browser | undefined;
/** The context that tests use in turn; a test that changes it irreversibly discards it. */
let kept: { context: BrowserContext; free: boolean; spoiled: boolean } | undefined;

/** For contexts without the kept one’s help; they are closed after each test. */
export async function browserOfWorker(): Promise<Browser> {
  browser ??= await openBrowser();
  onFailure.add(showFailure);
  onDone.add(closePages);
  onEnd.add(() => browser?.close());
  return browser;
}

/** Pictures of the open pages, and with TRACE=1 their traces; the paths are printed. */
async function showFailure(title: string): Promise<void> {
  const folder = join(ROOT, '.cache/failures');
  await mkdir(folder, { recursive: true });
  const name = title.replace(/[^a-z0-9]+/gi, '-').slice(0, 80);
  for (const [i, context] of (browser?.contexts() ?? []).entries()) {
    for (const [j, page] of context.pages().entries()) {
      const path = join(folder, `${name}-${i}-${j}.png`);
      const seen = await page.screenshot({ path, timeout: 5_000 }).catch(() => undefined);
      if (seen) process.stderr.write(`Picture of ${new URL(page.url()).pathname}: ${path}\n`);
    }
    if (!process.env['TRACE']) continue;
    const path = join(folder, `${name}-${i}.zip`);
    await context.tracing.stop({ path });
    process.stderr.write(`Trace: npx playwright show-trace ${path}\n`);
  }
}

async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await (await browserOfWorker()).newContext({ viewport: VIEWPORT, ...options });
  if (process.env['TRACE']) await context.tracing.start({ screenshots: true, snapshots: true });
  // Other specs cover the splash. A sandboxed frame has no storage, and a whole Chromium would complain of that.
  await context.addInitScript(`if (window === top) localStorage.setItem('splashSeen', '1')`);
  return context;
}

/** A page of a new visitor: in the kept context if no options are given, and no other page of this test uses it. */
async function newPage(url: string, options: BrowserContextOptions, elsewhere: string[]): Promise<Page> {
  if (Object.keys(options).length || (kept && !kept.free)) {
    const context = await openContext(options);
    await keepHome(context, elsewhere);
    return context.newPage();
  }
  kept ??= { context: await openContext({}), free: true, spoiled: false };
  const mine = kept;
  mine.free = false;
  await keepHome(mine.context, elsewhere);
  const page = await mine.context.newPage();
  const session = await mine.context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' });
  await session.detach();
  // Clocks, permissions and further pages belong to the context: it is not reused.
  const spoil = <T>(value: T): T => ((mine.spoiled = true), value);
  const { context } = page;
  page.context = () => spoil(context.call(page));
  const { clock } = page;
  Object.defineProperty(page, 'clock', { get: () => spoil(clock) });
  return page;
}

// Open pages keep running: with forty of them a browser is four times slower. Answers still being changed are left alone.
async function closePages(): Promise<void> {
  for (const context of browser?.contexts() ?? []) {
    const isKept = context === kept?.context && !kept.spoiled;
    // A page may have ended.
    for (const routed of [...context.pages(), context]) await routed.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {});
    if (!isKept) await context.close();
    else await Promise.all(context.pages().map((page) => page.close()));
  }
  if (kept?.spoiled) kept = undefined;
  else if (kept) kept.free = true;
}

/** Requests to other origins are never let through. */
const keepHome = (context: BrowserContext, elsewhere: string[]) =>
  context.route(
    (url) => url.protocol.startsWith('http') && url.hostname !== '127.0.0.1' && url.hostname !== 'localhost',
    (route) => {
      elsewhere.push(route.request().url());
      return route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><html lang="en"><title>Elsewhere</title><main><h1>Elsewhere</h1></main>',
      });
    },
  );

/** For `before`: lets the browser keep files as a person's does. Playwright switches that off while requests are looked at. */
export const withCache = (page: Page): Promise<void> => page.context().unrouteAll();

/** Until the page has loaded nothing for half a second, live updates aside. */
export const settled = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    `performance.now() - Math.max(...performance.getEntriesByType('resource').map(({ responseEnd }) => responseEnd)) > 500`,
  );

/** Sites without special settings serve a whole worker: other specs add data too. */
const shared = new Map<string, Promise<Site>>();

interface SiteOptions {
  silent?: boolean;
  fresh?: boolean;
  settings?: Record<string, string>;
}

/**
 * The public sources: servers of the spec, the sandbox of a fresh start, or none (`silent`). `settings` come on top
 * of that. Without settings it is the worker's, which lasts; `alone` forces a new one.
 */
export async function openSite({ alone = false, ...options }: SiteOptions & { alone?: boolean } = {}): Promise<Site> {
  if (alone || options.settings) return startSite(options);
  const key = JSON.stringify(options);
  lasting.add('a site');
  const started = shared.get(key) ?? startSite(options);
  shared.set(key, started);
  const site = await started;
  return { ...site, stop: async () => site.app.checkLog() };
}

/** Opens a page of a site in the same tab, and waits until clicks work. */
export async function goTo(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load' });
  // A sign of a person: without one a public page waits for four seconds.
  await page.evaluate(`dispatchEvent(new Event('scroll'))`);
  await page.waitForFunction(`Object.keys(document.querySelector('#main') ?? {}).some((key) => key.startsWith('__react'))`);
}

async function startSite({ silent = false, fresh = false, settings = {} }: SiteOptions): Promise<Site> {
  const sources = await startSources();
  const sourcesUrl = `http://127.0.0.1:${(sources.address() as AddressInfo).port}`;
  const read: Record<string, string> = silent ? { FEEDS_SANDBOX: 'off' } : fresh ? {} : feeds(sourcesUrl);
  const app = await startApp({ ...read, ...settings }, undefined, WEB);
  return {
    app,
    url: app.url,
    async visit(path, { before, viewport, reducedMotion, colorScheme, ...options } = {}) {
      const complaints: string[] = [];
      const elsewhere: string[] = [];
      const page = rememberMessages(await newPage(app.url, options, elsewhere));
      // Set on the page, they need no separate context.
      if (viewport) await page.setViewportSize(viewport);
      if (reducedMotion ?? colorScheme) await page.emulateMedia({ reducedMotion, colorScheme });
      page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      // The library polls by evaluating text inside the page, which the page's policy refuses; polling from outside works.
      page.waitForFunction = ((expression: string) =>
        expectPage
          .poll(() => page.evaluate(expression).catch(() => false), { message: expression, intervals: [20, 50, 100] })
          .toBeTruthy()) as never;
      await before?.(page);
      if (options.javaScriptEnabled === false) await page.goto(app.url + path, { waitUntil: 'load' });
      else await goTo(page, app.url + path);
      return Object.assign(page, { complaints, elsewhere });
    },
    async stop() {
      await app.stop();
      sources.closeAllConnections();
      sources.close();
    },
  };
}

/** For all tests of a spec: the site, and the same site without any public source answering. */
export function openBothSites(): { site: Site; silent: Site } {
  const both = {} as { site: Site; silent: Site };
  beforeAll(async () => {
    both.site = await openSite();
    both.silent = await openSite({ silent: true });
  });
  afterAll(async () => {
    await both.silent.stop();
    await both.site.stop();
  });
  return both;
}

/** What a reader of the HTML reads: text of every part, hidden ones too. */
export const textOfHtml = (html: string) =>
  html
    .replaceAll(/<(script|style)\b.*?<\/\1>|<!--.*?-->|<[^>]*>/gs, '')
    .replaceAll(/&(#x27|quot|lt|gt|amp);/g, (_, name: string) => ({ '#x27': "'", quot: '"', lt: '<', gt: '>' })[name] ?? '&');

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Presses Escape in a dialog that just opened or came to the top: it gets the focus one rendering before it handles keys. */
export async function pressEscape(page: Page) {
  await page.locator(':is([role=dialog], [role=alertdialog]):focus-within').waitFor();
  await page.evaluate('new Promise((done) => requestIdleCallback(() => done()))');
  await page.keyboard.press('Escape');
}
