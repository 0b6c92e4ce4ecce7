import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AttentionView,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  paypalRefusals,
  payoutRefusals,
  type PayoutRunView,
  payoutStream,
  refusals,
  type UnmatchedPaymentsView,
} from '@framelift/contracts';
import { payoutBatchSent, payoutRunSettled } from '../../../../../../test/support/facts.ts';
import { type Fault, FaultyPaypal, type Kind } from '../../../../../../test/support/faulty-paypal.ts';
import { asking } from '../../../../../../test/support/asking.ts';
import { append } from '../../../../../../test/support/history.ts';
import { type App, type Client, startApp } from '../../../../../../test/support/system.ts';
import { until } from '../../../../../../test/support/until.ts';
import { sandboxPaypalKeys } from '../../../../platform/paypal-settings.ts';
import type { Payment } from '../../provider.ts';
import { PaypalBatches } from './paypal-batches.ts';
import { PayPal } from './paypal.ts';
import { batchBody } from './paypal-words.ts';

let app: App;
let paypal: FaultyPaypal;
let boss: Client;
const faults: Partial<Record<Kind, Fault[]>> = {};

beforeAll(async () => {
  paypal = await FaultyPaypal.open();
  paypal.faultOf = (kind) => faults[kind]?.shift();
  app = await startApp({
    PAYPAL_API_URL: paypal.url,
    PAYPAL_CLIENT_ID: sandboxPaypalKeys.clientId,
    PAYPAL_SECRET: sandboxPaypalKeys.secret,
    PAYPAL_WEBHOOK_ID: sandboxPaypalKeys.webhookId,
  });
  paypal.upstream = app.system.config.store.sandboxUrl;
  boss = await app.admin();
});
afterAll(async () => {
  await app.stop();
  await paypal.close();
});
beforeEach(() => {
  for (const kind of Object.keys(faults) as Kind[]) delete faults[kind];
});

async function runOf(...emails: string[]) {
  const people: Awaited<ReturnType<typeof asking>>[] = [];
  // Its cashouts have their order.
  for (const email of emails) people.push(await asking(app, { email }));
  const { body } = await boss.post('/api/admin/payout-runs', { cashouts: people.map(({ cashoutId }) => cashoutId) });
  const at = (what: string) => `/api/admin/payout-runs/${body.id}/${what}`;
  return {
    id: body.id as string,
    people,
    send: (key?: string) => boss.post(at('send'), undefined, key ? { 'Idempotency-Key': key } : {}),
    post: (what: string, data?: object) => boss.post(at(what), data),
    view: async () => (await boss.get(`/api/admin/payout-runs/${body.id}`)).body as PayoutRunView,
    types: async () => (await app.system.log.readStream(payoutStream(body.id))).map(({ type }) => type),
  };
}
const poll = () => app.api.get(PaypalBatches).work(0, new AbortController().signal);
const settled = (run: Awaited<ReturnType<typeof runOf>>) => until(async () => (await run.view()).state === 'settled');

