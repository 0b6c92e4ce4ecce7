import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Value } from 'typebox/value';
import { type Call, calls, couponProblems } from '@framelift/contracts';
import type { TSchema } from 'typebox';
import { bought } from '../support/buying.ts';
import { type App, type Client, startApp } from '../support/system.ts';

let app: App;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.admin();
});
afterAll(() => app.stop());

/** A GET whose answer must match the contract exactly. */
const ask = async (client: Client, path: string, call: keyof typeof calls) => {
  const { status, body } = await client.get(path);
  const schema = (calls[call] as Call).answers as TSchema;
  expect([status, Value.Errors(schema, body), Value.Clean(schema, structuredClone(body))]).toEqual([200, [], body]);
  return body;
};
const visit = (ref: string) => app.anybody.post('/api/track/track-visit', { ref, pageUrl: '/premium?c=spring', userAgent: 'Mozilla/5.0' });

it('an affiliate sees their codes and the sales of each, and is notified when one is added or removed', async () => {
  const zoe = await app.affiliate('zoe');
  const coupons = `/api/admin/affiliates/${zoe.id}/coupons`;
  expect((await admin.post(coupons, { code: 'ZOE10', discount: 33.33 })).status).toBe(201);
  expect((await admin.post(coupons, { code: 'ZoeLive', discount: null })).status).toBe(201);
  const given = [
    { code: 'ZOE10', discount: 33.33 },
    { code: 'ZoeLive', discount: null },
  ];
  expect((await ask(zoe, '/api/affiliate/stats', 'GET /api/affiliate/stats')).affiliate.coupons).toEqual([
    { code: 'zoe', discount: null },
    ...given,
  ]);
  expect(await ask(admin, coupons, 'GET /api/admin/affiliates/:id/coupons')).toEqual({ coupons: given });

  await bought(app, null, 'bob@example.com', { coupon: 'zoelive' });
  await bought(app, 'zoe', 'eve@example.com');
  const invoice = await bought(app, 'zoelive', 'kim@example.com', { coupon: 'zoe10' });
  await admin.post(`/api/admin/sales/${invoice}/reverse`, { reason: 'fraud' });
  const { sales } = await ask(zoe, '/api/affiliate/sales', 'GET /api/affiliate/sales');
  expect(sales).toMatchObject([
    { attributedBy: 'coupon', code: 'ZOE10', amount: 19.99, status: 'refunded' },
    { attributedBy: 'click', amount: 29.99 },
    { attributedBy: 'coupon', code: 'ZoeLive', amount: 29.99 },
  ]);
  expect(sales[1].code).toBeNull();

  expect((await admin.send('DELETE', `${coupons}/zoe10`)).status).toBe(200);
  const { affiliate, notifications } = await ask(zoe, '/api/affiliate/stats', 'GET /api/affiliate/stats');
  expect(affiliate.coupons).toEqual([{ code: 'zoe', discount: null }, given[1]]);
  expect(notifications.map((n: { title: string }) => n.title)).toEqual(expect.arrayContaining(['New code', 'Code taken back']));
  const { actions } = await ask(admin, '/api/admin/actions', 'GET /api/admin/actions');
  expect(actions.slice(0, 2)).toMatchObject([
    { actionType: 'take_back_coupon', targetUsername: 'zoe' },
    { actionType: 'reverse_sale', targetUsername: 'zoe' },
  ]);
  const own = await zoe.get('/api/account/data');
  const found = own.body.events
    .filter((e: { type: string }) => /Coupon|SaleRe/.test(e.type))
    .map((e: { data: { code?: string } }) => e.data.code);
  expect(found).toEqual(['ZOE10', 'ZoeLive', 'ZoeLive', undefined, 'ZOE10', 'ZOE10', 'ZOE10']);
});

it('only admins see the click that a code outvoted, and why a code had no effect', async () => {
  const [winner, loser] = [await app.affiliate('winner'), await app.affiliate('loser')];
  const { visitId } = (await visit('loser')).body;
  const click = { visitId, referredAt: new Date().toISOString() };
  const won = await bought(app, 'loser', 'bob@example.com', { ...click, coupon: 'WINNER' });
  const evidence = await ask(admin, `/api/admin/sales/${won}`, 'GET /api/admin/sales/:invoice');
  expect(evidence).toMatchObject({ sale: { attributedBy: 'coupon', affiliate: { username: 'winner' } }, code: 'winner' });
  expect(evidence.timeline[0].text).toMatch(/with the code winner\. It went before a link of loser of .+ UTC; the visit is known$/);
  for (const path of ['stats', 'sales', 'breakdown?by=campaign', 'ledger', 'not-credited'])
    expect(JSON.stringify((await winner.get(`/api/affiliate/${path}`)).body)).not.toMatch(
      new RegExp(`${loser.id}|loser|${visitId}|spring`),
    );
  expect(JSON.stringify((await winner.get('/api/account/data')).body)).not.toMatch(new RegExp(`${loser.id}|loser|${visitId}|spring`));
  expect((await loser.get('/api/affiliate/stats')).body.stats).toEqual({ totalClicks: 1, totalSales: 0 });

  await admin.put(`/api/admin/affiliates/${winner.id}`, { status: 'suspended' });
  const lost = await bought(app, 'loser', 'bob@example.com', { ...click, coupon: 'winner' });
  const { sale, code, timeline } = await ask(admin, `/api/admin/sales/${lost}`, 'GET /api/admin/sales/:invoice');
  expect([sale.attributedBy, sale.affiliate.username, code]).toEqual(['click', 'loser', null]);
  expect(timeline.find((s: { kind: string }) => s.kind === 'checkout').text).toMatch(
    /; the visit is known\. The code that was entered did nothing: its affiliate was suspended or banned$/,
  );
  expect((await loser.get('/api/affiliate/breakdown?by=campaign')).body.rows).toMatchObject([{ name: 'spring', sales: 1 }]);
});

it('a code of an erased affiliate is unreadable', async () => {
  const gone = await app.affiliate('goner');
  await admin.post(`/api/admin/affiliates/${gone.id}/coupons`, { code: 'GONER5', discount: 5 });
  const invoice = await bought(app, null, 'bob@example.com', { coupon: 'goner5' });
  expect((await admin.send('DELETE', `/api/admin/affiliates/${gone.id}`)).status).toBe(200);
  const { code, timeline } = await ask(admin, `/api/admin/sales/${invoice}`, 'GET /api/admin/sales/:invoice');
  expect([code, timeline[0].text]).toEqual([null, expect.stringContaining('with the code of an erased affiliate')]);
  expect((await ask(app.anybody, '/api/store/coupon?code=goner5', 'GET /api/store/coupon')).problem).toBe(couponProblems.takenBack);
  expect((await admin.post(`/api/admin/sales/${invoice}/reverse`, { reason: 'asked' })).status).toBe(200);
  expect(JSON.stringify((await app.db.log.read(0, 10_000)).map((e) => e.data))).not.toMatch(/GONER5/i);
});
