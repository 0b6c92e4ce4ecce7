import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { affiliateStream, euros, refusals } from '@framelift/contracts';
import { audit } from '../../services/src/engine/log/proving/audit.ts';
import { BooksAudit } from '../../services/src/operating/audit/books.audit.ts';
import { projections } from '../../services/src/screens/screens.module.ts';
import { replay } from '../../services/src/engine/projecting/replay.ts';
import { verify } from '../../services/src/engine/projecting/verify.ts';
import { type App, type Client, startApp } from '../support/system.ts';
import { refunded, sold } from '../support/sales.ts';

let app: App;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.admin();
});
afterAll(() => app.stop());

const paypal = { paymentType: 'paypal', paymentDetails: { email: 'payme@example.org' } };

/** An affiliate with a payment method and this much available (cents). */
async function earner(cents: number) {
  const affiliate = await app.affiliate();
  await affiliate.post('/api/affiliate/payment-methods', paypal);
  const invoice = cents ? await sold(app.system.log, affiliate.id, cents) : '';
  const { position } = await app.system.log.head();
  const stats = async () => (await affiliate.send('GET', '/api/affiliate/stats', undefined, { 'Log-After': String(position) })).body;
  const { paymentMethods } = await stats();
  const ask = (amount: number, headers?: Record<string, string>) =>
    affiliate.post('/api/affiliate/cashouts', { amount, paymentMethodId: paymentMethods[0].id }, headers);
  const cashout = async () => (await affiliate.get('/api/affiliate/stats')).body.recentCashouts[0];
  return { ...affiliate, invoice, ask, cashout, stats };
}
const statuses = (answers: { status: number }[]) => answers.map((a) => a.status).sort();

