import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { oneLicence, press, proofFor } from '../../../../test/support/orders.ts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';
import { until } from '../../../../test/support/until.ts';

let app: App;
let zoe: Client & { username: string };
beforeAll(async () => {
  app = await startApp();
  zoe = await app.affiliate();
});
afterAll(() => app.stop());

const visit = async (pageUrl: string, referrer?: string): Promise<string> => {
  const body = { ref: zoe.username, pageUrl, referrer: referrer ?? null, userAgent: `Mozilla/5.0 ${randomUUID()}` };
  return (await app.anybody.post('/api/track/track-visit', body)).body.visitId;
};
const buy = async (visitId: string | null) => {
  const order = { ...oneLicence, altcha: await proofFor(app.url), ref: zoe.username, visitId };
  const { body } = await app.anybody.post('/api/store/checkout', order);
  await press(body.url, 'pay', `${randomUUID()}@example.com`);
};
const read = async (by: string, range = 'all') => (await zoe.get(`/api/affiliate/breakdown?by=${by}&range=${range}`)).body.rows;

describe('the breakdown of clicks and sales', () => {
  it('is split by campaign, page and referring site, and each sums to the dashboard’s figures', async () => {
    const link = `${app.url}/premium/?ref=${zoe.username}&c=spring`;
    const [first] = [await visit(link, 'https://www.forum.example/t/fps'), await visit(link), await visit('/pricing')];
    await buy(first!);
    await buy(null);
    await until(async () => (await read('campaign')).reduce((n: number, r: { sales: number }) => n + r.sales, 0) === 2);
    const row = (name: string | null, clicks: number, sales: number, conversion: number | null) => ({
      name,
      clicks,
      sales,
      conversion,
      commission: sales * 6,
    });
    expect(await read('campaign')).toEqual([row('spring', 2, 1, 50), row(null, 1, 1, 100)]);
    expect(await read('page')).toEqual([row('/premium', 2, 1, 50), row(null, 0, 1, null), row('/pricing', 1, 0, 0)]);
    expect(await read('referrer')).toEqual([row(null, 2, 1, 50), row('forum.example', 1, 1, 100)]);
    expect(await read('product')).toEqual([row('Framelift Premium', 0, 2, null)]);
    const { stats, affiliate } = (await zoe.get('/api/affiliate/stats')).body;
    for (const by of ['campaign', 'page', 'referrer']) {
      const rows = await read(by, '7');
      const sum = (of: string) => rows.reduce((n: number, r: Record<string, number>) => n + r[of]!, 0);
      expect([by, sum('clicks'), sum('sales'), sum('commission')]).toEqual([
        by,
        stats.totalClicks,
        stats.totalSales,
        affiliate.totalEarned,
      ]);
    }
  });

  it('can be downloaded as a table', async () =>
    expect((await zoe.get('/api/affiliate/breakdown.csv?by=campaign&range=all')).body).toBe(
      'name,clicks,sales,conversion,commission\r\n"spring",2,1,50,6\r\n,1,1,100,6\r\n',
    ));

  it.each(['by=buyer', 'by=campaign&range=8', 'by=campaign&by=page', 'by=%3Cb%3E'])('is refused for %s, as a table too', async (query) => {
    const before = (await app.system.log.head()).position;
    for (const file of ['breakdown', 'breakdown.csv']) {
      const { status, body } = await zoe.get(`/api/affiliate/${file}?${query}`);
      expect([file, status, body]).toMatchObject([file, 400, { error: expect.stringMatching(/^(by|range) must be /) }]);
    }
    expect((await app.system.log.head()).position).toBe(before);
  });

  it('counts a visit with an invalid campaign under no campaign', async () => {
    const yan = await app.affiliate();
    for (const c of ['%3Cb%3Ex%3C/b%3E', 'x'.repeat(41), '<img src=x>']) {
      const body = { ref: yan.username, pageUrl: `${app.url}/?ref=${yan.username}&c=${c}`, userAgent: `Mozilla/5.0 ${randomUUID()}` };
      expect((await app.anybody.post('/api/track/track-visit', body)).status).toBe(200);
    }
    const { rows } = (await yan.get('/api/affiliate/breakdown?by=campaign')).body;
    expect(rows).toEqual([{ name: null, clicks: 3, sales: 0, conversion: 0, commission: 0 }]);
  });
});
