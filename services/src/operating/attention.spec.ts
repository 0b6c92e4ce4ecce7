import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { affiliateStream, type AttentionView, calls, type Fact, webhooksStream } from '@framelift/contracts';
import { Value } from 'typebox/value';
import {
  affiliateRegistered,
  cashoutProcessed,
  cashoutRequested,
  missingSaleAnswered,
  missingSaleRaised,
  paymentMethodAdded,
  webhookAdded,
  webhookPaused,
} from '../../../test/support/facts.ts';
import { append } from '../../../test/support/history.ts';
import { endJob, untilAllKnown } from '../../../test/support/sending.ts';
import { type App, type Client, startApp } from '../../../test/support/system.ts';
import { until } from '../../../test/support/until.ts';
import { mail } from '../reactors/mail/mail.reactor.ts';
import { projections } from '../screens/screens.module.ts';
import { Attention } from './attention.view.ts';

let app: App;
let boss: Client;
beforeAll(async () => {
  app = await startApp();
  for (const job of ['MailSender.work', 'WebhookSender.work']) await endJob(app.api, job);
  boss = await app.admin();
});
afterAll(() => app.stop());

const attention = async (): Promise<AttentionView> => {
  // The call waits for the read models; its answer may be up to a second old, unless the caller has seen more.
  expect((await boss.get('/api/admin/attention')).status).toBe(200);
  const view = await app.api.get(Attention).find();
  expect(Value.Errors(calls['GET /api/admin/attention'].answers, view)).toEqual([]);
  return view;
};
const item = async (kind: string) => (await attention()).items.find((found) => found.kind === kind);
const day = (n: number) => `2025-03-${String(n).padStart(2, '0')}T12:00:00.000Z`;
const say = (id: string, facts: Fact[], when: string) => append(app.system, affiliateStream(id), facts, { at: when });
const joins = (id: string) =>
  say(
    id,
    [
      affiliateRegistered({ affiliateId: id, emailClaim: id.padEnd(40, '0') }),
      paymentMethodAdded({ paymentMethodId: `m${id}`, detailsHash: `d${id}`.padEnd(40, '0') }),
    ],
    '2024-01-01T00:00:00.000Z',
  );
const cashout = (id: string, n: number) => ({ cashoutId: `${id}-${n}`, paymentMethodId: `m${id}`, amountCents: 50_00 + n });

it('is empty where nothing waits', async () => {
  await app.affiliate();
  expect(await attention()).toEqual({
    items: [],
    counts: { cashouts: 0, sales: 0, review: 0 },
    verifiedAt: null,
    verifiedRows: null,
    differingRows: null,
  });
});

it('counts open cashouts with their sum, and neither paid nor rejected ones', async () => {
  await joins('a');
  for (const n of [1, 2, 3, 4]) await say('a', [cashoutRequested(cashout('a', n))], day(n));
  await say('a', [cashoutProcessed({ ...cashout('a', 1), status: 'completed' })], day(5));
  await say('a', [cashoutProcessed({ ...cashout('a', 2), status: 'rejected' })], day(5));
  await say('a', [cashoutProcessed({ ...cashout('a', 3), status: 'approved' })], day(5));
  expect(await item('cashouts')).toEqual({ kind: 'cashouts', count: 2, amountCents: 100_07, oldestAt: day(3), says: null });
  expect((await attention()).counts.cashouts).toBe(2);
});

it('shows an admin the effect of what they have just done', async () => {
  const count = async () => (await boss.get<AttentionView>('/api/admin/attention')).body.counts.cashouts;
  const before = await count();
  await say('a', [cashoutRequested(cashout('a', 9))], day(4));
  expect(await count()).toBe(before + 1);
  await say('a', [cashoutProcessed({ ...cashout('a', 9), status: 'rejected' })], day(5));
  expect(await count()).toBe(before);
});

it('counts what has an alarm, with the money at stake, and not what has only a note', async () => {
  // A first cashout of an old account is a note, and of a new one an alarm.
  await joins('noted');
  await say('noted', [cashoutRequested(cashout('noted', 5))], day(6));
  expect(await item('alarms')).toBeUndefined();
  await say('young', [affiliateRegistered({ affiliateId: 'young', emailClaim: 'young'.padEnd(40, '0') })], day(6));
  await say('young', [cashoutRequested(cashout('young', 6))], day(7));
  expect(await item('alarms')).toEqual({ kind: 'alarms', count: 1, amountCents: 50_06, oldestAt: day(7), says: null });
  expect((await attention()).counts.review).toBe(1);
});