describe('at the same time', () => {
  it('200 requests for the whole balance: one succeeds', async () => {
    const { ask } = await earner(100_00);
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask(100)));
    expect(answers.filter((a) => a.status === 201)).toHaveLength(1);
    expect(new Set(answers.filter((a) => a.status !== 201).map((a) => a.body.error))).toEqual(new Set([refusals.insufficientBalance]));
  });

  it('20 registrations of one username: one wins', async () => {
    const username = `same${randomUUID().slice(0, 8)}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        app.anybody.post('/api/affiliate/register', {
          username: i % 2 ? username : username.toUpperCase(),
          email: `${i}-${username}@example.org`,
          password: 'long enough',
        }),
      ),
    );
    expect(statuses(answers)).toEqual([201, ...Array(19).fill(409)]);
    expect(new Set(answers.filter((a) => a.status === 409).map((a) => a.body.error))).toEqual(new Set([refusals.usernameTaken]));
  });

  it('two admins processing one cashout: one wins', async () => {
    const { ask, cashout } = await earner(60_00);
    await ask(60);
    const { id } = await cashout();
    const other = await app.admin();
    const answers = await Promise.all(
      [admin, other].map((a, i) => a.put(`/api/admin/cashouts/${id}/process`, { status: i ? 'completed' : 'rejected' })),
    );
    expect(statuses(answers)).toEqual([200, 409]);
    expect(answers.find((a) => a.status === 409)!.body.error).toBe(refusals.cashoutNotPending);
  });

  it('one command sent 20 times under one Idempotency-Key happens once, and all get its answer', async () => {
    const { ask, id } = await earner(120_00);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(60, { 'Idempotency-Key': 'k1' })));
    expect(statuses(answers)).toEqual(Array(20).fill(201));
    const events = await app.system.log.readStream(affiliateStream(id));
    expect(events.filter((e) => e.type === 'CashoutRequested')).toHaveLength(1);
    const other = await ask(50, { 'Idempotency-Key': 'k1' });
    expect(other).toMatchObject({ status: 422, body: { error: refusals.commandReused } });
  });
});

describe('debt', () => {
  it('stops a payment after a refund between request and payment, and the refusal names it', async () => {
    const { ask, cashout, id, invoice } = await earner(60_00);
    await ask(60);
    const { id: cashoutId } = await cashout();
    await refunded(app.system.log, id, 60_00, invoice);
    const refused = await admin.put(`/api/admin/cashouts/${cashoutId}/process`, { status: 'completed' });
    expect(refused).toMatchObject({ status: 409, body: { error: refusals.inDebt(60_00) } });
    expect(refused.body.error).toContain(euros(60_00));
    expect((await admin.put(`/api/admin/cashouts/${cashoutId}/process`, { status: 'rejected' })).status).toBe(200);
    expect((await app.as('').send('GET', '/api/affiliate/stats')).status).toBe(401);
  });
});

describe('a suspension', () => {
  it('refuses the very next request of an old token, even while projections are blocked', async () => {
    const { ask, id, get } = await earner(60_00);
    // No read model can advance while their locks are held.
    const client = await app.db.owner.connect();
    await client.query('begin');
    await client.query('lock table dashboard.checkpoints, accounts.checkpoints, admin_overview.checkpoints in access exclusive mode');
    try {
      expect((await admin.put(`/api/admin/affiliates/${id}`, { status: 'suspended' })).status).toBe(200);
      expect(await ask(50)).toMatchObject({ status: 403, body: { error: refusals.notActive } });
      expect((await admin.put(`/api/admin/affiliates/${id}`, { status: 'banned' })).status).toBe(200);
      expect(await ask(50)).toMatchObject({ status: 401, body: { error: refusals.unauthorized } });
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect((await get('/api/affiliate/stats')).status).toBe(401);
  });
});

describe('a repeated registration', () => {
  it('gets a token only with its password', async () => {
    const username = `rep${randomUUID().slice(0, 8)}`;
    const register = (password: string) =>
      app.anybody.post(
        '/api/affiliate/register',
        { username, email: `${username}@example.org`, password },
        { 'Idempotency-Key': `r-${username}` },
      );
    const first = await register('the first password');
    expect(first.status).toBe(201);
    expect((await register('the first password')).body.affiliate).toEqual(first.body.affiliate);
    expect(await register('another password')).toMatchObject({ status: 401, body: { error: refusals.signInFailed } });
  });
});

describe('deleting an affiliate', () => {
  it('leaves their personal bytes in no table, and replay and audit still pass', async () => {
    const canary = `canary${randomUUID().slice(0, 8)}`;
    const affiliate = await app.affiliate(canary);
    await affiliate.post('/api/affiliate/payment-methods', {
      paymentType: 'paypal',
      paymentDetails: { email: `${canary}@pay.example.org` },
    });
    await sold(app.system.log, affiliate.id, 60_00);
    const { body } = await affiliate.get('/api/affiliate/stats');
    expect(body.affiliate.username).toBe(canary);
    await affiliate.post('/api/affiliate/cashouts', { amount: 50, paymentMethodId: body.paymentMethods[0].id, notes: `pay ${canary}` });
    const cashout = (await affiliate.get('/api/affiliate/stats')).body.recentCashouts[0];
    const open = await admin.send('DELETE', `/api/admin/affiliates/${affiliate.id}`);
    expect(open).toMatchObject({ status: 409, body: { error: refusals.openCashouts } });
    await admin.put(`/api/admin/cashouts/${cashout.id}/process`, { status: 'completed', adminNotes: `paid ${canary}` });
    expect(await holding(canary)).not.toEqual([]);

    expect((await admin.send('DELETE', `/api/admin/affiliates/${affiliate.id}`)).status).toBe(200);
    expect((await admin.get('/api/admin/affiliates')).body.affiliates.map((a: { id: string }) => a.id)).not.toContain(affiliate.id);
    expect(await holding(canary)).toEqual([]);
    expect((await affiliate.get('/api/affiliate/stats')).status).toBe(401);
    const { problems } = await audit(app.system.pool, app.system.log, { checks: [new BooksAudit()] });
    expect(problems).toEqual([]);
    await replay(app.system, app.system.log, projections);
    for (const projection of projections)
      expect([projection.name, (await verify(app.system, app.system.log, projection)).tables.filter((t) => t.differing)]).toEqual([
        projection.name,
        [],
      ]);
    expect(await holding(canary)).toEqual([]);
  });
});

/** The tables with a row that contains this text, in clear or under an existing key. */
async function holding(text: string): Promise<string[]> {
  const { rows } = await app.db.owner.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await app.db.owner.query(`select from ${name} as r where r::text ilike $1 limit 1`, [`%${text}%`]);
    if (rowCount) found.push(name);
  }
  return found;
}
