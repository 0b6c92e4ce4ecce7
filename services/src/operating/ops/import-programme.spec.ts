import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { affiliateStream, availableCents, heldCents, refusals } from '@framelift/contracts';
import { operatorOf, type Printed } from '../../../../test/support/operator.ts';
import { layouts, makeExport, type Rival } from '../../../../test/support/programme-exports.ts';
import { type App, startApp } from '../../../../test/support/system.ts';
import { affiliateSource } from '../../programme/affiliate/affiliate.decider.ts';
import { movedInDecider } from '../../programme/moving-in/moving-in.decider.ts';
import { verify } from '../../engine/projecting/verify.ts';
import { dashboard } from '../../screens/dashboard/dashboard.projection.ts';
import { planImport } from './programme-plan.ts';
import { summaryOf } from './programme-summary.ts';
import { readRows, type ExportFile } from './programme-rows.ts';

const rivals = Object.keys(layouts) as Rival[];
/** An empty log. */
const nobody = {
  account: async (email: string) => ({ is: 'new' as const, affiliateId: email, movedIn: movedInDecider.initial }),
  isFree: async () => true,
};

describe.each(rivals)('an export of %s with 10,000 rows, 200 of them bad', (rival) => {
  it('imports, skips or rejects each row, and matches the exported balances', async () => {
    const made = makeExport(rival);
    const rows = made.files.flatMap((file) => readRows(rival, file));
    const plan = await planImport(rival, rows, nobody);
    const { counts } = plan;
    expect([rows.length, plan.fates.length, new Set(plan.fates.map(({ file, row }) => `${file} ${row}`)).size]).toEqual([
      10_000, 10_000, 10_000,
    ]);
    expect([counts.problems, counts.leftOut, counts.affiliates]).toEqual([made.bad, made.leftOut, 300]);
    expect(counts.affiliates + counts.sales + counts.payouts + counts.leftOut + counts.problems).toBe(10_000);
    expect(plan.differences).toEqual([]);
    expect(plan.moves.map(({ email, resultCents }) => [email, resultCents])).toEqual([...made.balances]);
    expect(plan.moves.filter(({ opening }) => opening).map(({ opening }) => opening!.amountCents)).toEqual(Array(30).fill(12_34));
  });
});

