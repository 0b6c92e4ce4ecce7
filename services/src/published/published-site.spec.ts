import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { firstSite, siteStream } from '@framelift/contracts';
import { freshDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { siteChanged } from '../../../test/support/facts.ts';
import { append } from '../../../test/support/history.ts';
import { withRowsRead } from '../../../test/support/rows-read.ts';
import { Log } from '../engine/log/log.ts';
import { PublishedSite } from './published-site.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

const brand = (name: string) => siteChanged({ section: 'brand', content: { ...firstSite.brand, name } });
const page = (title: string) => siteChanged({ section: 'pages.tos', content: { ...firstSite['pages.tos'], title } });

it('reads what is in force at a start, and each brand: not everything that was ever published', async () => {
  for (let n = 0; n < 20; n++) await append(db, siteStream, [page(`Page ${n}`)]);
  for (const name of ['One', 'Two']) await append(db, siteStream, [brand(name)]);
  await append(db, siteStream, [page('Page in force')]);
  const { pool, read } = withRowsRead(db.pool);
  const site = new PublishedSite(await Log.open(pool, db.vault));
  read.length = 0;
  await site.look();
  expect(read).toEqual([3]);
  expect(site.changesOf('brand').map(({ content }) => (content as { name: string }).name)).toEqual(['One', 'Two']);
  expect(site.content('pages.tos')).toMatchObject({ title: 'Page in force' });
  await append(db, siteStream, [page('Later page'), brand('Three')]);
  await site.look();
  expect([read, site.content('pages.tos')]).toMatchObject([[3, 2], { title: 'Later page' }]);
  expect(site.changesOf('brand')).toHaveLength(3);
});

it('has the name of the brand in its texts, and tells its followers of each change, once', async () => {
  const site = new PublishedSite(await Log.open(db.pool, db.vault));
  let followed = 0;
  site.follow(() => followed++);
  await site.look();
  await site.look();
  expect(followed).toBe(1);
  const text = 'Hello from {name}';
  await append(db, siteStream, [brand('Zephyr'), siteChanged({ section: 'announcement', content: { ...firstSite.announcement, text } })]);
  await Promise.all([site.look(), site.look()]);
  expect([followed, site.content('announcement').text, site.written.announcement?.text]).toEqual([2, 'Hello from Zephyr', text]);
});

it('knows every address that products had', async () => {
  const site = new PublishedSite(await Log.open(db.pool, db.vault));
  const [product] = firstSite.products.products.filter(({ kind }) => kind === 'paid');
  const sold = (slug: string) => siteChanged({ section: 'products', content: { products: [{ ...product!, slug }] } });
  for (const slug of ['early', 'later']) await append(db, siteStream, [sold(slug)]);
  await site.look();
  expect(site.former().map(({ slug }) => slug)).toEqual(expect.arrayContaining([product!.slug, 'early']));
  expect(site.former([{ ...product!, slug: 'drafted' }]).map(({ slug }) => slug)).toEqual(expect.arrayContaining(['early', 'later']));
});
