import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import { ADDRESS_STAND_IN, leadsTo, named, paths, placeAt, premium, type PublicProductsView, soldInWords } from '@framelift/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { YEAR_SECONDS } from '../security-headers.ts';
import { OWN_FILES } from './content-policy.ts';
import { KeptText } from './kept-text.ts';
import type { Pages, SiteBuild } from './pages.ts';

/** Files that contain the site's address. */
const ADDRESSED = { 'sitemap.xml': 'xml', 'robots.txt': 'txt', 'llms.txt': 'txt', 'tweaks.atom': 'atom' } as const;

/** Pages that are also at the addresses of their places. */
const dashboards = new Set<string>([paths.dashboard, paths.admin]);

/** `folder`: of the web's build. */
export const loadSite = async (folder: string): Promise<SiteBuild> =>
  (await import(pathToFileURL(join(folder, 'server/index.js')).href)) as SiteBuild;

/** Whether a path belongs to the site rather than to the API. */
export const isPage = ({ method, url }: { method: string; url: string }): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|health|metrics|sandbox)(\/|\?|$)/.test(url);

/** Pages are folders: `/premium?ref=x` is served as `/premium/?ref=x`. */
export const pageFile = (url: string): string => url.replace(/^([^?]*\/[^/.?]+)(\?|$)/, '$1/$2');

/** Text as HTML and XML write it. */
export const htmlText = (text: string): string => text.replaceAll(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

const FIRST_SOLD = `, and ${soldInWords(premium)}`;
/** A text of the build with the product that is sold now in place of the first one. */
function withSold(text: string, view: PublicProductsView | undefined): string {
  if (!view) return text;
  const sold = view.products.find(({ sku }) => sku === premium.sku);
  return text.replace(FIRST_SOLD, () => (sold ? `, and ${soldInWords(sold)}` : ''));
}

/** A text of the build, one page a line, without those that are switched off and the headings that are left with none. */
function withoutHidden(text: string, hidden: readonly string[], publicUrl: string): string {
  if (!hidden.length) return text;
  const pathIn = (line: string) => line.split(publicUrl)[1]?.match(/^[^)<\s]*/)![0] ?? '';
  const lines = text.split('\n').filter((line) => !leadsTo(hidden, pathIn(line)));
  return lines.join('\n').replace(/\n## .*\n\s*(?=## |$)/g, '');
}

/** Serves the site with the API: pages from memory, and immutable hashed assets, precompressed by the build where possible. */
export async function serveWeb(fastify: FastifyInstance, folder: string, pages: Pages, publicUrl: string): Promise<void> {
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
  for (const [name, type] of Object.entries(ADDRESSED)) {
    const built = readFileSync(join(root, name), 'utf8').replaceAll(ADDRESS_STAND_IN, publicUrl);
    let kept: { written: string; text: KeptText } | undefined;
    fastify.get(`/${name}`, (request, reply) => {
      // The feed is of the tweaks.
      if (type === 'atom' && leadsTo(pages.hidden, paths.tweaks)) return pages.sendNotFound(request, reply);
      const sold = withSold(
        withoutHidden(built, pages.hidden, publicUrl),
        pages.shown('/api/public/site/products') as PublicProductsView | undefined,
      );
      const written = named(sold, type === 'txt' ? pages.brandName : htmlText(pages.brandName));
      if (kept?.written !== written) kept = { written, text: new KeptText(written, type) };
      return kept.text.answer(request, reply.header('Content-Security-Policy', OWN_FILES));
    });
  }
  await fastify.register(fastifyStatic, {
    root,
    wildcard: false,
    globIgnore: Object.keys(ADDRESSED),
    preCompressed: true,
    redirect: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header('Cache-Control', path.includes('/assets/') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      response.header('Content-Security-Policy', OWN_FILES);
    },
  });
}
