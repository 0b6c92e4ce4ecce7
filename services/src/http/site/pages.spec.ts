import { describe, expect, it } from '@jest/globals';
import { firstBrand, firstSite, named } from '@framelift/contracts';
import type { DiscoveryService } from '@nestjs/core';
import { type Known, PRODUCT_PAGES } from './own-pages.ts';
import { Pages, type SiteBuild } from './pages.ts';
import { type OnPagesAnswers, OnPages, Rendering } from './rendering.ts';

const known = (data: object): Known => ({ data, example: false });

const said = { title: '', description: '', indexed: true };

/** A site of three pages; a page's HTML is what it was rendered with. */
function openSite(breaks: (page: string, answers: Record<string, Known>) => boolean = () => false) {
  const rendered: string[] = [];
  const build: SiteBuild = {
    pages: {
      home: { path: '/', shows: ['/a'], ...said },
      tos: { path: '/tos', shows: [], ...said },
      about: { path: '/about', shows: ['/a', '/b'], ...said },
      notFound: { path: '/x', shows: [], ...said, indexed: false },
    },
    sharePictures: { '/social/home.jpg': { title: 'All of {name}', small: 'A shop' } },
    receiptPicture: () => ({ title: '€1.00', small: 'Mia' }),
    tweakShows: ['/a'],
    productShows: ['/a'],
    receiptShows: ['/a'],
    renderPage: async (page, origin, answers) => {
      if (breaks(page, answers)) throw new Error(`${page} is broken`);
      rendered.push(page);
      const picture = page === 'tos' ? `<meta content="${origin}/social/home.jpg"/>` : '';
      return `${origin} ${page} ${JSON.stringify(answers)}${picture}`;
    },
  };
  const headers: Record<string, unknown> = {};
  const sent: string[] = [];
  const reply = {
    statusCode: 200,
    header: (name: string, value: unknown) => ((headers[name] = value), reply),
    headers: (all: object) => (Object.assign(headers, all), reply),
    status: (code: number) => ((reply.statusCode = code), reply),
    type: () => reply,
    send: async (page: unknown) => void sent.push(String(page)),
  };
  const pages = new Pages(build, 'https://shop.example', []);
  const read = async (page: string) => String(await pages.answer(page, { headers: {} } as never, reply as never));
  const readTweak = async (slug: string) => String(await pages.answerTweak(slug, { headers: {} } as never, reply as never));
  return { pages, rendered: () => rendered.splice(0), read, readTweak, reply, headers, sent };
}

describe('the pages in memory', () => {
  it('are rendered once, and again only if what they show changed', async () => {
    const { pages, rendered, read } = openSite();
    await pages.show(new Map());
    expect(rendered()).toEqual(['home', 'tos', 'about', 'notFound']);
    await pages.show(new Map([['/b', known({ n: 1 })]]));
    expect(rendered()).toEqual(['about']);
    await pages.show(new Map([['/b', known({ n: 1 })]]));
    expect(rendered()).toEqual([]);
    expect(await read('about')).toBe('https://shop.example about {"/b":{"data":{"n":1},"example":false}}');
    expect([pages.shows, pages.all]).toEqual([
      ['/a', '/b', PRODUCT_PAGES],
      [
        ['home', '/'],
        ['tos', '/tos'],
        ['about', '/about'],
      ],
    ]);
  });

  it('are waited for in the first moments, and the one for unknown paths has status 404', async () => {
    const { pages, reply, headers, sent } = openSite();
    const early = pages.sendNotFound({ headers: {} } as never, reply as never);
    await pages.show(new Map());
    await early;
    expect(sent).toEqual([expect.stringContaining('notFound')]);
    expect([reply.statusCode, headers['Content-Security-Policy']]).toEqual([404, expect.stringContaining('script-src')]);
  });
});

