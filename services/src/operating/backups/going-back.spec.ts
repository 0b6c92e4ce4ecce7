import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AttentionView,
  documentsStream,
  type InvoicesView,
  payoutRefusals,
  payoutStream,
  type PayoutRunView,
  programmeStream,
} from '@framelift/contracts';
import { asking } from '../../../../test/support/asking.ts';
import { operatorOf, ran } from '../../../../test/support/operator.ts';
import { sold } from '../../../../test/support/sales.ts';
import { type Answer, type App, type Client, startApp } from '../../../../test/support/system.ts';
import { untilAllFolded } from '../../../../test/support/sending.ts';
import { until } from '../../../../test/support/until.ts';
import { type RunningWitness, startWitness } from '../../../../test/witnessed/witness.ts';
import { Checkpoints } from '../../engine/tree/checkpoints.ts';
import { Witnesses } from '../../engine/tree/witnesses.ts';
import { signedNote, verifierKey } from '../../platform/notes.ts';
import { publicKeyOf } from '../../platform/signing.ts';

/** The system is put back once, in `beforeAll`; the tests say what is true after it. */
let app: App;
let folder: string;
let boss: Client;
const ops = (...args: string[]) => operatorOf(app.system, app.db.ownerUrl)(...args, '--json');
const year = new Date().getUTCFullYear();

const runOf = async (...cashouts: string[]) => (await boss.post('/api/admin/payout-runs', { cashouts })).body.id as string;
const run = async (id: string) => (await boss.get<PayoutRunView>(`/api/admin/payout-runs/${id}`)).body;
const onRun = (id: string, what: string, body: object = {}) => boss.post(`/api/admin/payout-runs/${id}/${what}`, body);
const invoices = async (of: Client) => (await of.get<InvoicesView>('/api/affiliate/invoices')).body.invoices.map(({ number }) => number);
const waiting = async () =>
  ((await boss.get('/api/admin/attention')).body as AttentionView).items.find(({ kind }) => kind === 'unknownPayments');
const audit = () => ops('audit');
const cashoutOf = async (id: string) =>
  (await boss.get('/api/admin/cashouts?limit=200')).body.cashouts.find((one: { id: string }) => one.id === id) as {
    status: string;
    outcomeUnknown: boolean;
  };
const signedIn = async (username: string, as: string) =>
  (await app.anybody.post('/api/affiliate/login', { username, password: as })).status;

