import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { payoutRefusals, payoutStream, type PayoutRunView } from '@framelift/contracts';
import { asking } from '../../../../../../test/support/asking.ts';
import { document, entry, pain002 } from '../../../../../../test/support/bank-reports.ts';
import { operatorOf } from '../../../../../../test/support/operator.ts';
import { type App, type Client, startApp } from '../../../../../../test/support/system.ts';
import { affiliateSource } from '../../../affiliate/affiliate.decider.ts';

let app: App;
let boss: Client;
let runId: string;
let people: Awaited<ReturnType<typeof asking>>[];

beforeAll(async () => {
  app = await startApp();
  boss = await app.admin();
  await boss.put('/api/admin/payout-account', { iban: 'DE02120300000000202051', name: 'Framelift' }, { 'Edit-Base': '0' });
});
afterAll(() => app.stop());

const at = (what = '') => `/api/admin/payout-runs/${runId}${what}`;
const view = async () => (await boss.get(at())).body as PayoutRunView;
const make = () => boss.post(at('/file'), { type: 'bank' });
const file = async () => String((await boss.get(at('/file?type=bank'))).body);
const report = (text: string) => boss.post(at('/report'), { report: text });
const booksOf = async (id: string) => (await app.system.streams.load(affiliateSource(id))).state.books;
const runOf = async (...names: string[]) => {
  people = [];
  for (const name of names) people.push(await asking(app, { iban: 'NL91ABNA0417164300', name }));
  runId = (await boss.post('/api/admin/payout-runs', { cashouts: people.map(({ cashoutId }) => cashoutId) })).body.id;
};
const idsIn = (xml: string) => [...xml.matchAll(/<EndToEndId>(.*)<\/EndToEndId>/g)].map(([, id]) => id!);
const fileIdIn = (xml: string) => /<MsgId>(.*)<\/MsgId>/.exec(xml)![1]!;

beforeEach(() => runOf('Ann Ark', '😀 Bob'));

it('a name that SEPA cannot carry is shown as the file writes it; one of which nothing is left is said before a file is made', async () => {
  expect((await view()).cashouts.map(({ nameInFile }) => nameInFile)).toEqual([null, 'Bob']);
  expect((await make()).status).toBe(200);
  expect([...(await file()).matchAll(/<Nm>(.*)<\/Nm>/g)].map(([, name]) => name)).toEqual(['Framelift', 'Framelift', 'Ann Ark', 'Bob']);

  await runOf('Ann', '😀 ❤️');
  expect((await view()).cashouts.map(({ nameInFile }) => nameInFile)).toEqual([null, '']);
  const [, eve] = people;
  expect(await make()).toMatchObject({
    status: 409,
    body: { error: payoutRefusals.payeeUnwritable([`cashout ${eve!.cashoutId} of ${eve!.username}`]) },
  });
  expect((await view()).files).toEqual([]);
});

it('a file that the bank refuses as a whole was not used: the run is open, with the bank’s reason until another file is made', async () => {
  await make();
  const first = await file();
  const fileId = fileIdIn(first);
  const refused = pain002('pain.002.001.03', { fileId, batch: { status: 'RJCT', code: 'AM04', count: 2, cents: 120_00 } });
  // Of a part of it, it is too early to say anything.
  const part = pain002('pain.002.001.03', {
    fileId,
    group: 'PART',
    payments: [{ cashoutId: idsIn(first)[0]!, status: 'RJCT', code: 'AC04' }],
  });
  expect(await report(part)).toMatchObject({ status: 409, body: { error: payoutRefusals.notSettled } });
  const other = refused.replaceAll(fileId, 'SALARIES-11');
  expect(await report(other)).toMatchObject({ status: 409, body: { error: payoutRefusals.bankFileOfOtherFile('SALARIES-11') } });
  expect((await view()).files).toHaveLength(1);

  const reason = 'The account that pays does not have enough money';
  expect(await report(refused)).toMatchObject({ status: 200, body: { returned: 0, unchanged: 0, problems: [] } });
  expect(await view()).toMatchObject({ state: 'open', fileRefused: reason, files: [], cashouts: [{ state: 'in' }, { state: 'in' }] });
  expect((await report(refused)).status).toBe(409);
  expect((await make()).status).toBe(200);
  expect(await view()).toMatchObject({ fileRefused: null, files: [{ type: 'bank' }] });
  const second = await file();
  expect([fileIdIn(second) === fileId, idsIn(second).some((id) => idsIn(first).includes(id))]).toEqual([false, false]);
  const listed = idsIn(second).map((cashoutId) => ({ cashoutId, status: 'RJCT' }));
  expect(await report(pain002('pain.002.001.12', { fileId: fileIdIn(second), payments: listed }))).toMatchObject({ status: 200 });
  expect((await view()).fileRefused).toBe('The bank gave no reason');
  expect((await boss.post(at('/cancel'))).status).toBe(200);
  const types = (await app.system.log.readStream(payoutStream(runId))).map(({ type }) => type);
  expect(types).toEqual([
    'PayoutRunStarted',
    'PayoutFileMade',
    'PayoutFileUnused',
    'PayoutFileMade',
    'PayoutFileUnused',
    'PayoutRunCancelled',
  ]);
});

it('a payment of which the bank kept a part is booked as what came back, and account, run, notification and audit say the same', async () => {
  await make();
  const [ann] = idsIn(await file());
  expect((await boss.post(at('/settle'), { reference: 'B-1' })).status).toBe(200);
  const back = (cents: number) => document('camt.054.001.08', [entry({ cashoutId: ann!, cents, direction: 'CRDT', reason: 'AC04' })]);
  expect(await report(back(57_50))).toMatchObject({ status: 200, body: { returned: 1, unchanged: 0, problems: [] } });
  expect(await report(back(57_50))).toMatchObject({ status: 200, body: { returned: 0, unchanged: 1 } });
  expect(await booksOf(people[0]!.id)).toMatchObject({ paidCents: 2_50, reservedCents: 0 });
  expect(await view()).toMatchObject({
    returned: { count: 1, amount: 57.5 },
    cashouts: [{ state: 'returned', problem: '€57.50 of €60.00 came back. The account is closed' }, { state: 'paid' }],
  });
  expect((await people[0]!.get('/api/affiliate/stats')).body).toMatchObject({
    affiliate: { balance: 97.5 },
    recentCashouts: [{ status: 'returned', amount: 60, reason: '€57.50 of €60.00 came back. The account is closed' }],
    notifications: [{ message: expect.stringContaining('A part of €57.50 of the payment of €60.00 did not reach you') }, {}, {}, {}],
  });
  const more = await report(back(3_00));
  expect(more).toMatchObject({ status: 200, body: { returned: 0, problems: [{ row: 1, what: payoutRefusals.returnedMore }] } });
  expect(await report(back(2_50))).toMatchObject({ status: 200, body: { returned: 1 } });
  expect(await booksOf(people[0]!.id)).toMatchObject({ paidCents: 0 });
  const { problems } = (await operatorOf(app.system, app.db.ownerUrl)('audit', '--json')).json as { problems: { what: string }[] };
  expect(problems).toEqual([]);
});
