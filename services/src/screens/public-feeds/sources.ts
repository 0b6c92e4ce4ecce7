import { Nullable } from '@framelift/contracts';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { FeedSources } from '../../platform/config.ts';
import { ask, askJson, FeedFailed } from './upstream.ts';

const MEGABYTE_BYTES = 1024 * 1024;
const PER_PAGE = 100;
const MAX_PAGES = 10;
/** Avatars are asked for in this size (docs/product.md#public-sources). */
const AVATAR_PIXELS = 1024;

const Count = Type.Integer({ minimum: 0 });
const Releases = Type.Array(
  Type.Object({
    tag_name: Type.String({ minLength: 1, maxLength: 100 }),
    draft: Type.Optional(Type.Boolean()),
    prerelease: Type.Optional(Type.Boolean()),
    assets: Type.Array(Type.Object({ browser_download_url: Type.String(), download_count: Count })),
  }),
);
const Invite = Type.Object({ approximate_member_count: Count });
const Repository = Type.Object({ stargazers_count: Count });
const Channels = Type.Object({
  items: Type.Array(Type.Object({ statistics: Type.Object({ subscriberCount: Type.Union([Type.String(), Count]) }) })),
});
const Person = Type.Object({
  username: Type.Optional(Nullable(Type.String())),
  global_name: Type.Optional(Nullable(Type.String())),
  avatar: Type.Optional(Nullable(Type.Union([Type.String(), Type.Object({ id: Nullable(Type.String()) })]))),
});

export interface Release {
  version: string;
  downloadUrl: string | null;
  downloads: number;
  /** Downloads of versions from 2.0 on, which the home page counts (docs/product.md#home). */
  recentDownloads: number;
}
export interface Looked {
  username: string | null;
  name: string | null;
  avatar: string | null;
}

const read = <T extends TSchema>(schema: T, value: unknown): Static<T> => {
  if (!Value.Check(schema, value)) throw new FeedFailed('answered another shape');
  return value as Static<T>;
};

/** Only http(s) links: the code host's answer must not become a script. */
const webLink = (url: string | undefined): string | null =>
  url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;

const downloadsOf = (releases: Static<typeof Releases>): number =>
  releases.flatMap(({ assets }) => assets).reduce((sum, { download_count }) => sum + download_count, 0);

/** A page's own rule about frames; `frame-ancestors` replaces the older header. */
const whyUnframed = (headers: Headers): string | undefined => {
  const [, ancestors] = /frame-ancestors\s+([^;,]*)/i.exec(headers.get('content-security-policy') ?? '') ?? [];
  const isOpen = ancestors === undefined ? !headers.has('x-frame-options') : /(^|\s)(\*|https:)(\s|$)/.test(ancestors);
  return isOpen ? undefined : 'refuses frames';
};

const isRecent = (tag: string): boolean => Number(/^v?(\d+)/i.exec(tag)?.[1] ?? 0) >= 2;

/** Requests to public sources, one function each. Each throws FeedFailed without a response. */
export class Sources {
  constructor(private readonly settings: FeedSources) {}

  async release(repo: string): Promise<Release> {
    const releases = (await this.releases(repo)).filter(({ draft }) => !draft);
    const latest = releases.find(({ prerelease }) => !prerelease) ?? releases[0];
    if (!latest) throw new FeedFailed('has no release');
    return {
      version: latest.tag_name,
      downloadUrl: webLink(latest.assets[0]?.browser_download_url),
      downloads: downloadsOf(releases),
      recentDownloads: downloadsOf(releases.filter(({ tag_name }) => isRecent(tag_name))),
    };
  }

  async stars(repo: string): Promise<number> {
    return read(Repository, await this.code(`/repos/${repo}`)).stargazers_count;
  }

  /** One short line of text; a page of HTML is none. */
  async text(url: string): Promise<string> {
    const text = (await ask({ url, timeoutMs: this.settings.timeoutMs, maxBytes: 4096 })).toString('utf8').trim();
    if (!/^[\p{L}\p{N} .,+_-]{1,40}$/u.test(text)) throw new FeedFailed('answered no short text');
    return text;
  }

  async members(invite: string): Promise<number> {
    const { url, token } = this.settings.chat;
    const headers: Record<string, string> = token ? { Authorization: `Bot ${token}` } : {};
    return read(Invite, await this.json(`${url}/invites/${encodeURIComponent(invite)}?with_counts=true`, headers)).approximate_member_count;
  }

  async subscribers(channel: string): Promise<number> {
    const { url, token } = this.settings.video;
    const headers: Record<string, string> = token ? { 'X-Goog-Api-Key': token } : {};
    const { items } = read(Channels, await this.json(`${url}/channels?part=statistics&id=${encodeURIComponent(channel)}`, headers));
    const count = Number(items[0]?.statistics.subscriberCount ?? Number.NaN);
    if (!Number.isSafeInteger(count) || count < 0) throw new FeedFailed('answered no count');
    return count;
  }

  async person(id: string): Promise<Looked> {
    const { url, token } = this.settings.people;
    const headers: Record<string, string> = token ? { Authorization: `Bot ${token}` } : {};
    const { username, global_name, avatar } = read(Person, await this.json(`${url}/${encodeURIComponent(id)}`, headers));
    const picture = typeof avatar === 'string' ? avatar : (avatar?.id ?? null);
    return {
      username: username || null,
      name: global_name || username || null,
      avatar: picture && /^\w{1,64}$/.test(picture) ? picture : null,
    };
  }

  avatar(id: string, picture: string): Promise<Buffer> {
    const url = `${this.settings.people.avatarsUrl}/${encodeURIComponent(id)}/${picture}.png?size=${AVATAR_PIXELS}`;
    return ask({ url, timeoutMs: this.settings.timeoutMs, maxBytes: 4 * MEGABYTE_BYTES });
  }

  /** The largest thumbnail that the video service keeps of a video; every video has the second one. */
  async thumbnail(id: string): Promise<Buffer> {
    const { thumbnailsUrl } = this.settings.video;
    const { timeoutMs } = this.settings;
    const size = (name: string) =>
      ask({ url: `${thumbnailsUrl}/${encodeURIComponent(id)}/${name}.jpg`, timeoutMs, maxBytes: 4 * MEGABYTE_BYTES });
    try {
      return await size('maxresdefault');
    } catch (error) {
      if (error instanceof FeedFailed && error.status === 404) return size('hqdefault');
      throw error;
    }
  }

  /** @throws FeedFailed on a page that does not answer, or that browsers do not show in another site's frame */
  async framed(url: string): Promise<{ url: string }> {
    await ask({ url, timeoutMs: this.settings.timeoutMs, maxBytes: 8 * MEGABYTE_BYTES, refuses: whyUnframed });
    return { url };
  }

  private async releases(repo: string): Promise<Static<typeof Releases>> {
    const all: Static<typeof Releases> = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const found = read(Releases, await this.code(`/repos/${repo}/releases?per_page=${PER_PAGE}&page=${page}`));
      all.push(...found);
      if (found.length < PER_PAGE) break;
    }
    return all;
  }

  private code(path: string): Promise<unknown> {
    const { url, token } = this.settings.code;
    return this.json(url + path, token ? { Authorization: `Bearer ${token}` } : {});
  }

  private json(url: string, headers: Record<string, string>): Promise<unknown> {
    return askJson({ url, headers, timeoutMs: this.settings.timeoutMs, maxBytes: 8 * MEGABYTE_BYTES });
  }
}
