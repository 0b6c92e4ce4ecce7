import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Call, calls, firstSite, refusals, siteLimits, firstTerms, nanosOf, termsView } from '@framelift/contracts';
import { atProof } from '../support/counts.ts';
import { type App, type Client, sharedApp } from '../support/system.ts';
import { callersOf } from '../support/callers.ts';

let app: App;
let clients: Record<'public' | 'account' | 'affiliate' | 'admin', Client>;
let ids: { method: string; affiliate: string };
beforeAll(async () => {
  app = await sharedApp();
  ({ clients, ids } = await callersOf(app));
});
afterAll(() => app.stop());

const head = async () => (await app.system.log.head()).position;

/** A valid body for each call that takes one. */
const good = (): Record<string, Record<string, unknown>> => ({
  'POST /api/affiliate/register': { username: 'newcomer', email: 'newcomer@example.org', password: 'long enough' },
  'POST /api/affiliate/login': { username: 'admin', password: 'the admin password' },
  'POST /api/account/password': { currentPassword: 'correct horse battery', newPassword: 'another long one' },
  'POST /api/account/reset': { token: 'never-given-out', password: 'another long one' },
  'POST /api/admin/webhooks': { name: 'Hook', url: 'https://hooks.example/x', types: [], personal: false },
  'PUT /api/admin/webhooks/:id': { name: 'Hook', types: [], personal: false, paused: false },
  'POST /api/account/forgot': { email: 'nobody@example.org' },
  'POST /api/account/email': { email: 'moved@example.org' },
  'POST /api/account/email/cancel': { token: 'never-given-out' },
  'POST /api/account/email/confirm': { token: 'never-given-out' },
  'PUT /api/account/mails': { sales: 'daily', cashouts: false, tiers: false },
  'POST /api/account/confirm': { password: 'correct horse battery' },
  'PUT /api/account/totp': { code: '123456' },
  'POST /api/affiliate/payment-methods': { paymentType: 'paypal', paymentDetails: { email: 'x@example.org' } },
  'PUT /api/affiliate/payment-methods/:id': { paymentType: 'paypal', paymentDetails: { email: 'y@example.org' } },
  'POST /api/affiliate/cashouts': { amount: 50, paymentMethodId: ids.method },
  'POST /api/admin/affiliates': { username: 'made', email: 'made@example.org', password: 'long enough', commissionRate: 20 },
  'PUT /api/admin/affiliates/:id': { commissionRate: 21 },
  'PUT /api/admin/cashouts/:id/process': { status: 'completed' },
  'PUT /api/admin/cashouts/:id/settle': { status: 'completed' },
  'POST /api/admin/currency-rates': { day: new Date().toISOString().slice(0, 10), currency: 'USD', rate: 0.92 },
  'POST /api/admin/affiliates/:id/coupons': { code: 'ZOE10', discount: 10 },
  'POST /api/admin/sales/:invoice/credit': { username: 'admin', reason: 'because' },
  'POST /api/admin/sales/:invoice/reverse': { reason: 'because', internalNote: 'a note' },
  'POST /api/admin/sales/:invoice/release': { reason: 'because' },
  'POST /api/affiliate/receipts': { figure: 'paid', of: null, at: null, name: 'Mia', onPage: true },
  'POST /api/affiliate/missing-sales': {
    boughtOn: new Date().toISOString().slice(0, 10),
    invoice: '8123',
    customerEmail: 'x@example.org',
    notes: 'by phone',
  },
  'POST /api/admin/missing-sales/:id/credit': { transactionId: 'sellauth-n1', reason: 'because', internalNote: 'a note' },
  'POST /api/admin/missing-sales/:id/refuse': { reason: 'because', internalNote: 'a note' },
  'PUT /api/affiliate/billing': { name: 'Anna', address: 'x', country: 'x', taxNumber: 'x' },
  'POST /api/admin/review/:id': { decision: 'fine', reason: 'because', internalNote: 'a note', upTo: 1, rules: ['burst'] },
  'POST /api/admin/payout-runs': { cashouts: ['nobody-1'] },
  'POST /api/admin/payout-runs/:id/file': { type: 'paypal' },
  'POST /api/admin/payout-runs/:id/send': { editBase: 0 },
  'POST /api/admin/payout-runs/:id/approve': { editBase: 0 },
  'POST /api/admin/payout-runs/:id/cancel': { editBase: 0 },
  'POST /api/admin/payout-runs/:id/remove': { cashoutId: 'nobody-1' },
  'POST /api/admin/payout-runs/:id/take-back': { cashoutId: 'nobody-1' },
  'POST /api/admin/payout-runs/:id/unused': { hash: 'a1' },
  'PUT /api/admin/payout-account': { iban: 'DE02120300000000202051', name: 'Framelift Ltd' },
  'POST /api/admin/payout-runs/:id/settle': { reference: 'PP-1' },
  'POST /api/admin/history/back': { position: 1, reason: 'A wrong import' },
  'POST /api/admin/backups/:id/restore': { reason: 'A wrong import' },
  'POST /api/admin/payout-runs/:id/outcome': { outcome: 'paid', reference: 'PP-1', reason: 'The statement' },
  'POST /api/admin/cashouts/:id/outcome': { outcome: 'notPaid', reference: 'PP-1', reason: 'The statement' },
  'POST /api/admin/withdrawn-events/:id/leave-out': { reason: 'It was the mistake' },
  'POST /api/admin/payout-runs/:id/acknowledge': { itemId: '8AELMXH8UB2P8', reason: 'Paid by hand' },
  'POST /api/admin/payout-runs/:id/return': { cashoutId: 'nobody-1', because: 'failed' },
  'POST /api/admin/payout-runs/:id/report': { report: 'cashout,status\nnobody-1,failed' },
  'POST /api/sales': {
    id: 'order-1',
    amount: 49,
    currency: 'EUR',
    ref: 'nobody-of-this-name',
    buyer: 'b@example.org',
    soldAt: '2026-01-01',
  },
  'POST /api/sales/:id/refund': { amount: 2 },
  'PUT /api/admin/terms': terms,
  'POST /api/admin/terms/four-eyes/approve': {},
  'POST /api/admin/terms/four-eyes/refuse': {},
  'POST /api/admin/terms/preview': terms,
  'PUT /api/admin/site/:section': { content: { ...firstSite.announcement, text: 'Hello' }, note: 'for spring', draftSavedAt: null },
  'POST /api/admin/site/preview/:page': { section: 'announcement', content: { ...firstSite.announcement, text: 'Hello' }, theme: 'dark' },
  'POST /api/admin/site/pictures': { picture: 'data:image/png;base64,AAAA' },
  'POST /api/admin/site/publish': { sections: ['announcement'] },
  'POST /api/admin/site/history/:position/restore': { section: 'announcement' },
  'DELETE /api/admin/site/:section': { draftSavedAt: '2026-01-01T00:00:00.000Z' },
  'DELETE /api/admin/affiliates/:id': { forfeits: 0.01 },
  'POST /api/admin/recalculate-tiers': { shown: 'others' },
  'PUT /api/affiliate/notifications/read-all': { upTo: 0 },
  'POST /api/admin/keys': { name: 'Warehouse', scopes: ['read:events'], perMinute: 60, expiresAt: '2999-01-01T00:00:00Z' },
  'POST /api/admin/read-models/parked': { fingerprint: '0'.repeat(16), decision: 'skip', streams: 1, reason: 'No sale' },
  'POST /api/admin/backups/upload': { name: 'backup-20260101T000000Z-1.tar.zst.age', size: 8, offset: 0, part: 'AAAA' },
  'POST /api/admin/newer-version/dismiss': { version: '1.2.3' },
  'POST /api/admin/first-run/skip': { step: 'mail' },
  'POST /api/admin/first-run/test-mail': { email: 'x@example.org' },
  'POST /api/admin/read-models/tasks': { task: 'verify', readModels: ['dashboard'] },
  'POST /api/track/track-visit': { ref: 'nobody-of-this-name' },
  'POST /api/store/checkout': { cart: [{ productId: 357054, variantId: 500794, quantity: 1 }], shopId: 118149, altcha: 'x' },
});

