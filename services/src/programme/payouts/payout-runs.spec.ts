import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import {
  type AdminCashoutView,
  affiliateStream,
  checkoutStream,
  DAY_MS,
  dayText,
  ownCents,
  payoutRefusals,
  type PayoutRunView,
  payoutStream,
  refusals,
  solanaPayLink,
  usdcOf,
} from '@framelift/contracts';
import {
  affiliateRegistered,
  cashoutRequested,
  paymentMethodAdded,
  payoutRunSettled,
  saleCredited,
  saleRecorded,
} from '../../../../test/support/facts.ts';
import { atProof } from '../../../../test/support/counts.ts';
import { camt054, document, entry, pain002 } from '../../../../test/support/bank-reports.ts';
import { asking } from '../../../../test/support/asking.ts';
import { append } from '../../../../test/support/history.ts';
import { operatorOf } from '../../../../test/support/operator.ts';
import { ref } from '../../../../test/support/invoices.ts';
import { sold } from '../../../../test/support/sales.ts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';
import { metaOf } from '../../engine/log/deciding/command.ts';
import { verify } from '../../engine/projecting/verify.ts';
import { payouts } from '../../screens/payouts/payouts.projection.ts';
import { dashboard } from '../../screens/dashboard/dashboard.projection.ts';
import { affiliateSource } from '../affiliate/affiliate.decider.ts';
import { Proofs } from '../affiliate/proofs.ts';
import { termsInForce } from '../terms/terms.decider.ts';
import { Registration } from '../sign-in/registration.ts';
import { Finishing } from './finishing.ts';

let app: App;
let boss: Client;
let second: Client;
let n = 0;

const ROUNDS = atProof(34, 1, 'rounds of 30 races about a payout run');
const KILLS = atProof(10, 1, 'kills of a process that pays a run');
const PEOPLE = atProof(500, 30, 'cashouts in that run');
const EARLIER = '2025-03-01T12:00:00.000Z';
const systemMeta = () => metaOf({ kind: 'system', id: 'spec' }, Date.now(), randomUUID());
/** Logged in, with a separate address. */
async function admin(username: string, email = `${username}@staff.example`): Promise<Client> {
  const password = 'correct horse battery';
  await app.api.get(Registration).admin(systemMeta(), { username, email, password });
  const { body } = await app.anybody.post('/api/affiliate/login', { username, password });
  return app.as(body.token);
}

beforeAll(async () => {
  app = await startApp();
  [boss, second] = [await admin('boss'), await admin('second')];
});
afterAll(() => app.stop());

/** This many affiliates without accounts, who each earned 100 euros and requested 60. */
const many = async (count: number) => {
  const made = Array.from({ length: count }, () => {
    const id = `p${String(++n).padStart(4, '0')}${'x'.repeat(11)}`;
    return { id, cashoutId: `${id}-1` };
  });
  const terms = (await app.system.streams.load(termsInForce)).state.setAt;
  for (const { id, cashoutId } of made) {
    const sale = saleRecorded({ terms, ...ref(`i-${id}`), commissionCents: 100_00, soldAt: EARLIER, availableAt: EARLIER });
    const credit = saleCredited({ ...ref(`i-${id}`), affiliateId: id, commissionCents: 100_00 });
    await append(app.system, affiliateStream(id), [
      affiliateRegistered({ affiliateId: id }),
      paymentMethodAdded({ paymentMethodId: 'm1' }),
      sale,
    ]);
    await append(app.system, checkoutStream(ref(`i-${id}`)), [credit]);
    await append(app.system, affiliateStream(id), [cashoutRequested({ cashoutId, amountCents: 60_00 })]);
  }
  return made;
};

/** An affiliate who earned 100 euros and asked for this much of it. */
const cashoutOf = (cents: number, payTo: object = { email: `pay-${++n}@mail.example` }) => asking(app, payTo, cents);
const start = async (cashouts: string[], by = boss) => {
  const { status, body } = await by.post('/api/admin/payout-runs', { cashouts });
  expect([status, body]).toEqual([201, { id: expect.any(String) }]);
  return body.id as string;
};
const settle = (runId: string, by = boss, reference = 'PP-2026-11') => by.post(`/api/admin/payout-runs/${runId}/settle`, { reference });
/** Makes a file of a run and answers it; what is refused of it. */
const madeFile = async (runId: string, query: string, by = boss) => {
  const { type, ...rest } = Object.fromEntries(new URLSearchParams(query));
  const made = await by.post(`/api/admin/payout-runs/${runId}/file`, { type, ...rest });
  return made.status === 200 ? by.get(`/api/admin/payout-runs/${runId}/file?type=${type}`) : made;
};
/** Says that the files of a run were not used. */
const unused = async (runId: string) => {
  const { files } = (await boss.get(`/api/admin/payout-runs/${runId}`)).body as PayoutRunView;
  for (const { hash } of files) expect((await boss.post(`/api/admin/payout-runs/${runId}/unused`, { hash })).status).toBe(200);
};
const booksOf = async (id: string) => (await app.system.streams.load(affiliateSource(id))).state.books;
/** Sets the limit for two admins; where one is in force, the second admin agrees. */
const set = async (fourEyes: number | null, by = boss) => {
  const { terms, position } = (await by.get('/api/admin/terms')).body;
  const response = await by.put('/api/admin/terms', { ...terms, fourEyes }, { 'Edit-Base': String(position) });
  expect([response.status, response.body.success]).toEqual([200, true]);
  return response.body.pendingFourEyes as boolean;
};
const pendingFourEyes = async () => (await boss.get('/api/admin/terms')).body.pendingFourEyes;
const answer = async (by: Client, what: 'approve' | 'refuse', position?: number) =>
  by.post(`/api/admin/terms/four-eyes/${what}`, undefined, { 'Edit-Base': String(position ?? (await pendingFourEyes()).position) });