describe('an imported row', () => {
  const one = (rival: Rival, text: string) => readRows(rival, { name: 'f.csv', text });
  const plan = (files: ExportFile[]) =>
    planImport(
      'csv',
      files.flatMap((file) => readRows('csv', file)),
      nobody,
    );

  it('is recognised by its columns in any spelling, or its file is refused', () => {
    expect(one('rewardful', '\uFEFF"E-Mail","Affiliate Email","FIRST-NAME"\n,a@b.example,Ann\n')).toMatchObject([
      { kind: 'affiliate', email: 'a@b.example' },
    ]);
    expect(() => one('rewardful', 'a,b\n1,2\n')).toThrow('f.csv is not a known export of rewardful. It has the columns a, b.');
    // A quote that is never closed would swallow all later rows.
    expect(() =>
      one('tapfiliate', `${layouts.tapfiliate.payouts.names}\n1,"a@b.example,5,EUR,2024-01-01\n2,c@d.example,5,EUR,2024-01-01\n`),
    ).toThrow('cannot be read as CSV');
  });
  it('has amounts in euros or in a column of cents', () => {
    const amounts = ['1', '1.5', '1,234.50', '€ 1,234.5', '1234.50 EUR', '1.5000', '1,5', '1.234', '', '-1', '1e3', '99999999999999'];
    const rows = one(
      'firstpromoter',
      `id,promoter_email,amount,paid_at\n${amounts.map((a, i) => `${i},x@y.example,"${a}",2024-01-01`).join('\n')}`,
    );
    expect(rows.map((row) => ('amountCents' in row ? row.amountCents : row.kind))).toEqual([
      100,
      150,
      123450,
      123450,
      123450,
      150,
      ...Array(6).fill('problem'),
    ]);
    expect(one('firstpromoter', 'id,promoter_email,amount_cents,paid_at\n1,x@y.example,1234,2024-01-01')).toMatchObject([
      { amountCents: 1234 },
    ]);
  });
  it.each([
    ['rewardful', 'id,affiliate_email,amount_cents,sale_amount_cents,created_at,state'],
    ['csv', 'id,affiliate,commission,amount,sold_at,state'],
  ] as const)('has a time of sale that all inputs accept, at %s: not in the future, nor before 2000', (rival, names) => {
    const now = Date.parse('2026-01-01T12:00:00Z');
    const at = (text: string) => readRows(rival, { name: 'f.csv', text: `${names}\n1,x@y.example,100,500,${text},paid\n` }, now)[0]!;
    for (const text of ['2026-01-01T12:05:01Z', '2026-01-02', '2027-06-01', '9999-12-31', '1999-12-31', '0001-01-01'])
      expect([text, at(text)]).toMatchObject([text, { kind: 'problem', what: expect.stringContaining(`'${text}' is in the future`) }]);
    for (const text of ['2000-01-01', '2026-01-01', '2026-01-01T12:00:00Z']) expect([text, at(text).kind]).toEqual([text, 'sale']);
    expect(at('2026-01-01T12:05:00Z')).toMatchObject({ soldAt: '2026-01-01T12:00:00.000Z' });
  });
  it('has a payment time in the past', () => {
    const now = Date.parse('2026-01-01T12:00:00Z');
    const paid = 'id,promoter_email,amount,paid_at\n1,x@y.example,1,2026-01-02\n2,x@y.example,1,2025-12-31\n';
    expect(readRows('firstpromoter', { name: 'f.csv', text: paid }, now).map(({ kind }) => kind)).toEqual(['problem', 'payout']);
  });
  it('may use semicolons and decimal commas, like a European spreadsheet', () => {
    const affiliates = readRows('rewardful', {
      name: 'a.csv',
      text: '\uFEFFID;First Name;Last Name;Email;Token;Unpaid Commissions\n7;"Ann ""A""; Jo";Jo;a@b.example;ann;1.234,50\n',
    });
    expect(affiliates).toMatchObject([{ kind: 'affiliate', email: 'a@b.example', username: 'ann', balanceCents: 1_234_50 }]);
    expect(readRows('csv', { name: 'p.csv', text: 'id\taffiliate\tamount\tpaid_at\n1\tann\t60,00\t2024-01-01\n' })).toMatchObject([
      { amountCents: 60_00 },
    ]);
    const wide = Array.from({ length: 40 }, (_, n) => `a very long name of a column number ${n}`).join(';');
    expect(() => readRows('csv', { name: 'w.csv', text: `${wide}\n1\n` })).toThrow(/It has the columns .{0,600}, and 28 more\.\n/);
  });
  it('names a product of the site, or is refused by its line', () => {
    const rows = ['premium', 'Framelift Premium', '', 'Premium'].map((product, i) => `${i},ann,${product},1,5,2024-01-01`).join('\n');
    expect(readRows('csv', { name: 's.csv', text: `id,affiliate,product,commission,amount,sold_at\n${rows}\n` })).toMatchObject([
      { row: 1, product: 'Framelift Premium' },
      { row: 2, product: 'Framelift Premium' },
      { row: 3, product: null },
      { row: 4, kind: 'problem', what: "The product 'Premium' is unknown: name one of the site by its id or title" },
    ]);
  });
  it('has ids that a statement can print', () => {
    const text = 'id,affiliate,commission,amount,sold_at\n🔥1,ann,1,5,2024-01-01\n山1,ann,1,5,2024-01-01\n';
    expect(readRows('csv', { name: 's.csv', text })).toMatchObject([
      { kind: 'problem', what: refusals.unprintable(['🔥']) },
      { kind: 'sale' },
    ]);
  });
  it('is numbered as in a spreadsheet', () => {
    const text = 'email,username\na@b.example,ann\nb@b.example,"two\nlines"\n\nbroken,row,too long\nc@b.example,cid\nd@b.example,dan\n';
    expect(readRows('csv', { name: 'a.csv', text }).map(({ row }) => row)).toEqual([1, 2, 5, 6, 4]);
  });
  it('is recognised again without an id, and twice if the file has it twice', () => {
    const text =
      'external_id,amount,created_at,affiliate_email,commission_amount\n,10,2024-01-01,x@y.example,2\n,10,2024-01-01,x@y.example,2\n';
    const ids = (rows: readonly object[]) => rows.map((row) => (row as { id: string }).id);
    expect(new Set(ids(one('tapfiliate', text))).size).toBe(2);
    expect(ids(one('tapfiliate', text))).toEqual(ids(one('tapfiliate', text)));
  });
  it('counts paid commissions as payouts if none are listed, holds those due later, and invents nothing if less is owed', async () => {
    const sales =
      'id,affiliate,commission,amount,sold_at,state,available_at\n1,ann,20,100,2024-01-01,paid,\n2,ann,30,100,2024-01-02,credited,\n3,ann,5,100,2024-01-03,held,2999-01-01\n4,ann,5,100,2024-01-03,reversed,\n';
    const { moves, differences } = await plan([
      { name: 'a.csv', text: 'email,username,balance\nann@mail.example,ann,25\n' },
      { name: 's.csv', text: sales },
    ]);
    expect(moves).toMatchObject([
      {
        payouts: [{ id: 'paid 1', amountCents: 20_00 }],
        sales: [{}, {}, { availableAt: '2999-01-01T00:00:00.000Z' }],
        opening: null,
        resultCents: 35_00,
      },
    ]);
    expect(differences).toEqual([{ email: 'ann@mail.example', thereCents: 25_00, hereCents: 35_00 }]);
  });
  it('skips rows of skipped affiliates, and gives each affiliate a unique name', async () => {
    const { moves, counts, fates } = await plan([
      {
        name: 'a.csv',
        text: 'email,username,state\nx@mail.example,https://site.example/?via=Zoë,\ny@mail.example,zoe,\ngone@mail.example,gone,reversed\nz@mail.example,é,\n',
      },
      { name: 's.csv', text: 'id,affiliate,commission,amount,sold_at\n1,gone,1,5,2024-01-01\n2,gone@mail.example,1,5,2024-01-01\n' },
    ]);
    expect(moves.map(({ username }) => username)).toEqual(['Zoe', 'zoe-2', 'eaffiliate']);
    expect([counts.leftOut, fates.length]).toEqual([3, 6]);
  });
});

