import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { firstSite, premium, productRefusals, siteRefusals, type SiteHistoryView, type SiteView } from '@framelift/contracts';
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
const save = (content: object, position: number, path = 'announcement') =>
  nina.send('PUT', `/api/admin/site/${path}`, content, base(position));
const publish = (position: number, ...names: string[]) => nina.send('POST', '/api/admin/site/publish', { sections: names }, base(position));

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
    expect((await app.anybody.get('/api/public/site')).body).toEqual({ changed: [], announcement: null });
    expect((await app.anybody.get('/api/public/site/products')).body).toMatchObject({ products: [{ sku: 'premium' }, {}, {}] });
  });

  it('shows a draft to admins and not to visitors, until it is published', async () => {
    expect(await save(hello, 0)).toMatchObject({ status: 200, body: { success: true } });
    expect((await sections())['announcement']).toMatchObject({
      published: { text: '' },
      draft: { content: hello, by: 'admin', basedOn: 0 },
    });
    expect((await app.anybody.get('/api/public/site')).body).toEqual({ changed: [], announcement: null });
    expect(await publish(0, 'announcement')).toMatchObject({ status: 200 });
    const { draft, position, by } = (await sections())['announcement']!;
    expect([draft, by, position > 0]).toEqual([null, 'admin', true]);
    expect((await app.anybody.get('/api/public/site')).body).toEqual({
      changed: ['announcement'],
      announcement: { text: 'Hello', link: '/premium' },
    });
  });

  it('refuses the second of two admins, with what the first one changed', async () => {
    await save({ ...hello, text: 'Mine' }, 0);
    expect(await publish(0, 'announcement')).toMatchObject({
      status: 409,
      body: { error: siteRefusals.changedMeanwhile(['Announcement by admin']), code: 'site.changedMeanwhile' },
    });
    const { draft } = (await sections())['announcement']!;
    expect(await save({ ...hello, draftSavedAt: null }, 0)).toMatchObject({ status: 409, body: { code: 'site.draftChanged' } });
    expect(await save({ ...hello, draftSavedAt: draft!.savedAt }, 0)).toMatchObject({ status: 200 });
    expect((await sections())['announcement']).toMatchObject({ published: { text: 'Hello' }, draft: { content: { text: 'Hello' } } });
  });

  it('discards a draft', async () => {
    expect(await nina.send('DELETE', '/api/admin/site/announcement')).toMatchObject({ status: 200 });
    expect((await sections())['announcement']!.draft).toBeNull();
    expect(await publish(1e9, 'announcement')).toMatchObject({ status: 404, body: { error: siteRefusals.noDraft } });
    expect(await nina.send('DELETE', '/api/admin/site/nothing')).toMatchObject({ status: 404, body: { error: siteRefusals.noSection } });
  });

  it('lists every change and restores any of them with a new event', async () => {
    await save({ ...hello, text: 'Bye', note: 'the end' }, 1e9);
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
  ])('refuses products in clear words: %s', async (error, wrong) =>
    expect(await save({ products: [{ ...premium, ...wrong }] }, 0, 'products')).toMatchObject({ status: 400, body: { error } }),
  );

  it('keeps the end of an offer in UTC', async () => {
    await save({ products: [{ ...premium, offerEndsAt: '2027-02-01T00:00:00+02:00' }] }, 0, 'products');
    expect((await sections())['products']!.draft!.content).toMatchObject({ products: [{ offerEndsAt: '2027-01-31T22:00:00.000Z' }] });
  });

  it.each(['javascript:alert(1)', 'http://example.org', '//example.org', 'https://u:p@example.org', 'data:text/html,x', 'premium'])(
    'refuses the link %s',
    async (link) => expect(await save({ ...hello, link }, 0)).toMatchObject({ status: 400, body: { error: siteRefusals.linkInvalid } }),
  );
});
