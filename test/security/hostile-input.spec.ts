import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { BillingBody, type Call, calls, firstSite, firstTerms, termsView } from '@framelift/contracts';
import { type App, type Client, startApp } from '../support/system.ts';
import { callersOf } from '../support/callers.ts';
import { atProof } from '../support/counts.ts';
import { hostileBodies, hostileTexts, hostileValues } from '../support/hostile.ts';

const table = calls as Record<string, Call>;

let app: App;
let clients: Record<Call['permission'], Client>;
let known: { method: string; affiliate: string };
beforeAll(async () => {
  app = await startApp();
  ({ clients, ids: known } = await callersOf(app));
});
afterAll(() => app.stop());

const LATEST = Number.MAX_SAFE_INTEGER;

/** A body with every field of the call, each of which is then replaced. */
const whole = (): Record<string, object> => ({
  'POST /api/affiliate/register': { username: 'newcomer', email: 'newcomer@example.org', password: 'long enough' },
  'POST /api/affiliate/login': { username: 'nobody', password: 'not it at all', code: '123456' },
  'POST /api/account/password': { currentPassword: 'not it at all', newPassword: 'another password' },
  'POST /api/account/reset': { token: 'never-given-out', password: 'another password' },
  'POST /api/account/confirm': { password: 'not it at all' },
  'PUT /api/account/totp': { code: '123456' },
  'POST /api/account/forgot': { email: 'nobody@example.org' },
  'POST /api/account/email': { email: 'moved@example.org' },
  'POST /api/account/email/cancel': { token: 'never-given-out' },
  'POST /api/account/email/confirm': { token: 'never-given-out' },
  'PUT /api/account/mails': { sales: 'daily', cashouts: false, tiers: false },
  'POST /api/affiliate/payment-methods': { paymentType: 'paypal', paymentDetails: { email: 'x@example.org', address: '1'.repeat(32) } },
  'PUT /api/affiliate/payment-methods/:id': { paymentType: 'paypal', paymentDetails: { email: 'x@example.org', address: '1'.repeat(32) } },
  'POST /api/affiliate/cashouts': { amount: 50, paymentMethodId: known.method, notes: 'a note', editBase: LATEST },
  'PUT /api/affiliate/notifications/read-all': { upTo: 0 },
  'DELETE /api/admin/affiliates/:id': { forfeits: 0.01 },
  'POST /api/admin/recalculate-tiers': { shown: 'others' },
  'POST /api/admin/terms/four-eyes/approve': { editBase: LATEST },
  'POST /api/admin/terms/four-eyes/refuse': { editBase: LATEST },
  'POST /api/admin/affiliates': { username: 'made', email: 'made@example.org', password: 'long enough', commissionRate: 20 },
  'POST /api/sales': {
    id: 'order-1',
    amount: 49,
    currency: 'EUR',
    ref: 'nobody-of-this-name',
    buyer: 'b@example.org',
    coupon: 'NOBODYHASIT',
    soldAt: '2026-01-01',
  },
  'POST /api/sales/:id/refund': { amount: 5 },
  'POST /api/admin/webhooks': { name: 'Hook', url: 'https://hooks.example/x', types: [], personal: false },
  'PUT /api/admin/webhooks/:id': {
    name: 'Hook',
    url: 'https://hooks.example/x',
    types: [],
    personal: false,
    paused: false,
    editBase: LATEST,
  },
  'POST /api/admin/keys': { name: 'Warehouse', scopes: ['read:events'], perMinute: 60, expiresAt: '2999-01-01T00:00:00Z' },
  'POST /api/admin/review/:id': { decision: 'fine', reason: 'because', internalNote: 'a note', upTo: 1, rules: ['burst'] },
  'POST /api/admin/read-models/parked': { fingerprint: '0'.repeat(16), decision: 'skip', streams: 1, reason: 'No sale' },
  'POST /api/admin/currency-rates': { day: new Date().toISOString().slice(0, 10), currency: 'USD', rate: 0.92, editBase: LATEST },
  'POST /api/admin/affiliates/:id/coupons': { code: 'ZOE10', discount: 10 },
  'PUT /api/admin/affiliates/:id': {
    username: 'made',
    email: 'made@example.org',
    commissionRate: 21,
    status: 'active',
    tier: 'bronze',
    minimumCashout: 25,
    holdDays: 7,
    reason: 'because',
    editBase: LATEST,
  },
  'PUT /api/admin/cashouts/:id/process': { status: 'completed', adminNotes: 'a note', internalNote: 'a note', proofImage: null },
  'PUT /api/admin/cashouts/:id/settle': { status: 'completed', adminNotes: 'a note', internalNote: 'a note', proofImage: null },
  'POST /api/admin/sales/:invoice/credit': { username: 'admin', reason: 'because' },
  'POST /api/affiliate/receipts': { figure: 'paid', of: '2026-05', at: 1, name: 'Mia', onPage: true },
  'POST /api/affiliate/missing-sales': {
    boughtOn: new Date().toISOString().slice(0, 10),
    invoice: '8123',
    customerEmail: 'x@example.org',
    notes: 'x',
  },
  'POST /api/admin/missing-sales/:id/credit': { transactionId: 'sellauth-1', reason: 'because', internalNote: 'a note' },
  'POST /api/admin/missing-sales/:id/refuse': { reason: 'because', internalNote: 'a note' },
  'PUT /api/affiliate/billing': Object.fromEntries(Object.keys(BillingBody.properties).map((field) => [field, 'x'])),
  'POST /api/admin/payout-runs': { cashouts: ['nobody-1'] },
  'POST /api/admin/payout-runs/:id/file': { type: 'solana', decimal: 'point', rate: '1.08', editBase: LATEST },
  'POST /api/admin/payout-runs/:id/send': { editBase: LATEST },
  'POST /api/admin/payout-runs/:id/approve': { editBase: LATEST },
  'POST /api/admin/payout-runs/:id/cancel': { editBase: LATEST },
  'POST /api/admin/payout-runs/:id/remove': { cashoutId: 'nobody-1' },
  'POST /api/admin/payout-runs/:id/take-back': { cashoutId: 'nobody-1' },
  'POST /api/admin/payout-runs/:id/unused': { hash: 'a1' },
  'PUT /api/admin/payout-account': { iban: 'DE02120300000000202051', name: 'Framelift Ltd', editBase: LATEST },
  'POST /api/admin/payout-runs/:id/settle': { reference: 'PP-1', proofImage: null, editBase: LATEST },
  'POST /api/admin/payout-runs/:id/outcome': { outcome: 'paid', reference: 'PP-1', reason: 'The statement', editBase: LATEST },
  'POST /api/admin/cashouts/:id/outcome': { outcome: 'paid', reference: 'PP-1', reason: 'The statement', editBase: LATEST },
  'POST /api/admin/history/back': { position: 1, reason: 'A wrong import' },
  'POST /api/admin/backups/:id/restore': { reason: 'A wrong import' },
  'POST /api/admin/withdrawn-events/:id/leave-out': { reason: 'It was the mistake' },
  'POST /api/admin/payout-runs/:id/acknowledge': { itemId: '8AELMXH8UB2P8', reason: 'Paid by hand' },
  'POST /api/admin/payout-runs/:id/return': { cashoutId: 'nobody-1', because: 'failed' },
  'POST /api/admin/payout-runs/:id/report': { report: 'cashout,status\nnobody-1,failed' },
  'POST /api/admin/sales/:invoice/reverse': { reason: 'because', internalNote: 'a note' },
  'POST /api/admin/sales/:invoice/release': { reason: 'because' },
  'PUT /api/admin/terms': { ...termsView(firstTerms), editBase: LATEST },
  'POST /api/admin/terms/preview': termsView(firstTerms),
  'PUT /api/admin/site/:section': { content: firstSite.reviews, note: 'x', draftSavedAt: '2026-01-01T00:00:00Z', editBase: LATEST },
  'DELETE /api/admin/site/:section': { draftSavedAt: '2026-01-01T00:00:00Z' },
  'POST /api/admin/site/pictures': { picture: 'data:image/png;base64,AAAA', edge: 512, crop: { left: 0, top: 0, width: 1, height: 1 } },
  'POST /api/admin/site/preview/:page': { section: 'reviews', content: firstSite.reviews, theme: 'dark', marked: true },
  'POST /api/admin/site/publish': {
    sections: ['products', 'announcement'],
    drafts: [{ section: 'products', savedAt: '2026-01-01T00:00:00Z' }],
    editBase: LATEST,
  },
  'POST /api/admin/site/history/:position/restore': { section: 'products', editBase: LATEST },
  'POST /api/admin/backups/upload': { name: 'backup-20260101T000000Z-1.tar.zst.age', size: 8, offset: 0, part: 'AAAA' },
  'POST /api/admin/newer-version/dismiss': { version: '1.2.3' },
  'POST /api/admin/first-run/skip': { step: 'mail' },
  'POST /api/admin/first-run/test-mail': { email: 'x@example.org' },
  'POST /api/admin/read-models/tasks': { task: 'verify', readModels: ['dashboard'] },
  'POST /api/track/track-visit': { ref: 'x', timestamp: '1', userAgent: 'x', ip: 'x', referrer: 'x', pageUrl: 'x' },
  'POST /api/store/checkout': {
    cart: [{ productId: 357054, variantId: 500794, quantity: 1 }],
    shopId: 118149,
    altcha: 'x',
    ref: 'x',
    visitId: 'x',
    referredAt: 'x',
    campaign: 'x',
    coupon: 'NOBODYHASIT',
    landing: 'x',
    earlier: [{ ref: 'x', visitId: 'x', referredAt: 'x', campaign: 'x', landing: 'x' }],
  },
});