describe('a summary', () => {
  const summary = async (text: string, more: ExportFile[] = [], dryRun = true) => {
    const rows = [{ name: 'a.csv', text }, ...more].flatMap((file) => readRows('csv', file));
    const isFree = async (name: string) => name !== 'ava-live';
    return summaryOf(await planImport('csv', rows, { ...nobody, isFree }), 'csv', dryRun);
  };
  const sales: ExportFile = { name: 's.csv', text: 'id,affiliate,commission,amount,sold_at\n1,ann,20,100,2024-01-01\n' };

  it('states what it writes, including opening balances, in sums comparable with the export', async () => {
    const { ok, text, json } = await summary('email,username,balance\nann@mail.example,ann,25\n', [sales]);
    expect(ok).toBe(true);
    expect(text).toContain('opening balance of ann@mail.example: €5.00');
    expect(text).toContain('It would write: €20.00 of commission, €0.00 of payments, €5.00 in 1 opening balance.');
    expect(text).toContain('Balances that the export states: €25.00 there, €25.00 here');
    expect(json).toMatchObject({
      openings: [{ email: 'ann@mail.example', amountCents: 5_00 }],
      sums: { commissionCents: 20_00, openingCents: 5_00, balancesThereCents: 25_00, balancesHereCents: 25_00 },
    });
    // Without rows, everything is opening balance.
    expect((await summary('email,username,balance\nann@mail.example,ann,25\n', [], false)).text).toContain(
      'Written: €0.00 of commission, €0.00 of payments, €25.00 in 1 opening balance.',
    );
  });
  it('counts and lists rejected rows and changed codes, and then reports a problem', async () => {
    const found = await summary('email,username,balance\nava@mail.example,https://x.example/?via=ava-live,\nno address,bob,\n');
    expect([found.ok, found.json.counts.renamed, found.json.counts.problems, found.json.counts.conflicts]).toEqual([false, 1, 1, 2]);
    expect(found.json.renamed).toEqual([{ email: 'ava@mail.example', code: 'ava-live', username: 'ava-live-2' }]);
    expect(found.text).toContain("joins as ava-live-2: renamed, as the code 'ava-live' is taken or cannot be one here");
    const differs = await summary('email,username,balance\nann@mail.example,ann,5\n', [sales]);
    expect([differs.ok, differs.json.counts.conflicts]).toEqual([false, 1]);
  });
});

