import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import { coloursOf, firstBrand, iconPath, iconSizes, named, paidOf, paths, placeAt, receiptPath } from '@framelift/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { YEAR_SECONDS } from '../security-headers.ts';
import { serveAskedIcons } from './asked-icons.ts';
import { OWN_FILES } from './content-policy.ts';
import { llms, robots, sitemap, tweakFeed } from './found-files.ts';
import { keptTexts } from './kept-text.ts';
import type { Pages, SiteBuild } from './pages.ts';
import { SECURITY_TEXT } from './security-text.ts';
import { sharePicture } from './share-picture.ts';

const ICON = 'favicon.svg';
const SHARED = 'social';
/** Files that never change: their names have a hash. */
const ASSETS = 'assets';

/** A logo as PNG; undefined: there is none. */
type LogoOf = (brand: { logo: string | null }) => Promise<Buffer | undefined>;

/** Pages that are also at the addresses of their places. */
const dashboards = new Set<string>([paths.dashboard, paths.admin]);

/** `folder`: of the web's build. */
export const loadSite = async (folder: string): Promise<SiteBuild> =>
  (await import(pathToFileURL(join(folder, 'server/index.js')).href)) as SiteBuild;

/** Whether a path belongs to the site rather than to the API. */
export const isPage = ({ method, url }: { method: string; url: string }): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|health|metrics|sandbox|log(?:-\d+)?)(\/|\?|$)/.test(url);

/** Pages are folders: `/premium?ref=x` is served as `/premium/?ref=x`. */
export const pageFile = (url: string): string => url.replace(/^([^?]*\/[^/.?]+)(\?|$)/, '$1/$2');