/** A good body differs from the terms in force: a body that is accepted must not change them. */
const terms = { ...termsView(firstTerms), holdDays: 14 };

const hostile: unknown[] = [
  null,
  true,
  -1,
  0.1 + 0.2,
  1e308,
  50.001,
  [],
  [null],
  {},
  { $ne: 1 },
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'constructor',
  '__proto__',
  'x'.repeat(10_000),
  '<script>alert(1)</script>',
  "'; drop table log.events; --",
  '../../etc/passwd',
  '٣',
  '😀'.repeat(200),
];

const path = (name: string) =>
  name
    .split(' ')[1]!
    .replace(':id', ids.affiliate)
    .replace(':invoice', '1')
    .replace(':position', '999999')
    .replace(':section', 'announcement');
const withBody = Object.entries(calls as Record<string, Call>).filter(([, call]) => call.body);

const mustSayBase = ({ body }: Call): boolean => ((body as { required?: string[] } | undefined)?.required ?? []).includes('editBase');

/** A form filled just now. */
const headers = { 'Edit-Base': String(Number.MAX_SAFE_INTEGER) };

/** Refused: 4xx with one error text. */
async function refuses(name: string, body: unknown, expected?: number) {
  const { permission } = (calls as Record<string, Call>)[name]!;
  const answer = await clients[permission].send(name.split(' ')[0]!, path(name), body, headers);
  const about = `${name} ${typeof body === 'string' ? body.slice(0, 80) : JSON.stringify(body).slice(0, 80)} → ${answer.status} ${JSON.stringify(answer.body).slice(0, 120)}`;
  expect(about).toMatch(/→ 4\d\d/);
  expect(answer.body).toEqual({ error: expect.any(String), code: expect.any(String) });
  if (expected) expect(answer.status).toBe(expected);
}

