import { CHANNEL, community, type ExampleRepository, fileOf, INVITE, people, repositories, texts } from './examples.ts';
import { avatar, thumbnail } from './pictures.ts';

export interface Answer {
  status: number;
  type: string;
  body: string | Buffer;
}
type Route = [path: RegExp, answer: (names: string[], query: URLSearchParams) => Answer | undefined | Promise<Answer | undefined>];

const json = (value: unknown, status = 200): Answer => ({ status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) });
const picture = (type: string, body: Buffer): Answer => ({ status: 200, type, body });
export const notFound = json({ message: 'Not Found' }, 404);

const monthOf = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
const months = Array.from({ length: 12 }, (_, month) => monthOf.format(Date.UTC(2025, month)));
/** The content files' `2025 June 14` as the code host writes times. */
const timeOf = (date: string): string => {
  const [year, month, day] = date.split(' ');
  return new Date(Date.UTC(Number(year), months.indexOf(month!), Number(day), 12)).toISOString();
};

/** The fingerprint of a person's picture. */
const pictureOf = (id: string): string => Buffer.from(people.get(id)!).toString('hex').slice(0, 32);

const releasesOf = (repository: ExampleRepository, downloadsUrl: string) =>
  repository.releases.map((release, i) => ({
    id: 1_000 + repository.releases.length - i,
    tag_name: release.tag,
    name: `${repository.title} ${release.tag}`,
    draft: false,
    prerelease: false,
    published_at: timeOf(release.publishedAt),
    assets: [
      {
        name: fileOf(repository, release),
        content_type: 'text/plain',
        download_count: release.downloads,
        browser_download_url: `${downloadsUrl}/${fileOf(repository, release)}`,
      },
    ],
  }));

const positive = (text: string | null, fallback: number): number => Math.max(1, Math.trunc(Number(text)) || fallback);

/** The documented calls of every source, each kind below a path of its own. `downloadsUrl`: where the files of releases are. */
export const sourceRoutes = (downloadsUrl: string): Route[] => {
  const named = (owner = '', name = '') => repositories.find((repository) => repository.name === `${owner}/${name}`);
  return [
    [
      /^\/code\/repos\/([\w.-]+)\/([\w.-]+)\/releases$/,
      ([owner, name], query) => {
        const repository = named(owner, name);
        if (!repository) return undefined;
        const perPage = Math.min(100, positive(query.get('per_page'), 30));
        const from = (positive(query.get('page'), 1) - 1) * perPage;
        return json(releasesOf(repository, downloadsUrl).slice(from, from + perPage));
      },
    ],
    [
      /^\/code\/repos\/([\w.-]+)\/([\w.-]+)\/releases\/latest$/,
      ([owner, name]) => {
        const repository = named(owner, name);
        return repository && json(releasesOf(repository, downloadsUrl)[0]);
      },
    ],
    [
      /^\/code\/repos\/([\w.-]+)\/([\w.-]+)$/,
      ([owner, name]) => {
        const repository = named(owner, name);
        return repository && json({ full_name: repository.name, private: false, stargazers_count: repository.stars });
      },
    ],
    [
      /^\/texts\/([\w-]+)\.txt$/,
      ([name]) => (texts[name!] ? { status: 200, type: 'text/plain; charset=utf-8', body: `${texts[name!]}\n` } : undefined),
    ],
    [
      /^\/chat\/invites\/([\w-]+)$/,
      ([code], query) => {
        if (code !== INVITE) return undefined;
        const { members: approximate_member_count, online: approximate_presence_count } = community;
        const counts = query.get('with_counts') === 'true' ? { approximate_member_count, approximate_presence_count } : {};
        return json({ type: 0, code, guild: { name: 'Framelift' }, ...counts });
      },
    ],
    [
      /^\/video\/channels$/,
      (_, query) => {
        const found = query.get('id') === CHANNEL ? [{ id: CHANNEL, statistics: { subscriberCount: String(community.subscribers) } }] : [];
        return json({ kind: 'youtube#channelListResponse', items: found });
      },
    ],
    [/^\/thumbnails\/([\w-]{1,40})\/\w+\.jpg$/, async ([id]) => picture('image/jpeg', await thumbnail(id!))],
    [
      /^\/people\/(\d+)$/,
      ([id]) => {
        const name = people.get(id!);
        return name ? json({ id, username: name, global_name: name, avatar: pictureOf(id!) }) : undefined;
      },
    ],
    [
      /^\/avatars\/(\d+)\/(\w+)\.png$/,
      async ([id, asked], query) => {
        if (!people.has(id!) || asked !== pictureOf(id!)) return undefined;
        return picture('image/png', await avatar(people.get(id!)!, Number(query.get('size'))));
      },
    ],
  ];
};