describe('a run at PayPal', () => {
  it('is paid: what failed is the affiliate’s again, and what nobody accepted can be taken back', async () => {
    const run = await runOf('ann@pay.example', 'failed@pay.example', 'unclaimed@pay.example');
    expect(await run.view()).toMatchObject({ payNow: true, atPaypal: false, batch: null });
    expect((await run.send()).status).toBe(200);
    await settled(run);
    await until(async () => (await run.view()).cashouts.every(({ state, result }) => state === 'failed' || result !== null));
    const view = await run.view();
    expect(view).toMatchObject({
      payNow: false,
      atPaypal: false,
      reference: view.batch!.batchId,
      batch: { state: 'processed', count: 3, amount: 180, fee: 2.4, sentBy: 'admin', problem: null, undecided: false },
      cashouts: [
        { state: 'paid', result: 'completed', problem: null },
        { state: 'failed', problem: 'The recipient’s PayPal account is locked or inactive.' },
        { state: 'paid', result: 'unclaimed', problem: expect.stringContaining('has no PayPal account') },
      ],
    });
    const [, , waiting] = run.people;
    expect(await run.post('return', { cashoutId: waiting!.cashoutId, because: 'returned' })).toMatchObject({
      status: 409,
      body: { error: paypalRefusals.stillHeld },
    });
    expect((await run.post('take-back', { cashoutId: waiting!.cashoutId })).status).toBe(200);
    expect((await run.view()).cashouts[2]).toMatchObject({ state: 'returned' });
    expect((await run.post('take-back', { cashoutId: waiting!.cashoutId })).status).toBe(200);
    expect(await run.post('take-back', { cashoutId: run.people[0]!.cashoutId })).toMatchObject({
      status: 409,
      body: { error: paypalRefusals.notUnclaimed },
    });
    const balances = run.people.map(async (one) => (await one.get('/api/affiliate/stats')).body.affiliate.balance as number);
    expect(await Promise.all(balances)).toEqual([40, 100, 100]);
  });

  it('is sent once: again, at once, by two admins, and after it', async () => {
    const run = await runOf('bob@pay.example');
    const [one, same, other] = await Promise.all([run.send('one'), run.send('one'), run.send()]);
    expect(same.status).toBe(one.status);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
    await settled(run);
    expect((await run.send('one')).status).toBe(one.status);
    expect(await run.send()).toMatchObject({ status: 409, body: { error: payoutRefusals.notOpenRun } });
    expect(paypal.sends.get(run.id)).toEqual({ asked: 1, reached: 1, struck: 0 });
    expect((await run.types()).filter((type) => type === 'PayoutBatchSent')).toHaveLength(1);
  });

  it('that was marked as paid before PayPal denied it is not paid: the amounts are the affiliates’ again', async () => {
    const run = await runOf('ivy@pay.example', 'jon@pay.example');
    const isDenied = Array.from({ length: 50 }, () => 'denied' as const);
    faults.read = Array.from({ length: 50 }, () => 'failedBefore' as const);
    expect((await run.send()).status).toBe(200);
    expect(await run.view()).toMatchObject({ state: 'open', batch: { state: 'accepted' } });
    await append(app.system, payoutStream(run.id), [payoutRunSettled({ reference: 'by hand' })]);
    faults.read = isDenied;
    await until(async () => {
      await poll();
      return (await run.view()).batch!.state === 'refused';
    });
    expect((await run.view()).cashouts).toMatchObject([{ state: 'failed' }, { state: 'failed' }]);
    for (const one of run.people) expect((await one.get('/api/affiliate/stats')).body.affiliate.balance).toBe(100);
    expect((await run.types()).filter((type) => type === 'CashoutReturned')).toHaveLength(2);
  });

  it('that PayPal refuses is as before, and can be sent again', async () => {
    const run = await runOf('cat@pay.example', 'dan@pay.example');
    faults.send = ['refused'];
    const error = 'Nothing was paid. The PayPal balance does not cover the payments and their fees.';
    expect(await run.send('first')).toMatchObject({ status: 409, body: { error, code: 'paypal.refused' } });
    expect(await run.send('first')).toMatchObject({ status: 409, body: { error } });
    expect(await run.view()).toMatchObject({ payNow: true, batch: { state: 'refused' }, cashouts: [{ state: 'in' }, { state: 'in' }] });
    expect((await run.post('remove', { cashoutId: run.people[1]!.cashoutId })).status).toBe(200);
    expect((await run.send()).status).toBe(200);
    await settled(run);
  });

  it('that PayPal took without an answer is found again, and until then nothing else happens to it', async () => {
    const run = await runOf('eve@pay.example');
    faults.send = ['lost'];
    faults.read = Array.from({ length: 50 }, () => 'failedBefore' as const);
    expect((await run.send()).status).toBe(200);
    expect(await run.view()).toMatchObject({ atPaypal: true, batch: { state: 'sent', problem: 'PayPal did not answer.' } });
    const cashoutId = run.people[0]!.cashoutId;
    for (const [what, data] of [['remove', { cashoutId }], ['cancel'], ['settle', { reference: 'by hand' }], ['send']] as const)
      expect((await run.post(what, data)).status).toBe(409);
    expect((await run.post('file', { type: 'paypal' })).status).toBe(409);
    expect((await boss.get(`/api/admin/payout-runs/${run.id}/file?type=paypal`)).status).toBe(409);
    delete faults.read;
    // PayPal's notification names the run; asking again would too.
    await until(async () => (await run.view()).batch!.state !== 'sent', 5_000).catch(() => {});
    await poll();
    await settled(run);
    expect((await run.types()).slice(0, 4)).toEqual(['PayoutRunStarted', 'PayoutBatchSent', 'PayoutBatchDelayed', 'PayoutBatchAccepted']);
  });
});