it('has a good body for every call that takes one', () => {
  expect(Object.keys(good()).sort()).toEqual(withBody.map(([name]) => name).sort());
});

describe('an edit that overwrites what another may have changed', () => {
  const edits = Object.entries(calls as Record<string, Call>).filter(([, call]) => mustSayBase(call));
  it.each(edits.map(([name]) => name))('%s names the position its form was filled from', async (name) => {
    const [method] = name.split(' ') as [string];
    const at = path(name);
    const body = good()[name];
    const before = await head();
    expect(await clients.admin.send(method, at, body)).toMatchObject({ status: 400, body: { error: refusals.editBaseMissing } });
    for (const [base, status] of [
      ['', 400],
      ['x', 400],
      ['1.5', 400],
    ] as const)
      expect((await clients.admin.send(method, at, body, { 'Edit-Base': base })).status).toBe(status);
    for (const editBase of ['', 'x', 1.5, -1, null, {}])
      expect([editBase, (await clients.admin.send(method, at, { ...(body as object), editBase })).status]).toEqual([editBase, 400]);
    // The header is its older name: both may be sent if they agree.
    expect((await clients.admin.send(method, at, { ...(body as object), editBase: 1 }, { 'Edit-Base': '2' })).status).toBe(400);
    expect(await head()).toBe(before);
  });
  it('is every admin PUT that the specification does not prescribe', () => {
    // Those two are the specification's; settling a cashout is refused in another state.
    const others = ['PUT /api/admin/affiliates/:id', 'PUT /api/admin/cashouts/:id/process', 'PUT /api/admin/cashouts/:id/settle'];
    const puts = Object.entries(calls as Record<string, Call>).filter(
      ([name, { permission }]) => name.startsWith('PUT') && permission === 'admin',
    );
    expect(puts.flatMap(([name, call]) => (mustSayBase(call) ? [] : [name]))).toEqual(others);
  });
});