type Path = (string | number)[];
/** Every place in a value: leaves and their containers. */
const places = (value: unknown, at: Path = []): Path[] => {
  const inner = Array.isArray(value)
    ? value.map((v, i) => [i, v] as const)
    : typeof value === 'object' && value
      ? Object.entries(value)
      : [];
  return [...(at.length ? [at] : []), ...inner.flatMap(([key, v]) => places(v, [...at, key]))];
};
const exchanged = (value: unknown, [key, ...rest]: Path, by: unknown): unknown => {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((v, i) => (i === key ? exchanged(v, rest, by) : v));
  return { ...(value as object), [key]: exchanged((value as Record<string, unknown>)[key], rest, by) };
};

interface Attempt {
  about: string;
  call: string;
  path?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

/**
 * Sends all of them, each under its own trace, which its events would carry. None may end in a fault; every refusal has the same
 * shape; and only requests answered with success have appended events.
 */
async function attack(what: string, all: Attempt[]): Promise<number> {
  const attempts = sampleOf(what, all);
  const before = (await app.system.log.head()).position;
  const succeeded = new Set<string>();
  const send = async ({ about, call, path, body, headers }: Attempt) => {
    const [method, pattern] = call.split(' ') as [string, string];
    const { token } = clients[table[call]!.permission];
    const trace = randomBytes(16).toString('hex');
    const target =
      path ??
      pattern
        .replace(/payment-methods\/:id/, `payment-methods/${known.method}`)
        .replace(':section', 'reviews')
        .replace(/:\w+/g, known.affiliate);
    const response = await fetch(app.url + target, {
      method,
      headers: {
        'Content-Type': 'application/json',
        traceparent: `00-${trace}-${trace.slice(16)}-01`,
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(method === 'GET' ? {} : { body: body as string }),
    });
    const text = await response.text();
    if (response.ok) succeeded.add(trace);
    // No store runs here: a call that needs it says so.
    const storeless = response.status === 502 && !!table[call]!.refuses?.includes(502);
    const refused = ((response.status >= 400 && response.status < 500) || storeless) && typeof JSON.parse(text).error === 'string';
    if (!response.ok && !refused) throw new Error(`${about}: ${response.status} ${text.slice(0, 200)}`);
  };
  const waiting = [...attempts];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await send(next);
    }),
  );
  const appended = (await app.system.log.read(before, 100_000)).map((e) => e.metadata.traceparent?.split('-')[1]);
  expect(appended.filter((trace) => trace && !succeeded.has(trace))).toEqual([]);
  return all.length;
}

