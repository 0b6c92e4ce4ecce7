import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  affiliateStream,
  refusals,
  WITHDRAWN_ACCOUNT,
  type WithdrawnEventsView,
  withdrawnKinds,
  withdrawnRefusals,
  withdrawnStream,
} from '@framelift/contracts';
import { asking } from '../../../../test/support/asking.ts';
import { bought } from '../../../../test/support/buying.ts';
import { operatorOf } from '../../../../test/support/operator.ts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';
import { untilAllFolded } from '../../../../test/support/sending.ts';
import { until } from '../../../../test/support/until.ts';

/** The system is put back once, in `beforeAll`; the tests say what is true after it. */
let app: App;
let folder: string;
let boss: Client;
let person: Awaited<ReturnType<typeof asking>>;
let waiting: Awaited<ReturnType<typeof asking>>;
let joined: Awaited<ReturnType<App['affiliate']>>;
let sale: string;
let point: string;
const ops = (...args: string[]) => operatorOf(app.system, app.db.ownerUrl)(...args, '--json');
const restored = async (id: string, reason: string) => {
  const { code, json } = await ops('restore', id, '--replace', '--yes', '--by', 'jo', '--reason', reason);
  expect([code, json.error]).toEqual([0, undefined]);
  await until(async () => ((boss = await app.admin()), Boolean(boss.token)));
  await until(async () => (await boss.get('/api/admin/attention')).status === 200, 60_000);
  await untilAllFolded(app.db);
  return json.restorePoint as string;
};
/** The sandbox store is in the system's database; a real one keeps its invoices. */
const keptByStore = async () => {
  const { rows: tables } = await app.db.owner.query<{ name: string }>(
    `select 'sandbox_store.' || table_name as name from information_schema.tables where table_schema = 'sandbox_store'`,
  );
  const rows = await Promise.all(
    tables.map(
      async ({ name }) => (await app.db.owner.query(`select coalesce(jsonb_agg(t), '[]')::text as all from ${name} t`)).rows[0].all,
    ),
  );
  return async () => {
    for (const [i, { name }] of tables.entries())
      await app.db.owner.query(
        `insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, $1) on conflict do nothing`,
        [rows[i]],
      );
  };
};
const list = async (query = '') => (await boss.get<WithdrawnEventsView>(`/api/admin/withdrawn-events${query}`)).body;
type Row = WithdrawnEventsView['events'][number];
const of = async (type: Row['type'], { id } = person as { id: string }) =>
  (await list()).events.find((row) => row.type === type && row.id.startsWith(`${id}-`))!;
