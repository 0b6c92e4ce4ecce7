import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { affiliateStream, type Call, calls, HOUR_MS, leaves, payoutStream, refusals } from '@framelift/contracts';
import { asking } from '../../../../test/support/asking.ts';
import { FaultyPaypal } from '../../../../test/support/faulty-paypal.ts';
import { operatorOf } from '../../../../test/support/operator.ts';
import { type Receiver, startReceiver } from '../../../../test/support/receiver.ts';
import { sold } from '../../../../test/support/sales.ts';
import { untilAllFolded } from '../../../../test/support/sending.ts';
import { type MailServer, startMailServer } from '../../../../test/support/smtp.ts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';
import { until } from '../../../../test/support/until.ts';
import { Archive } from '../../engine/log/archiving/archive.ts';
import { Barrier } from '../../engine/log/archiving/barrier.ts';
import type { Outbox } from '../../engine/reacting/outbox.ts';
import { Checkpoints } from '../../engine/tree/checkpoints.ts';
import { sandboxPaypalKeys } from '../../platform/paypal-settings.ts';
import { Refused } from '../../platform/refused.ts';
import { PaypalBatches } from '../../programme/payouts/providers/paypal/paypal-batches.ts';
import { MailSender } from '../../reactors/mail/mail.sender.ts';
import { Archiver } from './archiver.ts';

const never = new AbortController().signal;
let folder: string;
let there: string;
let away: string;
let app: App;
let boss: Client;
let program: Client;
let mails: MailServer;
let receiver: Receiver;
let paypal: FaultyPaypal;
/** The last event that had left when something arrived, and the last in the store then. */
const arrivals: { what: string; position: number; archived: number }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-leaving-'));
  [there, away] = [join(folder, 'there'), join(folder, 'away')];
  [mails, receiver, paypal] = [await startMailServer(), await startReceiver(), await FaultyPaypal.open()];
  app = await startApp({
    BACKUP_TO: there,
    BACKUP_KEY: 'ab'.repeat(32),
    // It is written only when something waits for it.
    ARCHIVE_SECONDS: '3600',
    SMTP_URL: mails.url,
    MAIL_FROM: 'hello@framelift.example',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    PAYPAL_API_URL: paypal.url,
    PAYPAL_CLIENT_ID: sandboxPaypalKeys.clientId,
    PAYPAL_SECRET: sandboxPaypalKeys.secret,
    PAYPAL_WEBHOOK_ID: sandboxPaypalKeys.webhookId,
  });
  paypal.upstream = app.system.config.store.sandboxUrl;
  boss = await app.admin();
  program = await app.program(['read:events']);
  await operatorOf(app.system, app.db.ownerUrl)('backup', '--no-proof');
  await until(async () => (await app.api.get(Archive).state())?.base !== null);
  const hook = { name: 'books', url: receiver.urlOf('/books'), types: [], personal: false };
  await boss.post('/api/admin/webhooks', hook);
  receiver.answers['/books'] = (_, response) => {
    for (const { body } of receiver.heard.splice(0)) arrived('webhook', Number((JSON.parse(body) as { sequence?: string }).sequence));
    response.writeHead(204).end();
  };
});
afterAll(async () => {
  await app.stop();
  receiver.stop();
  await mails.close();
  await paypal.close();
  await rm(folder, { recursive: true, force: true });
});

/** The last event in the store. */
const archivedNow = (): number => {
  const files = join(existsSync(away) ? away : there, 'log');
  const names = readdirSync(files).flatMap((base) => readdirSync(join(files, base)));
  return Math.max(...names.map((name) => Number(/-(\d+)\.zst\.age$/.exec(name)?.[1] ?? 0)));
};
const arrived = (what: string, position: number) => void arrivals.push({ what, position, archived: archivedNow() });
const head = async () => (await app.system.log.head()).position;
const state = async () => (await app.api.get(Archive).state())!;
const feed = (after: number) => program.send('GET', `/api/feed/events?after=${after}`);
const signed = async () => (await app.api.get(Checkpoints).inView(async (_, { size }) => size)) ?? 0;
const runOf = async (email: string) => {
  const { cashoutId } = await asking(app, { email });
  return (await boss.post('/api/admin/payout-runs', { cashouts: [cashoutId] })).body.id as string;
};
const types = async (runId: string) => (await app.system.log.readStream(payoutStream(runId))).map(({ type }) => type);
/** The store does not answer until the returned function is called. */
const storeAway = async () => {
  await rename(there, away);
  await writeFile(there, '');
  return async () => {
    await rm(there);
    await rename(away, there);
  };
};