describe('an import of a programme', () => {
  let app: App;
  let folder: string;
  let ops: (...argv: string[]) => Promise<Printed>;
  beforeAll(async () => {
    app = await startApp();
    ops = operatorOf(app.system, app.db.ownerUrl);
    folder = await mkdtemp(join(tmpdir(), 'framelift-import-'));
  });
  afterAll(async () => {
    await app.stop();
    await rm(folder, { recursive: true });
  });
  const written = (files: readonly ExportFile[]) =>
    Promise.all(
      files.map(async ({ name, text }) => {
        await writeFile(join(folder, name), text);
        return join(folder, name);
      }),
    );
  const headNow = async () => (await app.system.log.head()).position;
  const made = makeExport('rewardful', 3_000, 60, 100);

  it('lists its effects row by row in a dry run, and changes nothing', async () => {
    const before = await headNow();
    const { code, json } = await ops('import-programme', '--from', 'rewardful', ...(await written(made.files)), '--dry-run', '--json');
    expect([code, json.rows.length, json.counts.problems, await headNow()]).toEqual([1, 3_000, 60, before]);
    expect(json.rows.map(({ does }: { does: string }) => does)).toContain('rewardful.7@mail.example joins as rewardful7');
    const { out } = await ops('import-programme', '--from', 'rewardful', ...(await written(made.files)), '--dry-run');
    expect(out).toContain('Nothing was changed.');
    expect(out).toMatch(/commissions\.csv row \d+: does not fit: 'abc' is not an amount in euros/);
  });

  it('creates accounts with the exported balances, by events that name their rows; a repeat adds nothing', async () => {
    const files = await written(made.files);
    const { code, json } = await ops('import-programme', '--from', 'rewardful', ...files, '--json');
    expect(json.error).toBeUndefined();
    expect([code, json.counts.problems, json.differences]).toEqual([1, 60, []]);
    const position = await headNow();
    const registered = await app.system.log.streamsWith('AffiliateRegistered');
    expect(registered).toHaveLength(100);
    const balances: number[] = [];
    for (const stream of registered) {
      const { state } = await app.system.streams.load(affiliateSource(stream.slice('affiliate-'.length)));
      balances.push(availableCents(state.books, heldCents(state.holds, new Date().toISOString())));
    }
    expect(balances.toSorted((a, b) => a - b)).toEqual([...made.balances.values()].toSorted((a, b) => a - b));
    const [sale] = await app.system.log.read(0, 1, { types: ['SaleImported'] });
    expect(sale).toMatchObject({
      data: { from: 'rewardful', file: 'commissions.csv', row: expect.any(Number), sourceId: expect.stringMatching(/^s-/) },
      metadata: { actor: { kind: 'system', id: 'import' } },
    });
    expect(await ops('import-programme', '--from', 'rewardful', ...files, '--json')).toMatchObject({
      code: 1,
      json: { counts: { sales: 0, payouts: 0 } },
    });
    expect(await headNow()).toBe(position);
    // New rows are imported, changed ones are reported.
    const changed = {
      ...made.files[1]!,
      text: `${made.files[1]!.text.replace('1.00,', '1.00,')}\r\nnew-1,2024-06-01,rewardful.5@mail.example,3.00,EUR,due,,,15.00,x`,
    };
    const later = await ops(
      'import-programme',
      '--from',
      'rewardful',
      ...(await written([made.files[0]!, changed, made.files[2]!])),
      '--json',
    );
    expect(later.json).toMatchObject({ counts: { sales: 1 }, differences: [{ email: 'rewardful.5@mail.example' }] });
    expect(await headNow()).toBe(position + 1);
  });

  it('keeps books, read models and audit correct, and sends no mail', async () => {
    expect((await verify(app.db, app.db.log, dashboard)).tables.filter((t) => t.differing)).toEqual([]);
    const { problems } = (await ops('audit', '--json')).json as { problems: object[] };
    expect(problems).toEqual([]);
    const { rows } = await app.db.owner.query<{ n: number }>(
      `select count(*)::int as n from reactor_mail.intents where subject = any($1)`,
      [(await app.system.log.streamsWith('AffiliateRegistered')).map((stream) => stream.slice(affiliateStream('').length))],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('skips accounts that were since deleted here, and those of admins', async () => {
    const [stream] = await app.system.log.streamsWith('AffiliateRegistered');
    const id = stream!.slice(affiliateStream('').length);
    const admin = await app.admin();
    await admin.send('DELETE', `/api/admin/affiliates/${id}`);
    const before = await headNow();
    const { json } = await ops('import-programme', '--from', 'rewardful', ...(await written(made.files)), '--json');
    expect(json.rows.filter(({ does }: { does: string }) => does.includes('was deleted here'))).toHaveLength(1);
    expect(await headNow()).toBe(before);
  });

  it('is refused for files of another programme, and for missing ones', async () => {
    const [file] = await written([{ name: 'odd.csv', text: 'a,b\n1,2\n' }]);
    expect(await ops('import-programme', '--from', 'tapfiliate', file!)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Expected:'),
    });
    expect(await ops('import-programme', '--from', 'csv', join(folder, 'none.csv'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no file'),
    });
    expect(await ops('import-programme', '--from', 'somebody', file!)).toMatchObject({ code: 2 });
  });
});