describe('a batch that PayPal never confirmed', () => {
  /** Sent so long ago, by a process that ended before it called. */
  const sentBefore = async (ms: number, email: string, hash?: string) => {
    const run = await runOf(email);
    const payments = [{ cashoutId: run.people[0]!.cashoutId, amountCents: 60_00, payTo: email }];
    const sent = payoutBatchSent({ hash: hash ?? app.system.keys.payoutFile(batchBody(run.id, payments)), count: 1, cents: 60_00 });
    await append(app.system, payoutStream(run.id), [sent], { at: new Date(Date.now() - ms).toISOString() });
    await poll();
    return run;
  };
  it('is asked for again after the time of the first call, and recorded before', async () => {
    const run = await sentBefore(3 * MINUTE_MS, 'gil@pay.example');
    expect((await run.types()).slice(1, 4)).toEqual(['PayoutBatchSent', 'PayoutBatchDelayed', 'PayoutBatchAccepted']);
    await settled(run);
    expect(paypal.sends.get((await sentBefore(MINUTE_MS, 'hal@pay.example')).id)).toBeUndefined();
  });
  it('is not asked for with other payments', async () => {
    const run = await sentBefore(3 * MINUTE_MS, 'ida@pay.example', 'cd'.repeat(20));
    expect(paypal.sends.get(run.id)).toBeUndefined();
    expect(await run.view()).toMatchObject({ batch: { state: 'sent', problem: expect.stringContaining('no longer what was sent') } });
  });
  it('is not asked for after 29 days: an admin decides', async () => {
    const waiting = async () =>
      ((await boss.get('/api/admin/attention')).body as AttentionView).items.find(({ kind }) => kind === 'payouts');
    await sentBefore(28 * DAY_MS, 'ivy@pay.example', 'cd'.repeat(20));
    const run = await sentBefore(29 * DAY_MS, 'joe@pay.example');
    expect(paypal.sends.get(run.id)).toBeUndefined();
    const { batch } = await run.view();
    expect(batch).toMatchObject({ state: 'sent', undecided: true });
    expect(await waiting()).toEqual({ kind: 'payouts', count: 1, amountCents: 60_00, oldestAt: batch!.sentAt, says: null });
    expect((await run.post('unused', { hash: batch!.hash })).status).toBe(200);
    expect(await run.view()).toMatchObject({ atPaypal: false, payNow: false, batch: { state: 'unused' } });
    expect(await waiting()).toBeUndefined();
    expect(await run.send()).toMatchObject({ status: 409, body: { error: paypalRefusals.overBefore } });
    expect((await run.post('cancel')).status).toBe(200);
  });
});

