import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  adminStream,
  affiliateStream,
  type Call,
  calls,
  idOf,
  keyRefusals,
  refusals,
  type Scope,
  SCOPES,
  scopesOf,
} from '@framelift/contracts';
import sharp from 'sharp';
import { apiKeysSource } from '../../services/src/programme/keys/api-key.decider.ts';
import { Registration } from '../../services/src/programme/sign-in/registration.ts';
import { Tokens } from '../../services/src/programme/sign-in/tokens.ts';
import { atProof, isProof } from '../support/counts.ts';
import { type App, type Client, startApp } from '../support/system.ts';
import { routesOf } from '../support/routes.ts';
import { sold } from '../support/sales.ts';

const table = calls as Record<string, Call>;

let app: App;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.admin();
});
afterAll(() => app.stop());

const sign = (accountId: string, version = 1) => app.api.get(Tokens).sign(accountId, version);
const status = (id: string, to: string) => admin.put(`/api/admin/affiliates/${id}`, { status: to });
/** Expires a key: the log does not change, so the state that processes keep of it does. */
async function expire(id: string) {
  const { keys } = (await app.system.streams.load(apiKeysSource)).state;
  (keys.find((key) => key.id === id) as { expiresAt: string | null }).expiresAt = new Date(Date.now() - 1).toISOString();
}
const endSessions = (accountId: string) =>
  app.db.pool.query('update sign_in.credentials set token_version = token_version + 1 where account_id = $1', [accountId]);

async function newAdmin(username: string): Promise<string> {
  const commandId = randomUUID();
  const actor = { kind: 'system', id: 'test' } as const;
  const meta = { commandId, correlationId: commandId, repeatable: false, occurredAt: new Date().toISOString(), actor };
  const registration = app.api.get(Registration);
  await registration.admin(meta, { username, email: `${username}@example.org`, password: 'correct horse battery' });
  const { body } = await app.anybody.post('/api/affiliate/login', { username, password: 'correct horse battery' });
  return adminStream(body.affiliate.id);
}

const revokeAdmin = (username: string) => {
  const commandId = randomUUID();
  const actor = { kind: 'system', id: 'test' } as const;
  const meta = { commandId, correlationId: commandId, repeatable: false, occurredAt: new Date().toISOString(), actor };
  return app.api.get(Registration).revokeAdmin(meta, username);
};

/** The callers. Invalid ones count as anonymous; each request gets a new token, since one of the routes ends it. */
interface Persona {
  is: 'nobody' | 'no key' | 'affiliate' | 'admin' | 'key';
  scopes?: readonly Scope[];
  authorization(): Promise<string | undefined>;
}
let personas: Record<string, Persona>;
/** These call every route; of the others each route has a fourth, and all of them under `npm run proof`. */
const EVERY_TIME = ['a key of every scope', 'no token', 'affiliate', 'admin'];

