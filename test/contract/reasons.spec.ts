import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Call, calls } from '@framelift/contracts';
import { mail as reactor } from '../../services/src/reactors/mail/mail.reactor.ts';
import { MailSender } from '../../services/src/reactors/mail/mail.sender.ts';
import { sold } from '../support/sales.ts';
import { endJob, sendAll, untilAllKnown } from '../support/sending.ts';
import { type MailServer, startMailServer } from '../support/smtp.ts';
import { type App, type Client, startApp } from '../support/system.ts';

/** What an admin wrote with each decision: a reason for the affiliate, a note for admins. */
const written = (about: string) => ({ reason: `because of ${about}`, internalNote: `secret of ${about}` });
const DECISIONS = ['rejection', 'reversal', 'refusal', 'answer', 'hold', 'account'];

let app: App;
let server: MailServer;
let [ann, boss]: Client[] = [];
let id: string;
let mails: string;
const text = async (client: Client, path: string): Promise<string> => {
  // Waits for what was decided before.
  const answer = await fetch(app.url + path, {
    headers: { Authorization: `Bearer ${client.token}`, 'Log-After': String((await app.system.log.head()).position) },
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
};
/** Which decisions have such a text there. */
const found = (shown: string, word: 'because' | 'secret') => DECISIONS.filter((about) => shown.includes(`${word} of ${about}`));

const settled = async () => {
  await untilAllKnown(app.db, reactor.schema);
  await sendAll(app.db.pool, reactor.schema, () => app.api.get(MailSender).work(0, new AbortController().signal));
};

beforeAll(async () => {
  server = await startMailServer();
  app = await startApp({ SMTP_URL: server.url, MAIL_FROM: 'Framelift <hello@framelift.example>' });
  await endJob(app.api, 'MailSender.work');
  const person = await app.affiliate('ann');
  [ann, boss, id] = [person, await app.admin(), person.id];
  await settled();
  const token = /confirm-email#token=(\S+)/.exec(server.received.find(({ address }) => address === 'ann@example.org')!.text!)![1];
  await app.anybody.post('/api/account/email/confirm', { token });
  for (const invoice of ['r1', 'r2', 'r3']) await sold(app.system.log, id, 60_00, invoice);
  await ann.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'ann@pay.example' } });
  const { paymentMethods } = (await ann.get('/api/affiliate/stats')).body;
  await ann.post('/api/affiliate/cashouts', { amount: 50, paymentMethodId: paymentMethods[0].id });
  const boughtOn = new Date().toISOString().slice(0, 10);
  for (const invoice of ['m1', 'm2']) await ann.post('/api/affiliate/missing-sales', { boughtOn, invoice });
  const { reason: adminNotes, internalNote } = written('rejection');
  const decisions = [
    boss.put(`/api/admin/cashouts/${id}-1/process`, { status: 'rejected', adminNotes, internalNote }),
    boss.post('/api/admin/sales/sellauth-r1/reverse', written('reversal')),
    boss.post(`/api/admin/missing-sales/${id}-1/refuse`, written('refusal')),
    boss.post(`/api/admin/missing-sales/${id}-2/credit`, { transactionId: 'sellauth-r3', ...written('answer') }),
    boss.post('/api/admin/review/sale-sellauth-r2', { decision: 'hold', upTo: 0, ...written('hold') }),
    boss.post(`/api/admin/review/affiliate-${id}`, { decision: 'hold', upTo: 0, ...written('account') }),
  ];
  expect((await Promise.all(decisions)).map(({ status }) => status)).toEqual(decisions.map(() => 200));
  await settled();
  mails = server.received
    .filter(({ address }) => address === 'ann@example.org')
    .map(({ subject, text: body }) => `${subject}\n${body}`)
    .join('\n');
});
afterAll(async () => {
  await app.stop();
  await server.close();
});

describe('the reason of a decision', () => {
  it('is in a notification and a mail', async () => {
    const { notifications } = (await ann!.get('/api/affiliate/stats')).body;
    expect(found(JSON.stringify(notifications), 'because')).toEqual(DECISIONS);
    expect(found(mails, 'because')).toEqual(DECISIONS);
  });

  it('is on the sale, the cashout, the claim and the account that it is about', async () => {
    const { affiliate, recentSales, recentCashouts } = (await ann!.get('/api/affiliate/stats')).body;
    const of = (items: Record<string, unknown>[], key: string) => Object.fromEntries(items.map((item) => [item[key], item['reason']]));
    expect(of(recentSales, 'transactionId')).toEqual({
      'sellauth-r1': 'because of reversal',
      'sellauth-r2': 'because of hold',
      'sellauth-r3': null,
    });
    expect(of(recentCashouts, 'id')).toEqual({ [`${id}-1`]: 'because of rejection' });
    expect(affiliate.reviewReason).toBe('because of account');
    const { missingSales } = (await ann!.get('/api/affiliate/missing-sales')).body;
    expect(of(missingSales, 'id')).toEqual({ [`${id}-1`]: 'because of refusal', [`${id}-2`]: 'because of answer' });
  });

  it('is in the ledger, on the line of what it took back, gave back or holds', async () => {
    const { entries } = (await ann!.get('/api/affiliate/ledger')).body;
    const reasons = entries.map(({ reason }: { reason: string }) => reason);
    expect(reasons).toContain(`Cashout ${id}-1 was rejected: because of rejection`);
    expect(reasons).toContain('Sale sellauth-r1 was taken back: because of reversal');
    expect(reasons).toContainEqual(expect.stringMatching(/on sale sellauth-r2, under review: because of hold$/));
  });

  it('is gone with the review that it was about', async () => {
    const { position } = (await boss!.get('/api/admin/review?status=held')).body.items.find(
      (item: { kind: string }) => item.kind === 'sale',
    );
    expect((await boss!.post('/api/admin/review/sale-sellauth-r2', { decision: 'fine', upTo: position })).status).toBe(200);
    expect(await text(ann!, '/api/affiliate/ledger')).not.toContain('because of hold');
    expect(await text(ann!, '/api/affiliate/sales')).not.toContain('because of hold');
  });
});

describe('an internal note', () => {
  it('is in no answer to its affiliate, in none of their files and mails, and in no public event', async () => {
    const own = Object.entries(calls as Record<string, Call>).filter(
      ([name, { permission, answers }]) =>
        /^GET [^:]+$/.test(name) && ['affiliate', 'account'].includes(permission) && answers !== 'stream',
    );
    expect(own.length).toBeGreaterThan(12);
    for (const [name] of own) expect([name, found(await text(ann!, name.slice(4)), 'secret')]).toEqual([name, []]);
    const reader = await app.program(['read:events', 'read:personal']);
    const feed = await text(reader, '/api/feed/events?limit=500');
    expect([found(feed, 'because'), found(feed, 'secret'), found(mails, 'secret')]).toEqual([['rejection', 'reversal'], [], []]);
  });

  it('is with its decision in the lists of admins, and in the action log', async () => {
    const notes = async (path: string) => found(await text(boss!, path), 'secret');
    expect(await notes('/api/admin/actions')).toEqual(DECISIONS);
    expect(await notes('/api/admin/cashouts')).toEqual(['rejection']);
    expect(await notes('/api/admin/sales/sellauth-r1')).toEqual(['reversal']);
    expect(await notes('/api/admin/missing-sales')).toEqual(['refusal', 'answer']);
    expect(await notes('/api/admin/review?status=held')).toEqual(['account']);
  });
});