describe('with an archive', () => {
  it('what leaves is in the store when it arrives: a webhook, a mail, a page of the feed, a file, a checkpoint, a batch at PayPal', async () => {
    const before = await head();
    const seller = await app.affiliate();
    await sold(app.system.log, seller.id, 20_00);
    const wanted = await head();
    await until(async () => (await feed(before)).body.next >= wanted);
    arrived('feed', wanted);
    await until(() => mails.received.some(({ address }) => address === `${seller.username}@example.org`));
    arrived('mail', before + 1);
    // The registration and the sale.
    await until(() => arrivals.filter(({ what, position }) => what === 'webhook' && position > before).length === 2);

    await sold(app.system.log, seller.id, 30_00);
    const later = await head();
    expect((await seller.send('GET', '/api/affiliate/ledger.csv')).body).toContain(',30,50,');
    arrived('file', later);

    await sold(app.system.log, seller.id, 40_00);
    const last = await head();
    const { body } = await seller.send('GET', '/api/account/checkpoint');
    expect(body.size).toBeGreaterThanOrEqual(last);
    arrived('checkpoint', last);

    const runId = await runOf('ann@pay.example');
    paypal.faultOf = (kind) => {
      if (kind === 'send') arrived('paypal', sentAt);
      return undefined;
    };
    let sentAt = 0;
    app.system.log.onCommit((position) => (sentAt ||= position));
    expect((await boss.post(`/api/admin/payout-runs/${runId}/send`)).status).toBe(200);

    expect(new Set(arrivals.map(({ what }) => what))).toEqual(new Set(['webhook', 'mail', 'feed', 'file', 'checkpoint', 'paypal']));
    for (const arrival of arrivals) expect(arrival.archived).toBeGreaterThanOrEqual(arrival.position);
  });

  it('every call that hands out a file waits for it, and signed answers do', () => {
    const files = Object.entries<Call>(calls).filter(([, { answers }]) => answers === 'csv' || answers === 'pdf');
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter(([, call]) => !leaves(call))).toEqual([]);
    const others = Object.entries<Call>(calls).flatMap(([name, call]) =>
      leaves(call) && !files.some(([file]) => file === name) ? [name] : [],
    );
    expect(others.toSorted()).toEqual([
      'GET /api/affiliate/promises',
      'GET /api/affiliate/statement',
      'GET /api/public/receipts/:id/proof',
      'POST /api/affiliate/receipts',
    ]);
  });
});