describe('a page that is switched off', () => {
  it('is the page for unknown paths until it is on again', async () => {
    const { pages, read, reply } = openSite();
    const site = (hidden: string[]) => new Map([['/api/public/site', known({ changed: [], announcement: null, hidden })]]);
    await pages.show(site(['/about']));
    expect([await read('home'), reply.statusCode]).toEqual([expect.stringContaining(' home '), 200]);
    expect([await read('about'), reply.statusCode]).toEqual([expect.stringContaining(' notFound '), 404]);
    reply.statusCode = 200;
    await pages.show(site([]));
    expect([await read('about'), reply.statusCode]).toEqual([expect.stringContaining(' about '), 200]);
  });
});

describe('the page of a tweak', () => {
  const path = '/api/public/site/tweaks';
  const tweaks = (...slugs: string[]): [string, Known] => [path, known({ content: { tweaks: slugs.map((slug) => ({ slug })) } })];

  it('is rendered once someone asks for it, with its tweak alone, and again if it shows something else', async () => {
    const { pages, rendered, readTweak, reply } = openSite();
    await pages.show(new Map([tweaks('one', 'two')]));
    rendered();
    const page = `https://shop.example tweaks/one {"${path}/one":{"data":{"tweak":{"slug":"one"}},"example":false}}`;
    expect([await readTweak('one'), await readTweak('one'), rendered(), reply.statusCode]).toEqual([page, page, ['tweaks/one'], 200]);
    await pages.show(new Map([tweaks('one', 'two', 'three')]));
    expect([await readTweak('one'), rendered()]).toEqual([page, []]);
    await pages.show(new Map([tweaks('one'), ['/a', known({ n: 1 })]]));
    expect([await readTweak('one'), rendered()]).toEqual([
      expect.stringContaining('"/a":{"data":{"n":1}'),
      ['home', 'about', 'tweaks/one'],
    ]);
  });

  it('is found as soon as it is published, and no longer than that', async () => {
    const { pages, readTweak, reply } = openSite();
    await pages.show(new Map([tweaks('one')]));
    expect([await readTweak('two'), reply.statusCode]).toEqual([expect.stringContaining('"data":null'), 404]);
    await pages.show(new Map([tweaks('two')]));
    reply.statusCode = 200;
    expect([await readTweak('two'), reply.statusCode]).toEqual([expect.stringContaining('"tweak"'), 200]);
    expect([await readTweak('one'), reply.statusCode]).toEqual([expect.stringContaining(' tweaks/- '), 404]);
  });

  it('is of the first content until another is published, and none while the list is switched off', async () => {
    const { pages, readTweak, reply } = openSite();
    await pages.show(new Map());
    expect([await readTweak('amd-adrenalin-tuning'), reply.statusCode]).toEqual([
      'https://shop.example tweaks/amd-adrenalin-tuning {}',
      200,
    ]);
    await pages.show(new Map([['/api/public/site', known({ changed: [], announcement: null, hidden: ['/tweaks'] })]]));
    expect([await readTweak('amd-adrenalin-tuning'), reply.statusCode]).toEqual([expect.stringContaining(' notFound '), 404]);
  });
});

describe('a page that cannot be rendered', () => {
  it('holds up no other, is rendered when it can be, and keeps its text if it was shown before', async () => {
    const { pages, read } = openSite((page, answers) => page === 'home' && answers['/a']?.data === broken);
    await expect(pages.show(new Map([['/a', { data: broken, example: false }]]))).rejects.toThrow('home is broken');
    expect(await read('tos')).toContain(' tos ');
    await expect(read('home')).rejects.toThrow('The page home could not be rendered');
    await pages.show(new Map([['/a', known({ n: 1 })]]));
    expect(await read('home')).toContain('"n":1');
    await expect(pages.show(new Map([['/a', { data: broken, example: false }]]))).rejects.toThrow();
    expect(await read('home')).toContain('"n":1');
  });
});
const broken = {};

