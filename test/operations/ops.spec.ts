import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { affiliateStream, firstTerms, type Sealed } from '@framelift/contracts';
import { dashboard } from '../../services/src/screens/dashboard/dashboard.projection.ts';
import { mail } from '../../services/src/reactors/mail/mail.reactor.ts';
import { reactors } from '../../services/src/reactors/reactors.module.ts';
import { projections } from '../../services/src/screens/screens.module.ts';
import { ReadModel } from '../../services/src/engine/projecting/read-model.ts';
import { int, text } from '../../services/src/engine/projecting/columns.ts';
import { projection, table } from '../../services/src/engine/projecting/projection.ts';
import { prepare } from '../../services/src/engine/projecting/replay.ts';
import { type App, startApp } from '../support/system.ts';
import { append } from '../support/history.ts';
import { operatorOf } from '../support/operator.ts';
import { refunded, sold } from '../support/sales.ts';
import { ref } from '../support/invoices.ts';
import { untilAllFolded } from '../support/sending.ts';
import { until } from '../support/until.ts';
import { saleRecorded } from '../support/facts.ts';
import { codeOf } from '../support/two-factor.ts';

let app: App;
let folder: string;
let ops: ReturnType<typeof operatorOf>;
let seller: Awaited<ReturnType<App['affiliate']>>;
beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'framelift-ops-'));
  ops = operatorOf(app.system, app.db.ownerUrl);
  seller = await app.affiliate();
  const invoices: string[] = [];
  for (let i = 0; i < 25; i++) invoices.push(await sold(app.system.log, seller.id, 6_00));
  await refunded(app.system.log, seller.id, 6_00, invoices[3]!);
  await untilAllFolded(app.system);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the command line', () => {
  it.each([
    [['nothing'], 'unknown command'],
    [['replay'], '--all'],
    [['replay', 'nope'], 'There are: dashboard, admin-overview'],
    [['replay', 'dashboard', '--all'], 'not both'],
    [['verify', '--bogus'], 'unknown option'],
    [['audit', '--since', '/no/such/file'], 'cannot be read'],
    [['erase'], 'either --affiliate or --buyer'],
    [['erase', '--affiliate', 'x'], '--yes'],
    [['parked', 'skip', 'dashboard', '1'], '--yes'],
    [['parked', 'show', 'dashboard', 'x'], 'not a position'],
    [['replay', 'reactor-mail'], 'There is no read model'],
    [['reactors', 'again', 'nope', '1'], 'There are: reactor-mail'],
    [['reactors', 'start-after', 'mail', '1'], '--yes'],
    [['rotate-keys'], '--yes'],
    [['reset-totp'], '--account'],
    [['reset-password'], '--account'],
    [['create-admin', '--username', 'x'], 'create-admin needs'],
    [['create-admin', '--username', 'adam', '--email', 'nobody', '--password', 'long enough'], '--email'],
    [['what-if'], '--tiers'],
    [['what-if', '--tiers', 'gold:5:20'], 'begins at 0'],
    [['what-if', '--tiers', 'a:0:120'], '0 and 100'],
    [['lag', '--watch', '--json'], 'leave --watch out'],
    [['import', '/no/such/file'], 'no file'],
  ])('%j is wrong use: 2 and a reason', async (argv, reason) => {
    const { code, err, out } = await ops(...argv);
    expect([code, out]).toEqual([2, argv.includes('--json') ? out : '']);
    expect(err || out).toContain(reason);
  });

  it('shows help with examples', async () => {
    expect(await ops('help')).toMatchObject({ code: 0, out: expect.stringContaining('Exit codes') });
    expect(await ops('replay', '--help')).toMatchObject({ code: 0, out: expect.stringContaining('npm run ops -- replay dashboard') });
  });

  it('exits with 0 from help, whatever exit code this process has', async () => {
    const { exitCode } = process;
    process.exitCode = 1;
    const { code } = await ops('help');
    process.exitCode = exitCode;
    expect(code).toBe(0);
  });

  it('answers a failure with --json as one document', async () =>
    expect(await ops('erase', '--affiliate', 'nobody-here', '--yes', '--json')).toMatchObject({
      code: 1,
      json: { ok: false, error: 'There is no affiliate nobody-here' },
      err: '',
    }));
});