const turnOff = async () => {
  expect(await set(null)).toBe(true);
  expect((await answer(second, 'approve')).status).toBe(200);
};

describe('a payout run', () => {
  it('is completed even if another one cannot be', async () => {
    const [ann, bob] = await many(2);
    const runs = [await start([ann!.cashoutId]), await start([bob!.cashoutId])];
    for (const runId of runs) await append(app.system, payoutStream(runId), [payoutRunSettled({ reference: 'PP-1' })]);
    const fails = `create trigger fails before insert on log.events for each row when (new.stream_id = '${affiliateStream(ann!.id)}') execute function log.fail()`;
    await app.db.owner.query(`create function log.fail() returns trigger language plpgsql as $$ begin raise 'planted'; end $$; ${fails}`);
    const finishing = new Finishing(app.system.streams);
    await expect(finishing.work(0, new AbortController().signal)).rejects.toThrow('planted');
    const paid = async (id: string) => (await booksOf(id)).paidCents;
    expect([await paid(ann!.id), await paid(bob!.id)]).toEqual([0, 60_00]);
    await app.db.owner.query('drop function log.fail cascade');
    await finishing.work(0, new AbortController().signal);
    expect(await paid(ann!.id)).toBe(60_00);
  });

  it('collects cashouts with their payees, pays them all with one reference, and takes back failed ones', async () => {
    const [ann, bob, eve] = [await cashoutOf(60_00), await cashoutOf(70_00), await cashoutOf(50_00)];
    const open = async () => (await boss.get('/api/admin/cashouts?status=open&sort=createdAt')).body.cashouts as AdminCashoutView[];
    const checks = { cashoutsBefore: 0, paidBefore: 0, debt: 0, detailsChangedAt: expect.any(String) };
    const shown = [ann, bob, eve].map(({ cashoutId }) => ({ id: cashoutId, runId: null as string | null, checks }));
    expect(await open()).toMatchObject(shown);

    const runId = await start([ann.cashoutId, bob.cashoutId, eve.cashoutId]);
    // In one run at most, and decided only by it.
    expect(await boss.post('/api/admin/payout-runs', { cashouts: [ann.cashoutId] })).toMatchObject({
      status: 409,
      body: { error: payoutRefusals.inRun },
    });
    const alone = await boss.put(`/api/admin/cashouts/${ann.cashoutId}/process`, { status: 'completed' });
    expect(alone).toMatchObject({ status: 409, body: { error: payoutRefusals.cashoutInRun } });
    expect(await open()).toMatchObject(shown.map((cashout) => ({ ...cashout, runId })));
    expect((await booksOf(ann.id)).paidCents).toBe(0);

    expect((await boss.post(`/api/admin/payout-runs/${runId}/remove`, { cashoutId: eve.cashoutId })).status).toBe(200);
    expect((await open()).filter((cashout) => !cashout.runId)).toMatchObject([{ id: eve.cashoutId }]);
    expect((await settle(runId)).status).toBe(200);
    expect((await settle(runId)).status).toBe(200);
    for (const [who, cents] of [
      [ann, 60_00],
      [bob, 70_00],
      [eve, 0],
    ] as const)
      expect((await booksOf(who.id)).paidCents).toBe(cents);
    expect((await ann.get('/api/affiliate/stats')).body).toMatchObject({ recentCashouts: [{ status: 'completed' }] });
    expect((await madeFile(runId, 'type=paypal')).status).toBe(409);
    expect((await boss.get(`/api/admin/payout-runs/${runId}/file?type=paypal`)).status).toBe(409);

    const report = `Payouts summary,,\r\nUnique ID,Amount,Status\r\n${ann.cashoutId},-60.00,Completed\r\n${bob.cashoutId},"-70,00",Returned\r\nx-1,1,Completed\r\n${ann.cashoutId},61.00,Failed\r\n`;
    const read = () => boss.post(`/api/admin/payout-runs/${runId}/report`, { report });
    expect((await read()).body).toEqual({
      completed: 1,
      unclaimed: 0,
      returned: 1,
      unchanged: 0,
      problems: [
        { row: 3, what: 'No cashout of this run has this id' },
        { row: 4, what: 'The amount is not the cashout’s' },
      ],
    });
    const { position } = await app.system.log.head();
    expect((await read()).body).toMatchObject({ completed: 0, returned: 0, unchanged: 2 });
    expect((await app.system.log.head()).position).toBe(position);
    expect(await booksOf(bob.id)).toMatchObject({ paidCents: 0, reservedCents: 0 });
    expect((await bob.get('/api/affiliate/stats')).body).toMatchObject({
      affiliate: { balance: 100 },
      recentCashouts: [{ status: 'returned' }],
    });
    expect((await boss.get(`/api/admin/payout-runs/${runId}`)).body).toMatchObject({
      state: 'settled',
      reference: 'PP-2026-11',
      startedBy: 'boss',
      count: 2,
      amount: 130,
      unbooked: 0,
      returned: { count: 1, amount: 70 },
      cashouts: [{ state: 'paid', result: 'completed' }, { state: 'returned' }, { state: 'removed' }],
    });
  });

  it('has a picture of its payment, if it was given one, for admins alone; one that no event names goes after a day', async () => {
    const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    const proofImage = `data:image/png;base64,${image.toString('base64')}`;
    const ann = await cashoutOf(60_00);
    const runId = await start([ann.cashoutId]);
    const say = (body: object) => boss.post(`/api/admin/payout-runs/${runId}/settle`, body);
    expect(await say({ reference: 'PP-7', proofImage: 'data:image/png;base64,AAAA' })).toMatchObject({ status: 400 });
    expect((await boss.get(`/api/admin/payout-runs/${runId}`)).body).toMatchObject({ state: 'open', proofImageUrl: null });
    expect((await say({ reference: 'PP-7', proofImage })).status).toBe(200);
    // Said again with another picture, it stays what it was.
    expect((await say({ reference: 'PP-7', proofImage: proofImage.replace('data:image/png', 'data:image/jpeg') })).status).toBe(200);
    const { proofImageUrl } = (await boss.get(`/api/admin/payout-runs/${runId}`)).body;
    const shown = (token: string) => fetch(app.url + proofImageUrl, { headers: { Authorization: `Bearer ${token}` } });
    const stored = async () =>
      (await app.db.owner.query(`select sha256 from affiliate.proofs where affiliate_id = 'run-' || $1`, [runId])).rows.length;
    await app.db.owner.query(
      `insert into affiliate.proofs (affiliate_id, sha256, mime, image) values ('run-' || $1, $2, 'image/png', '\\x00')`,
      [runId, 'f'.repeat(64)],
    );
    await app.db.owner.query(`update affiliate.proofs set stored_at = stored_at - interval '25 hours'`);
    expect(await stored()).toBe(2);
    await app.api.get(Proofs).removeUnnamed();
    expect(await stored()).toBe(1);
    expect([(await shown(boss.token)).status, (await shown(boss.token)).headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await shown(ann.token)).status).toBe(403);
    expect((await boss.get(`/api/admin/payout-runs/${'0'.repeat(runId.length)}/proof`)).status).toBe(404);
    expect((await ann.get('/api/affiliate/stats')).body).toMatchObject({ recentCashouts: [{ proofImageUrl: null }] });
  });

  it('leaves its cashouts unchanged when cancelled', async () => {
    const ann = await cashoutOf(60_00);
    const runId = await start([ann.cashoutId]);
    expect((await boss.post(`/api/admin/payout-runs/${runId}/cancel`)).status).toBe(200);
    expect((await settle(runId)).body).toMatchObject({ error: payoutRefusals.notOpenRun });
    expect((await boss.put(`/api/admin/cashouts/${ann.cashoutId}/process`, { status: 'rejected' })).status).toBe(200);
  });
});

