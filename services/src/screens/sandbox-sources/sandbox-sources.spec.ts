import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { firstProducts, type Product } from '@framelift/contracts';
import sharp from 'sharp';
import { readConfig } from '../../platform/config.ts';
import { createLogger } from '../../platform/logging.ts';
import { firstContent, type ReadContent, videosIn } from '../../platform/site-subjects.ts';
import { PublicFeeds } from '../public-feeds/public-feeds.ts';
import { downloadOf } from './examples.ts';
import { type SandboxSources, startSandboxSources } from './sandbox-sources.ts';

let sandbox: SandboxSources;
let feeds: PublicFeeds;
const config = readConfig({ PORT: '3000' });
const ownTool: Product = { ...firstProducts[1]!, sku: 'tool', title: 'Second tool', release: 'acme/tool' };
/** The first content, with a free product of the seller that has a release source. */
const content: ReadContent = (section) =>
  section === 'products' ? ({ products: [...firstProducts, ownTool] } as never) : firstContent(section);
beforeAll(async () => {
  sandbox = await startSandboxSources(config.feeds, 'http://localhost:3000', content);
  feeds = new PublicFeeds(sandbox.feeds, Date.now, createLogger('silent'));
});
afterAll(() => sandbox.close());

const fileAt = (url: string | null) => downloadOf(url!.split('/').at(-1)!, content);
const read = async (path: string) => {
  const response = await fetch(sandbox.url + path);
  return { status: response.status, body: (await response.json()) as any };
};

describe('the public feeds on the sandbox', () => {
  it('fits the claims of the site: every number is there', async () => {
    const numbers = await feeds.statistics();
    expect(Object.values(numbers).filter((value) => value === null || value === 0)).toEqual([]);
    expect(numbers).toMatchObject({ premiumTotalTweaksRaw: '20k', premiumVersion: expect.stringMatching(/^4\./) });
    expect(Number(numbers.customersTotalRaw)).toBeGreaterThan(300);
    expect(numbers.discordMembers).toBeGreaterThan(10_000);
    expect(numbers.recentDownloads).toBeLessThan(numbers.freeUtilityDownloads!);
    expect(numbers.recentDownloads).toBeLessThan(100_000);
  });

  it('offers each release as a small file that says what it is', async () => {
    for (const product of ['free', 'fortnite'] as const) {
      const { downloadUrl, version } = (await feeds.release(product))!;
      expect(downloadUrl).toMatch(new RegExp(`^http://localhost:3000/api/public/examples/[\\w.-]*${version}-example\\.txt$`));
      expect(fileAt(downloadUrl)).toContain('This is not the program.');
    }
    expect(fileAt('no-such-file.txt')).toBeUndefined();
  });

  it('has a release of every free product whose source the seller set', async () => {
    const latest = await read('/code/repos/acme/tool/releases/latest');
    expect(latest).toMatchObject({ status: 200, body: { name: 'Second tool v1.1.0' } });
    expect(fileAt(latest.body.assets[0].browser_download_url)).toContain('Second tool v1.1.0: example file');
    expect((await read('/code/repos/acme/other/releases/latest')).status).toBe(404);
  });

  it('counts each free tweak', async () => {
    const { tweaks } = await feeds.tweaks();
    expect(tweaks).toHaveLength(8);
    for (const { downloads, downloadUrl } of tweaks) {
      expect(downloads).toBeGreaterThan(1000);
      expect(fileAt(downloadUrl)).toContain('This is not the program.');
    }
  });

  it('has all people on the site, each with a picture drawn from the name', async () => {
    const { people } = await feeds.people();
    expect(people).toHaveLength(17);
    expect(people.filter(({ name, avatarUrl }) => !name || !avatarUrl)).toEqual([]);
    const pictures = await Promise.all(people.slice(0, 3).map(({ discordId }) => feeds.avatar(discordId)));
    for (const picture of pictures) expect(await sharp(picture!).metadata()).toMatchObject({ format: 'webp', width: 192, height: 192 });
    expect(new Set(pictures.map((picture) => picture!.toString('base64'))).size).toBe(3);
  });

  it('has a thumbnail of every video', async () => {
    for (const id of videosIn(firstContent)) expect((await feeds.thumbnail(id))?.length).toBeGreaterThan(1000);
  });
});

describe('its documented calls', () => {
  it('list releases in pages, newest first, and name the latest', async () => {
    const all = (await read('/code/repos/framelift/free-utility/releases')).body as any[];
    const { body: page } = await read('/code/repos/framelift/free-utility/releases?per_page=2&page=2');
    expect(page.map((r: any) => r.tag_name)).toEqual(all.slice(2, 4).map((r) => r.tag_name));
    const { body: latest } = await read('/code/repos/framelift/free-utility/releases/latest');
    expect(latest).toEqual(all[0]);
    expect(latest.assets[0]).toMatchObject({ download_count: expect.any(Number), browser_download_url: expect.any(String) });
  });

  it('count the chat only where counts are asked for', async () => {
    expect((await read('/chat/invites/framelift')).body).not.toHaveProperty('approximate_member_count');
    expect((await read('/chat/invites/framelift?with_counts=true')).body.approximate_member_count).toBe(12_480);
  });

  it('answer 404 for missing things', async () => {
    for (const path of ['/', '/code/repos/o/none/releases', '/chat/invites/none', '/people/1', '/avatars/1/a.png', '/texts/none.txt'])
      expect([path, (await read(path)).status]).toEqual([path, 404]);
    expect((await read('/video/channels?part=statistics&id=none')).body.items).toEqual([]);
  });
});

it('leaves the sources that settings name alone', async () => {
  const real = readConfig({ FEEDS_FREE_REPO: 'o/free', FEEDS_CODE_TOKEN: 'a token' }).feeds;
  const mixed = await startSandboxSources(real, 'http://localhost:3000', firstContent);
  try {
    expect(mixed.feeds.code).toEqual(real.code);
    expect(mixed.feeds.chat.url).toBe(`${mixed.url}/chat`);
  } finally {
    await mixed.close();
  }
});