describe('beside a running system', () => {
  it('status shows head, read models and balanced books', async () => {
    const { code, json } = await ops('status', '--json');
    const head = await app.system.log.head();
    expect([code, json.booksImbalanceCents, json.head]).toEqual([0, 0, { position: head.position, hash: head.hash.toString('hex') }]);
    expect(json.readModels.map((r: any) => [r.name, r.version, r.checkpoint, r.lag, r.parked])).toEqual(
      projections.map(({ name, version }) => [name, version, head.position, 0, 0]),
    );
  });

  it('status and lag include reactors; messages given up or too late are listed and can still be sent', async () => {
    const { json } = await ops('status', '--json');
    const head = await app.system.log.head();
    expect(json.reactors.map((r: any) => [r.name, r.checkpoint, r.lag, r.parked])).toEqual(
      reactors.map(({ name }) => [name, head.position, 0, 0]),
    );
    expect((await ops('lag', '--json')).json.lag).toContainEqual({
      name: 'reactor-mail',
      checkpoint: head.position,
      lag: 0,
      lagSeconds: 0,
    });
    const intents = `${mail.schema}.intents`;
    // A message being sent would be marked as sent afterwards.
    await until(async () => !(await app.db.pool.query(`select from ${intents} where done_at is null`)).rowCount);
    const { rows } = await app.db.pool.query(
      `update ${intents} set outcome = 'failed', said = 'no', done_at = now() where position = (select min(position) from ${intents}) returning position`,
    );
    const [{ position }] = rows;
    const unsent = { reactor: 'reactor-mail', position, receiver: affiliateStream(seller.id), outcome: 'failed', said: 'no' };
    expect((await ops('reactors', 'unsent', '--json')).json.unsent).toContainEqual(expect.objectContaining(unsent));
    expect((await ops('reactors', 'again', 'mail', String(position))).out).toContain('1 intent will be sent again');
    expect((await ops('reactors', 'again', 'mail', String(position))).code).toBe(1);
  });

  it('finds a changed amount by verify and by the books, and replay corrects it', async () => {
    const cents = await app.db.pool.query(
      'update dashboard.totals set earned_cents = earned_cents + 1 where affiliate_id = $1 returning earned_cents',
      [seller.id],
    );
    const { code, json, out } = { ...(await ops('verify', 'dashboard', '--json')) };
    expect(code).toBe(1);
    expect(json.ok).toBe(false);
    const [totals] = json.readModels[0].tables.filter((t: any) => t.differing);
    expect([totals.table, totals.differing, totals.first[0].key]).toEqual(['totals', 1, { affiliate_id: seller.id }]);
    expect(out).toContain(String(cents.rows[0].earned_cents));
    expect((await ops('verify', 'dashboard')).out).toMatch(/live .*\n.*replayed /);
    expect(await ops('status', '--json')).toMatchObject({ code: 1, json: { booksImbalanceCents: 1 } });
    expect((await ops('replay', 'dashboard', '--compare-only')).out).toMatch(
      /dashboard: 1 row differs .* by €0.01: totals 1 of \d+ \(€0.01\)/,
    );
    expect((await ops('status', '--json')).json.booksImbalanceCents).toBe(1);
    const difference = { rows: 1, cents: 1, fromVersion: dashboard.version };
    expect(await ops('replay', 'dashboard', '--json')).toMatchObject({
      code: 0,
      json: { ok: true, readModels: [{ name: 'dashboard', version: dashboard.version, difference }] },
    });
    expect((await ops('status')).out).toMatch(/dashboard .* 1 row, €0.01/);
    expect(await ops('verify', '--all', '--json')).toMatchObject({ code: 0, json: { ok: true } });
    expect(await ops('status', '--json')).toMatchObject({ code: 0, json: { booksImbalanceCents: 0 } });
  });

  it('rolls back to the previous read model, and forward again', async () => {
    await ops('replay', 'admin-overview');
    await app.db.pool.query(
      'update admin_overview.totals set clicks = clicks + 1000 where partition = (select min(partition) from admin_overview.totals)',
    );
    expect((await ops('verify', 'admin-overview')).code).toBe(1);
    expect((await ops('replay', 'admin-overview', '--rollback')).code).toBe(0);
    await untilAllFolded(app.system);
    expect((await ops('verify', 'admin-overview')).code).toBe(0);
    expect((await ops('replay', 'admin-overview', '--rollback')).code).toBe(0);
    await ops('replay', 'admin-overview');
  });

  it('refuses to roll back if no previous one is kept', async () => {
    await app.db.pool.query('drop schema if exists action_log__previous cascade');
    expect(await ops('replay', 'action-log', '--rollback')).toMatchObject({
      code: 1,
      err: expect.stringContaining('nothing to roll back'),
    });
  });

  it('takes back a read model that a newer program rebuilt', async () => {
    await app.db.pool.query('update action_log.checkpoints set version = version + 1');
    expect(await ops('replay', '--downgrade')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Of this version again: action-log.'),
    });
    expect((await ops('verify', 'action-log')).code).toBe(0);
    expect((await ops('replay', '--downgrade')).out).toContain('No read model is of a newer version.');
  });

  it('audits, and proves that a saved head is part of history', async () => {
    const { code, json, out } = await ops('audit', '--json');
    expect([code, json.ok, json.problems, json.events]).toEqual([0, true, [], json.head.position]);
    const file = join(folder, 'head.json');
    await writeFile(file, out);
    await app.affiliate();
    expect(await ops('audit', '--since', file)).toMatchObject({ code: 0, out: expect.stringContaining('is part of this history') });
    await writeFile(file, JSON.stringify({ position: json.head.position, hash: 'ab'.repeat(32) }));
    expect(await ops('audit', '--since', file, '--json')).toMatchObject({
      code: 1,
      json: { problems: [{ position: json.head.position }] },
    });
  });

  it('makes an admin who can log in, and revokes the account', async () => {
    const signIn = () => app.anybody.post('/api/affiliate/login', { username: 'grace', password: 'nine lives at sea' });
    expect((await ops('create-admin', '--username', 'grace', '--email', 'grace@example.org', '--password', 'nine lives at sea')).code).toBe(
      0,
    );
    expect((await signIn()).body.affiliate.isAdmin).toBe(true);
    expect(await ops('create-admin', '--username', 'grace', '--email', 'g@example.org', '--password', 'nine lives at sea')).toMatchObject({
      code: 1,
      err: 'This username is already taken\n',
    });
    const { json } = await ops('reset-password', '--account', 'grace', '--json');
    expect((await ops('create-admin', '--revoke', 'grace')).code).toBe(0);
    const token = json.link.split('#token=')[1];
    expect((await app.anybody.post('/api/account/reset', { token, password: 'another long one' })).status).toBe(400);
    expect((await ops('reset-password', '--account', 'grace')).code).toBe(1);
    expect((await signIn()).status).toBe(401);
    expect((await ops('create-admin', '--revoke', 'grace')).code).toBe(1);
  });

  it('prints a link that sets another password, for affiliates and admins, by name or e-mail', async () => {
    const { username, password } = await app.affiliate();
    const signIn = (given: string) => app.anybody.post('/api/affiliate/login', { username, password: given });
    const { out } = await ops('reset-password', '--account', username);
    const token = /\/account\/reset#token=([\w-]+)/.exec(out)![1];
    expect((await signIn(password)).status).toBe(200);
    expect((await app.anybody.post('/api/account/reset', { token, password: 'another long one' })).status).toBe(200);
    expect([(await signIn(password)).status, (await signIn('another long one')).status]).toEqual([401, 200]);
    const byMail = await ops('reset-password', '--account', `${username}@example.org`, '--json');
    expect(byMail.json).toMatchObject({ ok: true, account: `${username}@example.org`, link: expect.stringContaining('#token=') });
    expect((await ops('reset-password', '--account', 'admin')).code).toBe(0);
    expect(await ops('reset-password', '--account', 'nobody-here')).toMatchObject({ code: 1, err: 'There is no account nobody-here\n' });
  });

  it('turns off two-factor codes for a person who lost them', async () => {
    const { username, password, ...affiliate } = await app.affiliate();
    const signIn = () => app.anybody.post('/api/affiliate/login', { username, password });
    expect(await ops('reset-totp', '--account', username)).toMatchObject({ code: 1, err: expect.stringContaining('not on') });
    const { secret } = (await affiliate.post('/api/account/totp')).body;
    await affiliate.put('/api/account/totp', { code: codeOf(secret) });
    expect((await signIn()).status).toBe(403);
    expect((await ops('reset-totp', '--account', username)).code).toBe(0);
    expect((await signIn()).status).toBe(200);
    expect((await ops('reset-totp', '--account', 'nobody-here')).code).toBe(1);
  });

  it('erases an affiliate by the rule: refused while a payout is pending, then gone everywhere', async () => {
    const leaver = await app.affiliate();
    await leaver.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'leaver@example.org' } });
    await sold(app.system.log, leaver.id, 80_00);
    await untilAllFolded(app.system);
    const { paymentMethods } = (await leaver.get('/api/affiliate/stats')).body;
    await leaver.post('/api/affiliate/cashouts', { amount: 60, paymentMethodId: paymentMethods[0].id });
    expect((await ops('erase', '--affiliate', leaver.username, '--yes')).code).toBe(1);
    const admin = await app.admin();
    const { body } = await admin.get('/api/admin/cashouts?search=pending');
    await admin.put(`/api/admin/cashouts/${body.cashouts[0].id}/process`, { status: 'rejected' });
    expect((await ops('erase', '--affiliate', leaver.username, '--yes')).code).toBe(0);
    expect((await leaver.get('/api/affiliate/stats')).status).toBe(401);
    await untilAllFolded(app.system);
    const { rows } = await app.db.pool.query('select username, email from accounts.accounts where account_id = $1', [leaver.id]);
    expect(rows).toEqual([{ username: null, email: null }]);
    expect((await ops('verify', '--all')).code).toBe(0);
    expect((await ops('audit')).code).toBe(0);
  });

  it('erases a buyer: the event and the end of the key are one, and a returning buyer is a new one', async () => {
    const buyer = app.system.keys.buyer('eve@example.org');
    const buys = async (invoice: string) => {
      const free = { paidCents: 0, amountCents: 0, commissionBps: 0, commissionCents: 0, soldAt: new Date().toISOString() };
      await append(app.system, affiliateStream(seller.id), [
        saleRecorded({ ...ref(invoice), ...free, customerEmail: 'eve@example.org', buyer }),
      ]);
      const { data } = (await app.system.log.readStream(affiliateStream(seller.id))).at(-1)!;
      return (data as { customerEmail: Sealed }).customerEmail;
    };
    const first = await buys('erased');
    expect(await app.system.vault.openOne(first)).toBe('eve@example.org');
    expect(await ops('erase', '--buyer', 'EVE@example.org', '--yes', '--json')).toMatchObject({
      code: 0,
      json: { erased: { kind: 'buyer', id: buyer } },
    });
    expect(await app.system.vault.openOne(first)).toBeNull();
    expect((await app.system.log.readStream('programme')).at(-1)).toMatchObject({ type: 'BuyerErased', data: { buyer } });
    expect((await ops('erase', '--buyer', 'eve@example.org', '--yes')).code).toBe(1);

    // A second later.
    app.system.vault.forgetKeys();
    expect(await app.system.vault.open([first, await buys('bought again')])).toEqual([null, 'eve@example.org']);
  });

  it('refuses to rotate keys under a running system', async () =>
    expect(await ops('rotate-keys', '--yes')).toMatchObject({ code: 2, err: expect.stringContaining('NEW_MASTER_KEY') }));
});