describe('files for payers', () => {
  const solana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
  it('have the amounts of the log, in the payer’s format', async () => {
    const [ann, sol] = [await cashoutOf(60_05), await cashoutOf(70_00, { address: solana })];
    const runId = await start([ann.cashoutId, sol.cashoutId]);
    const file = (query: string) => madeFile(runId, query);
    const rows = async (query: string, columns = false) => parse((await file(query)).body as unknown as string, { columns }) as unknown[];
    const [paypal] = (await rows('type=paypal')) as string[][];
    expect(paypal!.slice(1)).toEqual(['60.05', 'EUR', ann.cashoutId, 'Affiliate commission', 'PAYPAL']);
    expect(paypal![0]).toMatch(/^pay-\d+@mail\.example$/);
    expect(ann.cashoutId.length).toBeLessThanOrEqual(30);
    expect(await file('type=paypal&decimal=comma')).toMatchObject({ status: 409, body: { error: payoutRefusals.anotherFile } });
    await unused(runId);
    expect(((await rows('type=paypal&decimal=comma')) as string[][])[0]![1]).toBe('60,05');
    expect(await file('type=solana')).toMatchObject({ status: 400, body: { error: payoutRefusals.rateInvalid } });
    expect(await rows('type=solana&rate=1.083333', true)).toEqual([
      { cashout: sol.cashoutId, address: solana, eur: '70.00', usdc: '75.83331', link: solanaPayLink(solana, '75.83331', sol.cashoutId) },
    ]);
    for (const [query, error] of [
      ['type=solana&rate=0', payoutRefusals.rateInvalid],
      ['type=solana&rate=1e3', payoutRefusals.rateInvalid],
      ['', payoutRefusals.typeInvalid],
    ] as const)
      expect([query, await file(query)]).toMatchObject([query, { status: 400, body: { error } }]);
    expect(await file('type=solana')).toMatchObject({ status: 200, body: expect.stringContaining('75.83331') });
    expect(usdcOf(70_00, 1_083_333)).toBe('75.83331');
  });

  it('for the seller’s bank is a SEPA credit transfer from the account that was set, the same again and again', async () => {
    const payTo = { iban: 'NL91ABNA0417164300', name: 'Ελένη Ark' };
    const [ann, bob] = [await cashoutOf(60_05, payTo), await cashoutOf(70_00, { iban: 'DE89370400440532013000', name: 'Bob' })];
    const runId = await start([ann.cashoutId, bob.cashoutId]);
    const file = async () => (await madeFile(runId, 'type=bank')) as { status: number; body: any };
    expect(await file()).toMatchObject({ status: 409, body: { error: payoutRefusals.noAccount } });
    expect((await boss.get('/api/admin/payout-account')).body).toEqual({ iban: null, name: null, position: 0 });
    const set = async (iban: string, base?: number) => {
      const { position } = (await boss.get('/api/admin/payout-account')).body;
      return (await boss.put('/api/admin/payout-account', { iban, name: 'Framelift Ltd' }, { 'Edit-Base': String(base ?? position) }))
        .status;
    };
    expect(await set('DE88 3704 0044 0532 0130 00')).toBe(400);
    expect(await set('DE02 1203 0000 0000 2020 51')).toBe(200);
    expect((await boss.get('/api/admin/payout-account')).body).toEqual({
      iban: 'DE•• •••• 2051',
      name: 'Framelift Ltd',
      position: expect.any(Number),
    });
    expect(await set('AT611904300234573201', 0)).toBe(409);
    const first = (await file()).body as string;
    for (const part of ['<IBAN>DE02120300000000202051</IBAN>', '<CtrlSum>130.05</CtrlSum>', '<NbOfTxs>2</NbOfTxs>', '<Nm>Eleni Ark</Nm>'])
      expect(first).toContain(part);
    const idsIn = (xml: string) => [...xml.matchAll(/<EndToEndId>(.*)<\/EndToEndId>/g)].map(([, id]) => id!);
    expect(idsIn(first).map((id) => id.replace(/-[0-9a-z]{8}$/, ''))).toEqual([ann.cashoutId, bob.cashoutId]);
    // Another account holds for the next file.
    expect(await set('AT611904300234573201')).toBe(200);
    expect((await file()).body).toBe(first);
    const { cashouts } = (await boss.get(`/api/admin/payout-runs/${runId}`)).body as PayoutRunView;
    expect(cashouts.map((one) => one.payTo).toSorted()).toEqual(['DE•• •••• 3000', 'NL•• •••• 4300']);
    await unused(runId);
    const second = (await file()).body as string;
    expect(second).toContain('<IBAN>AT611904300234573201</IBAN>');
    // A second attempt to pay is no repeat of the first, to no bank and to no report.
    expect(new Set([...idsIn(first), ...idsIn(second)]).size).toBe(4);
    expect((await settle(runId)).status).toBe(200);
    const reported = (id: string) =>
      boss.post(`/api/admin/payout-runs/${runId}/report`, {
        report: camt054('camt.054.001.08', [{ cashoutId: id, cents: 60_05, back: 'AC04' }]),
      });
    expect(await reported(idsIn(first)[0]!)).toMatchObject({ status: 409, body: { error: payoutRefusals.bankFileOfOthers } });
    expect(await reported(idsIn(second)[0]!)).toMatchObject({ status: 200, body: { returned: 1, problems: [] } });
  });

  it('for a bank are answered by its own files: what was refused or came back is the affiliate’s again, once, with the reason', async () => {
    const bank = (iban: string) => cashoutOf(60_00, { iban, name: 'Ann Ark' });
    const [ann, bob, eve] = [await bank('NL91ABNA0417164300'), await bank('DE89370400440532013000'), await bank('AT611904300234573201')];
    const runId = await start([ann.cashoutId, bob.cashoutId, eve.cashoutId]);
    const file = async () => (await madeFile(runId, 'type=bank')).body as unknown as string;
    const idIn = (xml: string) => /<MsgId>(.*)<\/MsgId>/.exec(xml)![1]!;
    const { position: base } = (await boss.get('/api/admin/payout-account')).body;
    await boss.put('/api/admin/payout-account', { iban: 'DE02120300000000202051', name: 'Framelift' }, { 'Edit-Base': String(base) });
    const fileId = idIn(await file());
    const read = async (report: string) => {
      const { status, body } = await boss.post(`/api/admin/payout-runs/${runId}/report`, { report });
      return [status, status === 200 ? body : body.error] as const;
    };
    const counts = { completed: 0, unclaimed: 0, returned: 0, unchanged: 0, problems: [] };
    const payments = [
      { cashoutId: ann.cashoutId, status: 'RJCT', code: 'AC04', cents: 60_00 },
      { cashoutId: bob.cashoutId, status: 'ACSP' },
    ];
    const decided = pain002('pain.002.001.03', { fileId, group: 'PART', payments });
    expect(await read(decided)).toEqual([409, payoutRefusals.notSettled]);
    expect((await settle(runId)).status).toBe(200);
    expect(await read('<a>')).toEqual([400, payoutRefusals.bankFileUnreadable]);
    expect(await read(pain002('pain.002.001.03', { fileId: `${runId}-20200101000000`, payments }))).toEqual([
      409,
      payoutRefusals.bankFileOfOtherFile(`${runId}-20200101000000`),
    ]);
    expect(await read(camt054('camt.054.001.08', [{ cashoutId: 'x-1', cents: 60_00 }]))).toEqual([409, payoutRefusals.bankFileOfOthers]);
    expect(await read(decided)).toEqual([200, { ...counts, returned: 1, unchanged: 1 }]);
    const booked = camt054('camt.054.001.08', [
      { cashoutId: 'x-1', cents: 1 },
      { cashoutId: bob.cashoutId, cents: 60_00 },
      { cashoutId: bob.cashoutId, cents: 60_00, back: 'MD07' },
      { cashoutId: eve.cashoutId, cents: 60_01, back: 'AC01' },
      { cashoutId: eve.cashoutId, cents: 60_00, currency: 'CHF' },
      { cashoutId: eve.cashoutId, cents: 60_00 },
      { cashoutId: 'x-2', cents: 1 },
    ]);
    const problems = [
      { row: 1, what: 'This payment and 1 other are not of this run' },
      { row: 4, what: 'The amount is not the cashout’s' },
      { row: 5, what: 'The amount is not in euros' },
    ];
    expect(await read(booked)).toEqual([200, { ...counts, completed: 2, returned: 1, problems }]);
    const { position } = await app.system.log.head();
    expect(await read(booked)).toEqual([200, { ...counts, unchanged: 3, problems }]);
    expect(await read(decided)).toEqual([200, { ...counts, unchanged: 2 }]);
    expect((await app.system.log.head()).position).toBe(position);
    // The reversal of a return is no return: the money left again.
    const again = entry({ cashoutId: eve.cashoutId, direction: 'DBIT', mark: 'true' });
    const back = entry({ cashoutId: eve.cashoutId, direction: 'CRDT' });
    const left = 'The bank took back a return of this payment: the money left again. Check the account before it is paid once more';
    expect(await read(document('camt.054.001.08', [again]))).toEqual([200, { ...counts, problems: [{ row: 1, what: left }] }]);
    expect(await read(document('camt.054.001.08', [back, again]))).toEqual([200, { ...counts, unchanged: 1 }]);
    expect((await app.system.log.head()).position).toBe(position);
    for (const [who, paidCents] of [
      [ann, 0],
      [bob, 0],
      [eve, 60_00],
    ] as const)
      expect(await booksOf(who.id)).toMatchObject({ paidCents, reservedCents: 0 });
    expect((await boss.get(`/api/admin/payout-runs/${runId}`)).body.cashouts).toMatchObject([
      { state: 'failed', problem: 'The account is closed' },
      { state: 'returned', problem: 'The account’s holder has died' },
      { state: 'paid', result: 'completed', problem: null },
    ]);
    expect((await ann.get('/api/affiliate/stats')).body).toMatchObject({
      affiliate: { balance: 100 },
      recentCashouts: [{ status: 'returned', reason: 'The account is closed' }],
      notifications: [{ message: expect.stringContaining('The account is closed.') }, {}, {}, {}],
    });
  });

  it('are made by an admin who confirmed it, once however often it is asked; reading one records nothing', async () => {
    const ann = await cashoutOf(60_00);
    const runId = await start([ann.cashoutId]);
    const at = `/api/admin/payout-runs/${runId}/file`;
    const reader = await app.program(['read:affiliates', 'read:personal']);
    const { position } = await app.system.log.head();
    // Nothing was made yet.
    for (const by of [boss, reader])
      expect(await by.get(`${at}?type=paypal&decimal=comma`)).toMatchObject({ status: 404, body: { error: payoutRefusals.fileNotFound } });
    expect((await reader.post(at, { type: 'paypal' })).status).toBe(403);
    const { sub } = JSON.parse(Buffer.from(boss.token.split('.')[1]!, 'base64url').toString());
    const late = app.as(app.tokenOf(sub, { minutesAgo: 11 }));
    expect(await late.post(at, { type: 'paypal' })).toMatchObject({ status: 403, body: { error: refusals.confirmFirst } });
    expect(await boss.post(at, { type: 'cheque' })).toMatchObject({ status: 400, body: { error: payoutRefusals.typeInvalid } });
    const eventsOf = async () => (await app.system.log.readStream(payoutStream(runId))).map(({ type }) => type);
    expect(await eventsOf()).toEqual(['PayoutRunStarted']);

    const once = { 'Idempotency-Key': randomUUID() };
    for (let n = 0; n < 2; n++) expect((await boss.post(at, { type: 'paypal', decimal: 'comma' }, once)).status).toBe(200);
    expect(await eventsOf()).toEqual(['PayoutRunStarted', 'PayoutFileMade']);
    expect((await app.system.log.head()).position).toBeGreaterThan(position);
    const made = await boss.get(`${at}?type=paypal`);
    expect(made).toMatchObject({ status: 200, body: expect.stringContaining('60,00') });
    expect((await reader.get(`${at}?type=paypal&decimal=comma`)).body).toBe(made.body);
    for (const other of ['type=paypal&decimal=point', 'type=paypal&rate=9999'])
      expect(await reader.get(`${at}?${other}`)).toMatchObject({ status: 409, body: { error: payoutRefusals.anotherFile } });
    expect((await boss.get(`${at}?type=solana&rate=9999`)).status).toBe(404);
    expect(await eventsOf()).toEqual(['PayoutRunStarted', 'PayoutFileMade']);
    // A repeated request says what it did, also once the run is over.
    expect((await settle(runId)).status).toBe(200);
    expect((await boss.post(at, { type: 'paypal', decimal: 'comma' }, once)).status).toBe(200);
    expect((await boss.post(at, { type: 'paypal' })).body).toMatchObject({ error: payoutRefusals.notOpenRun });
  });

  it('are facts: what an old file may pay is not taken out, completed or rejected, so nothing is paid twice', async () => {
    const [ann, bob] = [await cashoutOf(60_00), await cashoutOf(70_00)];
    const runId = await start([ann.cashoutId, bob.cashoutId]);
    const at = (what: string) => `/api/admin/payout-runs/${runId}/${what}`;
    const file = () => madeFile(runId, 'type=paypal&decimal=comma');
    const [first, again, same] = [await file(), await file(), await madeFile(runId, 'type=paypal')];
    expect([first.status, again.body, same.body]).toEqual([200, first.body, first.body]);
    const ofFiles = async () =>
      (await app.system.log.readStream(payoutStream(runId))).filter(({ type }) => type.startsWith('PayoutFile')).map(({ data }) => data);
    const made = { type: 'paypal', hash: expect.any(String), count: 2, cents: 130_00, decimal: 'comma' };
    expect(await ofFiles()).toEqual([made]);
    const { files } = (await boss.get(`/api/admin/payout-runs/${runId}`)).body as PayoutRunView;
    expect(files).toMatchObject([{ type: 'paypal', count: 2, amount: 130, madeBy: 'boss', decimal: 'comma', rate: null }]);

    const refusedBy = (error: string) => ({ status: 409, body: { error } });
    const remove = () => boss.post(at('remove'), { cashoutId: ann.cashoutId });
    const process = (status: string) => boss.put(`/api/admin/cashouts/${ann.cashoutId}/process`, { status });
    expect(await remove()).toMatchObject(refusedBy(payoutRefusals.fileOpen));
    expect(await boss.post(at('cancel'))).toMatchObject(refusedBy(payoutRefusals.fileOpenInRun));
    for (const status of ['completed', 'rejected']) expect(await process(status)).toMatchObject(refusedBy(payoutRefusals.cashoutInRun));

    // Said at the same time as a removal, one of the two is first: never is a cashout out of the run and in an open file.
    expect(await boss.post(at('unused'), { hash: 'f'.repeat(40) })).toMatchObject({
      status: 404,
      body: { error: payoutRefusals.fileNotFound },
    });
    await Promise.all([remove(), unused(runId), file(), remove()]);
    const view = (await boss.get(`/api/admin/payout-runs/${runId}`)).body as PayoutRunView;
    const isIn = view.cashouts.find(({ cashoutId }) => cashoutId === ann.cashoutId)!.state === 'in';
    expect(view.files.every(({ count }) => count === (isIn ? 2 : 1))).toBe(true);
    await unused(runId);
    if (isIn) expect((await remove()).status).toBe(200);
    expect((await process('completed')).status).toBe(200);
    const next = await madeFile(runId, 'type=paypal');
    expect([next.status, String(next.body).includes(ann.cashoutId)]).toEqual([200, false]);
    expect((await ofFiles()).at(-1)).toMatchObject({ count: 1, cents: 70_00, replaces: expect.any(String) });
    expect((await settle(runId)).status).toBe(200);
    expect([(await booksOf(ann.id)).paidCents, (await booksOf(bob.id)).paidCents]).toEqual([60_00, 70_00]);
  });

  it('are not held up by a payee whose details look like a formula: such details are refused where they are entered', async () => {
    const ann = await app.affiliate();
    for (const email of ['=1+1@wallet.example', '+49@wallet.example', '-x@wallet.example', '@x@wallet.example'])
      expect([email, await ann.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email } })]).toMatchObject(
        [email, { status: 400 }],
      );
    const body = { paymentType: 'paypal', paymentDetails: { email: '=1+1@wallet.example' } };
    expect((await ann.post('/api/affiliate/payment-methods', body)).body).toMatchObject({ error: refusals.paymentDetailsFormula });
  });
  it('say of which payee they cannot be made, where details from before look like a formula', async () => {
    const [ann, bob] = [await cashoutOf(60_00), await cashoutOf(60_00, { email: '=1+1@wallet.example' })];
    const runId = await start([ann.cashoutId, bob.cashoutId]);
    expect(await madeFile(runId, 'type=paypal')).toMatchObject({
      status: 409,
      body: { error: payoutRefusals.unsafeCell([`cashout ${bob.cashoutId} of ${bob.username}`]) },
    });
    const again = await boss.post('/api/admin/payout-runs', { cashouts: [(await cashoutOf(60_00)).cashoutId, ann.cashoutId] });
    expect(again).toMatchObject({ status: 409, body: { error: `Cashout ${ann.cashoutId}: ${payoutRefusals.inRun}` } });
  });
});