describe('payments that no run has', () => {
  const unmatched = async () => (await boss.get<UnmatchedPaymentsView>('/api/admin/unmatched-payments')).body.payments;
  const waiting = async () =>
    ((await boss.get('/api/admin/attention')).body as AttentionView).items.find(({ kind }) => kind === 'unmatchedPayments');
  /** A batch that PayPal has under this id, asked for by nothing that the log knows. */
  const sentUnder = async (runId: string, ...payments: Payment[]) => app.api.get(PayPal).send(runId, batchBody(runId, payments));
  const acknowledge = (runId: string, itemId: string) =>
    boss.post(`/api/admin/payout-runs/${runId}/acknowledge`, { itemId, reason: 'The run was lost' });

  it('are named when PayPal is asked by run, once, until an admin acknowledges each, and nothing is paid', async () => {
    const run = await runOf('kim@pay.example', 'lou@pay.example');
    const [kim, lou] = run.people as [(typeof run.people)[0], (typeof run.people)[0]];
    // Another person's cashout, another amount, one of another program, one that failed.
    const others = [
      { cashoutId: `${kim.id}-7`, amountCents: 12_34, payTo: 'kim@pay.example' },
      { cashoutId: lou.cashoutId, amountCents: 61_00, payTo: 'lou@pay.example' },
      { cashoutId: 'Salary 7', amountCents: 5_00, payTo: 'max@pay.example' },
      { cashoutId: 'gone-3', amountCents: 7_00, payTo: 'failed@pay.example' },
    ];
    await sentUnder(run.id, { cashoutId: kim.cashoutId, amountCents: 60_00, payTo: 'kim@pay.example' }, ...others);
    expect((await run.send()).status).toBe(200);
    await until(async () => {
      await poll();
      return (await unmatched()).length === 3;
    });
    const { batchId } = (await run.view()).batch!;
    const about = { runId: run.id, batchId, result: 'completed' };
    const found = (await unmatched()).toSorted((a, b) => a.amount! - b.amount!);
    expect(found).toMatchObject([
      { ...about, cashoutId: null, amount: 5, payTo: null, affiliate: null },
      { ...about, cashoutId: `${kim.id}-7`, amount: 12.34, payTo: 'kim@pay.example', affiliate: { id: kim.id, username: kim.username } },
      { ...about, cashoutId: lou.cashoutId, amount: 61, payTo: 'lou@pay.example', affiliate: { id: lou.id } },
    ]);
    expect(await waiting()).toMatchObject({ count: 3, amountCents: 78_34 });
    const sends = JSON.stringify([...paypal.sends]);
    app.api.get(PaypalBatches).notify(run.id, batchId!);
    await poll();
    expect((await run.types()).filter((type) => type === 'UnmatchedPaymentSeen')).toHaveLength(3);

    expect(await acknowledge(run.id, 'NOBODY')).toMatchObject({ status: 404, body: { error: payoutRefusals.unmatchedNotFound } });
    for (const { itemId } of found) for (let i = 0; i < 2; i++) expect((await acknowledge(run.id, itemId)).status).toBe(200);
    expect([await unmatched(), await waiting()]).toEqual([[], undefined]);
    expect((await run.types()).filter((type) => type === 'UnmatchedPaymentAcknowledged')).toHaveLength(3);
    await poll();
    expect([await unmatched(), JSON.stringify([...paypal.sends])]).toEqual([[], sends]);
    expect((await kim.get('/api/affiliate/stats')).body.affiliate.balance).toBe(40);
  });

  it('are named of a batch whose run the log does not have, because PayPal notifies', async () => {
    (app.api.get(PaypalBatches) as unknown as { lookedUpAt: number }).lookedUpAt = -Infinity;
    const runId = '0abcdefghjkmnpqr';
    const person = await app.affiliate();
    paypal.sites = () => [app.url];
    const batchId = await sentUnder(
      runId,
      { cashoutId: `${person.id}-1`, amountCents: 20_00, payTo: 'unclaimed@pay.example' },
      { cashoutId: 'joinedsince-1', amountCents: 30_00, payTo: 'since@pay.example' },
    );
    await until(async () => (await unmatched()).length === 2, 10_000);
    expect((await unmatched()).toSorted((a, b) => a.amount! - b.amount!)).toMatchObject([
      {
        runId,
        batchId,
        cashoutId: `${person.id}-1`,
        amount: 20,
        payTo: 'unclaimed@pay.example',
        affiliate: { id: person.id },
        result: 'unclaimed',
      },
      // Nobody could erase an address of an account that does not exist.
      { runId, batchId, cashoutId: 'joinedsince-1', amount: 30, payTo: null, affiliate: null, result: 'completed' },
    ]);
    expect((await app.system.log.readStream(payoutStream(runId))).map(({ type }) => type)).toEqual([
      'UnmatchedPaymentSeen',
      'UnmatchedPaymentSeen',
    ]);
    expect(await boss.get(`/api/admin/payout-runs/${runId}`)).toMatchObject({ status: 404 });
    for (const { itemId } of await unmatched()) expect((await acknowledge(runId, itemId)).status).toBe(200);
    expect(await waiting()).toBeUndefined();
  });
});

