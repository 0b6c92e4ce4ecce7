import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { argon2Sync, randomBytes, randomUUID } from 'node:crypto';
import { affiliateStream, refusals, rules } from '@framelift/contracts';
import { type App, startApp } from '../../../../test/support/system.ts';
import { until } from '../../../../test/support/until.ts';
import { Refused } from '../../platform/refused.ts';
import { Attempts } from './attempts.ts';
import { COSTS, MAX_THREADS, MAX_WAITING, Passwords } from './passwords.ts';
import { Registration } from './registration.ts';
import { Sessions } from './sessions.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
  app.api.get(Passwords).costs = COSTS;
});
afterAll(() => app.stop());

const login = (username: string, password: string) => app.anybody.post('/api/affiliate/login', { username, password });
const stats = (token: string) => app.as(token).get('/api/affiliate/stats');

describe('signing in', () => {
  it('accepts the username or the e-mail address, in any case', async () => {
    const { username, password, id } = await app.affiliate();
    for (const name of [username, username.toUpperCase(), `${username}@example.org`, `${username}@EXAMPLE.org`]) {
      const { status, body } = await login(name, password);
      expect([name, status, body.affiliate?.id, body.affiliate?.isAdmin]).toEqual([name, 200, id, false]);
    }
  });

  it('gives the same response for an unknown name and a wrong password', async () => {
    const { username } = await app.affiliate();
    const [unknown, wrong] = [await login(`nobody${randomUUID()}`, 'wrong password'), await login(username, 'wrong password')];
    expect(unknown).toEqual(wrong);
    expect(wrong).toMatchObject({ status: 401, body: { error: refusals.signInFailed } });
  });

  it('shows no difference in status, headers or length', async () => {
    const { username } = await app.affiliate();
    const whole = async (name: string) => {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ username: name, password: 'wrong password' });
      const response = await fetch(`${app.url}/api/affiliate/login`, { method: 'POST', headers, body });
      const visible = [...response.headers].filter(
        ([header]) => !['date', 'request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset'].includes(header),
      );
      return { status: response.status, headers: visible, body: await response.text() };
    };
    expect(await whole(`n${randomUUID()}@example.org`)).toEqual(await whole(`${username}@example.org`));
    expect(await whole('n'.repeat(username.length))).toEqual(await whole(username));
  });

  it('stops guessing after ten failures a minute, with the spec’s text, and lets others in', async () => {
    const [victim, other] = [await app.affiliate(), await app.affiliate()];
    const guesses = [];
    for (let i = 0; i < 12; i++) guesses.push((await login(victim.username, `guess ${i}`)).status);
    expect(guesses).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await login(victim.username, victim.password)).body).toMatchObject({ error: refusals.tooManyRequests });
    expect((await login(other.username, other.password)).status).toBe(200);
  });

  it('is refused to banned accounts, but not to suspended ones', async () => {
    const { username, password, id } = await app.affiliate();
    const admin = await app.admin();
    await admin.put(`/api/admin/affiliates/${id}`, { status: 'suspended' });
    expect((await login(username, password)).status).toBe(200);
    await admin.put(`/api/admin/affiliates/${id}`, { status: 'banned' });
    expect(await login(username, password)).toMatchObject({ status: 401, body: { error: refusals.banned } });
  });

  it('identifies an admin as an admin, who earns nothing', async () => {
    const { body } = await login('admin', 'the admin password');
    expect(body.affiliate).toMatchObject({ isAdmin: true, username: 'admin', balance: 0, commissionRate: 0 });
    expect((await stats(body.token)).body.affiliate.isAdmin).toBe(true);
    expect((await app.as(body.token).post('/api/affiliate/cashouts', { amount: 50, paymentMethodId: 'x' })).status).toBe(403);
  });
});

describe('a token', () => {
  it('is void once the admin’s account is revoked', async () => {
    const meta = () => {
      const commandId = randomUUID();
      const occurredAt = new Date().toISOString();
      return { commandId, correlationId: commandId, repeatable: false, occurredAt, actor: { kind: 'system', id: 'test' } } as const;
    };
    const registration = app.api.get(Registration);
    await registration.admin(meta(), { username: 'second', email: 'second@example.org', password: 'long enough' });
    const { body } = await login('second', 'long enough');
    expect((await app.as(body.token).get('/api/admin/overview')).status).toBe(200);
    await registration.revokeAdmin(meta(), 'second');
    expect((await app.as(body.token).get('/api/admin/overview')).status).toBe(401);
    expect((await login('second', 'long enough')).status).toBe(401);
  });
});