/** Fields take turns, so that all of these are tried in everyday runs too. */
const TRIED = atProof(hostile.length, 5, 'hostile values of each field');
let turn = 0;
const hostileInTurn = () => Array.from({ length: TRIED }, () => hostile[turn++ % hostile.length]);

describe.each(withBody.map(([name]) => name))('%s', (name) => {
  let before: number;
  beforeAll(async () => void (before = await head()));
  afterAll(async () => expect(await head()).toBe(before));

  it('refuses a body of another shape', async () => {
    const mayBeAbsent = 'default' in (calls as Record<string, Call>)[name]!.body!;
    for (const body of [
      ...(mayBeAbsent ? [] : ['']),
      'no json',
      '[]',
      '"text"',
      '1',
      'null',
      '{"a":',
      '{"__proto__":{"x":1}}',
      '{"constructor":{"prototype":{}}}',
    ])
      await refuses(name, body);
  });

  it('refuses an unknown field', async () => {
    await refuses(name, { ...good()[name], surprise: 1 });
    await refuses(name, { ...good()[name], isAdmin: true });
  });

  it('refuses each field that is missing or hostile, unless that is valid', async () => {
    const body = good()[name]!;
    const optional = new Set([
      'reason',
      'rules',
      'altcha',
      'commissionRate',
      'expiresAt',
      'ref',
      'buyer',
      'soldAt',
      'discount',
      'invoice',
      'customerEmail',
      'notes',
      'note',
      'draftSavedAt',
      'forfeits',
      'shown',
      'upTo',
      'fourEyesPerDay',
      'fourEyesPerAffiliate',
      'detailsWaitDays',
      'selfBilling',
      'receipts',
    ]);
    for (const field of Object.keys(body)) {
      if (!optional.has(field) && name !== 'POST /api/sales/:id/refund')
        await refuses(name, Object.fromEntries(Object.entries(body).filter(([k]) => k !== field)));
      for (const value of hostileInTurn()) {
        if (isFine(name, field, value) && name !== 'POST /api/affiliate/login') continue;
        await refuses(name, { ...body, [field]: value });
      }
      await refuses(name, JSON.stringify({ ...body, [field]: '¿' }).replace('"¿"', '1e309'));
    }
  });

  it('refuses a megabyte', () =>
    refuses(name, { ...good()[name], padding: 'x'.repeat(1_000_000) }, (calls as Record<string, Call>)[name]!.largeBody ? 400 : 413));
});

describe('a call that declares no body', () => {
  const without = Object.entries(calls as Record<string, Call>).filter(
    ([name, { body, formBody, fromStore }]) => !name.startsWith('GET') && !body && !formBody && !fromStore,
  );
  it.each(without.map(([name]) => name))('%s refuses one, and names its field', async (name) => {
    for (const body of [{ amount: 2 }, { force: true, amount: 2 }, [], [1], 'null', '"text"', '1']) await refuses(name, body, 400);
    const { permission } = (calls as Record<string, Call>)[name]!;
    const { body } = await clients[permission].send(name.split(' ')[0]!, path(name), { amount: 2 });
    expect(body).toMatchObject({ error: refusals.unknownField('amount') });
  });
});