/** `npm test` sends a sample that changes daily: HOSTILE_SEED=<day> repeats that of a day. */
const SEED = process.env['HOSTILE_SEED'] ?? new Date().toISOString().slice(0, 10);
const rank = ({ about }: Attempt) => createHash('sha256').update(`${SEED} ${about}`).digest('hex');
const sampleOf = (what: string, attempts: Attempt[]) =>
  Map.groupBy(attempts, rank)
    .entries()
    .toArray()
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, same]) => same)
    .slice(0, atProof(attempts.length, 50, what));

/** Every nth of them from the ith on: places take turns, so that all values are used, but not everywhere. */
const share = <T>(values: readonly T[], n: number, i: number): T[] => values.filter((_, at) => at % n === i % n);

const shown = (value: unknown) => JSON.stringify(value).slice(0, 60);

it('has a complete body for every call that takes one', () => {
  expect(Object.keys(whole()).toSorted()).toEqual(
    Object.keys(table)
      .filter((name) => table[name]!.body)
      .toSorted(),
  );
  for (const [name, body] of Object.entries(whole())) {
    const fields = Object.keys((table[name]!.body as unknown as { properties: object }).properties);
    expect([name, Object.keys(body).toSorted()]).toEqual([name, fields.toSorted()]);
  }
});