describe('a notification', () => {
  const headers = {
    'Content-Type': 'application/json',
    'PayPal-Auth-Algo': 'SHA256withRSA',
    'PayPal-Cert-Url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    'PayPal-Transmission-Id': 'T-1',
    'PayPal-Transmission-Sig': 'forged',
    'PayPal-Transmission-Time': '2026-02-18T20:01:35Z',
  };
  const notify = (runId: string, more: Record<string, string> = {}) =>
    app.anybody.post(
      '/api/paypal/notifications',
      {
        event_type: 'PAYMENT.PAYOUTSBATCH.SUCCESS',
        resource: { batch_header: { payout_batch_id: 'B1', sender_batch_header: { sender_batch_id: runId } } },
      },
      { ...headers, ...more },
    );
  it('that PayPal did not send is refused; one of no run of ours asks PayPal nothing', async () => {
    const run = await runOf('fay@pay.example');
    await run.send();
    expect(await notify(run.id)).toMatchObject({ status: 401, body: { error: refusals.signatureInvalid } });
    expect(await notify(run.id, { 'PayPal-Transmission-Sig': '' })).toMatchObject({ status: 400 });
    const asked = { ...paypal.struck };
    faults.other = ['failedBefore'];
    expect((await notify('nobody')).status).toBe(200);
    expect(faults.other).toHaveLength(1);
    expect(await notify(run.id)).toMatchObject({ status: 503 });
    expect(paypal.struck['other failedBefore']).toBe((asked['other failedBefore'] ?? 0) + 1);
    await settled(run);
  });
});

it('a run whose end was lost is read at PayPal again', async () => {
  const run = await runOf('ida@pay.example');
  expect((await run.send()).status).toBe(200);
  const isPaid = async () => (await run.view()).cashouts[0]!.result === 'completed';
  await until(isPaid);
  // It is over, so it is not due for hours.
  const { due } = app.api.get(PaypalBatches) as unknown as { due: Map<string, number> };
  await until(async () => {
    // A poll before its end may have planned the next.
    due.delete(run.id);
    await poll();
    return due.get(run.id)! > Date.now() + 5 * HOUR_MS;
  });
  const accepted = (await app.system.log.readStream(payoutStream(run.id))).find(({ type }) => type === 'PayoutBatchAccepted')!;
  await app.db.owner.query('delete from log.events where position > $1', [accepted.position]);
  await app.system.log.checkHistory();
  expect([due.has(run.id), await run.types()]).toEqual([false, expect.not.arrayContaining(['PayoutRunSettled'])]);
  await until(async () => {
    // What PayPal did not answer in time, or what two wrote at once, is due in a minute.
    due.clear();
    await poll().catch(() => {});
    return (await run.types()).includes('PayoutRunSettled') && (await isPaid());
  });
});