/** A password is any text, words of the language are valid names, and an unknown ref is not counted. */
function isFine(name: string, field: string, value: unknown): boolean {
  const text = typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
  if (name === 'POST /api/admin/keys')
    return (field === 'expiresAt' && value === null) || (field === 'name' && ['constructor', '٣'].includes(value as string));
  if (name === 'PUT /api/admin/payout-account') return field === 'name' && text && value.trim() !== '' && value.length <= 70;
  // A note is any text.
  if (name.startsWith('PUT /api/admin/site/'))
    return value === null ? field !== 'content' : field === 'note' && text && [...value].length <= siteLimits.note;
  // The signals seen need not be named.
  if (name === 'POST /api/admin/review/:id' && field === 'rules') return Array.isArray(value) && value.length === 0;
  if (['forfeits', 'shown', 'upTo'].includes(field)) return value === null;
  if (name === 'DELETE /api/admin/site/:section') return value === null;
  if (name === 'POST /api/sales/:id/refund') return value === null;
  if (name === 'POST /api/sales' && field === 'coupon') return value === null || value === '';
  if (name === 'POST /api/sales' && field === 'ref') return value === null || (text && [...value].length <= 300);
  if (name === 'POST /api/sales')
    return field === 'id' ? ['constructor', '__proto__'].includes(value as string) : value === null && field !== 'amount';
  if (name === 'POST /api/affiliate/missing-sales') {
    const most = { invoice: 100, notes: 1_000 }[field];
    return field !== 'boughtOn' && (value === null || (text && most !== undefined && value.length <= most));
  }
  if (name === 'PUT /api/affiliate/billing')
    return value === null || (text && value.length <= { name: 120, address: 400, country: 60, taxNumber: 40 }[field]!);
  if (name.includes('/webhooks')) {
    if (field === 'personal' || field === 'paused') return typeof value === 'boolean';
    if (field === 'types') return Array.isArray(value) && value.length === 0;
    return field === 'name' && text && value.trim() !== '' && value.length <= 40;
  }
  if (name.endsWith('/mails')) return typeof value === 'boolean' && field !== 'sales';
  if (name.includes('track-visit')) return text && value.length <= 1000;
  if (name === 'PUT /api/account/totp' || name === 'POST /api/account/confirm' || field === 'currentPassword') return false;
  if (field === 'password' || field === 'newPassword') return text && value.length >= 6 && value.length <= 128;
  if (name.includes('currency-rates'))
    return field === 'rate' && typeof value === 'number' && nanosOf(value) !== undefined && value > 0 && value <= 1_000_000;
  if (['fourEyes', 'fourEyesPerDay', 'fourEyesPerAffiliate', 'selfBilling'].includes(field)) return value === null;
  if (field === 'textsVersion') return text && value !== '' && value.length <= 40;
  // A code without a discount is valid, and so is a word of the language.
  if (name.includes('coupons')) return (field === 'discount' && value === null) || (field === 'code' && value === 'constructor');
  return field === 'username' && (value === 'constructor' || value === '__proto__');
}

describe('terms', () => {
  const tiers = (...steps: [name: unknown, threshold: unknown, rate: unknown][]) =>
    steps.map(([name, threshold, rate]) => ({ name, threshold, rate }));
  it.each([
    ['thresholds that do not rise', { tiers: tiers(['A', 0, 10], ['B', 20, 20], ['C', 20, 30]) }, refusals.thresholdsNotRising],
    ['a first tier that does not begin at 0', { tiers: tiers(['A', 1, 10]) }, refusals.firstTierFromZero],
    ['two tiers with one name', { tiers: tiers(['Gold', 0, 10], [' gold', 20, 20]) }, refusals.tierNamesEqual],
    ['a tier without a name', { tiers: tiers([' ', 0, 10]) }, refusals.tierNameMissing],
    [
      '51 tiers',
      { tiers: tiers(...Array.from({ length: 51 }, (_, n) => [`T${n}`, n, 10] as [string, number, number])) },
      refusals.tiersInvalid,
    ],
    ['no tier', { tiers: [] }, refusals.tiersInvalid],
    ['a rate above 100', { tiers: tiers(['A', 0, 100.01]) }, refusals.rateInvalid],
    ['a default rate below 0', { defaultRate: -1 }, refusals.rateInvalid],
    ['a window of 0 days', { windowDays: 0 }, refusals.windowInvalid],
    ['a hold of a year and a day', { holdDays: 366 }, refusals.holdInvalid],
    ['a hold of half a day', { holdDays: 0.5 }, refusals.holdInvalid],
    ['a minimum of nothing', { minimumCashout: 0 }, refusals.minimumCashoutInvalid],
    ['a version of the texts that is only spaces', { textsVersion: '  ' }, refusals.fieldsRequired],
    ['no way to be paid', { paymentTypes: [] }, refusals.paymentTypesMissing],
    ['one way to be paid twice', { paymentTypes: ['paypal', 'paypal'] }, refusals.paymentTypesMissing],
  ])('with %s are refused, and so is their preview', async (_, wrong, error) => {
    for (const [method, of] of [
      ['PUT', '/api/admin/terms'],
      ['POST', '/api/admin/terms/preview'],
    ] as const) {
      const before = await head();
      expect(await clients.admin.send(method, of, { ...terms, ...wrong }, headers)).toMatchObject({ status: 400, body: { error } });
      expect(await head()).toEqual(before);
    }
  });
});