describe('what pages show', () => {
  const rendering = (site: ReturnType<typeof openSite>, answers: OnPagesAnswers) => {
    class Feature {
      @OnPages()
      onPages(): OnPagesAnswers {
        return answers;
      }
    }
    return new Rendering({ getProviders: () => [{ instance: new Feature() }] } as unknown as DiscoveryService, site.pages);
  };

  it('is asked for at each look, or as often as it says; a fault keeps it, a source that failed gives it back to the browser', async () => {
    const site = openSite();
    let a: () => Promise<Known | undefined> = async () => known({ n: 1 });
    let asked = 0;
    const look = rendering(site, {
      [PRODUCT_PAGES]: { ask: async () => undefined },
      '/a': { ask: () => a() },
      '/b': { ask: async () => known({ n: ++asked }), everyMs: 60_000 },
    });
    await look.look(0);
    await look.look(1_000);
    await look.look(59_999);
    expect(asked).toBe(1);
    await look.look(60_000);
    expect([asked, await site.read('home')]).toEqual([2, expect.stringContaining('"n":1')]);
    a = async () => Promise.reject(new Error('no database'));
    await look.look(61_000);
    expect(await site.read('home')).toContain('"n":1');
    a = async () => undefined;
    await look.look(62_000);
    expect(await site.read('home')).toContain('home {}');
  });

  it('does not keep the pages waiting for an answer that is late', async () => {
    const site = openSite();
    const late = Promise.withResolvers<Known>();
    const look = rendering(site, {
      [PRODUCT_PAGES]: { ask: async () => undefined },
      '/a': { ask: () => late.promise },
      '/b': { ask: async () => known({ n: 1 }) },
    });
    await look.look(0);
    expect([await site.read('home'), await site.read('about')]).toEqual([expect.stringContaining('{}'), expect.stringContaining('"n":1')]);
    late.resolve(known({ n: 2 }));
    await look.look(1_000);
    expect(await site.read('home')).toContain('"n":2');
  });
});

describe('the picture of a shared page', () => {
  const brand = { ...firstBrand, name: 'Zephyr' };
  const shared = async (answers: Record<string, object>) => {
    const { pages } = openSite();
    await pages.show(new Map(Object.entries(answers).map(([path, data]) => [path, known(data)])));
    return pages.sharedAt('/social/home.jpg');
  };

  it('is of the build until another brand or other words are published', async () => {
    expect(await shared({})).toEqual({ title: `All of ${firstBrand.name}`, small: 'A shop', isBuilt: true });
    expect(await shared({ '/api/public/site': { brand } })).toEqual({ title: 'All of Zephyr', small: 'A shop', isBuilt: false });
    const content = { title: 'Mine', lead: 'One line. And another.' };
    expect(await shared({ '/api/public/site/pages.home': { content } })).toEqual({ title: 'Mine', small: 'One line', isBuilt: false });
    const restored = { content: named(firstSite['pages.home'], firstBrand.name) };
    expect(await shared({ '/api/public/site/pages.home': restored })).toMatchObject({ isBuilt: true });
  });

  it('has a version in its address where it is drawn, which its words, the brand and nothing else change', async () => {
    const versionOf = async (answers: Record<string, object>) => {
      const { pages, read } = openSite();
      await pages.show(new Map(Object.entries(answers).map(([path, data]) => [path, known(data)])));
      const html = await read('tos');
      const address = /"(https:[^"]*)"/.exec(html)![1]!;
      const version = pages.pictureVersion('/social/home.jpg');
      expect(address).toBe(`https://shop.example/social/home.jpg${version ? `?v=${version}` : ''}`);
      return version;
    };
    const of = (name: string) => ({ '/api/public/site': { brand: { ...brand, name } } });
    const words = (title: string) => ({ '/api/public/site/pages.home': { content: { title, lead: 'One line.' } } });
    expect(await versionOf({})).toBeUndefined();
    const versions = [
      await versionOf(of('Zephyr')),
      await versionOf(of('Other')),
      await versionOf(words('Mine')),
      await versionOf(words('Yours')),
    ];
    expect(versions).toEqual(versions.map(() => expect.stringMatching(/^[\w-]{12}$/)));
    expect([new Set(versions).size, await versionOf({ ...of('Zephyr'), '/a': { n: 1 } })]).toEqual([4, versions[0]]);
  });

  it('is there for pages that search engines know', () => {
    for (const path of ['/social/x.jpg', '/social/../a.jpg', 'toString', '__proto__'])
      expect(openSite().pages.sharedAt(path)).toBeUndefined();
  });
});