const ORIGIN = 'shop.example/log';
const textOf = async (path: string, token?: string) => {
  const response = await fetch(app.url + path, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
  return response.status === 200 ? response.text() : `${response.status}`;
};
const kept = async (name: string, text: string) => {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
};
const exportOf = async ({ token }: { token: string }, name: string, since = '') =>
  kept(name, await textOf(`/api/affiliate/statements/export?since=${since}`, token));
const verified = async (...args: string[]) => {
  const { code, out, err } = await ran('deploy/framelift-verify.mjs', {}, ...args, '--log', `${app.url}/log-2`);
  return { code, lines: `${out}${err}`.trim().split('\n') };
};
const cosigned = async () => {
  const witnesses = app.api.get(Witnesses);
  for (const one of witnesses.configured) await witnesses.ask(one);
  return witnesses.list();
};

const signedInAs = async (name: string, as = people[name]!.password) => {
  const { username } = people[name]!;
  return app.as((await app.anybody.post('/api/affiliate/login', { username, password: as })).body.token);
};

type Person = Awaited<ReturnType<typeof asking>>;
const people: Record<string, Person> = {};
/** What left after the backup. */
let booked: string;
let settled: string;
let given: string;
let ofJoined: string;
let unused: string;
let fay: Awaited<ReturnType<App['affiliate']>>;
let program: Awaited<ReturnType<App['program']>>;
let taken: { id: string; position: number };
let head: { position: number; hash: Buffer };
let witness: RunningWitness;
/** Exports and the checkpoint from before, by name. */
const saved: Record<string, string> = {};
let published: string;
let price: Answer;
let asked: Awaited<ReturnType<typeof ops>>;
let log: Record<string, string[]>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-back-'));
  witness = await startWitness(folder, [verifierKey(ORIGIN, publicKeyOf(Buffer.alloc(32, 0x44)))]);
  const backups = join(folder, 'backups');
  app = await startApp({ BACKUP_TO: backups, ARCHIVE_SECONDS: '0', PUBLIC_URL: 'https://shop.example', WITNESSES: witness.setting });
  boss = await app.admin();
  await boss.put('/api/admin/payout-account', { iban: 'DE89370400440532013000', name: 'Framelift', editBase: 0 });
  for (const name of ['ann', 'bob', 'cid', 'dan', 'eve', 'gil']) people[name] = await asking(app, { iban: 'DE89370400440532013000', name });
  const { terms, position } = (await boss.get('/api/admin/terms')).body;
  const selfBilling = { country: 'DE', vatNumber: 'DE136695976', rate: 19 };
  expect((await boss.put('/api/admin/terms', { ...terms, selfBilling }, { 'Edit-Base': String(position) })).status).toBe(200);
  program = await app.program(['read:affiliates']);
  booked = await runOf(people['gil']!.cashoutId);
  expect((await onRun(booked, 'settle', { reference: 'B-0' })).status).toBe(200);
  const earlier = await runOf(people['dan']!.cashoutId);
  const sale = { terms: (await boss.get('/api/admin/terms')).body.position };
  fay = await app.affiliate('fay');
  await sold(app.system.log, fay.id, 20_00, 'f1', sale);
  taken = (await ops('backup', '--no-proof')).json;

  const back = { cashoutId: people['gil']!.cashoutId, because: 'returned' };
  settled = await runOf(people['ann']!.cashoutId);
  expect((await onRun(settled, 'file', { type: 'bank' })).status).toBe(200);
  expect((await onRun(settled, 'settle', { reference: 'B-1' })).status).toBe(200);
  expect((await onRun(booked, 'return', back)).status).toBe(200);
  given = earlier;
  expect((await onRun(given, 'file', { type: 'bank' })).status).toBe(200);
  const { cashoutId } = people['bob']!;
  expect((await boss.put(`/api/admin/cashouts/${cashoutId}/process`, { status: 'completed' })).status).toBe(200);
  people['joined'] = await asking(app, { iban: 'DE89370400440532013000', name: 'joined' }, 60_00, sale);
  ofJoined = await runOf(people['joined'].cashoutId);
  expect((await onRun(ofJoined, 'settle', { reference: 'B-2' })).status).toBe(200);
  unused = await runOf(people['cid']!.cashoutId);
  expect((await onRun(unused, 'file', { type: 'bank' })).status).toBe(200);
  expect((await onRun(unused, 'unused', { hash: (await run(unused)).files[0]!.hash })).status).toBe(200);
  expect((await boss.send('DELETE', `/api/admin/keys/${program.id}`)).status).toBe(200);
  expect((await boss.put(`/api/admin/affiliates/${people['eve']!.id}`, { status: 'suspended', reason: 'Spam' })).status).toBe(200);
  const changed = { currentPassword: people['dan']!.password, newPassword: 'another horse battery' };
  expect((await people['dan']!.post('/api/account/password', changed)).status).toBe(200);
  log = { numbers: await invoices(people['ann']!), joined: await invoices(people['joined']) };
  head = await app.system.log.head();
  saved['fay'] = await exportOf(fay, 'fay.before');
  saved['joined'] = await exportOf(people['joined'], 'joined.before');
  published = String((await cosigned())[0]!.size);
  price = await boss.get(`/api/admin/history/back?at=${taken.position}`);
  asked = await ops('restore', taken.id, '--replace');

  const { code, json } = await ops('restore', taken.id, '--replace', '--yes', '--by', 'jo', '--reason', 'A wrong import');
  expect([code, json]).toEqual([0, expect.objectContaining({ ok: true })]);
  await until(async () => ((boss = await app.admin()), Boolean(boss.token)));
  await until(async () => (await boss.get('/api/admin/attention')).status === 200, 60_000);
}, 240_000);
afterAll(async () => {
  await app.stop();
  await witness.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('before the system goes back', () => {
  it('its price is counted by kind with sums, and the command says it', async () => {
    expect(price).toMatchObject({
      status: 200,
      body: { position: taken.position, events: head.position - taken.position, backupId: taken.id },
    });
    expect(price.body.left.filter(({ kind }: { kind: string }) => kind !== 'mails')).toEqual([
      { kind: 'payments', count: 3, amountCents: 180_00 },
      { kind: 'files', count: 3, amountCents: 180_00 },
      { kind: 'invoices', count: 4, amountCents: 120_00 },
      { kind: 'accounts', count: 1, amountCents: null },
      { kind: 'sales', count: 1, amountCents: 500_00 },
      { kind: 'cashouts', count: 1, amountCents: 60_00 },
    ]);
    expect(asked.code).toBe(2);
    expect(asked.json.error).toMatch(/payment files and batches +3 +€180\.00/);
  });

  it('nothing is counted of a moment that the log does not have, or that it ends at', async () => {
    for (const at of ['0', '2001-01-01T00:00:00Z', '999999999', '2099-01-01T00:00:00Z'])
      expect([at, (await boss.get(`/api/admin/history/back?at=${at}`)).status]).toEqual([at, 404]);
    expect((await boss.get('/api/admin/history/back')).status).toBe(404);
  });
});

describe('after the system went back', () => {
  it('the log says from where, to where and why, and the audit finds nothing', async () => {
    const restored = (await app.system.log.readStream(programmeStream)).find(({ type }) => type === 'SystemRestored')!;
    expect(restored.data).toEqual({
      from: head.position,
      fromHash: head.hash.toString('hex'),
      to: taken.position,
      reason: 'A wrong import',
      carried: expect.any(Number),
      published: { size: expect.any(Number), root: expect.stringMatching(/=$/) },
    });
    const before = await app.system.log.read(taken.position, 1_000, { upTo: restored.position - 1 });
    const again = before.filter(({ metadata }) => metadata.carried);
    expect(again).toHaveLength((restored.data as { carried: number }).carried);
    // What came back of a run that was settled before came back: its document is not cancelled twice.
    expect(again.filter(({ type }) => type === 'CashoutReturned').map(({ streamId }) => streamId)).toEqual([payoutStream(booked)]);
    expect(await run(booked)).toMatchObject({ outcomeUnknown: false, returned: { count: 1, amount: 60 } });
    expect(await audit()).toMatchObject({ code: 0, json: { problems: [] } });
  });

  it('payments that left are back with an unknown outcome, and Home lists them', async () => {
    for (const id of [settled, given, ofJoined]) expect(await run(id)).toMatchObject({ state: 'open', outcomeUnknown: true });
    expect(await cashoutOf(people['bob']!.cashoutId)).toMatchObject({ status: 'pending', outcomeUnknown: true });
    expect(await waiting()).toMatchObject({ count: 4, amountCents: 240_00 });
    const open = ((await boss.get('/api/admin/attention')).body as AttentionView).items.find(({ kind }) => kind === 'cashouts');
    expect(open).toMatchObject({ count: 2 });
    // What was not used is as it was: nobody was paid by it.
    expect(await boss.get(`/api/admin/payout-runs/${unused}`)).toMatchObject({ status: 404 });
    expect(await cashoutOf(people['cid']!.cashoutId)).toMatchObject({ status: 'pending', outcomeUnknown: false });
  });

  it('nothing pays them a second time', async () => {
    const [file] = (await run(given)).files;
    const attempts = [
      () => boss.post('/api/admin/payout-runs', { cashouts: [people['bob']!.cashoutId] }),
      () => boss.post('/api/admin/payout-runs', { cashouts: [people['ann']!.cashoutId] }),
      () => boss.put(`/api/admin/cashouts/${people['bob']!.cashoutId}/process`, { status: 'completed' }),
      () => boss.put(`/api/admin/cashouts/${people['bob']!.cashoutId}/process`, { status: 'rejected', adminNotes: 'no' }),
      () => boss.get(`/api/admin/payout-runs/${given}/file?type=bank`),
      ...[settled, given, ofJoined].flatMap((id) => [
        () => onRun(id, 'file', { type: 'bank' }),
        () => onRun(id, 'settle', { reference: 'B-3' }),
        () => onRun(id, 'cancel'),
      ]),
      () => onRun(given, 'unused', { hash: file!.hash }),
      () => onRun(given, 'remove', { cashoutId: people['dan']!.cashoutId }),
    ];
    for (const attempt of attempts) expect((await attempt()).status).toBe(409);
  });

  it('numbers of invoices go on after the highest, and a payment keeps the one that its payee has', async () => {
    expect(log).toEqual({ numbers: [`${year}-000002`], joined: [`${year}-000005`] });
    const last = async () => (await app.system.log.readStream(documentsStream(year))).length;
    expect(await last()).toBe(5);
    const paid = { outcome: 'paid', reference: 'Statement 11', reason: 'The bank booked it' };
    expect((await onRun(settled, 'outcome', paid)).status).toBe(200);
    expect(await last()).toBe(5);
    expect(await run(settled)).toMatchObject({ state: 'settled', outcomeUnknown: false, reference: 'Statement 11' });
    const ann = await signedInAs('ann');
    await untilAllFolded(app.db);
    expect(await invoices(ann)).toEqual([`${year}-000002`]);
    expect((await boss.post(`/api/admin/cashouts/${people['bob']!.cashoutId}/outcome`, { ...paid, outcome: 'notPaid' })).status).toBe(200);
    // The document about it is cancelled, by the next number.
    expect((await app.system.log.readStream(documentsStream(year))).at(-1)!.data).toMatchObject({
      document: { number: 6 },
      cancels: { number: 4 },
    });
    const again = await runOf(people['bob']!.cashoutId);
    expect((await onRun(again, 'settle', { reference: 'B-9' })).status).toBe(200);
    await untilAllFolded(app.db);
    expect(await invoices(await signedInAs('bob'))).toContain(`${year}-000007`);
  });

  it('a run that was not paid can be paid by another file', async () => {
    const notPaid = { outcome: 'notPaid', reference: 'Statement 12', reason: 'The bank has no such file' };
    expect((await onRun(given, 'outcome', notPaid)).status).toBe(200);
    expect(await run(given)).toMatchObject({ state: 'open', outcomeUnknown: false, files: [] });
    expect(await onRun(given, 'outcome', notPaid)).toMatchObject({ status: 409, body: { error: payoutRefusals.outcomeKnown } });
    expect((await onRun(given, 'file', { type: 'bank' })).status).toBe(200);
    const types = (await app.system.log.readStream(payoutStream(given))).map(({ type }) => type);
    expect(types.slice(-4)).toEqual(['PaymentOutcomeUnknown', 'PaymentOutcomeStated', 'PayoutFileUnused', 'PayoutFileMade']);
  });

  it('who joined since and was paid is there again, owing what the withdrawn sales had earned', async () => {
    const { id, username } = people['joined']!;
    expect(await signedIn(username, people['joined']!.password)).toBe(200);
    const paid = { outcome: 'paid', reference: 'Statement 13', reason: 'The bank booked it' };
    expect((await onRun(ofJoined, 'outcome', paid)).status).toBe(200);
    const { affiliates } = (await boss.get(`/api/admin/affiliates?search=${username}`)).body;
    expect(affiliates).toMatchObject([{ id }]);
    expect((await boss.get(`/api/admin/affiliates/${id}`)).body).toMatchObject({ balance: 0, debt: 60 });
    expect(await waiting()).toBeUndefined();
    expect(await audit()).toMatchObject({ code: 0, json: { problems: [] } });
  });

  it('revoked keys, bans and changed passwords stay as they became', async () => {
    expect((await program.get('/api/admin/affiliates')).status).toBe(401);
    const { affiliates } = (await boss.get(`/api/admin/affiliates?search=${people['eve']!.username}`)).body;
    expect(affiliates).toMatchObject([{ status: 'suspended' }]);
    const { username } = people['dan']!;
    expect([await signedIn(username, people['dan']!.password), await signedIn(username, 'another horse battery')]).toEqual([401, 200]);
  });
});

describe('the published log', () => {
  it('goes on under another name, with a signed statement, and the witness knows it', async () => {
    expect(await textOf('/log/checkpoint')).toBe('404');
    await app.api.get(Checkpoints).run();
    const [origin, size] = (await textOf('/log-2/checkpoint')).split('\n');
    expect([origin, Number(size) > taken.position]).toEqual([`${ORIGIN}-2`, true]);
    const statement = await textOf('/log-2/withdrawn');
    const said = `${ORIGIN}-2\nwithdrawn\nlog ${ORIGIN}\nsize ${published}\nroot \\S+\nto ${taken.position}\nat \\S+\nreason A wrong import\n`;
    expect(statement).toMatch(new RegExp(`^${said}\n— ${ORIGIN} \\S+\n— ${ORIGIN}-2 \\S+\n$`));
    expect(await cosigned()).toMatchObject([{ error: null, size: expect.any(Number) }]);
  });

  it('the verifier names what was withdrawn, with amounts, and finds nothing wrong where nothing was', async () => {
    const before = verifierKey(ORIGIN, publicKeyOf(Buffer.alloc(32, 0x44)));
    const hers = await exportOf(await signedInAs('joined'), 'joined.after');
    for (const key of [[], ['--key', before]]) {
      const { code, lines } = await verified(hers, ...key, '--since', saved['joined']!);
      expect([code, lines.at(-1)]).toEqual([1, 'Verdict: withdrawn']);
      expect(lines.filter((line) => line.includes('was withdrawn')).join('\n')).toMatch(
        /SaleRecorded recorded \S+, 100\.00 EUR, was withdrawn/,
      );
      // What left was recorded again.
      expect(lines.join('\n')).not.toMatch(/AffiliateRegistered|CashoutRequested|rewritten|left out/);
    }
    const fays = await exportOf(
      await app.as((await app.anybody.post('/api/affiliate/login', { username: fay.username, password: fay.password })).body.token),
      'fay.after',
      published,
    );
    const { code, lines } = await verified(fays, '--key', before, '--since', saved['fay']!, '--witness', witness.key);
    expect(lines.join('\n')).toContain(`${ORIGIN} ended at event ${taken.position}: the seller went back at `);
    expect([code, lines.join('\n')]).toEqual([0, expect.stringContaining('nothing is wrong')]);
  });

  it('a statement that hides what was published is a cheat', async () => {
    const seed = Buffer.alloc(32, 0x44);
    const [first, ...lines] = (await textOf(`/api/affiliate/statements/export`, (await signedInAs('joined')).token)).trim().split('\n');
    const forged = lines.map((line) => {
      const { withdrawn } = JSON.parse(line) as { withdrawn?: string };
      if (!withdrawn) return line;
      const text = `${withdrawn.split('\n\n')[0]}\n`.replace(/\nsize \d+\n/, `\nsize ${taken.position}\n`);
      return JSON.stringify({ withdrawn: signedNote(text, [ORIGIN, `${ORIGIN}-2`], seed) });
    });
    const file = await kept('joined.forged', `${[first, ...forged].join('\n')}\n`);
    expect((await verified(file, '--since', saved['joined']!)).lines.at(-1)).toBe('Verdict: rewritten');
    const unsigned = lines.map((line) =>
      line.includes('"withdrawn"')
        ? JSON.stringify({ withdrawn: (JSON.parse(line) as { withdrawn: string }).withdrawn.replace('A wrong', 'No wrong') })
        : line,
    );
    const other = await kept('joined.unsigned', `${[first, ...unsigned].join('\n')}\n`);
    expect((await verified(other, '--since', saved['joined']!)).lines).toContain('The signature of the withdrawal is not valid');
  });
});

it('the state before is in the list as the way back, passes its trial, and returns what was there', async () => {
  const { backups, lastRestore } = (await boss.get('/api/admin/backups')).body;
  const point = backups.find(({ id }: { id: string }) => id === lastRestore.restorePoint);
  expect(point).toMatchObject({ keeps: taken.position, position: head.position });
  const again = await ops('restore', point.id, '--replace', '--yes', '--reason', 'It was right');
  expect([again.code, again.json.error]).toEqual([0, undefined]);
  await until(async () => ((boss = await app.admin()), Boolean(boss.token)));
  await untilAllFolded(app.db);
  // Each restore ends all sessions by one version: it doubled once, and the 31st restore failed.
  const { rows } = await app.db.owner.query('select max(token_version)::int as version from sign_in.credentials');
  expect(rows[0].version).toBeLessThanOrEqual(4);
  // It was paid there; what was stated meanwhile is not a second payment.
  expect(await run(settled)).toMatchObject({ state: 'settled', reference: 'B-1' });
  const numbers = (await app.system.log.readStream(documentsStream(year))).map(
    ({ data }) => (data as { document: { number: number } }).document.number,
  );
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7]);
}, 120_000);
