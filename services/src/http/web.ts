import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths, placeAt } from '@framelift/contracts';
import { addressed, AddressedFile } from './addressed-file.ts';
import { HASHES, OWN_FILES, type PagePolicies } from './content-policy.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Files that contain the site's address: pages, sitemap and robots. */
const ADDRESSED = ['**/*.html', 'sitemap.xml', 'robots.txt'];
/** A page without a route: the response to unknown paths. */
const NOT_FOUND = '__spa-fallback.html';
/** Pages that are also at the addresses of their places. */
const dashboards = new Set([paths.dashboard, paths.admin].map((path) => `${path.slice(1)}/index.html`));

export interface NotFoundPage {
  html: Buffer;
  policy: string;
}

/** The page for unknown paths; undefined while the site is not built. */
export const notFoundPage = (folder: string, policies: PagePolicies, publicUrl: string): NotFoundPage | undefined => {
  const file = join(folder, NOT_FOUND);
  return existsSync(file) ? { html: addressed(file, publicUrl), policy: policies.policyFor(NOT_FOUND) } : undefined;
};

/** Whether a path belongs to the site rather than to the API. */
export const isPage = ({ method, url }: { method: string; url: string }): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|health|metrics|sandbox)(\/|\?|$)/.test(url);

/** Pages are folders with an index: `/premium?ref=x` is served as `/premium/?ref=x`. */
export const pageFile = (url: string): string => url.replace(/^([^?]*\/[^/.?]+)(\?|$)/, '$1/$2');

/** Serves the built site with the API: prerendered pages and immutable hashed assets, precompressed by the build where possible. */
export async function serveWeb(fastify: FastifyInstance, folder: string, policies: PagePolicies, publicUrl: string): Promise<void> {
  for (const name of globSync(ADDRESSED, { cwd: folder })) {
    if (name === NOT_FOUND) continue;
    const file = new AddressedFile(join(folder, name), publicUrl);
    const policy = name.endsWith('.html') ? policies.policyFor(name) : OWN_FILES;
    const answer = (request: FastifyRequest, reply: FastifyReply) => {
      const { place, dashboard } = placeAt(request.url.split('?', 1)[0]!) ?? {};
      if (dashboard && !place) void reply.status(404);
      return file.answer(request, reply.header('Content-Security-Policy', policy));
    };
    const urls = new Set([`/${name}`, `/${name.replace(/index\.html$/, '')}`]);
    if (dashboards.has(name)) urls.add(`/${name.replace(/index\.html$/, '*')}`);
    for (const url of urls) fastify.route({ method: ['GET', 'HEAD'], url, handler: answer });
  }
  await fastify.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    globIgnore: [...ADDRESSED, HASHES],
    preCompressed: true,
    redirect: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header('Cache-Control', path.includes('/assets/') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      response.header('Content-Security-Policy', OWN_FILES);
    },
  });
}
