import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { firstSite, siteStream } from '@framelift/contracts';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { siteChanged } from '../../../../test/support/facts.ts';
import { append } from '../../../../test/support/history.ts';
import { withRowsRead } from '../../../../test/support/rows-read.ts';
import { Log } from '../../engine/log/log.ts';
import { CurrentSite } from './current-site.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

const brand = (name: string) => siteChanged({ section: 'brand', content: { ...firstSite.brand, name } });
const page = (title: string) => siteChanged({ section: 'pages.free', content: { ...firstSite['pages.free'], title } });

it('reads what is in force at a start, and each brand: not everything that was ever published', async () => {
  for (let n = 0; n < 20; n++) await append(db, siteStream, [page(`Page ${n}`)]);
  for (const name of ['One', 'Two']) await append(db, siteStream, [brand(name)]);
  await append(db, siteStream, [page('Page in force')]);
  const { pool, read } = withRowsRead(db.pool);
  const site = new CurrentSite(await Log.open(pool, db.vault));
  read.length = 0;
  await site.look();
  expect(read).toEqual([3]);
  expect(site.changesOf('brand').map(({ content }) => (content as { name: string }).name)).toEqual(['One', 'Two']);
  expect(site.content('pages.free')).toMatchObject({ title: 'Page in force' });
  await append(db, siteStream, [page('Later page'), brand('Three')]);
  await site.look();
  expect([read, site.content('pages.free')]).toMatchObject([[3, 2], { title: 'Later page' }]);
  expect(site.changesOf('brand')).toHaveLength(3);
});