describe(`hostile values change nothing and break nothing (HOSTILE_SEED=${SEED})`, () => {
  it('break nothing in every field of every body', async () => {
    const fields = Object.entries(whole()).flatMap(([call, body]) => places(body).map((place) => ({ call, body, place })));
    const attempts = fields.flatMap(({ call, body, place }, turn) =>
      share(hostileValues, 4, turn).map((value) => ({
        about: `${call} ${place.join('.')} ${shown(value)}`,
        call,
        body: JSON.stringify(exchanged(body, place, value)),
      })),
    );
    expect(await attack('hostile values in fields', attempts)).toBeGreaterThan(2_000);
  });

  it('break nothing in unknown fields, at any depth', async () => {
    const names = [
      'surprise',
      'isAdmin',
      'id',
      '__proto__',
      'constructor',
      'toString',
      '',
      ' ',
      'a.b',
      '$where',
      'balance',
      'Password',
      'x'.repeat(300),
    ];
    const attempts = Object.entries(whole()).flatMap(([call, body]) =>
      [[], ...places(body)].flatMap((place) => {
        const inside = place.reduce((value: any, key) => value[key], body);
        if (typeof inside !== 'object' || !inside || Array.isArray(inside)) return [];
        return names.map((name) => {
          const more = JSON.stringify(inside).replace('{', `{${JSON.stringify(name)}:1,`);
          const text = JSON.stringify(exchanged(body, place, '¿')).replace('"¿"', more);
          return { about: `${call} ${place.join('.')} with ${name.slice(0, 20)}`, call, body: place.length ? text : more };
        });
      }),
    );
    const before = (await app.system.log.head()).position;
    expect(await attack('fields that no call has', attempts)).toBeGreaterThan(200);
    expect((await app.system.log.head()).position).toBe(before);
  });

  it('break nothing as whole bodies, on every call, whether it takes one or not', async () => {
    const commands = Object.keys(table).filter((call) => !call.startsWith('GET') && call !== 'POST /api/account/logout');
    const attempts = commands.flatMap((call) =>
      hostileBodies.map((body) => ({ about: `${call} ${shown(body.toString().slice(0, 50))}`, call, body })),
    );
    expect(await attack('hostile bodies', attempts)).toBeGreaterThan(500);
  });

  it('break nothing in every parameter of every path', async () => {
    const named = Object.keys(table).filter((call) => call.includes(':'));
    const attempts = named.flatMap((call, i) =>
      share(hostileTexts, 5, i)
        .filter((text) => text.isWellFormed())
        .map((text) => ({
          about: `${call} ${shown(text)}`,
          call,
          path: call.split(' ')[1]!.replace(/:\w+/, encodeURIComponent(text)),
          body: JSON.stringify(whole()[call] ?? {}),
        })),
    );
    expect(await attack('hostile values in paths', attempts)).toBeGreaterThan(500);
  });

  it('break nothing in every parameter of every query', async () => {
    const attempts = Object.entries(table).flatMap(([call, { query = {} }]) =>
      Object.keys(query).flatMap((name, i) =>
        share(hostileTexts, 6, i)
          .filter((text) => text.isWellFormed())
          .map((text) => ({
            about: `${call} ${name} ${shown(text)}`,
            call,
            path: `${call.split(' ')[1]!.replace(/:\w+/, known.affiliate)}?${name}=${encodeURIComponent(text)}`,
          })),
      ),
    );
    expect(await attack('in queries', attempts)).toBeGreaterThan(500);
  });

  it('break nothing in headers we read', async () => {
    const headers = [
      'Idempotency-Key',
      'Log-After',
      'Edit-Base',
      'traceparent',
      'X-Forwarded-For',
      'User-Agent',
      'Accept',
      'Accept-Encoding',
      'If-None-Match',
      'Range',
      'Content-Type',
      'X-Signature',
      'PayPal-Cert-Url',
      'PayPal-Transmission-Id',
    ];
    const sendable = hostileTexts.filter((text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && text.length < 4_000);
    const on = [
      'GET /api/affiliate/stats',
      'GET /api/admin/affiliates',
      'PUT /api/admin/affiliates/:id',
      'POST /api/track/track-visit',
      'POST /api/store/notifications',
      'POST /api/paypal/notifications',
    ];
    const attempts = on.flatMap((call) =>
      headers.flatMap((header, i) =>
        share(sendable, 9, i).map((text) => ({
          about: `${call} ${header}: ${shown(text)}`,
          call,
          body: JSON.stringify(whole()[call] ?? {}),
          headers: { [header]: text },
        })),
      ),
    );
    expect(await attack('in headers', attempts)).toBeGreaterThan(500);
  });
});
