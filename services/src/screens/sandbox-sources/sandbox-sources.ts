import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tweaks } from '@framelift/contracts/content/tweaks';
import { type FeedKind, type FeedSources, peopleIds } from '../../platform/config.ts';
import { CHANNEL, FORTNITE_REPO, FREE_REPO, INVITE } from './examples.ts';
import { type Answer, notFound, sourceRoutes } from './source-routes.ts';

/** Where the site answers with the files of example releases (example-files.controller.ts). */
const DOWNLOADS = '/api/public/examples';

export interface SandboxSources {
  url: string;
  /** The sources as the public feeds read them: in place of each kind that is sandboxed, this sandbox. */
  feeds: FeedSources;
  close(): Promise<void>;
}

/** Stands in for every public source with its documented calls, on this machine only. Production refuses to start with it. */
export async function startSandboxSources(feeds: FeedSources, siteUrl: string): Promise<SandboxSources> {
  const routes = sourceRoutes(siteUrl + DOWNLOADS);
  const answerTo = async ({ method, url }: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams } = new URL(url!, 'http://sandbox');
    for (const [path, answer] of routes) {
      const [match, ...names] = path.exec(pathname) ?? [];
      if (match !== undefined && method === 'GET') return (await answer(names, searchParams)) ?? notFound;
    }
    return notFound;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, type, body } = await answerTo(request).catch((): Answer => ({ ...notFound, status: 500 }));
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).end(body);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    feeds: { ...feeds, ...inPlaceOf(feeds, url) },
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

const inPlaceOf = (feeds: FeedSources, url: string): Partial<FeedSources> => {
  const sandboxes: Pick<FeedSources, FeedKind> = {
    code: {
      url: `${url}/code`,
      token: undefined,
      freeRepo: FREE_REPO,
      fortniteRepo: FORTNITE_REPO,
      starsRepo: FREE_REPO,
      tweakRepos: tweaks.map(({ repo }) => repo),
    },
    texts: {
      premiumVersion: `${url}/texts/premium-version.txt`,
      premiumTweaks: `${url}/texts/premium-tweaks.txt`,
      customers: `${url}/texts/customers.txt`,
    },
    chat: { url: `${url}/chat`, invite: INVITE, token: undefined },
    video: { ...feeds.video, url: `${url}/video`, channel: CHANNEL, token: undefined, thumbnailsUrl: `${url}/thumbnails` },
    people: { url: `${url}/people`, avatarsUrl: `${url}/avatars`, ids: peopleIds, token: undefined },
  };
  return Object.fromEntries(feeds.sandboxed.map((kind) => [kind, sandboxes[kind]]));
};
