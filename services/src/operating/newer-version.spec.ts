import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS, type NewerVersionView, refusals } from '@framelift/contracts';
import { startApp } from '../../../test/support/system.ts';
import { version } from '../platform/release.ts';
import { newestIn, NewerVersion } from './newer-version.ts';

describe('the newest version', () => {
  it.each([
    [
      'releases of GitHub, GitLab or Gitea',
      '[{"tag_name":"v1.2.0","name":"Spring"},{"tag_name": "v1.10.0"},{"tag_name":"1.9.9"}]',
      '1.10.0',
    ],
    ['tags', '[{"name":"v2.0.1","commit":{}},{"name":"v2.0.0"}]', '2.0.1'],
    ['an answer that was cut off', '[{"tag_name":"v3.0.0","body":"long', '3.0.0'],
    [
      'an Atom feed',
      '<feed><title>Releases</title><entry><id>tag:host,2008:Repository/1/v1.3.0</id><title>Spring</title></entry></feed>',
      '1.3.0',
    ],
    ['titles of an Atom feed', '<entry><title> v1.4.0 </title></entry>', '1.4.0'],
    ['candidates', '[{"tag_name":"v9.0.0-rc.1"},{"tag_name":"v1.0.0"}]', '1.0.0'],
    ['a page', '<html><p>1.2.3</p></html>', undefined],
    ['nothing', '', undefined],
  ])('of %s is %3$s', (_what, answer, newest) => expect(newestIn(answer)).toBe(newest));
});

describe('GET /api/admin/newer-version', () => {
  let host: Server;
  let asked = 0;
  let status = 200;
  let tag = 'v900.0.0';
  beforeAll(async () => {
    host = createServer((_request, answer) => {
      asked++;
      answer.writeHead(status).end(JSON.stringify([{ tag_name: tag }]));
    });
    await new Promise<void>((listening) => void host.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => void host.close());
  const open = async (settings: Record<string, string>) => {
    const app = await startApp(settings);
    const boss = await app.admin();
    const job = app.api.get(NewerVersion);
    const view = async () => (await boss.get<NewerVersionView>('/api/admin/newer-version')).body;
    return { app, boss, job, view };
  };
  const address = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}/releases`;

  it('shows a version once it was announced, and not again after it was dismissed; a day passes between two looks', async () => {
    const { app, boss, job, view } = await open({ RELEASES_URL: address(), WEBHOOK_ALLOW_PRIVATE: 'on' });
    const [here, now] = [version(), Date.now()];
    for (const look of [0, 1, DAY_MS / 2]) await job.look(now + look);
    expect([asked, await view()]).toEqual([1, { here, newer: '900.0.0' }]);
    expect((await boss.post('/api/admin/newer-version/dismiss', { version: '900.0.0' })).status).toBe(200);
    expect(await view()).toEqual({ here, newer: null });
    status = 500;
    await job.look(now + 2 * DAY_MS);
    expect([asked, await view()]).toEqual([2, { here, newer: null }]);
    [status, tag] = [200, 'v900.0.1'];
    await job.look(now + 3 * DAY_MS + 1);
    expect([asked, await view()]).toEqual([3, { here, newer: '900.0.1' }]);
    tag = `v${here}`;
    await job.look(now + 4 * DAY_MS + 2);
    expect(await view()).toEqual({ here, newer: null });
    const { status: refused, body } = await boss.post('/api/admin/newer-version/dismiss', { version: '<b>' });
    expect([refused, body.error]).toEqual([400, refusals.badRequest]);
    await app.stop();
  });

  it('asks nobody without the setting, and no address inside', async () => {
    asked = 0;
    for (const settings of [{}, { RELEASES_URL: address() }]) {
      const { app, job, view } = await open(settings as Record<string, string>);
      await job.look(Date.now() + 10 * DAY_MS);
      expect([asked, await view()]).toEqual([0, { here: version(), newer: null }]);
      await app.stop();
    }
  });
});
