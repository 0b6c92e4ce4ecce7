import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  firstSite,
  premium,
  productRefusals,
  refusals,
  siteRefusals,
  type SiteHistoryView,
  type SitePreviewView,
  type SiteView,
} from '@framelift/contracts';
import { homeSections } from '../../../../contracts/src/rules/site-kinds.ts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';

let app: App;
let nina: Client;
beforeAll(async () => {
  app = await startApp();
  nina = await app.admin();
});
afterAll(() => app.stop());

const base = (position: number) => ({ 'Edit-Base': String(position) });
const sections = async () => Object.fromEntries(((await nina.get('/api/admin/site')).body as SiteView).sections.map((s) => [s.section, s]));
const hello = { text: 'Hello', link: '/premium', fromAt: null, untilAt: null };
const save = (content: object, position: number, path = 'announcement', about: object = {}) =>
  nina.send('PUT', `/api/admin/site/${path}`, { content, ...about }, base(position));
const publish = (position: number, ...names: string[]) => nina.send('POST', '/api/admin/site/publish', { sections: names }, base(position));

const kinds = Object.keys(homeSections.kinds);
const table = { eyebrow: '', title: '', lead: '', unit: 'FPS', better: 'higher', rows: [] };
const withSection = (kind: string, content: object, on: unknown = true) => ({
  ...firstSite['pages.home'],
  sections: [{ kind, on, content }],
});

