import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { affiliateStream, firstBrand, programmeStream, refusals, StatementsView } from '@framelift/contracts';
import { nullsOf } from '../../../../test/support/golden/nulls.ts';
import { append } from '../../../../test/support/history.ts';
import { cashoutRequested, paymentMethodAdded } from '../../../../test/support/facts.ts';
import { refunded, sold } from '../../../../test/support/sales.ts';
import { type App, startApp } from '../../../../test/support/system.ts';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { attachedAs } from '../../http/attachment.ts';
import { monthCsv } from './statement.csv.ts';
import { withRowsRead } from '../../../../test/support/rows-read.ts';
import { Log } from '../../engine/log/log.ts';
import { CurrentBrand } from '../../published/current-brand.ts';
import { KeptPictures } from '../../http/site/kept-pictures.ts';
import { TermsHistory } from '../terms-history.ts';
import { StatementMaker } from './month-statement.ts';

let app: App;
/** A payout run that is not yet settled. */
let second: string;
let zoe: Awaited<ReturnType<App['affiliate']>>;
const thisMonth = new Date().toISOString().slice(0, 7);
const [year, month] = thisMonth.split('-').map(Number) as [number, number];
/** A moment at which the month of now is over, and the next one is not. */
const later = () => Date.UTC(year, month, 2);

beforeAll(async () => {
  app = await startApp();
  zoe = await app.affiliate('zoe');
  const kept = { name: 'Zoë Żółtowska-Ünal', address: 'Długa 12\n00-238 Warszawa', country: 'Polska', taxNumber: 'PL5260250995' };
  expect((await zoe.put('/api/affiliate/billing', kept)).status).toBe(200);
  for (let n = 0; n < 60; n++) await sold(app.system.log, zoe.id, 10_00, `z${n}`);
  await refunded(app.system.log, zoe.id, 10_00, 'z7');
  const payTo = { email: 'zoe@pay.example' };
  await append(app.system, affiliateStream(zoe.id), [
    paymentMethodAdded({ paymentMethodId: 'm1', details: payTo }),
    cashoutRequested({ cashoutId: `${zoe.id}-1`, amountCents: 60_00, payTo }),
  ]);
  const admin = await app.admin();
  const { body } = await admin.post('/api/admin/payout-runs', { cashouts: [`${zoe.id}-1`] });
  expect((await admin.post(`/api/admin/payout-runs/${body.id}/settle`, { reference: 'PP-1' })).status).toBe(200);
});
afterAll(() => app.stop());