describe('two admins', () => {
  it('decide together on large amounts: one starts or approves, another pays', async () => {
    await set(100);
    const [ann, bob] = [await cashoutOf(60_00), await cashoutOf(50_00)];
    const runId = await start([ann.cashoutId, bob.cashoutId]);
    expect(await settle(runId)).toMatchObject({ status: 409, body: { error: payoutRefusals.secondAdmin } });
    expect(await madeFile(runId, 'type=paypal')).toMatchObject({ status: 409 });
    const approve = (by: Client) => by.post(`/api/admin/payout-runs/${runId}/approve`);
    expect(await approve(boss)).toMatchObject({ status: 403, body: { error: payoutRefusals.approvedBySame } });
    expect((await approve(second)).status).toBe(200);
    expect((await madeFile(runId, 'type=paypal')).status).toBe(200);
    expect((await settle(runId)).status).toBe(200);
    const events = await app.system.log.readStream(payoutStream(runId));
    expect(new Set(events.map((e) => e.metadata.actor.id)).size).toBe(2);
    await turnOff();
  });

  it('decide on what adds up to one affiliate; an approval is void once the run changes; new details wait', async () => {
    const third = await admin('third');
    const setLimits = async (limits: object, pending: boolean) => {
      const { terms, position } = (await third.get('/api/admin/terms')).body;
      const { status, body } = await third.put('/api/admin/terms', { ...terms, ...limits }, { 'Edit-Base': String(position) });
      expect([status, body.pendingFourEyes]).toEqual([200, pending]);
    };
    await setLimits({ fourEyesPerAffiliate: 60 }, false);
    const [ann, bob, cara] = [await cashoutOf(60_00), await cashoutOf(50_00), await cashoutOf(59_99)];
    const complete = (cashoutId: string) => third.put(`/api/admin/cashouts/${cashoutId}/process`, { status: 'completed' });
    expect(await complete(ann.cashoutId)).toMatchObject({ status: 409, body: { error: payoutRefusals.secondAdminForCashout } });
    expect((await complete(cara.cashoutId)).status).toBe(200);

    const runId = await start([ann.cashoutId, bob.cashoutId], third);
    const file = () => madeFile(runId, 'type=paypal', third);
    const approve = () => second.post(`/api/admin/payout-runs/${runId}/approve`);
    expect(await file()).toMatchObject({ status: 409, body: { error: payoutRefusals.secondAdmin } });
    expect((await approve()).status).toBe(200);
    expect((await third.post(`/api/admin/payout-runs/${runId}/remove`, { cashoutId: bob.cashoutId })).status).toBe(200);
    expect((await boss.get(`/api/admin/payout-runs/${runId}`)).body).toMatchObject({ needsApproval: true, approvedBy: null });
    for (const refused of [await file(), await settle(runId, third)])
      expect(refused).toMatchObject({ status: 409, body: { error: payoutRefusals.secondAdmin } });
    expect((await approve()).status).toBe(200);
    expect((await file()).status).toBe(200);
    expect((await settle(runId, third)).status).toBe(200);

    await setLimits({ detailsWaitDays: 7 }, false);
    const dora = await app.affiliate();
    await sold(app.system.log, dora.id, 100_00, `i-${dora.id}`);
    await dora.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'dora@pay.example' } });
    const [method] = (await dora.get('/api/affiliate/stats')).body.paymentMethods;
    expect((await dora.post('/api/affiliate/cashouts', { amount: 50, paymentMethodId: method.id })).status).toBe(201);
    const cashoutId = `${dora.id}-1`;
    const { body } = await third.get(`/api/admin/cashouts?status=open&affiliate=${dora.id}`);
    const { payableAt } = body.cashouts[0].checks;
    expect(Date.parse(payableAt) - Date.now()).toBeGreaterThan(6 * DAY_MS);
    const waits = { status: 409, body: { error: payoutRefusals.newDetails(dayText(payableAt)) } };
    expect(await complete(cashoutId)).toMatchObject(waits);
    expect(await third.post('/api/admin/payout-runs', { cashouts: [cashoutId] })).toMatchObject(waits);
    await setLimits({ fourEyesPerAffiliate: null, detailsWaitDays: 0 }, true);
    expect(await pendingFourEyes()).toMatchObject({ fourEyesPerAffiliate: null, detailsWaitDays: 0 });
    expect((await answer(second, 'approve')).status).toBe(200);
    expect((await complete(cashoutId)).status).toBe(200);
  });

  it('cannot be switched off by one admin: changing the limit takes a second one too', async () => {
    await set(100);
    const [ann, bob] = [await cashoutOf(60_00), await cashoutOf(60_00)];
    const runId = await start([ann.cashoutId, bob.cashoutId]);
    for (const fourEyes of [null, 200, 50]) {
      expect(await set(fourEyes)).toBe(true);
      expect(await pendingFourEyes()).toMatchObject({ fourEyes, by: { username: 'boss' } });
      expect((await boss.get('/api/admin/terms')).body.terms.fourEyes).toBe(100);
      expect(await settle(runId)).toMatchObject({ status: 409, body: { error: payoutRefusals.secondAdmin } });
      expect(await answer(boss, 'approve')).toMatchObject({ status: 403, body: { error: payoutRefusals.ownFourEyes } });
    }
    const { position } = await pendingFourEyes();
    await set(null);
    // What the second admin looked at is no longer what is asked for.
    expect((await answer(second, 'approve', position)).status).toBe(409);
    expect((await answer(boss, 'refuse')).status).toBe(200);
    expect([await pendingFourEyes(), (await answer(second, 'approve', 1e9)).status]).toEqual([null, 409]);
    await turnOff();
    // The run keeps what it needed when it began.
    expect(await settle(runId)).toMatchObject({ status: 409, body: { error: payoutRefusals.secondAdmin } });
    expect((await boss.get(`/api/admin/payout-runs/${runId}`)).body.needsApproval).toBe(true);
    expect((await second.post(`/api/admin/payout-runs/${runId}/approve`)).status).toBe(200);
    expect((await settle(runId)).status).toBe(200);
  });

  it('are needed for many small payouts of one admin as for a large one: within a day they count together', async () => {
    await set(100);
    const people = [await cashoutOf(60_00), await cashoutOf(60_00), await cashoutOf(60_00), await cashoutOf(60_00)];
    const [first, next, third, alone] = people.map(({ cashoutId }) => cashoutId) as [string, string, string, string];
    expect((await settle(await start([first]))).status).toBe(200);
    // Two at once do not slip past each other either.
    const runs = await Promise.all([start([next]), start([third])]);
    for (const runId of runs) expect(await settle(runId)).toMatchObject({ status: 409, body: { error: payoutRefusals.secondAdmin } });
    const complete = (by: Client) => by.put(`/api/admin/cashouts/${alone}/process`, { status: 'completed' });
    expect(await complete(boss)).toMatchObject({ status: 409, body: { error: payoutRefusals.secondAdminForCashout } });
    expect((await second.post(`/api/admin/payout-runs/${runs[0]}/approve`)).status).toBe(200);
    expect((await settle(runs[0]!)).status).toBe(200);
    expect((await complete(second)).status).toBe(200);
    await turnOff();
  });

  it('refuse to let an admin decide about a payment to their own mailbox, in any spelling', async () => {
    const ann = await cashoutOf(60_00);
    const own = await admin('own', `${ann.username.toUpperCase()}+staff@Example.org`);
    const decided = await own.put(`/api/admin/cashouts/${ann.cashoutId}/process`, { status: 'completed' });
    expect(decided).toMatchObject({ status: 403, body: { error: payoutRefusals.ownPayment } });
    const runId = await start([ann.cashoutId]);
    const isRefused = { status: 403, body: { error: payoutRefusals.ownPayment } };
    const at = (what: string) => `/api/admin/payout-runs/${runId}/${what}`;
    // Every way in which the money leaves, and the one in which it comes back.
    expect(await settle(runId, own)).toMatchObject(isRefused);
    expect(await own.post(at('approve'))).toMatchObject(isRefused);
    expect(await own.post(at('file'), { type: 'paypal' })).toMatchObject(isRefused);
    expect((await madeFile(runId, 'type=paypal')).status).toBe(200);
    expect(await own.get(at('file?type=paypal'))).toMatchObject(isRefused);
    expect((await settle(runId)).status).toBe(200);
    expect(await own.post(at('return'), { cashoutId: ann.cashoutId, because: 'returned' })).toMatchObject(isRefused);
    const report = `Unique ID,Status\n${ann.cashoutId},Returned\n`;
    expect(await own.post(at('report'), { report })).toMatchObject({
      status: 200,
      body: { returned: 0, problems: [{ row: 1, what: payoutRefusals.ownPayment }] },
    });
    expect((await booksOf(ann.id)).paidCents).toBe(60_00);
  });

  it(`remain two in ${30 * ROUNDS} races of approving with approving again and with the end of an account`, async () => {
    await set(60);
    for (let round = 0; round < ROUNDS; round++) {
      const username = `third-${round}`;
      const third = await admin(username);
      const [late, ...raced] = await Promise.all((await many(11)).map(({ cashoutId }) => start([cashoutId])));
      // The account ends once so many of the twenty approvals are answered with success, early and late in turns.
      const before = round % 2 ? round % 17 : 16 - (round % 17);
      const enough = Promise.withResolvers<void>();
      let accepted = 0;
      const approve = async (by: Client, id: string) => {
        const { status } = await by.post(`/api/admin/payout-runs/${id}/approve`);
        if (status === 200) accepted++;
        if (accepted >= before) enough.resolve();
        return status;
      };
      if (!before) enough.resolve();
      const approving = raced.flatMap((id) => [third, third, boss].map((by) => approve(by, id)));
      await enough.promise;
      await app.api.get(Registration).revokeAdmin(systemMeta(), username);
      expect(await approve(third, late!)).toBe(401);
      await Promise.all(approving);
      const revokedAt = (await app.system.log.read(0, 1_000_000, { types: ['AdminRevoked'] })).at(-1)!.position;
      let approvals = 0;
      for (const id of [late!, ...raced]) {
        const [started, ...rest] = await app.system.log.readStream(payoutStream(id));
        const approved = rest.filter(({ type }) => type === 'PayoutRunApproved');
        approvals += approved.length;
        expect(approved.length).toBeLessThanOrEqual(id === late ? 0 : 1);
        // Never the starter's, and never one that follows the end of the account.
        for (const { metadata, position } of approved)
          expect([metadata.actor.id !== started!.metadata.actor.id, position < revokedAt]).toEqual([true, true]);
      }
      expect(approvals > 0 || before === 0).toBe(true);
    }
    await turnOff();
  });
});

