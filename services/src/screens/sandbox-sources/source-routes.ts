import type { FastifyInstance } from 'fastify';
import { peopleIn, type ReadContent } from '../../platform/site-subjects.ts';
import { CHANNEL, community, type ExampleRepository, fileOf, INVITE, repositoriesFor, texts } from './examples.ts';
import { avatar, thumbnail } from './pictures.ts';

export const notFound = { message: 'Not Found' };

/** The fingerprint of a person's picture. */
const pictureOf = (name: string): string => Buffer.from(name).toString('hex').slice(0, 32);

const releasesOf = (repository: ExampleRepository, downloadsUrl: string) =>
  repository.releases.map((release, i) => ({
    id: 1_000 + repository.releases.length - i,
    tag_name: release.tag,
    name: `${repository.title} ${release.tag}`,
    draft: false,
    prerelease: false,
    published_at: `${release.publishedAt}T12:00:00.000Z`,
    assets: [
      {
        name: fileOf(repository, release),
        content_type: 'text/plain',
        download_count: release.downloads,
        browser_download_url: `${downloadsUrl}/${fileOf(repository, release)}`,
      },
    ],
  }));

const positive = (text: string | undefined, fallback: number): number => Math.max(1, Math.trunc(Number(text)) || fallback);

type SourceRequest = { Params: Record<'owner' | 'name' | 'id' | 'file', string>; Querystring: Record<string, string | undefined> };

/** The documented calls of every source, each kind below its own path. `downloadsUrl`: where the files of releases are. */
export function sourceRoutes(server: FastifyInstance, downloadsUrl: string, read: ReadContent): void {
  const answer = (path: string, find: (params: SourceRequest['Params'], query: SourceRequest['Querystring']) => unknown, type?: string) =>
    server.get<SourceRequest>(path, async ({ params, query }, reply) => {
      const found = await find(params, query);
      if (found === undefined) return reply.code(404).send(notFound);
      return type ? reply.type(type).send(found) : reply.send(found);
    });
  const named = ({ owner, name }: SourceRequest['Params']) =>
    repositoriesFor(read).find((repository) => repository.name === `${owner}/${name}`);
  const nameOf = (id: string) => peopleIn(read).get(id);
  answer('/code/repos/:owner/:name/releases', (params, query) => {
    const repository = named(params);
    const perPage = Math.min(100, positive(query['per_page'], 30));
    const from = (positive(query['page'], 1) - 1) * perPage;
    return repository && releasesOf(repository, downloadsUrl).slice(from, from + perPage);
  });
  answer('/code/repos/:owner/:name/releases/latest', (params) => {
    const repository = named(params);
    return repository && releasesOf(repository, downloadsUrl)[0];
  });
  answer('/code/repos/:owner/:name', (params) => {
    const repository = named(params);
    return repository && { full_name: repository.name, private: false, stargazers_count: repository.stars };
  });
  answer('/texts/:file', ({ file }) => (Object.hasOwn(texts, file) ? `${texts[file]}\n` : undefined), 'text/plain; charset=utf-8');
  answer('/chat/invites/:name', ({ name: code }, query) => {
    if (code !== INVITE) return undefined;
    const { members: approximate_member_count, online: approximate_presence_count } = community;
    const counts = query['with_counts'] === 'true' ? { approximate_member_count, approximate_presence_count } : {};
    return { type: 0, code, guild: { name: 'Example' }, ...counts };
  });
  answer('/video/channels', (_, { id }) => {
    const found = id === CHANNEL ? [{ id: CHANNEL, statistics: { subscriberCount: String(community.subscribers) } }] : [];
    return { kind: 'youtube#channelListResponse', items: found };
  });
  answer('/thumbnails/:id/:file', ({ id }) => thumbnail(id), 'image/jpeg');
  answer('/people/:id', ({ id }) => {
    const name = nameOf(id);
    return name ? { id, username: name, global_name: name, avatar: pictureOf(name) } : undefined;
  });
  answer(
    '/avatars/:id/:file',
    ({ id, file }, { size }) => {
      const name = nameOf(id);
      return name && file === `${pictureOf(name)}.png` ? avatar(name, Number(size)) : undefined;
    },
    'image/png',
  );
}