const maker = () => app.api.get(StatementMaker);
const bytesOf = async (path: string, token = zoe.token) => {
  const response = await fetch(`${app.url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  return { status: response.status, type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
};

describe('the statement of a month', () => {
  it('sums from opening to closing, which is the balance', async () => {
    const s = await maker().ofMonth(zoe.id, thisMonth, later());
    expect([s.openingCents, s.movements.length, s.closingCents]).toEqual([0, 62, 530_00]);
    expect(s.openingCents + s.movements.reduce((sum, { cents }) => sum + cents, 0)).toBe(s.closingCents);
    expect(s.movements.at(-1)).toMatchObject({ cents: -60_00, balanceCents: 530_00, why: `Reserved for cashout ${zoe.id}-1` });
    expect([s.layout, s.movements[0]!.why]).toEqual([4, expect.stringMatching(/ on sale sellauth-z0 · \S/)]);
    expect(s.payee).toMatchObject({ username: 'zoe', billing: { name: 'Zoë Żółtowska-Ünal', taxNumber: 'PL5260250995' } });
    const [sale] = await app.system.log.readStreamPage(affiliateStream(zoe.id), 0, 1, ['SaleRecorded']);
    const panels = [`why=earned&of=sellauth-z0&at=${sale!.position}`, `why=account&at=${sale!.position}`];
    expect(s.movements[0]!.links!.map((link) => link.split('/affiliate/dashboard?')[1])).toEqual(panels);
    const { position, hash } = await app.system.log.head();
    expect(s.head).toEqual({ position, hash: hash.toString('hex') });
  });

  it('does not change with what follows: not with sales, names, terms, or a replay', async () => {
    const ends = new Date(Date.UTC(Number(thisMonth.slice(0, 4)), Number(thisMonth.slice(5)), 1));
    const before = await maker().ofMonth(zoe.id, thisMonth, later());
    const events = await app.system.log.readStream(affiliateStream(zoe.id));
    expect(events.every((e) => e.recordedAt < ends)).toBe(true);
    await app.db.pool.query('truncate dashboard.parts');
    expect(await maker().ofMonth(zoe.id, thisMonth, later())).toEqual(before);
  });

  it('keeps the names that tiers had when the month was over', async () => {
    const names = async (at: number) => app.api.get(TermsHistory).namesAt(new Date(at));
    const before = Date.now();
    const admin = await app.admin();
    const { terms, position } = (await admin.get('/api/admin/terms')).body;
    const tiers = terms.tiers.map((tier: { name: string }) => ({ ...tier, name: `${tier.name} 2` }));
    expect((await admin.put('/api/admin/terms', { ...terms, tiers }, { 'Edit-Base': String(position) })).status).toBe(200);
    expect([(await names(before))['gold'], (await names(later()))['gold']]).toEqual(['Gold', 'Gold 2']);
    const { position: now } = (await admin.get('/api/admin/terms')).body;
    expect((await admin.put('/api/admin/terms', terms, { 'Edit-Base': String(now) })).status).toBe(200);
  });

  it('reads of a long stream only what it shows: not each sale for a list of payouts', async () => {
    const { pool, read } = withRowsRead(app.system.pool);
    const log = await Log.open(pool, app.system.vault);
    const [brands, pictures] = [app.api.get(CurrentBrand), app.api.get(KeptPictures)];
    const own = new StatementMaker(log, app.system.vault, new TermsHistory(app.system.streams, log), brands, pictures, {
      publicUrl: app.url,
    });
    const rows = async (work: () => Promise<unknown>) => {
      read.length = 0;
      await work();
      return read.reduce((sum, n) => sum + n, 0);
    };
    const events = (await app.system.log.readStream(affiliateStream(zoe.id))).length;
    expect(events).toBeGreaterThan(60);
    expect(await rows(() => own.payouts(zoe.id))).toBe(1);
    expect(await rows(() => own.billing(zoe.id))).toBe(2);
    expect(await rows(() => own.ofPayout(zoe.id, `${zoe.id}-1`))).toBeLessThan(10);
    const programme = (await app.system.log.readStream(programmeStream)).filter(({ type }) => type === 'HeadSigned').length;
    expect(await rows(() => own.layoutAt(new Date()))).toBe(programme);
  });

  it('exists once the month has ended, and only for the affiliate’s months', async () => {
    expect((await zoe.get('/api/affiliate/statements')).body).toMatchObject({
      months: [],
      payouts: [{ cashoutId: `${zoe.id}-1`, amount: 60 }],
    });
    expect(await maker().months(zoe.id, later())).toEqual([thisMonth]);
    for (const month of [thisMonth, '1999-12', '2025-13', 'x', '../../etc'])
      expect([month, await zoe.get(`/api/affiliate/statements/${encodeURIComponent(month)}.pdf`)]).toMatchObject([
        month,
        { status: 404, body: { error: refusals.noStatement } },
      ]);
    await expect(maker().ofMonth(zoe.id, '1999-12', later())).rejects.toThrow(refusals.noStatement);
  });
});

describe('a statement as comma-separated values', () => {
  const read = (text: string) => parse(text, { columns: true, bom: true }) as Record<string, string>[];
  it('says all that the PDF says: figures with two decimals, terms, billing, position, fingerprint and how to check it', async () => {
    const s = await maker().ofMonth(zoe.id, thisMonth, later());
    const rows = read(monthCsv(s));
    const textOf = (what: string) => rows.find((row) => row['what'] === what)?.['text'];
    expect(rows.find(({ what }) => what === 'Opening balance')).toMatchObject({ date: `${thisMonth}-01`, balance: '0.00' });
    expect(rows.find(({ what }) => what?.startsWith('Reserved for'))).toMatchObject({ amount: '-60.00', balance: '530.00' });
    expect(rows.find(({ what }) => what === 'Closing balance')).toMatchObject({ balance: '530.00' });
    const sum = rows
      .filter(({ date, amount }) => date && amount)
      .reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0);
    expect(sum).toBe(530_00);
    expect([textOf('Name'), textOf('Address'), textOf('Tax number')]).toEqual([
      'Zoë Żółtowska-Ünal',
      'Długa 12\n00-238 Warszawa',
      'PL5260250995',
    ]);
    for (const [name, value] of s.terms) expect(textOf(`${name} at the end of the month`)).toBe(value);
    expect([textOf('Fingerprint of that history'), textOf('Events of the log that this follows from')]).toEqual([
      s.head.hash,
      String(s.head.position),
    ]);
    expect(textOf('How to check')).toContain('identical file');
  });
  it('has no formulas from people’s texts', async () => {
    const s = await maker().ofMonth(zoe.id, thisMonth, later());
    const billing = { ...s.payee.billing, name: '=HYPERLINK("x")' };
    expect(monthCsv({ ...s, payee: { ...s.payee, billing } })).toContain(`"'=HYPERLINK(""x"")"`);
  });
  it('has the clock by which a movement belongs to its month', async () => {
    const s = await maker().ofMonth(zoe.id, thisMonth, later());
    const events = await app.system.log.readStream(affiliateStream(zoe.id));
    const recorded = events.map(({ recordedAt }) => recordedAt.toISOString());
    expect(s.movements.every(({ at }) => recorded.includes(at) && at.startsWith(thisMonth))).toBe(true);
  });
});

describe('files that are saved', () => {
  it('are named by kind and account, so that no two have the same name', async () => {
    const names: string[] = [];
    const admin = await app.admin();
    const payTo = { email: 'zoe@pay.example' };
    await append(app.system, affiliateStream(zoe.id), [cashoutRequested({ cashoutId: `${zoe.id}-2`, amountCents: 60_00, payTo })]);
    const { body: run } = await admin.post('/api/admin/payout-runs', { cashouts: [`${zoe.id}-2`] });
    second = run.id;
    expect((await admin.post(`/api/admin/payout-runs/${run.id}/file`, { type: 'paypal' })).status).toBe(200);
    for (const [path, token] of [
      [`/api/affiliate/payouts/${zoe.id}-1.pdf`, zoe.token],
      [`/api/affiliate/payouts/${zoe.id}-1.csv`, zoe.token],
      ['/api/affiliate/statements/export', zoe.token],
      ['/api/affiliate/ledger.csv', zoe.token],
      ['/api/affiliate/ledger.csv?kind=sale&from=2026-01-01', zoe.token],
      ['/api/affiliate/breakdown.csv?by=page&range=7', zoe.token],
      ['/api/account/data', zoe.token],
      [`/api/admin/payout-runs/${run.id}/file?type=paypal`, admin.token],
    ] as const) {
      const response = await fetch(`${app.url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
      expect([path, response.status]).toEqual([path, 200]);
      names.push(/^attachment; filename="([A-Za-z0-9._-]+)"$/.exec(response.headers.get('content-disposition')!)![1]!);
    }
    expect(names).toEqual([
      `payout-${zoe.id}-1-zoe.pdf`,
      `payout-${zoe.id}-1-zoe.csv`,
      `framelift-account-${zoe.id}.jsonl`,
      `ledger-${zoe.id}.csv`,
      `ledger-sale-from-2026-01-01-${zoe.id}.csv`,
      `performance-by-page-7-days-${zoe.id}.csv`,
      `my-data-affiliate-${zoe.id}.json`,
      `payments-paypal-${run.id}.csv`,
    ]);
    // Months have no statement yet; the name is made of the month and the username.
    expect(attachedAs(['statement', thisMonth, 'zoe'], 'pdf')).toBe(`attachment; filename="statement-${thisMonth}-zoe.pdf"`);
    expect(attachedAs(['a"b', 'ü/..\\x'], 'csv')).toBe('attachment; filename="a-b--..-x.csv"');
  });
});