describe('the seller’s site', () => {
  it('has its first content on an empty log', async () => {
    expect((await sections())['products']).toEqual({
      section: 'products',
      published: firstSite.products,
      position: 0,
      publishedAt: null,
      by: null,
      draft: null,
    });
    expect((await app.anybody.get('/api/public/site')).body).toEqual({
      changed: [],
      brand: null,
      announcement: null,
      hidden: [],
      main: null,
      tweaks: null,
    });
    expect((await app.anybody.get('/api/public/site/products')).body).toMatchObject({ products: [{ sku: 'premium' }, {}, {}] });
  });

  it('shows a draft to admins and not to visitors, until it is published', async () => {
    expect(await save(hello, 0)).toMatchObject({ status: 200, body: { success: true } });
    expect((await sections())['announcement']).toMatchObject({
      published: { text: '' },
      draft: { content: hello, by: 'admin', basedOn: 0 },
    });
    expect((await app.anybody.get('/api/public/site')).body).toEqual({
      changed: [],
      brand: null,
      announcement: null,
      hidden: [],
      main: null,
      tweaks: null,
    });
    expect(await publish(0, 'announcement')).toMatchObject({ status: 200 });
    const { draft, position, by } = (await sections())['announcement']!;
    expect([draft, by, position > 0]).toEqual([null, 'admin', true]);
    expect((await app.anybody.get('/api/public/site')).body).toEqual({
      changed: ['announcement'],
      brand: null,
      announcement: { text: 'Hello', link: '/premium' },
      hidden: [],
      main: null,
      tweaks: null,
    });
  });

  it('refuses the second of two admins, with what the first one changed', async () => {
    await save({ ...hello, text: 'Mine' }, 0);
    expect(await publish(0, 'announcement')).toMatchObject({
      status: 409,
      body: { error: siteRefusals.changedMeanwhile(['Announcement by admin']), code: 'site.changedMeanwhile' },
    });
    const { draft } = (await sections())['announcement']!;
    expect(await save(hello, 0, 'announcement', { draftSavedAt: null })).toMatchObject({
      status: 409,
      body: { code: 'site.draftChanged' },
    });
    expect(await save(hello, 0, 'announcement', { draftSavedAt: draft!.savedAt })).toMatchObject({ status: 200 });
    expect((await sections())['announcement']).toMatchObject({ published: { text: 'Hello' }, draft: { content: { text: 'Hello' } } });
  });

  it('signs the address of a preview for an admin, for one minute', async () => {
    const { body } = await nina.get<SitePreviewView>('/api/admin/site/preview/home?theme=dark');
    expect(body.url).toMatch(/^\/api\/site\/preview\/home\?token=[\w%.-]+&theme=dark$/);
    // This system serves no pages.
    expect(await app.anybody.get(body.url)).toMatchObject({ status: 404 });
    expect(await nina.get('/api/admin/site/preview/home?theme=blue')).toMatchObject({ status: 400 });
    expect(await app.anybody.get('/api/admin/site/preview/home')).toMatchObject({ status: 401 });
  });

  it('discards a draft', async () => {
    expect(await nina.send('DELETE', '/api/admin/site/announcement')).toMatchObject({ status: 200 });
    expect((await sections())['announcement']!.draft).toBeNull();
    expect(await publish(1e9, 'announcement')).toMatchObject({ status: 404, body: { error: siteRefusals.noDraft } });
    expect(await nina.send('DELETE', '/api/admin/site/nothing')).toMatchObject({ status: 404, body: { error: siteRefusals.noSection } });
  });

  it('lists every change and restores any of them with a new event', async () => {
    await save({ ...hello, text: 'Bye' }, 1e9, 'announcement', { note: 'the end' });
    await publish(1e9, 'announcement');
    const history = async (query = '') => ((await nina.get(`/api/admin/site/history${query}`)).body as SiteHistoryView).changes;
    const [bye, first] = await history();
    expect([bye, first]).toMatchObject([
      { section: 'announcement', content: { text: 'Bye' }, before: { text: 'Hello' }, note: 'the end', by: 'admin' },
      { content: { text: 'Hello' }, before: { text: '' }, note: null },
    ]);
    const restore = (position: number, section = 'announcement') =>
      nina.send('POST', `/api/admin/site/history/${position}/restore`, { section }, base(1e9));
    expect(await restore(first!.position)).toMatchObject({ status: 200 });
    expect((await sections())['announcement']).toMatchObject({ published: { text: 'Hello' } });
    expect(await restore(first!.position, 'products')).toMatchObject({ status: 404, body: { error: siteRefusals.noVersion } });
    expect(await restore(0)).toMatchObject({ status: 200 });
    expect((await history('?section=announcement&limit=2')).map(({ content }) => content['text'])).toEqual(['', 'Hello']);
    expect(await history('?section=products')).toEqual([]);
  });

  it.each<[string, object]>([
    [productRefusals.priceInvalid, { priceCents: 0.5 }],
    [productRefusals.priceInvalid, { oldPriceCents: -1 }],
    [productRefusals.skuInvalid, { sku: 'Not A Slug' }],
    [productRefusals.titleInvalid, { title: '' }],
    [productRefusals.titleInvalid, { title: 'x'.repeat(81) }],
    [productRefusals.offerEndInvalid, { offerEndsAt: '2026-02-30T00:00:00Z' }],
    [productRefusals.offerEndInvalid, { offerEndsAt: 'tomorrow' }],
    [productRefusals.commissionInvalid, { commission: 10_001 }],
    [productRefusals.commissionInvalid, { commission: 'half' }],
    [productRefusals.featuresInvalid, { features: ['ok', 'two\nlines'] }],
    [productRefusals.numbersInvalid, { providers: { sellauth: { productId: 0, variantId: 1 }, stripe: null } }],
    [productRefusals.freeHasPrice, { kind: 'free' }],
    [productRefusals.quantityInvalid, { minQuantity: 0 }],
    [productRefusals.quantityInvalid, { maxQuantity: 11 }],
    [productRefusals.releaseInvalid, { release: 'acme/..' }],
    [productRefusals.releaseInvalid, { release: 'https://x.example/a' }],
    [productRefusals.releaseOfPaid, { release: 'acme/tool' }],
    [productRefusals.quantitiesReversed, { minQuantity: 3, maxQuantity: 2 }],
  ])('refuses products in clear words: %s', async (error, wrong) =>
    expect(await save({ products: [{ ...premium, ...wrong }] }, 0, 'products')).toMatchObject({ status: 400, body: { error } }),
  );

  const brand = { ...firstSite.brand, name: 'Quietbox' };
  it.each<[string, object]>([
    ['Name has 1 to 40', { name: '' }],
    ['Name has 1 to 40', { name: 'two\nlines' }],
    [siteRefusals.brandInBrand, { name: 'My {name}' }],
    ['Accent is a colour', { accent: 'red; --x: url(https://a.example)' }],
    ['Support address is an e-mail address', { support: 'nobody' }],
    ['Discord is an https address', { chat: 'javascript:alert(1)' }],
    ['Postal address: at most 8', { address: ['x'.repeat(81)] }],
  ])('refuses a brand in clear words: %s', async (error, wrong) =>
    expect(await save({ ...brand, ...wrong }, 0, 'brand')).toMatchObject({ status: 400, body: { error: expect.stringContaining(error) } }),
  );

  it('keeps the end of an offer in UTC', async () => {
    await save({ products: [{ ...premium, offerEndsAt: '2027-02-01T00:00:00+02:00' }] }, 0, 'products');
    expect((await sections())['products']!.draft!.content).toMatchObject({ products: [{ offerEndsAt: '2027-01-31T22:00:00.000Z' }] });
  });

  it.each(['javascript:alert(1)', 'http://example.org', '//example.org', 'https://u:p@example.org', 'data:text/html,x', 'premium'])(
    'refuses the link %s',
    async (link) =>
      expect(await save({ ...hello, link }, 0)).toMatchObject({
        status: 400,
        body: { error: 'Link is an https address or a path of this site, of at most 500 characters' },
      }),
  );

  const [review] = firstSite.reviews.reviews;
  it.each<[string, string, unknown]>([
    ['Reviews, 2: Stars is a number from 1 to 5, without decimals', 'reviews', { reviews: [review, { ...review, rating: 6 }] }],
    ['Reviews, 1: Text has 1 to 600 characters', 'reviews', { reviews: [{ ...review, content: 'x'.repeat(601) }] }],
    ['Reviews, 1: Day is a day, such as 2026-01-31', 'reviews', { reviews: [{ ...review, date: '2026-02-30' }] }],
    ['The field "reviews.0.html" is not known here', 'reviews', { reviews: [{ ...review, html: '<b>' }] }],
    [
      'Members, 1: Picture is a path of this site, of at most 500 characters',
      'team',
      { team: [{ ...firstSite.team.team[0], image: 'https://x.example/a.png' }] },
    ],
    [
      'Sections, 1, Rows, 1: Source has 1 to 300 characters on one line',
      'pages.home',
      withSection('table', { ...table, rows: [{ machine: 'A', before: 1, after: 2, source: '' }] }),
    ],
    ['Sections, 1: Better is one of: higher, lower', 'pages.home', withSection('table', { ...table, better: 'faster' })],
    [`Sections, 1: ${refusals.unknownField('title')}`, 'pages.home', withSection('benefits', { title: 'A' })],
    [`Sections, 1: ${siteRefusals.contentInvalid}`, 'pages.home', withSection('text', [])],
    [`Sections, 1: Kind is one of: ${kinds.join(', ')}`, 'pages.home', withSection('toString', {})],
    ['Sections, 1: On is yes or no (true or false)', 'pages.home', withSection('table', table, 'yes')],
    [siteRefusals.contentInvalid, 'team', []],
    [siteRefusals.contentInvalid, 'team', null],
  ])('names the field: %s', async (error, section, content) =>
    expect(await save(content as object, 0, section)).toMatchObject({ status: 400, body: { error } }),
  );

  it('shows visitors a section once it is published, and none of another name', async () => {
    const read = async (section: string) => await app.anybody.get(`/api/public/site/${section}`);
    expect((await read('reviews')).body).toEqual({ content: firstSite.reviews });
    await save({ reviews: [{ ...review, name: '  漢字 ', content: 'שלום\r\n<script>alert(1)</script>' }] }, 1e9, 'reviews');
    expect((await read('reviews')).body).toEqual({ content: firstSite.reviews });
    await publish(1e9, 'reviews');
    await sections();
    const reviews = [{ ...review, name: '漢字', content: 'שלום\n<script>alert(1)</script>' }];
    expect((await read('reviews')).body).toEqual({ content: { reviews } });
    for (const name of ['nothing', '__proto__', 'constructor']) expect(await read(name)).toMatchObject({ status: 404 });
  });

  it('takes a policy of 10,000 words, and refuses a part that is too long', async () => {
    const part = (words: number, i: number) => ({ heading: `Part ${i}`, text: 'Wort '.repeat(words).trim() });
    const policy = { ...firstSite['policies.terms'], parts: [0, 1, 2, 3].map((i) => part(2_500, i)) };
    expect(await save(policy, 1e9, 'policies.terms')).toMatchObject({ status: 200 });
    expect(await save({ ...policy, parts: [part(1, 0), part(5_000, 1)] }, 1e9, 'policies.terms')).toMatchObject({
      status: 400,
      body: { error: 'Parts, 2: Text has 1 to 20,000 characters' },
    });
    const [question] = firstSite['pages.home'].questions;
    expect(await save({ ...firstSite['pages.home'], questions: [question, question] }, 1e9, 'pages.home')).toMatchObject({
      status: 400,
      body: { error: siteRefusals.sharedName('Questions, 1 and 2'), code: 'site.sharedName' },
    });
  });
});
