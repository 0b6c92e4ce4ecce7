import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { affiliateStream, refusals, rules } from '@framelift/contracts';
import { atProof } from '../../../../test/support/counts.ts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';
import { codeOf } from '../../../../test/support/two-factor.ts';
import { PasswordLinks } from './password-links.ts';

let app: App;
let admin: Client;
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' });
  admin = await app.admin();
});
afterAll(() => app.stop());

const GUESSES = atProof(10_000, 300, 'guesses of a link that sets a password');
const NEW = 'another long password';
const login = (username: string, password: string) => app.anybody.post('/api/affiliate/login', { username, password });
const ask = (id: string, headers?: Record<string, string>) => admin.post(`/api/admin/affiliates/${id}/password-link`, undefined, headers);
const tokenIn = (link: string) => /^http:\/\/localhost:\d+\/account\/reset#token=([\w-]{43})$/.exec(link)![1]!;
const linkFor = async (id: string) => tokenIn((await ask(id)).body.link);
const reset = (token: string, password = NEW, headers?: Record<string, string>) =>
  app.anybody.post('/api/account/reset', { token, password }, headers);
const invalid = { status: 400, body: { error: refusals.passwordLinkInvalid } };
const eventsOf = (id: string) => app.system.log.readStream(affiliateStream(id));
/** Ages the link by this much. */
const age = (id: string, ms: number) =>
  app.db.pool.query(
    `update sign_in.password_links set valid_until = valid_until - $2::int * interval '1 millisecond' where account_id = $1`,
    [affiliateStream(id), ms],
  );

