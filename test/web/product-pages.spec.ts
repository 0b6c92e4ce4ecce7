import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { firstSite, premium, type Product } from '@framelift/contracts';
import { expectPage } from '../support/patience.ts';
import type { Client } from '../support/system.ts';
import { until } from '../support/until.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await openSite();
  admin = await site.app.admin();
});
afterAll(() => site.stop());

const base = { 'Edit-Base': String(Number.MAX_SAFE_INTEGER) };
const publish = async (contents: Record<string, object>) => {
  for (const [section, content] of Object.entries(contents))
    expect(await admin.put(`/api/admin/site/${section}`, { content }, base)).toMatchObject({ status: 200 });
  expect((await admin.send('POST', '/api/admin/site/publish', { sections: Object.keys(contents) }, base)).status).toBe(200);
};
const open = (path: string) => fetch(site.url + path, { redirect: 'manual' });
const html = async (path: string) => (await open(path)).text();
const shows = (path: string, ...texts: string[]) =>
  until(async () => {
    const page = await html(path);
    return texts.every((text) => page.includes(text));
  });

const stripe = { sellauth: null, stripe: { priceId: null } };
const fan: Product = {
  ...premium,
  sku: 'fan',
  slug: 'fan',
  title: 'Kelvin Fan',
  priceCents: 19_00,
  oldPriceCents: null,
  offerEndsAt: null,
  providers: stripe,
};
const studio: Product = { ...fan, sku: 'studio', slug: 'studio', title: 'Kelvin Studio', priceCents: 49_00, isMain: false };
const [, free, fortnite] = firstSite.products.products;
const sell = (...products: Product[]) => publish({ products: { products: [...products, free, fortnite] } });

it('sells each product on its own page, and the main one where links of affiliates lead, whatever its id', async () => {
  await sell(fan, studio);
  await shows('/premium/', 'Kelvin Fan', '€19.00', 'Buy Now');
  await shows('/products/studio/', 'Kelvin Studio', '€49.00', 'Buy Now', '"price":"49.00"');
  await shows('/products/fan/', 'Kelvin Fan', '€19.00');
  expect(await html('/products/fan/')).toMatch(/rel="canonical" href="[^"]+\/premium"/);
  expect(await html('/products/studio/')).not.toContain('aggregateRating');
  await shows('/sitemap.xml', '/products/studio<');
  await shows('/llms.txt', 'Kelvin Fan, bought once for €19.00. Kelvin Studio, bought once for €49.00.');
  await shows('/pricing/', '/products/studio');
  expect((await open('/products/other/')).status).toBe(404);
  // Every page links to the main one, and carries no word of the others.
  await shows('/tos/', '>Kelvin Fan<');
  expect((await html('/tos/')).includes('Kelvin Studio')).toBe(false);
});

it('shows what its seller wrote, there and in the preview before', async () => {
  const page = { ...firstSite['pages.premium'], title: 'Quiet <b>fans</b>', ratingCount: 0 };
  expect(await admin.put('/api/admin/site/pages.product.studio', { content: page }, base)).toMatchObject({ status: 200 });
  const { url } = (await admin.get('/api/admin/site/preview/products.studio')).body as { url: string };
  const preview = await html(url);
  expect(preview).toContain('Quiet &lt;b&gt;fans&lt;/b&gt;');
  expect(preview).toContain('€49.00');
  expect(await html('/products/studio/')).not.toContain('Quiet');
  await publish({ 'pages.product.studio': page });
  await shows('/products/studio/', 'Quiet &lt;b&gt;fans&lt;/b&gt;');
  const visitor = await site.visit('/pricing');
  await visitor.getByRole('link', { name: 'More Details about Kelvin Studio' }).click();
  await expectPage(visitor.getByRole('heading', { level: 1, name: 'Quiet <b>fans</b>' })).toBeVisible();
  await expectPage(visitor.getByRole('button', { name: 'Buy Now' })).toBeVisible();
  expect(visitor.complaints).toEqual([]);
});

it('keeps every link selling: after another address, another id, and another main product', async () => {
  const moved = async (from: string, to: string) => {
    await until(async () => (await open(`${from}?ref=nina&c=may`)).headers.get('location') === `${to}/?ref=nina&c=may`);
    expect((await open(`${from}?ref=nina`)).status).toBe(308);
  };
  await sell(fan, { ...studio, slug: 'suite' });
  await moved('/products/studio/', '/products/suite');
  await sell(fan, { ...studio, sku: 'works', slug: 'works' });
  await moved('/products/studio/', '/products/works');
  await moved('/products/suite/', '/products/works');
  // What was written went along.
  await shows('/products/works/', 'Quiet &lt;b&gt;fans&lt;/b&gt;', '€49.00');
  await sell({ ...fan, isMain: false }, { ...studio, sku: 'works', slug: 'works', isMain: true });
  await shows('/premium/', 'Quiet &lt;b&gt;fans&lt;/b&gt;', '€49.00', 'Buy Now');
  await shows('/products/fan/', 'Kelvin Fan', '€19.00', 'Buy Now');
  await moved('/products/suite/', '/premium');
});

it('says of a product that is off that it is, and offers the others', async () => {
  await sell(fan);
  await until(async () => (await open('/products/suite/')).status === 410);
  await shows('/products/suite/', 'This product is no longer sold', '>Kelvin Fan<');
  const visitor = await site.visit('/products/works/?ref=nina');
  await visitor.getByRole('main').getByRole('link', { name: 'Kelvin Fan' }).click();
  await expectPage(visitor.getByRole('button', { name: 'Buy Now' })).toBeVisible();
  const refused = await admin.put('/api/admin/site/products', { content: { products: [free] } }, base);
  expect(refused).toMatchObject({ status: 400, body: { error: 'At least one product must be paid: /premium sells it' } });
});