/** Text as HTML and XML write it. */
export const htmlText = (text: string): string => text.replaceAll(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** What programs read, by its name; undefined: the seller switched it off. */
function foundFiles(folder: string, pages: Pages, origin: string) {
  const builtOn = statSync(join(folder, 'server/index.js')).mtime.toISOString().slice(0, 10);
  const sold = () => paidOf(pages.sold.products);
  const all = () => [...pages.found, ...pages.productPages];
  const list = () => pages.found.find(({ path }) => path === paths.tweaks);
  return {
    'sitemap.xml': ['xml', () => sitemap(all(), pages.tweaks, origin, builtOn)],
    'robots.txt': ['txt', () => robots(origin)],
    'llms.txt': ['txt', () => llms(pages.brand.tagline, all(), pages.tweaks, sold(), origin)],
    'tweaks.atom': ['atom', () => list() && tweakFeed(list()!, pages.tweaks, origin)],
  } as const;
}

/** What an installed page is called, and its icons: the logo. */
const manifestOf = ({ name, logo }: { name: string; logo: string }): string =>
  JSON.stringify({
    name,
    short_name: name,
    start_url: '/',
    display: 'browser',
    background_color: '#f7f8f3',
    icons: [iconSizes.small, iconSizes.large].map((side) => ({ src: iconPath(logo, side), sizes: `${side}x${side}`, type: 'image/png' })),
  });

const inAccent = (drawn: string, accent: string): string => drawn.replaceAll(firstBrand.accent, coloursOf(accent).text[1]);

/** The drawn icon in the brand's accent as it is read on dark ground, and with a logo the manifest. `drawn`: the icon of the build. */
function serveIcons(fastify: FastifyInstance, pages: Pages, drawn: string): void {
  const icon = keptTexts('svg');
  fastify.get(`/${ICON}`, (request, reply) =>
    icon(inAccent(drawn, pages.brand.accent)).answer(request, reply.header('Content-Security-Policy', OWN_FILES)),
  );
  const manifest = keptTexts('webmanifest');
  fastify.get('/site.webmanifest', (request, reply) => {
    const { name, logo } = pages.brand;
    if (!logo) return pages.sendNotFound(request, reply);
    return manifest(manifestOf({ name, logo })).answer(request, reply.header('Content-Security-Policy', OWN_FILES));
  });
}

/** Drawn pictures in memory: a visitor may ask for each receipt's. */
const DRAWN = 100;

/** Pictures of shared pages: those of the build, or of another brand and other words drawn, once until these change. */
function serveShared(fastify: FastifyInstance, pages: Pages, logoOf: LogoOf): void {
  const drawn = new LRUCache<string, { said: string; picture: Promise<Buffer> }>({ max: DRAWN });
  fastify.get<{ Params: { file: string }; Querystring: { v?: string } }>(`/${SHARED}/:file`, async (request, reply) => {
    const path = `/${SHARED}/${request.params.file}`;
    const shared = pages.sharedAt(path);
    if (shared?.isBuilt) return reply.sendFile(path);
    const found = shared ?? (await pages.receiptPicture(path));
    if (!found) {
      drawn.delete(path);
      return pages.sendNotFound(request, reply);
    }
    const words = { title: found.title, small: found.small };
    const { name, accent, logo } = pages.brand;
    const said = JSON.stringify([words, name, accent, logo]);
    let kept = drawn.get(path);
    if (kept?.said !== said) {
      kept = { said, picture: logoOf({ logo }).then((png) => sharePicture({ ...words, name, accent, logo: png })) };
      kept.picture.catch(() => drawn.delete(path));
      drawn.set(path, kept);
    }
    const version = pages.pictureVersion(path);
    const isCurrent = version !== undefined && request.query.v === version;
    return reply
      .type('image/jpeg')
      .headers({
        'Cache-Control': isCurrent ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
        'Content-Security-Policy': OWN_FILES,
      })
      .send(await kept.picture);
  });
}

/** Serves the site with the API: pages from memory, and immutable hashed assets, precompressed by the build where possible. */
export async function serveWeb(fastify: FastifyInstance, folder: string, pages: Pages, publicUrl: string, logoOf: LogoOf): Promise<void> {
  const root = join(folder, 'client');
  for (const [name, path] of pages.all) {
    const answer = (request: FastifyRequest, reply: FastifyReply) => {
      const { place, dashboard } = placeAt(request.url.split('?', 1)[0]!) ?? {};
      if (dashboard && !place) void reply.status(404);
      return pages.answer(name, request, reply);
    };
    const url = path === '/' ? path : `${path}/`;
    for (const one of dashboards.has(path) ? [url, `${url}*`] : [url])
      fastify.route({ method: ['GET', 'HEAD'], url: one, handler: answer });
  }
  fastify.route<{ Params: { tweak: string } }>({
    method: ['GET', 'HEAD'],
    url: `${paths.tweaks}/:tweak/`,
    handler: (request, reply) => pages.answerTweak(request.params.tweak, request as never, reply as never),
  });
  fastify.route<{ Params: { product: string } }>({
    method: ['GET', 'HEAD'],
    url: '/products/:product/',
    handler: (request, reply) => pages.answerProduct(request.params.product, request as never, reply as never),
  });
  fastify.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: `${receiptPath(':id')}/`,
    handler: (request, reply) => pages.answerReceipt(request.params.id, request as never, reply as never),
  });
  for (const [name, [type, write]] of Object.entries(foundFiles(folder, pages, publicUrl))) {
    const kept = keptTexts(type);
    fastify.get(`/${name}`, (request, reply) => {
      const written = write();
      if (written === undefined) return pages.sendNotFound(request, reply);
      const { name: brand } = pages.brand;
      return kept(named(written, type === 'txt' ? brand : htmlText(brand))).answer(
        request,
        reply.header('Content-Security-Policy', OWN_FILES),
      );
    });
  }
  serveShared(fastify, pages, logoOf);
  const drawnIcon = readFileSync(join(root, ICON), 'utf8');
  serveIcons(fastify, pages, drawnIcon);
  serveAskedIcons(fastify, () => {
    const { accent, logo } = pages.brand;
    const picture = async () => (await logoOf({ logo })) ?? Buffer.from(inAccent(drawnIcon, accent));
    return { key: `${accent} ${logo}`, picture };
  });
  // Password managers and researchers ask for these by name (RFC 8615). An address without an ending is a folder (pageFile).
  fastify.get('/.well-known/change-password/', (_request, reply) => reply.redirect(paths.account));
  fastify.get('/security.txt', (_request, reply) => reply.redirect(SECURITY_TEXT));
  const files = {
    preCompressed: true,
    redirect: false,
    cacheControl: false,
    setHeaders: (response: FastifyReply, path: string) => {
      response.header('Cache-Control', path.includes(`/${ASSETS}/`) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      response.header('Content-Security-Policy', OWN_FILES);
    },
  };
  const globIgnore = [`${ICON}*`, `${SHARED}/*`, `${ASSETS}/**`];
  await fastify.register(fastifyStatic, { ...files, root, wildcard: false, globIgnore });
  // Looked up at each request: during an upgrade a page may come from one process and its files from another, which has the older version.
  await fastify.register(fastifyStatic, { ...files, root: join(root, ASSETS), prefix: `/${ASSETS}/`, decorateReply: false });
}