describe('a password link', () => {
  it('restores an affiliate’s access, once, and ends every session', async () => {
    const { id, username, password, get } = await app.affiliate();
    const before = Date.now();
    const { status, body } = await ask(id);
    expect([status, Object.keys(body).toSorted()]).toEqual([200, ['expiresAt', 'link']]);
    expect(Math.abs(Date.parse(body.expiresAt) - before - rules.passwordLinkFor)).toBeLessThan(10_000);
    expect((await get('/api/affiliate/stats')).status).toBe(200);
    const token = tokenIn(body.link);
    expect(await reset(token)).toMatchObject({ status: 200, body: { success: true } });
    expect((await get('/api/affiliate/stats')).status).toBe(401);
    expect((await login(username, password)).status).toBe(401);
    expect((await login(username, NEW)).status).toBe(200);
    expect(await reset(token, 'a third long password')).toMatchObject(invalid);
  });

  it('is recorded with the admin who made it, and the change names it as its cause', async () => {
    const { id } = await app.affiliate();
    const token = await linkFor(id);
    await reset(token);
    const [allowed, changed] = (await eventsOf(id)).slice(-2);
    expect([allowed!.type, allowed!.metadata.actor.kind]).toEqual(['PasswordResetAllowed', 'admin']);
    expect([changed!.type, changed!.metadata.actor.kind, changed!.metadata.causationId]).toEqual([
      'PasswordChanged',
      'visitor',
      allowed!.id,
    ]);
    const { rows } = await app.db.pool.query(`select string_agg(e::text, '') as all from log.events e where stream_id = $1`, [
      affiliateStream(id),
    ]);
    expect(rows[0].all).not.toContain(token);
    const kept = await app.db.pool.query('select l::text as row from sign_in.password_links l');
    expect(kept.rows.some(({ row }) => row.includes(token))).toBe(false);
    const { actions } = (await admin.get('/api/admin/actions')).body;
    expect(actions[0]).toMatchObject({ actionType: 'allow_password_reset', adminUsername: 'admin' });
  });

  it('keeps two-factor sign-in on', async () => {
    const affiliate = await app.affiliate();
    const { secret } = (await affiliate.post('/api/account/totp')).body;
    await affiliate.put('/api/account/totp', { code: codeOf(secret) });
    await reset(await linkFor(affiliate.id));
    expect(await login(affiliate.username, NEW)).toMatchObject({ status: 403, body: { error: refusals.codeRequired } });
  });

  it('gives the same response for unknown, used, expired and superseded tokens', async () => {
    const { id, username, password } = await app.affiliate();
    const first = await linkFor(id);
    const second = await linkFor(id);
    expect(await reset(first)).toMatchObject(invalid);
    await age(id, rules.passwordLinkFor);
    expect(await reset(second)).toMatchObject(invalid);
    expect(await reset('x'.repeat(43))).toMatchObject(invalid);
    const third = await linkFor(id);
    await age(id, rules.passwordLinkFor - 60_000);
    await app.api.get(PasswordLinks).forget(Date.now());
    expect((await login(username, password)).status).toBe(200);
    expect((await reset(third)).status).toBe(200);
  });

  it('accepts one of many concurrent uses', async () => {
    const { id } = await app.affiliate();
    const token = await linkFor(id);
    const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => reset(token, `long password ${n}`)));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    // 429: too many passwords are being hashed.
    for (const { status } of answers) expect([200, 400, 429]).toContain(status);
    expect((await eventsOf(id)).filter((e) => e.type === 'PasswordChanged')).toHaveLength(1);
  });

  it('gives a repeated request the first response, and changes the password once', async () => {
    const { id } = await app.affiliate();
    const token = await linkFor(id);
    const headers = { 'Idempotency-Key': randomUUID() };
    expect([(await reset(token, NEW, headers)).status, (await reset(token, NEW, headers)).status]).toEqual([200, 200]);
    expect((await eventsOf(id)).filter((e) => e.type === 'PasswordChanged')).toHaveLength(1);
    const once = { 'Idempotency-Key': randomUUID() };
    expect([(await ask(id, once)).status, (await ask(id, once)).status]).toEqual([200, 409]);
  });

  it('is void after a change of the password or the account’s status', async () => {
    const changed = await app.affiliate();
    const first = await linkFor(changed.id);
    await changed.post('/api/account/password', { currentPassword: changed.password, newPassword: NEW });
    expect(await reset(first)).toMatchObject(invalid);
    const banned = await app.affiliate();
    const second = await linkFor(banned.id);
    await admin.put(`/api/admin/affiliates/${banned.id}`, { status: 'banned' });
    expect(await reset(second)).toMatchObject(invalid);
    expect(await ask(banned.id)).toMatchObject({ status: 409, body: { error: refusals.banned } });
    await admin.put(`/api/admin/affiliates/${banned.id}`, { status: 'suspended' });
    expect((await ask(banned.id)).status).toBe(200);
    const deleted = await app.affiliate();
    const third = await linkFor(deleted.id);
    await admin.send('DELETE', `/api/admin/affiliates/${deleted.id}`);
    expect(await reset(third)).toMatchObject(invalid);
    expect(await ask(deleted.id)).toMatchObject({ status: 409, body: { error: refusals.deletedAccount } });
    expect(await ask('nobody')).toMatchObject({ status: 404, body: { error: refusals.accountNotFound } });
  });

  it('is not used up by a password that is refused', async () => {
    const { id } = await app.affiliate();
    const token = await linkFor(id);
    expect(await reset(token, 'short')).toMatchObject({ status: 400, body: { error: refusals.passwordTooShort } });
    expect(await reset(token, 'Password1')).toMatchObject({ status: 400, body: { error: refusals.passwordTooCommon } });
    expect((await reset(token)).status).toBe(200);
  });

  it('requires an admin who entered the password within ten minutes', async () => {
    const { id } = await app.affiliate();
    const { id: adminId } = (await login('admin', 'the admin password')).body.affiliate;
    const late = app.as(app.tokenOf(`admin-${adminId}`, { minutesAgo: 11 }));
    expect(await late.post(`/api/admin/affiliates/${id}/password-link`)).toMatchObject({
      status: 403,
      body: { error: refusals.confirmFirst },
    });
  });
});

it('slows down guesses of tokens', async () => {
  const statuses = [];
  for (let n = 0; n < 60; n++) statuses.push((await reset(`guess ${n}`)).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([400, 429]);
});

it(`is found by none of ${GUESSES} guesses from 250 addresses, and still lets its owner in`, async () => {
  const { id, username } = await app.affiliate();
  const token = await linkFor(id);
  const { position } = await app.system.log.head();
  const from = (n: number) => ({ 'X-Forwarded-For': `10.${n % 250}.0.1` });
  // Half of them begin like the real one.
  const guess = (n: number) =>
    (n % 2 ? token.slice(0, 39) : '') +
    randomBytes(32)
      .toString('base64url')
      .slice(0, n % 2 ? 4 : 43);
  const statuses = new Map<number, number>();
  let next = 0;
  const guessing = async () => {
    for (let n = next++; n < GUESSES; n = next++) {
      const { status } = await reset(guess(n), NEW, from(n));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 40 }, guessing));
  expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([400]);
  expect((await app.system.log.head()).position).toBe(position);
  expect((await reset(token, NEW, from(0))).status).toBe(200);
  expect((await app.anybody.post('/api/affiliate/login', { username, password: NEW }, from(0))).status).toBe(200);
});
