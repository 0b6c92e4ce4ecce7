import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { affiliateStream, DAY_MS, refusals, rules } from '@framelift/contracts';
import { randomUUID } from 'node:crypto';
import { neverBack } from '../../services/src/platform/moments.ts';
import { LastUses } from '../../services/src/programme/keys/last-uses.ts';
import { Reconciler } from '../../services/src/store/reconciler.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { type App, type Client, startApp } from '../support/system.ts';
import { codeOf } from '../support/two-factor.ts';
import { until } from '../support/until.ts';

const AHEAD_DAYS = 10;

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const clicked = (app: App, ref: string) =>
  app.anybody.post('/api/track/track-visit', { ref, userAgent: CHROME, pageUrl: 'https://x.example/premium/' });

/** One system, first with a clock that is ten days ahead, then with a correct one. */
let db: TestDatabase;
let app: App;
let seller: Client & { id: string; username: string; password: string };
let twofold: { name: string; secret: string };
let token: string;
beforeAll(async () => {
  db = await freshDatabase();
  const ahead = await startApp({ CLOCK_AHEAD_DAYS: String(AHEAD_DAYS) }, db);
  seller = await ahead.affiliate();
  const login = (username: string, password: string, code?: string) =>
    ahead.anybody.post('/api/affiliate/login', { username, password, ...(code ? { code } : {}) });
  expect((await login(seller.username, seller.password)).status).toBe(200);
  expect((await login(seller.username, 'a wrong password')).status).toBe(401);
  for (let guess = 0; guess < 12; guess++) await login('somebody', 'a wrong password');
  const other = await ahead.affiliate();
  const { secret } = (await other.post('/api/account/totp')).body;
  expect((await other.put('/api/account/totp', { code: codeOf(secret, 0, ahead.system.now()) })).status).toBe(200);
  twofold = { name: other.username, secret };
  expect((await clicked(ahead, seller.username)).body.visitId).toEqual(expect.any(String));
  token = (await (await ahead.admin()).post(`/api/admin/affiliates/${seller.id}/password-link`)).body.link.split('#token=')[1];
  expect(token).toMatch(/^[\w-]{43}$/);
  await ahead.stop();
  app = await startApp({}, db);
});
afterAll(async () => {
  await app.stop();
  await db.close();
});

describe('after a clock that was ahead is corrected, the system', () => {
  const login = (username: string, password: string, code?: string) =>
    app.anybody.post('/api/affiliate/login', { username, password, ...(code ? { code } : {}) });

  it('lets people who logged in meanwhile, or gave a wrong password, log in immediately', async () => {
    expect((await login(seller.username, seller.password)).status).toBe(200);
    expect((await login('admin', 'the admin password')).status).toBe(200);
  });
  it('makes no wait longer than the maximum', async () => {
    expect((await login('somebody', 'a wrong password')).status).toBe(401);
  });
  it('accepts a two-factor code, once', async () => {
    const code = codeOf(twofold.secret);
    expect((await login(twofold.name, 'correct horse battery', code)).status).toBe(200);
    expect((await login(twofold.name, 'correct horse battery', code)).status).toBe(401);
  });
  it('does not accept a password entered during the wrong time as a confirmation', async () => {
    const old = app.as(app.tokenOf(affiliateStream(seller.id), { minutesAgo: 60 }));
    const session = JSON.parse(Buffer.from(old.token.split('.')[1]!, 'base64url').toString()) as { jti: string };
    await db.pool.query('insert into sign_in.confirmations (session_id, confirmed_at) values ($1, $2)', [
      session.jti,
      new Date(Date.now() + DAY_MS),
    ]);
    const method = { paymentType: 'paypal', paymentDetails: { email: 'a@example.org' } };
    expect(await old.post('/api/affiliate/payment-methods', method)).toMatchObject({ status: 403, body: { error: refusals.confirmFirst } });
  });
  it('keeps a password link valid no longer than it says', async () => {
    expect((await app.anybody.post('/api/account/reset', { token, password: 'another long password' })).status).toBe(400);
  });
  it('dates a request for such a link now', async () => {
    const claim = app.system.keys.claim('email', `${seller.username}@example.org`);
    await db.pool.query(`insert into sign_in.reset_requests (email_claim, asked_at) values ($1, now() + interval '10 days')`, [claim]);
    const validUntil = async () =>
      (await db.pool.query('select valid_until from sign_in.password_links where account_id = $1', [affiliateStream(seller.id)])).rows[0]
        .valid_until as Date;
    await until(async () => (await validUntil()).getTime() <= Date.now() + rules.passwordLinkFor);
  });
  it('counts a click, and treats the next one at the same moment as its repeat', async () => {
    const first = await clicked(app, seller.username);
    expect(first.body.visitId).toEqual(expect.any(String));
    expect((await clicked(app, seller.username)).body.visitId).toBe(first.body.visitId);
    const { stats } = (await app.as((await login(seller.username, seller.password)).body.token).get('/api/affiliate/stats')).body;
    expect(stats.totalClicks).toBe(2);
  });
  it('resets a limit of clicks that was reached meanwhile', async () => {
    await db.pool.query(`update visits.bounds set counted = 100000, ends_at = now() + interval '10 days'`);
    await db.pool.query('delete from visits.recent');
    expect((await clicked(app, seller.username)).status).toBe(200);
  });
  it('polls for refunds', async () => {
    const progress = async () => (await db.pool.query(`select * from store.reconciliation where provider = 'sellauth'`)).rows[0];
    await db.pool.query(
      `update store.reconciliation set refunded_at = now() + interval '10 days', completed_until = now() + interval '10 days'`,
    );
    await app.api.get(Reconciler).run(Date.now(), new AbortController().signal);
    const { refunded_at, completed_until } = await progress();
    for (const time of [refunded_at, completed_until]) expect(time.getTime()).toBeLessThanOrEqual(Date.now());
  });
  it('accepts a notification of the store', async () => {
    const key = randomUUID();
    await db.pool.query(
      `insert into store.notifications (provider, key, event, next_at) values ('sellauth', $1, 'x', now() + interval '10 days')`,
      [key],
    );
    const attempts = async () => (await db.pool.query('select attempts from store.notifications where key = $1', [key])).rows[0].attempts;
    await until(async () => (await attempts()) > 0);
  });
  it('records the last use of a key', async () => {
    const uses = new LastUses(db.pool);
    const now = Date.now();
    await uses.note('k1', now + AHEAD_DAYS * DAY_MS);
    await uses.note('k1', now);
    expect((await uses.all()).get('k1')).toBe(new Date(now).toISOString());
  });
});

it('runs the clock for state in memory forward when the given one is set back', () => {
  let now = 1_000;
  const clock = neverBack(() => now);
  const shown = [1_000, 5_000, 2_000, 2_500, 9_000].map((at) => ((now = at), clock()));
  expect(shown).toEqual([1_000, 5_000, 5_000, 5_500, 12_000]);
  expect(rules.passwordLinkFor).toBeLessThan(AHEAD_DAYS * DAY_MS);
});