describe('the statement of a payout', () => {
  it('is a PDF of the same bytes each time, in both papers, for its owner alone', async () => {
    const path = `/api/affiliate/payouts/${zoe.id}-1.pdf`;
    const [one, two, letter] = [await bytesOf(path), await bytesOf(path), await bytesOf(`${path}?paper=letter`)];
    expect([one.status, one.type, one.bytes.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-']);
    expect(two.bytes.equals(one.bytes)).toBe(true);
    // Its text can be selected and read aloud: fonts say which letters their shapes are.
    expect(one.bytes.toString('latin1')).toContain('/ToUnicode');
    expect(one.bytes.toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]');
    expect(letter.bytes.toString('latin1')).toContain('/MediaBox [0 0 612 792]');
    const other = await app.affiliate();
    expect((await bytesOf(path, other.token)).status).toBe(404);
    expect((await bytesOf(`${path}?paper=a5`)).status).toBe(400);
  });
});

describe('another brand', () => {
  it('changes no statement that was issued before: the next one has its name, logo and address', async () => {
    const paid = (n: number) => ['pdf', 'csv'].map((ending) => `/api/affiliate/payouts/${zoe.id}-${n}.${ending}`);
    const read = (paths: readonly string[]) => Promise.all(paths.map(async (path) => (await bytesOf(path)).bytes.toString('latin1')));
    const before = await read(paid(1));
    const admin = await app.admin();
    const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const { body: picture } = await admin.post('/api/admin/site/pictures', { picture: `data:image/png;base64,${red.toString('base64')}` });
    const content = { ...firstBrand, name: 'Zephyr', accent: '#1d4ed8', logo: picture.path, address: ['1 Wind Street'] };
    expect((await admin.put('/api/admin/site/brand', { content }, { 'Edit-Base': '0' })).status).toBe(200);
    expect((await admin.post('/api/admin/site/publish', { sections: ['brand'] }, { 'Edit-Base': '0' })).status).toBe(200);

    expect((await admin.post(`/api/admin/payout-runs/${second}/settle`, { reference: 'PP-2' })).status).toBe(200);
    expect(await read(paid(1))).toEqual(before);
    expect([before[0]!.includes('(Framelift payout'), before[1]!.includes('"Framelift"')]).toEqual([true, true]);
    const [pdf, csv] = (await read(paid(2))) as [string, string];
    expect([pdf.includes('(Zephyr payout'), pdf.includes('/Subtype /Image'), pdf.includes('Framelift')]).toEqual([true, true, false]);
    expect([csv.includes('"Zephyr, 1 Wind Street"'), csv.includes('Framelift')]).toEqual([true, false]);
    // Of the same bytes each time, with its picture too.
    expect(await read(paid(2))).toEqual([pdf, csv]);
    expect(await maker().ofMonth(zoe.id, thisMonth, later())).toMatchObject({ brand: content, logo: expect.any(Buffer) });
    const file = await fetch(`${app.url}/api/affiliate/statements/export`, { headers: { Authorization: `Bearer ${zoe.token}` } });
    expect(file.headers.get('content-disposition')).toContain(`"zephyr-account-${zoe.id}.jsonl"`);
    await file.body?.cancel();
  });
});

describe('billing details on statements', () => {
  it('is kept sealed, shown to its owner, and bounded', async () => {
    const [event] = (await app.system.log.readStream(affiliateStream(zoe.id))).filter(({ type }) => type === 'BillingDetailsChanged');
    expect(JSON.stringify(event!.data)).not.toMatch(/Zoë|PL526/);
    const empty = { name: null, address: '', country: ' ', taxNumber: null };
    expect((await zoe.put('/api/affiliate/billing', empty)).status).toBe(200);
    expect((await zoe.get('/api/affiliate/statements')).body.billing).toEqual(nullsOf(StatementsView.properties.billing));
    for (const field of ['name', 'address', 'country', 'taxNumber']) {
      const fire = await zoe.put('/api/affiliate/billing', { ...empty, [field]: 'Zoë 🔥 বাং' });
      expect(fire).toMatchObject({ status: 400, body: { error: refusals.unprintable(['🔥', 'বাং']) } });
      expect((await zoe.put('/api/affiliate/billing', { ...empty, [field]: '王 ١٢ ऋ' })).status).toBe(200);
    }
    expect((await zoe.put('/api/affiliate/billing', empty)).status).toBe(200);
    const long = await zoe.put('/api/affiliate/billing', { ...empty, name: 'x'.repeat(121) });
    expect(long).toMatchObject({ status: 400, body: { error: refusals.billingTooLong } });
  });
});