describe('passwords', () => {
  const passwords = new Passwords();

  it('are stored as argon2id with their costs, and verified by them', async () => {
    const hash = await passwords.hash('pässwörd 😀');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify('pässwörd 😀', hash)).toBe(true);
    expect(await passwords.verify('pässwörd 😁', hash)).toBe(false);
    expect(await passwords.verify('anything', undefined)).toBe(false);
  });

  it('are stored only with an account: a refused registration leaves no hash', async () => {
    const { username, id } = await app.affiliate();
    const admin = await app.admin();
    const kept = async () => (await app.db.pool.query('select count(*)::int as n from sign_in.credentials')).rows[0].n;
    const before = await kept();
    const again = { username, email: 'other@example.org', password: 'long enough' };
    expect((await app.anybody.post('/api/affiliate/register', again)).status).toBe(409);
    expect((await admin.post('/api/admin/affiliates', { ...again, commissionRate: 20 })).status).toBe(409);
    const registration = app.api.get(Registration);
    const meta = { commandId: randomUUID(), correlationId: id, repeatable: false, occurredAt: new Date().toISOString() };
    const second = registration.admin({ ...meta, actor: { kind: 'system', id: 'test' } }, { ...again, username: 'admin' });
    await expect(second).rejects.toThrow(refusals.usernameTaken);
    expect(await kept()).toBe(before);
    const { rows } = await app.db.pool.query(
      'select account_id from sign_in.credentials c where not exists (select from log.events e where e.stream_id = c.account_id)',
    );
    expect(rows).toEqual([]);
  });

  it('are hashed again at the next login if the costs have risen', async () => {
    const { username, password, id } = await app.affiliate();
    const weaker = { memory: 8 * 1024, passes: 1, parallelism: 1 };
    const salt = randomBytes(16);
    const tag = argon2Sync('argon2id', { message: Buffer.from(password), nonce: salt, tagLength: 32, ...weaker });
    const old = `$argon2id$v=19$m=8192,t=1,p=1$${salt.toString('base64url')}$${tag.toString('base64url')}`;
    const account = affiliateStream(id);
    await app.db.pool.query('update sign_in.credentials set password_hash = $2 where account_id = $1', [account, old]);
    const kept = async () =>
      (await app.db.pool.query('select password_hash from sign_in.credentials where account_id = $1', [account])).rows[0].password_hash;
    expect((await login(username, 'not it')).status).toBe(401);
    expect(await kept()).toBe(old);
    expect((await login(username, password)).status).toBe(200);
    expect(await kept()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login(username, password)).status).toBe(200);
  });

  it('wait in a short queue, and a flood is refused', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => passwords.verify('x', undefined)));
    const refused = answers.filter((a) => a.status === 'rejected');
    expect(refused).toHaveLength(100 - MAX_THREADS - MAX_WAITING);
    expect(refused[0]!.reason).toMatchObject({ kind: 'tooMany', message: refusals.tooManyRequests });
    expect(await passwords.verify('x', undefined)).toBe(false);
  });

  it('that would be refused anyway cost no query', async () => {
    const full = jest.spyOn(app.api.get(Passwords), 'checkRoom').mockImplementation(() => {
      throw new Refused(refusals.tooManyRequests, 'tooMany', 1);
    });
    const counted = async () => (await app.db.pool.query('select from sign_in.attempts')).rowCount;
    const before = await counted();
    const spy = jest.spyOn(app.api.get(Sessions), 'guessedAt');
    expect(await login('nobody-yet', 'not it')).toMatchObject({ status: 429, body: { error: refusals.tooManyRequests } });
    expect([await counted(), spy.mock.calls]).toEqual([before, []]);
    full.mockRestore();
    expect((await login('nobody-yet', 'not it')).status).toBe(401);
    expect([await counted(), spy.mock.calls]).toEqual([before! + 1, [['nobody-yet']]]);
    spy.mockRestore();
  });

  it('are counted and looked up only if there is room to verify them', async () => {
    const places = MAX_THREADS + MAX_WAITING;
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    const run = jest.spyOn(app.api.get(Attempts), 'run').mockImplementation(async () => {
      await released;
      throw new Refused(refusals.signInFailed, 'unauthorized');
    });
    const statuses: number[] = [];
    const logins = Array.from({ length: places + 20 }, async (_, i) => statuses.push((await login(`nobody-${i}`, 'not it')).status));
    await until(() => statuses.length >= 20);
    expect([run.mock.calls.length, statuses]).toEqual([places, Array(20).fill(429)]);
    release();
    await Promise.all(logins);
    expect(statuses.slice(20)).toEqual(Array(places).fill(401));
    run.mockRestore();
  });

  it('are never logged, returned or stored in the log', async () => {
    const canary = `canary ${randomUUID()}`;
    await app.anybody.post('/api/affiliate/register', {
      username: `c${randomUUID().slice(0, 8)}`,
      email: `c${randomUUID()}@example.org`,
      password: canary,
    });
    const { rows } = await app.db.pool.query('select 1 from log.events where data::text like $1 or metadata::text like $1', [
      `%${canary}%`,
    ]);
    expect(rows).toEqual([]);
  });

  it('name the minimum in force', async () => {
    const { checkNewPassword } = await import('./passwords.ts');
    expect(() => checkNewPassword('12345678', 12)).toThrow('Password must be at least 12 characters long');
    expect(rules.passwordMinimum).toBe(6);
  });
});

it('counts requests per address and says when there were too many', async () => {
  const small = await startApp({ RATE_LIMIT: '5' });
  const answers = [];
  for (let i = 0; i < 8; i++) answers.push(await small.anybody.get('/api/affiliate/system-stats'));
  expect(answers.map((a) => a.status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  expect(answers.at(-1)!.body).toMatchObject({ error: refusals.tooManyRequests });
  await small.stop();
});
