import type { FeedKind, FeedSources } from '../../platform/config.ts';
import type { ReadContent } from '../../platform/site-subjects.ts';
import { sandboxServer } from '../../http/sandbox-server.ts';
import { CHANNEL, FORTNITE_REPO, FREE_REPO, INVITE } from './examples.ts';
import { notFound, sourceRoutes } from './source-routes.ts';

/** Where the site answers with the files of example releases (example-files.controller.ts). */
const DOWNLOADS = '/api/public/examples';

export interface SandboxSources {
  url: string;
  /** The sources as the public feeds read them: in place of each kind that is sandboxed, this sandbox. */
  feeds: FeedSources;
  close(): Promise<void>;
}

/** Replaces every public source with its documented calls, on this machine only. Production refuses to start with it. */
export async function startSandboxSources(feeds: FeedSources, siteUrl: string, read: ReadContent): Promise<SandboxSources> {
  const server = sandboxServer(() => notFound);
  sourceRoutes(server, siteUrl + DOWNLOADS, read);
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return { url, feeds: { ...feeds, ...inPlaceOf(feeds, url) }, close: async () => void (await server.close()) };
}

const inPlaceOf = (feeds: FeedSources, url: string): Partial<FeedSources> => {
  const sandboxes: Pick<FeedSources, FeedKind> = {
    code: {
      url: `${url}/code`,
      token: undefined,
      freeRepo: FREE_REPO,
      fortniteRepo: FORTNITE_REPO,
      starsRepo: FREE_REPO,
      tweakRepos: undefined,
    },
    texts: {
      premiumVersion: `${url}/texts/premium-version.txt`,
      premiumTweaks: `${url}/texts/premium-tweaks.txt`,
      customers: `${url}/texts/customers.txt`,
    },
    chat: { url: `${url}/chat`, invite: INVITE, token: undefined },
    video: { ...feeds.video, url: `${url}/video`, channel: CHANNEL, token: undefined, thumbnailsUrl: `${url}/thumbnails` },
    people: { url: `${url}/people`, avatarsUrl: `${url}/avatars`, ids: undefined, token: undefined },
  };
  return Object.fromEntries(feeds.sandboxed.map((kind) => [kind, sandboxes[kind]]));
};