beforeAll(async () => {
  const account = async () => affiliateStream((await app.affiliate()).id);
  const [plain, suspended, banned, deleted, changed, loggedOut] = await Promise.all(Array.from({ length: 6 }, account));
  const [staff, former] = [await newAdmin('staff'), await newAdmin('former')];
  const signedFor = (is: Persona['is'], accountId: string): Persona => ({
    is,
    authorization: async () => `Bearer ${await sign(accountId)}`,
  });
  const always = (authorization: string | undefined): Persona => ({ is: 'nobody', authorization: async () => authorization });
  const good = await sign(plain!);
  const [header, , signature] = good.split('.');
  const expired = await (async () => {
    const { secrets } = app.system;
    const seconds = () => Math.floor(Date.now() / 1000);
    const claims = {
      sub: plain,
      jti: randomUUID(),
      tv: 1,
      iat: seconds() - 86_000,
      exp: seconds() - 1,
      iss: 'framelift',
      aud: 'framelift',
    };
    const { createHmac } = await import('node:crypto');
    const text = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${text}.${createHmac('sha256', secrets.jwt).update(text).digest('base64url')}`;
  })();
  const other = (await sign(staff)).split('.')[1];
  const ended = await sign(loggedOut!);
  expect((await app.as(ended).post('/api/account/logout')).status).toBe(200);
  const bearer = (is: Persona['is'], token: string, scopes?: readonly Scope[]): Persona => ({
    is,
    ...(scopes ? { scopes } : {}),
    authorization: async () => `Bearer ${token}`,
  });
  const keyOf = async (scopes: readonly Scope[]) => bearer('key', (await app.program(scopes)).token, scopes);
  const [real, revoked, old] = [await app.program(SCOPES), await app.program(SCOPES), await app.program(SCOPES)];
  const mine = { name: 'Of a former admin', scopes: SCOPES, perMinute: 6_000 };
  const orphaned = (await app.as(await sign(former)).post('/api/admin/keys', mine)).body.key as string;
  await admin.send('DELETE', `/api/admin/keys/${revoked.id}`);
  await expire(old.id);
  const [first, last] = [real.token.slice(0, -1), real.token.at(-1)];
  personas = {
    'a key of every scope': bearer('key', real.token, SCOPES),
    ...Object.fromEntries(await Promise.all(SCOPES.map(async (scope) => [`a key of ${scope}`, await keyOf([scope])]))),
    'a key of every read': await keyOf(SCOPES.filter((scope) => scope.startsWith('read:'))),
    'a forged key': bearer('no key', `${first}${last === 'A' ? 'B' : 'A'}`),
    'a key with an unknown id': bearer('no key', `flk_${'0'.repeat(16)}_${'A'.repeat(43)}`),
    'a truncated key': bearer('nobody', first),
    'a revoked key': bearer('no key', revoked.token),
    'an expired key': bearer('no key', old.token),
    'a key of a former admin': bearer('no key', orphaned),
    'no token': always(undefined),
    garbage: always('Bearer garbage'),
    'wrong signature': always(`Bearer ${header}.${other}.${signature}`),
    expired: always(`Bearer ${expired}`),
    'logged out': always(`Bearer ${ended}`),
    affiliate: signedFor('affiliate', plain!),
    suspended: signedFor('affiliate', suspended!),
    banned: signedFor('nobody', banned!),
    deleted: signedFor('nobody', deleted!),
    'from before a change of password': signedFor('nobody', changed!),
    admin: signedFor('admin', staff),
    'former admin': signedFor('nobody', former),
  };
  await status(idOf(suspended!), 'suspended');
  await status(idOf(banned!), 'banned');
  await admin.send('DELETE', `/api/admin/affiliates/${idOf(deleted!)}`);
  await endSessions(changed!);
  await revokeAdmin('former');
});

/** Routes that are not calls: the documents of the API, and the files of the published log. HEAD belongs to its GET. */
const isDocument = (route: string) =>
  /^(GET|HEAD) \/(api\/docs|\.well-known\/security\.txt$|log(-:history\(\^\\d\+\$\))?\/(checkpoint$|withdrawn$|tile\/))/.test(route);
const callOf = (route: string) => route.replace(/^HEAD /, 'GET ');

async function ask(route: string, persona: Persona): Promise<{ status: number; error?: string }> {
  const [method, path] = route.split(' ') as [string, string];
  const authorization = await persona.authorization();
  const abort = new AbortController();
  const response = await fetch(app.url + path.replaceAll(/:\w+/g, '1'), {
    method,
    signal: abort.signal,
    headers: { ...(authorization ? { Authorization: authorization } : {}), 'Content-Type': 'application/json' },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
  });
  const json = response.headers.get('content-type')?.startsWith('application/json') && method !== 'HEAD';
  const error = json ? ((await response.json()) as { error?: string }).error : undefined;
  // One of them never ends by itself.
  abort.abort();
  return { status: response.status, ...(error ? { error } : {}) };
}

/** The effect of the contract's permission on this caller: in, or out with which refusal. */
function expected(call: Call, { is, scopes }: Persona): 'in' | { status: number; error: string } {
  const { permission } = call;
  if (permission === 'public') return 'in';
  if (is === 'nobody') return { status: 401, error: refusals.unauthorized };
  if (is === 'no key') return { status: 401, error: keyRefusals.invalid };
  if (is === 'key') {
    const needed = scopesOf(call);
    const missing = needed?.find((scope) => !scopes!.includes(scope));
    if (!needed || missing) return { status: 403, error: missing ? keyRefusals.scopeMissing(missing) : keyRefusals.notAccepted };
    return 'in';
  }
  if (permission === 'account' || permission === is) return 'in';
  return { status: 403, error: permission === 'admin' ? refusals.adminOnly : refusals.affiliateOnly };
}

describe('every route that the server answers', () => {
  it('is a call of the contract, or a document', () => {
    const unknown = routesOf(app).filter((route) => !table[callOf(route)] && !isDocument(route));
    expect(unknown).toEqual([]);
    expect(Object.keys(table).filter((name) => !routesOf(app).includes(name))).toEqual([]);
  });

  it('lets in the callers that the contract names, and no others', async () => {
    let cells = 0;
    for (const [n, route] of routesOf(app)
      .filter((r) => table[callOf(r)])
      .entries()) {
      const call = table[callOf(route)]!;
      const callers = Object.entries(personas).filter(([who], i) => isProof || EVERY_TIME.includes(who) || i % 4 === n % 4);
      const { permission } = call;
      const [head, nobody] = [route.startsWith('HEAD'), await ask(route, personas['no token']!)];
      // No answer depends on the other callers, so all requests run together.
      const answers = await Promise.all(callers.map(([, persona]) => ask(route, persona)));
      for (const [i, [who, persona]] of callers.entries()) {
        cells++;
        const answer = answers[i]!;
        const wanted = expected(call, persona);
        const cell = `${route} × ${who}`;
        if (wanted !== 'in') expect([cell, answer]).toEqual([cell, head ? { status: wanted.status } : wanted]);
        else if (permission === 'public') expect([cell, answer]).toEqual([cell, nobody]);
        else expect([cell, [401, 403].includes(answer.status), answer.status < 500]).toEqual([cell, false, true]);
      }
    }
    expect(cells).toBeGreaterThan(isProof ? 3_000 : 1_500);
  });
});

describe('the calls that API keys may make', () => {
  it('are every admin read, and no call without a scope', () => {
    const reads = Object.entries(table).filter(([name, { permission }]) => name.startsWith('GET') && permission === 'admin');
    expect(reads.filter(([, { scope }]) => !scope?.startsWith('read:')).map(([name]) => name)).toEqual([]);
    // An affiliate asks about their own figures by the same call as admins and keys about all.
    const others = Object.entries(table).filter(
      ([name, { permission, scope }]) => scope && !(name.startsWith('GET') && permission === 'admin') && name !== 'GET /api/why/:figure',
    );
    expect(others.filter(([, { permission, scope }]) => permission !== 'admin' || !scope!.startsWith('write:'))).toEqual([]);
  });
});

describe('what belongs to another affiliate', () => {
  /** Routes with an id that are not an admin's: another affiliate's id, and a valid body. */
  const belongings: Record<string, (other: Owned) => { id: string; body?: object }> = {
    'PUT /api/affiliate/payment-methods/:id': ({ method }) => ({
      id: method,
      body: { paymentType: 'paypal', paymentDetails: { email: 'thief@example.org' } },
    }),
    'DELETE /api/affiliate/payment-methods/:id': ({ method }) => ({ id: method }),
    'GET /api/affiliate/cashouts/:id/proof': ({ cashout }) => ({ id: cashout }),
    'GET /api/affiliate/payouts/:id.csv': ({ cashout }) => ({ id: cashout }),
    'GET /api/affiliate/payouts/:id.pdf': ({ cashout }) => ({ id: cashout }),
    'PUT /api/affiliate/notifications/:id/read': ({ notification }) => ({ id: notification }),
    'DELETE /api/affiliate/receipts/:id': ({ receipt }) => ({ id: receipt }),
  };
  interface Owned {
    method: string;
    cashout: string;
    notification: string;
    receipt: string;
  }

  it('has a row here for every route that takes an id', () => {
    const withId = Object.keys(table).filter((name) => name.includes(':id') && !['public', 'admin'].includes(table[name]!.permission));
    expect(withId.toSorted()).toEqual(Object.keys(belongings).toSorted());
  });

  it('is neither shown nor changed', async () => {
    const [owner, thief] = [await app.affiliate(), await app.affiliate()];
    await sold(app.system.log, owner.id, 100_00);
    await owner.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'own@example.org' } });
    const method = (await owner.get('/api/affiliate/stats')).body.paymentMethods[0].id as string;
    await owner.post('/api/affiliate/cashouts', { amount: 50, paymentMethodId: method });
    const cashout = (await owner.get('/api/affiliate/stats')).body.recentCashouts[0].id as string;
    const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const proofImage = `data:image/png;base64,${png.toString('base64')}`;
    const processed = await admin.put(`/api/admin/cashouts/${cashout}/process`, { status: 'completed', proofImage });
    expect(processed.status).toBe(200);
    const before = (await owner.send('GET', '/api/affiliate/stats', undefined, { 'Log-After': String(processed.position) })).body;
    const notification = before.notifications.find((n: { isRead: boolean }) => !n.isRead).id as string;
    const receipt = (await owner.post('/api/affiliate/receipts', { figure: 'paid', of: cashout, name: 'Own' })).body.id as string;
    const owned = { method, cashout, notification, receipt };
    expect((await owner.get(`/api/affiliate/cashouts/${cashout}/proof`)).status).toBe(200);

    for (const [name, row] of Object.entries(belongings)) {
      const [verb, path] = name.split(' ') as [string, string];
      const { id, body } = row(owned);
      const answer = await thief.send(verb, path.replace(':id', id), body);
      // Notifications are numbered per owner: the thief has none of that number, which is not a refusal.
      const fine = name.includes('notifications') ? [200, 404] : [404];
      expect([name, fine.includes(answer.status), JSON.stringify(answer.body)]).toEqual([name, true, expect.not.stringContaining('own@')]);
    }
    expect((await thief.post('/api/affiliate/cashouts', { amount: 50, paymentMethodId: method })).status).toBe(400);
    expect((await owner.get('/api/affiliate/stats')).body).toEqual(before);
    expect((await owner.get('/api/affiliate/receipts')).body.receipts).toMatchObject([{ id: receipt }]);
    const another = await thief.post('/api/affiliate/receipts', { figure: 'paid', of: cashout, name: 'Thief' });
    expect(another.status).toBe(404);
    for (const path of ['stats', 'sales', 'ledger', 'not-credited', 'ledger.csv'])
      expect(JSON.stringify((await thief.get(`/api/affiliate/${path}?affiliate=${owner.id}&id=${owner.id}`)).body)).not.toContain(owner.id);
  });
});

describe('revoked access ends on the next request', () => {
  /** Requests in flight while `revoke` happens; after its answer the same request must be refused. */
  async function race(
    rounds: number,
    start: () => Promise<{ send: () => Promise<number>; revoke: () => Promise<unknown>; restore?: () => Promise<unknown> }>,
  ) {
    let letIn = 0;
    const one = await start();
    for (let round = 0; round < rounds; round++) {
      const early = Array.from({ length: 1 + (round % 3) }, () => one.send());
      for (let wait = round % 7; wait > 0; wait--) await new Promise(setImmediate);
      // In some rounds they are certainly early enough.
      if (round % 7 === 6) await Promise.all(early);
      await one.revoke();
      const after = await Promise.all([one.send(), one.send()]);
      letIn += (await Promise.all(early)).filter((s) => s < 300).length;
      expect([round, after.every((s) => s >= 400 && s < 500)]).toEqual([round, true]);
      await one.restore?.();
    }
    return letIn;
  }
  const reads = (token: string) => async () => (await app.as(token).get('/api/affiliate/not-credited')).status;

  it('refuses requests after a ban', async () => {
    const { id, token } = await app.affiliate();
    const into = await race(atProof(300, 7, 'interleavings with a ban'), async () => ({
      send: reads(token),
      revoke: () => status(id, 'banned'),
      restore: () => status(id, 'active'),
    }));
    expect(into).toBeGreaterThan(0);
  });

  it('refuses requests after a change of the password', async () => {
    const { id } = await app.affiliate();
    let version = 1;
    const into = await race(atProof(300, 7, 'with another password'), async () => ({
      send: async () => reads(await sign(affiliateStream(id), version))(),
      revoke: () => endSessions(affiliateStream(id)),
      restore: async () => version++,
    }));
    expect(into).toBeGreaterThan(0);
  });

  it('refuses requests after a logout', async () => {
    const { id } = await app.affiliate();
    let token = await sign(affiliateStream(id));
    const into = await race(atProof(200, 7, 'with a logout'), async () => ({
      send: () => reads(token)(),
      revoke: () => app.as(token).post('/api/account/logout'),
      restore: async () => (token = await sign(affiliateStream(id))),
    }));
    expect(into).toBeGreaterThan(0);
  });

  it('refuses cashouts after a suspension', async () => {
    const affiliate = await app.affiliate();
    await sold(app.system.log, affiliate.id, 1_000_000_00);
    await affiliate.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'own@example.org' } });
    const paymentMethodId = (await affiliate.get('/api/affiliate/stats')).body.paymentMethods[0].id;
    const into = await race(atProof(200, 7, 'with a suspension'), async () => ({
      send: async () => (await affiliate.post('/api/affiliate/cashouts', { amount: 50, paymentMethodId })).status,
      revoke: () => status(affiliate.id, 'suspended'),
      restore: () => status(affiliate.id, 'active'),
    }));
    expect(into).toBeGreaterThan(0);
  });

  it('refuses requests after an API key is revoked', async () => {
    let key = await app.program(['read:programme']);
    const into = await race(atProof(100, 7, 'with the end of an API key'), async () => ({
      send: async () => (await key.get('/api/admin/overview')).status,
      revoke: () => admin.send('DELETE', `/api/admin/keys/${key.id}`),
      restore: async () => (key = await app.program(['read:programme'])),
    }));
    expect(into).toBeGreaterThan(0);
  });

  it('refuses requests after an admin’s account is revoked or an affiliate deleted, permanently', async () => {
    for (let round = 0; round < 5; round++) {
      const name = `brief${round}`;
      const token = await sign(await newAdmin(name));
      const { id, token: own } = await app.affiliate();
      const early = [app.as(token).get('/api/admin/read-models'), app.as(own).get('/api/affiliate/not-credited')];
      await Promise.all([revokeAdmin(name), admin.send('DELETE', `/api/admin/affiliates/${id}`)]);
      expect((await app.as(token).get('/api/admin/read-models')).status).toBe(401);
      expect(await reads(own)()).toBe(401);
      await Promise.all(early);
    }
  });
});