it('counts missing sales until they are answered, and lists the oldest kind first', async () => {
  await say('a', [missingSaleRaised({ missingSaleId: 's1' }), missingSaleRaised({ missingSaleId: 's2' })], day(1));
  const { items, counts } = await attention();
  expect(items.map(({ kind, oldestAt }) => [kind, oldestAt])).toEqual([
    ['missingSales', day(1)],
    ['cashouts', day(3)],
    ['alarms', day(7)],
  ]);
  expect(items[0]).toEqual({ kind: 'missingSales', count: 2, amountCents: null, oldestAt: day(1), says: null });
  expect(counts.sales).toBe(2);
  await say('a', [missingSaleAnswered({ missingSaleId: 's1' })], day(2));
  expect((await attention()).counts.sales).toBe(1);
});

it('counts webhooks that were paused because they fail, not those that an admin paused', async () => {
  const hook = (webhookId: string, name: string) => webhookAdded({ webhookId, name });
  const paused = (webhookId: string, because: 'admin' | 'failing') => webhookPaused({ webhookId, because });
  await append(app.system, webhooksStream, [hook('w1', 'one'), hook('w2', 'two'), paused('w1', 'admin')], { at: day(8) });
  expect(await item('webhooks')).toBeUndefined();
  await append(app.system, webhooksStream, [paused('w2', 'failing')], { at: day(9) });
  expect(await item('webhooks')).toMatchObject({ count: 1, amountCents: null });
});

it('counts mails that were refused three times or given up this week', async () => {
  await untilAllKnown(app.system, mail.schema);
  const { position } = await app.system.log.head();
  const add = (receiver: string, columns: string, values: string) =>
    app.db.pool.query(
      `insert into ${mail.schema}.intents (position, receiver, kind, subject, ${columns}) values ($1, $2, 'welcome', 'x', ${values})`,
      [position, receiver],
    );
  await add('slow', 'attempts', '2');
  await add('old', 'attempts, done_at, outcome', `8, now() - interval '8 days', 'failed'`);
  expect(await item('mails')).toBeUndefined();
  await add('refused', 'attempts', '3');
  await add('dead', 'attempts, done_at, outcome', `8, now() - interval '6 days', 'failed'`);
  expect(await item('mails')).toMatchObject({ count: 2, amountCents: null });
});

it('counts parked streams and found losses', async () => {
  const { position } = await app.system.log.head();
  await app.db.pool.query(
    `insert into projecting.parked (read_model, stream_id, position, type, error, parked_at)
     values ('dashboard', 'affiliate-gone', $1, 'SaleRecorded', 'a fault', $2)`,
    [position, day(10)],
  );
  expect(await item('parkedEvents')).toEqual({ kind: 'parkedEvents', count: 1, amountCents: null, oldestAt: day(10), says: null });
  await app.db.owner.query(`insert into log.losses (position, hash, head_position) values ($1, '\\x00', 1)`, [position]);
  expect(await item('lostEvents')).toMatchObject({ count: 1 });
  await app.db.pool.query('delete from projecting.parked');
  await app.db.owner.query('update log.losses set accepted_at = now()');
  expect((await attention()).items.map(({ kind }) => kind)).not.toContain('lostEvents');
});

it('says when all read models were last verified, and with what result', async () => {
  const verify = async (readModels: string[]) => {
    await boss.post('/api/admin/read-models/tasks', { task: 'verify', readModels });
    await until(async () => (await boss.get('/api/admin/read-models')).body.runs[0].state !== 'running');
  };
  await verify(['dashboard']);
  expect((await attention()).verifiedAt).toBeNull();
  await verify(projections.map(({ name }) => name));
  const first = await attention();
  expect(first).toMatchObject({ verifiedAt: expect.any(String), verifiedRows: expect.any(Number), differingRows: 0 });
  expect(first.verifiedRows).toBeGreaterThan(20);
});
