import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { OWN_FILES, type PagePolicies } from './content-policy.ts';

const YEAR = 365 * 24 * 60 * 60;

/** The page for paths that are none of ours; absent while the site is not built. */
export const notFoundPage = (folder: string): Buffer | undefined => {
  const file = join(folder, '__spa-fallback.html');
  return existsSync(file) ? readFileSync(file) : undefined;
};

/** Whether a path belongs to the site rather than to the API. */
export const isPage = ({ method, url }: { method: string; url: string }): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|health|metrics)(\/|\?|$)/.test(url);

/** Pages are folders with an index: `/premium?ref=x` is served as `/premium/?ref=x`. */
export const pageFile = (url: string): string => url.replace(/^([^?]*\/[^/.?]+)(\?|$)/, '$1/$2');

/** Serves the built site beside the API: prerendered pages, and immutable hashed assets, precompressed where the build made them so. */
export const serveWeb = (fastify: FastifyInstance, folder: string, policies: PagePolicies) =>
  fastify.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    redirect: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header('Cache-Control', path.includes('/assets/') ? `public, max-age=${YEAR}, immutable` : 'no-cache');
      response.header('Content-Security-Policy', /\.html(\.\w+)?$/.test(path) ? policies.ofFile(path) : OWN_FILES);
    },
  });