describe('what-if', () => {
  it('shows no difference under the current tiers', async () => {
    const earner = await app.affiliate();
    for (let i = 0; i < 3; i++) await sold(app.system.log, earner.id, 6_00);
    const today = firstTerms.tiers.map((t) => `${t.tier}:${t.threshold}:${t.rateBps / 100}`).join(',');
    const { json } = await ops('what-if', '--tiers', today, '--json');
    expect(json.affiliates.find((a: any) => a.id === earner.id)).toMatchObject({
      username: earner.username,
      actualCents: 18_00,
      whatIfCents: 18_00,
      differenceCents: 0,
    });
    const cheaper = await ops('what-if', '--tiers', 'all:0:10', '--default-rate', '10', '--json');
    expect(cheaper.json.affiliates.find((a: any) => a.id === earner.id)).toMatchObject({ whatIfCents: 9_00, differenceCents: -9_00 });
    expect(cheaper.json.costCents).toBe(cheaper.json.whatIfCents - cheaper.json.actualCents);
  });
});

describe('parked', () => {
  const fixed = { yes: false };
  const picky = projection({
    name: 'picky',
    version: 1,
    answers: 'Fails on refunds until it is fixed.',
    tables: {
      sales: table({
        key: { affiliate_id: text() },
        keyOf: (e) => e.streamId,
        columns: { sales: int(0) },
        on: {
          SaleRecorded: (row) => ({ sales: row.sales + 1 }),
          SaleReversed: (row) => {
            if (!fixed.yes) throw new Error('cannot fold a refund');
            return row;
          },
        },
      }),
    },
  });

  it('lists, shows, retries and skips, each decision recorded', async () => {
    const parked = operatorOf(app.system, app.db.ownerUrl, [picky]);
    await prepare(app.system, app.system.log, { ...picky, subscription: new Set() });
    const model = new ReadModel(app.system, picky);
    const { position } = await app.system.log.head();
    await app.db.pool.query('update picky.checkpoints set position = 0');
    const partitions = Array.from({ length: app.system.log.partitionCount }, (_, p) => p);
    await model.apply({ partitions, after: 0, upTo: position, events: await app.system.log.read(0, 10_000) });

    const { json } = await parked('parked', 'list', '--json');
    expect(json.parked).toMatchObject([
      { readModel: 'picky', streamId: affiliateStream(seller.id), type: 'SaleReversed', error: 'cannot fold a refund' },
    ]);
    const at = String(json.parked[0].position);
    expect((await parked('status')).code).toBe(1);
    expect(await parked('parked', 'show', 'picky', at, '--json')).toMatchObject({ code: 0, json: { event: { type: 'SaleReversed' } } });
    expect(await parked('parked', 'retry', 'picky', at)).toMatchObject({ code: 1, out: expect.stringContaining('still parked') });
    expect(await parked('parked', 'skip', 'picky', at, '--yes', '--by', 'ada')).toMatchObject({ code: 0 });
    expect(await parked('parked', 'retry', 'picky', at)).toMatchObject({ code: 1, err: expect.stringContaining('no stream is parked') });
    expect((await parked('verify', 'picky')).code).toBe(0);
    const { rows } = await app.db.pool.query(
      `select decision, decided_by from projecting.decisions where projection = 'picky' order by id`,
    );
    expect(rows).toEqual([
      { decision: 'retry', decided_by: expect.any(String) },
      { decision: 'skip', decided_by: 'ada' },
    ]);
  });
});