describe(`${PEOPLE} cashouts of one run`, () => {
  /** A process that continues a settled run. It is killed after so many payments, within the next one, and begins none after it. */
  const program = `
    const [, url, key, runId, payments] = process.argv;
    const dist = ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../../dist')))};
    const { createPool } = await import(dist + '/platform/pg.js');
    const { Vault } = await import(dist + '/engine/log/sealing/vault.js');
    const { Log } = await import(dist + '/engine/log/log.js');
    const { Streams } = await import(dist + '/engine/log/deciding/streams.js');
    const { finishRun } = await import(dist + '/programme/payouts/finishing.js');
    const pool = createPool(url);
    let began = 0;
    let beganAt;
    class Killed extends Streams {
      decideAcross(decision) {
        if (began++ > payments) return new Promise(() => {});
        const lasts = performance.now() - beganAt;
        beganAt = performance.now();
        if (began > payments) setTimeout(() => process.kill(process.pid, 'SIGKILL'), Math.random() * lasts);
        return super.decideAcross(decision);
      }
    }
    await finishRun(new Killed(pool, await Log.open(pool, new Vault(pool, Buffer.from(key, 'hex')))), runId);
  `;
  const killedWhilePaying = async (runId: string, payments: number) => {
    const key = app.db.masterKey.toString('hex');
    const args = ['--input-type=module', '-e', program, app.db.appUrl, key, runId, String(payments)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  };

  it('are each paid once despite concurrent settling and kills; books and read models agree', async () => {
    const people = await many(PEOPLE);
    const runId = await start(people.map(({ cashoutId }) => cashoutId));
    // Said, and not carried out: the process that settles it ends at once.
    const settled = payoutRunSettled({ reference: 'PP-500' });
    await append(app.system, payoutStream(runId), [settled]);
    const paid = async () =>
      (await app.system.log.read(0, 1_000_000, { types: ['CashoutProcessed'] })).filter(
        (e) => (e.data as { runId?: string }).runId === runId,
      );
    for (let kill = 0; kill < KILLS; kill++) {
      const before = (await paid()).length;
      const payments = 1 + Math.floor(Math.random() * 20);
      await killedWhilePaying(runId, payments);
      // A kill that came too early or too late would prove nothing.
      const after = (await paid()).length;
      expect([after >= before + payments, after < PEOPLE]).toEqual([true, true]);
    }
    const answers = await Promise.all([
      settle(runId),
      settle(runId, second, 'another'),
      app.api.get(Finishing).work(0, new AbortController().signal),
    ]);
    expect(answers.slice(0, 2).map((answer) => (answer as { status: number }).status)).toEqual([200, 200]);
    const all = await paid();
    expect([all.length, new Set(all.map((e) => e.streamId)).size]).toEqual([PEOPLE, PEOPLE]);
    expect((await app.system.log.readStream(payoutStream(runId))).filter(({ type }) => type === 'PayoutRunSettled')).toHaveLength(1);
    for (const { id } of people) expect(ownCents(await booksOf(id))).toBe(40_00);
    const { problems } = (await operatorOf(app.system, app.db.ownerUrl)('audit', '--json')).json as { problems: { what: string }[] };
    // Sales that this spec wrote by hand say older terms, and nothing of a store.
    expect(problems.filter(({ what }) => !/decided by the terms/.test(what))).toEqual([]);
    for (const projection of [payouts, dashboard])
      expect((await verify(app.db, app.db.log, projection)).tables.filter((t) => t.differing)).toEqual([]);
  });
});
