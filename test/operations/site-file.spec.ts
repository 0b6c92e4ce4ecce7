import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstBrand, siteStream } from '@framelift/contracts';
import sharp from 'sharp';
import { operatorOf } from '../support/operator.ts';
import { type App, startApp } from '../support/system.ts';
import { until } from '../support/until.ts';

let apps: App[];
let folder: string;
beforeAll(async () => {
  apps = [await startApp(), await startApp()];
  folder = await mkdtemp(join(tmpdir(), 'framelift-site-'));
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await rm(folder, { recursive: true, force: true });
});
const ops = (i: number, ...args: string[]) => operatorOf(apps[i]!.system, apps[i]!.db.ownerUrl)('site', ...args, '--json');
const changes = async (i: number) => (await apps[i]!.system.log.readStream(siteStream)).length;

it('moves a site with its pictures, and back with equal bytes', async () => {
  const nina = await apps[0]!.admin();
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { body } = await nina.post('/api/admin/site/pictures', { picture: `data:image/png;base64,${png.toString('base64')}` });
  const team = { team: [{ name: 'Ann', role: 'Owner', discordId: '', image: body.path, joined: '2025-01-01' }] };
  const base = { 'Edit-Base': '0' };
  expect(await nina.send('PUT', '/api/admin/site/team', { content: team, draftSavedAt: null }, base)).toMatchObject({ status: 200 });
  await nina.send('POST', '/api/admin/site/publish', { sections: ['team'] }, base);
  const [one, other] = [join(folder, 'one.json'), join(folder, 'other.json')];
  expect(await ops(0, 'export', one)).toMatchObject({ code: 0, json: { pictures: 1 } });
  expect(await ops(1, 'import', one)).toMatchObject({ code: 0, json: { sections: 1 } });
  expect((await fetch(apps[1]!.url + body.path)).status).toBe(200);
  const olga = await apps[1]!.admin();
  const changed = async () => (await olga.get('/api/admin/site/history')).body.changes;
  await until(async () => (await changed()).length > 0);
  expect(await changed()).toMatchObject([{ section: 'team', by: 'Operator' }]);
  await ops(1, 'export', other);
  expect(await readFile(other, 'utf8')).toBe(await readFile(one, 'utf8'));
  expect([await ops(1, 'import', one), await changes(1)]).toMatchObject([{ code: 0, json: { sections: 0 } }, 1]);

  // One of an earlier program, which knew no logo.
  const { logo: _, ...earlier } = { ...firstBrand, name: 'Zephyr' };
  await writeFile(other, JSON.stringify({ framelift: 'site', format: 1, sections: { brand: earlier }, pictures: {} }));
  expect(await ops(0, 'import', other)).toMatchObject({ code: 0, json: { sections: 1 } });

  // One wrong part refuses all of it, by name.
  const good = JSON.parse(await readFile(one, 'utf8'));
  const [hash] = Object.keys(good.pictures) as [string];
  const wrong: [string, string][] = [
    [
      'Announcement: ',
      JSON.stringify({ ...good, sections: { team: { team: [] }, announcement: { ...good.sections.announcement, text: 7 } } }),
    ],
    ['there is no section colours', JSON.stringify({ ...good, sections: { colours: {} } })],
    ['is damaged', JSON.stringify({ ...good, pictures: { [hash]: 'AAAA' } })],
    ['is missing', JSON.stringify({ ...good, sections: { team: JSON.parse(JSON.stringify(team).replace(hash, '0'.repeat(64))) } })],
    ['was not written by ops site export', '{'],
  ];
  for (const [why, text] of wrong) {
    await writeFile(other, text);
    expect([await ops(1, 'import', other), await changes(1)]).toMatchObject([
      { code: 1, json: { error: expect.stringContaining(why) } },
      1,
    ]);
  }
});