describe('amounts', () => {
  it.each([
    [49.99, refusals.belowMinimum(50_00)],
    [50.001, refusals.amountInvalid],
    [-50, refusals.belowMinimum(50_00)],
    [1e15, refusals.insufficientBalance],
    [1000.01, refusals.insufficientBalance],
    ['50', refusals.fieldsRequired],
  ])('a cashout of %p is refused', async (amount, error) => {
    const answer = await clients.affiliate.post('/api/affiliate/cashouts', { amount, paymentMethodId: ids.method });
    expect(answer).toMatchObject({ status: 400, body: { error } });
  });
});

describe('payment details', () => {
  it.each([
    { email: {}, address: false },
    { email: 'p@example.org', address: false },
    { email: null, address: 0 },
    { email: [], address: '' },
    {},
  ])('%j are refused, both looked at', (paymentDetails) =>
    refuses('POST /api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails }, 400),
  );
});

describe('a Solana address', () => {
  const add = (address: string) =>
    clients.affiliate.post('/api/affiliate/payment-methods', { paymentType: 'solana', paymentDetails: { address } });
  // The system program, the mint of wrapped SOL, and the vote program.
  it.each([
    '11111111111111111111111111111111',
    'So11111111111111111111111111111111111111112',
    'Vote111111111111111111111111111111111111111',
  ])('%s is taken', async (address) => expect((await add(address)).status).toBe(201));
  it.each([
    ['33 bytes in 44 characters', 'z'.repeat(44)],
    ['33 bytes, one zero too many', '1'.repeat(33)],
    ['31 bytes', '1'.repeat(31)],
    ['fewer bytes in a usual length', '2'.repeat(40)],
    ['a letter that base58 leaves out', 'So1111111111111111111111111111111111111111l'],
    ['a space', ' So11111111111111111111111111111111111111112'],
    ['nothing', ''],
    ['a long text', '2'.repeat(60_000)],
  ])('of %s is refused', async (_, address) =>
    expect(await add(address)).toMatchObject({ status: 400, body: { error: refusals.paymentDetailsInvalid } }),
  );
});

describe('registration is checked in the specified order', () => {
  it.each([
    [{ username: 'a', email: 'b', password: 'c' }, refusals.passwordTooShort],
    [{ username: 'a', email: 'b', password: 'long enough' }, refusals.emailInvalid],
    [{ username: 'a', email: 'b@example.org', password: 'long enough' }, refusals.usernameTooShort],
    [{ username: 'constructor!', email: 'b@example.org', password: 'long enough' }, refusals.usernameInvalid],
    [{ username: 'abc', email: 'b@example.org', password: 'password' }, refusals.passwordTooCommon],
    [{ username: 'abc', email: 'b@example.org' }, refusals.fieldsRequired],
  ])('%j', async (body, error) => {
    expect(await app.anybody.post('/api/affiliate/register', body)).toMatchObject({ status: 400, body: { error } });
  });

  it('accepts names that are words of the language', async () => {
    for (const username of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      const answer = await app.anybody.post('/api/affiliate/register', {
        username,
        email: `${username}@example.org`,
        password: 'long enough',
      });
      expect([username, answer.status]).toEqual([username, 201]);
      expect(answer.body.affiliate.username).toBe(username);
    }
  });
});

describe('addresses and headers', () => {
  it('refuses hostile ids in paths', async () => {
    for (const id of ['%00', '..%2f..', '__proto__', 'constructor', '1e309', '%ff', 'x'.repeat(5000)]) {
      const before = await head();
      for (const target of [`/api/affiliate/payment-methods/${id}`, `/api/affiliate/cashouts/${id}/proof`]) {
        const answer = await clients.affiliate.send(target.endsWith('proof') ? 'GET' : 'DELETE', target);
        expect([target.slice(0, 60), answer.status >= 400 && answer.status < 500, Object.keys(answer.body)]).toEqual([
          target.slice(0, 60),
          true,
          ['error', 'code'],
        ]);
      }
      const process = await clients.admin.put(`/api/admin/cashouts/${id}/process`, { status: 'completed' });
      expect([id.slice(0, 20), Math.floor(process.status / 100)]).toEqual([id.slice(0, 20), 4]);
      expect(await head()).toBe(before);
    }
  });

  it('refuses hostile queries, headers and types without a fault', async () => {
    for (const query of [
      'after=%00',
      'limit=-1',
      'limit=1e9',
      'limit=x',
      'sort=;drop',
      'search=%ed%a0%80',
      'search=%00',
      'after=%7B%7D',
      'type=__proto__',
      'from=x',
      'limit=1&limit=2',
    ])
      for (const list of ['affiliates', 'cashouts', 'actions', 'events']) {
        const { status } = await clients.admin.get(`/api/admin/${list}?${query}`);
        expect([list, query, status < 500]).toEqual([list, query, true]);
      }
    for (const value of ['x', '-1', '1e309', '99999999999999999999', '0x10'])
      expect((await clients.admin.send('GET', '/api/admin/overview', undefined, { 'Log-After': value })).status).toBe(200);
    expect((await clients.admin.put(`/api/admin/affiliates/${ids.affiliate}`, { status: 'active' }, { 'Edit-Base': 'x' })).status).toBe(
      400,
    );
    expect(
      (await app.anybody.post('/api/affiliate/login', { username: 'a', password: 'b' }, { 'Idempotency-Key': 'x'.repeat(300) })).status,
    ).toBeLessThan(500);
    expect(
      (await app.anybody.send('POST', '/api/affiliate/login', 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' })).status,
    ).toBe(400);
  });

  it('accepts a call without a body from clients that always send a JSON type', async () => {
    const json = { 'Content-Type': 'application/json' };
    expect((await clients.affiliate.send('PUT', '/api/affiliate/notifications/read-all', undefined, json)).status).toBe(200);
    expect((await clients.admin.send('POST', '/api/admin/recalculate-tiers', undefined, json)).status).toBe(200);
    expect((await app.anybody.send('POST', '/api/affiliate/login', undefined, json)).status).toBe(400);
  });

  it('answers 404 for unknown calls', async () => {
    expect(await app.anybody.get('/api/nope')).toMatchObject({ status: 404, body: { error: refusals.notFound } });
    expect(await app.anybody.get('/api/affiliate/stats')).toMatchObject({ status: 401, body: { error: refusals.unauthorized } });
    expect(await clients.affiliate.get('/api/admin/overview')).toMatchObject({ status: 403, body: { error: refusals.adminOnly } });
  });
});