const record = ({ id }: Row) => boss.post(`/api/admin/withdrawn-events/${id}/record`);
const leaveOut = ({ id }: Row) => boss.post(`/api/admin/withdrawn-events/${id}/leave-out`, { reason: 'It was the mistake' });
const types = async () => (await app.system.log.readStream(affiliateStream(person.id))).map(({ type }) => type);
const stats = async () => {
  const { username, password } = person;
  const { token } = (await app.anybody.post('/api/affiliate/login', { username, password })).body;
  return (await app.as(token).get('/api/affiliate/stats')).body.affiliate;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-withdrawn-'));
  app = await startApp({ BACKUP_TO: join(folder, 'there'), ARCHIVE_SECONDS: '0' });
  boss = await app.admin();
  person = await asking(app, { email: 'ann@pay.example' }, 10_00);
  waiting = await asking(app, { email: 'bob@pay.example' });
  const taken = (await ops('backup', '--no-proof')).json.id;

  const wallet = { paymentType: 'paypal', paymentDetails: { email: 'ann@other.example' } };
  expect((await person.post('/api/affiliate/payment-methods', wallet)).status).toBe(201);
  const { paymentMethods } = (await person.get('/api/affiliate/stats')).body;
  const { id: paymentMethodId } = paymentMethods.at(-1);
  sale = await bought(app, person.username, 'buyer@example.org');
  expect((await boss.put(`/api/admin/affiliates/${person.id}`, { commissionRate: 31 })).status).toBe(200);
  expect((await person.post('/api/affiliate/cashouts', { amount: 60, paymentMethodId, notes: 'To my account' })).status).toBe(201);
  const decision = { status: 'rejected', adminNotes: 'Not this one' };
  for (const id of [waiting.cashoutId, `${person.id}-2`])
    expect((await boss.put(`/api/admin/cashouts/${id}/process`, decision)).status).toBe(200);
  joined = await app.affiliate();
  const putBack = await keptByStore();
  point = await restored(taken, 'A wrong import');
  await putBack();
}, 240_000);
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('what fell out of accounts when the system went back', () => {
  it('is listed with whose it was, the amount, the time and what can be done', async () => {
    const { events, open, next } = await list();
    expect([open, next]).toEqual([events.length, null]);
    const rowsOf = (id: string) =>
      events
        .filter((row) => row.id.startsWith(`${id}-`))
        .toSorted((a, b) => a.position - b.position)
        .map(({ type, amount, state, instead, affiliate }) => [type, amount, state, instead, affiliate?.username]);
    expect(rowsOf(person.id)).toEqual([
      ['PaymentMethodAdded', null, 'open', null, person.username],
      ['SaleRecorded', 6, 'open', null, person.username],
      ['AffiliateEdited', null, 'open', null, person.username],
      ['CashoutRequested', 60, 'open', null, person.username],
      ['CashoutProcessed', 60, 'open', withdrawnKinds.CashoutProcessed.instead, person.username],
    ]);
    expect(rowsOf(waiting.id)).toEqual([['CashoutProcessed', 60, 'open', null, waiting.username]]);
    // Nothing personal of an account that is gone is kept.
    expect(rowsOf(joined.id)).toEqual([['AffiliateRegistered', null, 'open', withdrawnKinds.AffiliateRegistered.instead, undefined]]);
    expect(JSON.stringify(await app.system.log.readStream(withdrawnStream(person.id)))).not.toMatch(/other\.example|To my account/);
    expect(WITHDRAWN_ACCOUNT).not.toBe('');
  });

  it('is in pages, the open ones first', async () => {
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: WithdrawnEventsView = await list(`?limit=3${after && `&after=${after}`}`);
      seen.push(...page.events.map(({ id }) => id));
      after = page.next;
    }
    expect(seen).toEqual((await list()).events.map(({ id }) => id));
    const other = Buffer.from('[7]').toString('base64url');
    expect(await boss.get(`/api/admin/withdrawn-events?after=${other}`)).toMatchObject({ body: { error: refusals.otherCursor } });
  });

  it('is recorded again by the command of its kind, once, and every rule applies', async () => {
    const request = await of('CashoutRequested');
    expect(await record(request)).toMatchObject({ status: 400, body: { error: refusals.noPaymentMethod } });
    expect((await of('CashoutRequested')).state).toBe('open');
    expect(await record(await of('AffiliateRegistered', joined))).toMatchObject({
      status: 409,
      body: { error: withdrawnRefusals.notRecordable },
    });
    for (const type of ['PaymentMethodAdded', 'SaleRecorded', 'AffiliateEdited', 'CashoutRequested'] as const) {
      const row = await of(type);
      const answers = await Promise.all([record(row), record(row)]);
      expect([type, ...answers.map(({ status }) => status)]).toEqual([type, 200, 200]);
      expect((await record(row)).status).toBe(200);
      expect(await leaveOut(row)).toMatchObject({ status: 409, body: { error: withdrawnRefusals.decided } });
      const after = (await list()).events.find(({ id }) => id === row.id)!;
      const [recorded] = await app.system.log.read(after.recordedAs! - 1, 1);
      expect(after).toMatchObject({ state: 'recorded' });
      expect((await types()).filter((one) => one === type)).toHaveLength(type === 'AffiliateEdited' ? 1 : 2);
      expect(recorded!.metadata.actor.kind).toBe('admin');
    }
    await untilAllFolded(app.db);
    expect(await stats()).toMatchObject({ commissionRate: 31 });
    const { cashouts } = (await boss.get(`/api/admin/cashouts?affiliate=${person.id}`)).body;
    expect(cashouts[0]).toMatchObject({ amount: 60, status: 'pending', paymentDetails: { email: 'ann@other.example' } });
    const { sales } = (await boss.get('/api/admin/sales?limit=5')).body;
    expect(sales.find(({ transactionId }: { transactionId: string }) => transactionId === sale)).toMatchObject({ outcome: 'credited' });
    expect((await ops('audit')).json).toMatchObject({ problems: [] });
  });

  it('a decision about a cashout that is still there is made again; one about a withdrawn cashout is not', async () => {
    expect((await record(await of('CashoutProcessed', waiting))).status).toBe(200);
    const { cashouts } = (await boss.get(`/api/admin/cashouts?affiliate=${waiting.id}`)).body;
    expect(cashouts).toMatchObject([{ status: 'rejected', reason: 'Not this one' }]);
    expect(await record(await of('CashoutProcessed'))).toMatchObject({ status: 409, body: { error: withdrawnRefusals.notRecordable } });
  });

  it('is left out with a reason, once', async () => {
    const row = await of('CashoutProcessed');
    for (let i = 0; i < 2; i++) expect((await leaveOut(row)).status).toBe(200);
    expect(await of('CashoutProcessed')).toMatchObject({ state: 'leftOut', reason: 'It was the mistake' });
    expect(await record({ ...row, id: 'nobody-1' })).toMatchObject({ status: 404, body: { error: withdrawnRefusals.notFound } });
    expect(
      (await app.system.log.readStream(withdrawnStream(person.id))).filter(({ type }) => type === 'WithdrawnEventLeftOut'),
    ).toHaveLength(1);
    expect((await list()).open).toBe(1);
  });
});

it('on the way back, what the first history has is not listed as withdrawn from the second', async () => {
  await restored(point, 'It was right');
  expect((await list()).events).toEqual([]);
  expect((await types()).filter((type) => type === 'CashoutRequested')).toHaveLength(2);
}, 120_000);