describe('while the store does not answer', () => {
  it('pages and sales go on, what leaves waits and says so, and an operator may go on without it until it is caught up', async () => {
    const quiet = await boss.post('/api/admin/archive/bypass');
    expect(quiet).toMatchObject({ status: 409, body: { error: refusals.archiveNotFailing } });
    const runId = await runOf('bob@pay.example');
    await untilAllFolded(app.db);
    await app.api.get(Archiver).run(0, never);
    const back = await storeAway();
    const before = await head();

    const seller = await app.affiliate();
    await sold(app.system.log, seller.id, 50_00);
    expect((await seller.get('/api/affiliate/stats')).body.affiliate.balance).toBe(50);
    // Its turn, or that of the system, which may run at the same time.
    await until(async () => {
      await app.api.get(Archiver).run(0, never);
      return (await boss.get('/api/admin/backups')).body.archive.failedAt !== null;
    });
    expect((await boss.get('/api/admin/backups')).body.archive).toEqual({
      failedAt: expect.stringMatching(/Z$/),
      failure: expect.any(String),
      bypassedAt: null,
    });
    const said = /^Waiting for the archive: the store has not answered since \d{4}-\d\d-\d\d \d\d:\d\d UTC$/;
    for (const path of ['ledger.csv', 'sales.csv', 'statement', 'promises', 'statements/export'].map((name) => `/api/affiliate/${name}`)) {
      const answer = await seller.send('GET', path);
      if (path.endsWith('export')) expect(answer.status).toBe(503);
      else
        expect([path, answer]).toEqual([
          path,
          { status: 503, body: { error: expect.stringMatching(said), code: 'archiveFailing' }, position: 0 },
        ]);
    }
    expect(await boss.post(`/api/admin/payout-runs/${runId}/send`)).toMatchObject({
      status: 503,
      body: { error: expect.stringMatching(said) },
    });
    expect(await types(runId)).toEqual(['PayoutRunStarted']);
    // A mail about several events has those that may leave.
    const { outbox } = app.api.get(MailSender) as unknown as { outbox: Outbox };
    const sale = { receiver: affiliateStream(seller.id), kind: 'saleCredited', position: 0 };
    expect(await outbox.waiting(sale)).toEqual([]);
    // Another outbox, so that the system's own goes on waiting.
    const barrier = { upTo: async () => Number.MAX_SAFE_INTEGER };
    const log: unknown = Object.assign(Object.create(app.system.log) as object, { barrier });
    const unheld = Object.assign(Object.create(outbox) as object, { log }) as unknown as Outbox;
    await until(async () => (await unheld.waiting(sale)).length === 1);
    await app.api.get(Checkpoints).keepUp();
    expect(await signed()).toBeLessThanOrEqual(before);
    expect((await feed(before)).body).toMatchObject({ events: [], next: before });
    // A reader that is ahead of what may leave is not ahead of the log.
    expect((await feed(await head())).status).toBe(200);
    // Long enough for a mail and a webhook, which take a second.
    await pause(3_000);
    expect(arrivals.filter(({ position }) => position > before)).toEqual([]);
    expect(mails.received.filter(({ address }) => address === `${seller.username}@example.org`)).toEqual([]);

    expect((await boss.post('/api/admin/archive/bypass')).status).toBe(200);
    const [{ type, metadata }] = (await app.system.log.read(before, 1_000)).filter(({ type }) => type === 'ArchiveBypassed') as [never];
    expect([type, (metadata as { actor: { kind: string } }).actor.kind]).toEqual(['ArchiveBypassed', 'admin']);
    expect((await seller.send('GET', '/api/affiliate/ledger.csv')).status).toBe(200);
    expect((await boss.post(`/api/admin/payout-runs/${runId}/send`)).status).toBe(200);
    await until(() => mails.received.some(({ address }) => address === `${seller.username}@example.org`));
    await until(() => mails.received.some(({ subject }) => subject === 'The archive is bypassed'));
    expect((await boss.get('/api/admin/backups')).body.archive).toMatchObject({ bypassedAt: expect.stringMatching(/Z$/) });

    await back();
    // A turn that began while it was away may still run.
    await until(async () => {
      await app.api.get(Archiver).run(0, never);
      return (await state()).position > before;
    });
    expect((await boss.get('/api/admin/backups')).body.archive).toEqual({ failedAt: null, failure: null, bypassedAt: null });
    expect(await app.system.log.barrier.upTo()).toBeLessThan(Number.MAX_SAFE_INTEGER);
  });

  it('a batch whose record is not archived in time is asked for later, by the job', async () => {
    const sent = await runOf('dan@pay.example');
    const again = () => boss.post(`/api/admin/payout-runs/${sent}/send`, undefined, { 'Idempotency-Key': 'dan' });
    expect((await again()).status).toBe(200);
    const runId = await runOf('cid@pay.example');
    const { barrier } = app.system.log;
    const batches = app.api.get(PaypalBatches) as unknown as {
      due: Map<string, number>;
      now: () => number;
      work(now: number, stop: AbortSignal): Promise<void>;
    };
    const { now } = batches;
    let calls = 0;
    barrier.afterArchived = async () => {
      if (++calls === 2) throw new Refused(refusals.archiveBehind, 'unavailable');
      return Barrier.prototype.afterArchived.call(barrier);
    };
    expect((await boss.post(`/api/admin/payout-runs/${runId}/send`)).status).toBe(503);
    expect(await types(runId)).toEqual(['PayoutRunStarted', 'PayoutBatchSent']);
    // A repeated request waits for nothing: its outcome is known.
    const waited = calls;
    expect((await again()).status).toBe(200);
    expect(calls).toBe(waited);
    await batches.work(0, never);
    expect(paypal.sends.get(runId)).toBeUndefined();
    batches.now = () => now() + 2 * HOUR_MS;
    // The job of the system may have its turn.
    await until(async () => {
      batches.due.clear();
      await batches.work(0, never);
      return paypal.sends.has(runId);
    });
    expect(paypal.sends.get(runId)).toEqual({ asked: 1, reached: 1, struck: 0 });
    batches.now = now;
  });
});
