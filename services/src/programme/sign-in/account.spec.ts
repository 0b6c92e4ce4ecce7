import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminStream, affiliateStream, refusals, rules } from '@framelift/contracts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';
import { codeOf } from '../../../../test/support/two-factor.ts';
import { readConfig } from '../../platform/config.ts';

let app: App;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.stop());

const login = (username: string, password: string, code?: string) =>
  app.anybody.post('/api/affiliate/login', { username, password, ...(code === undefined ? {} : { code }) });
const paypal = { paymentType: 'paypal', paymentDetails: { email: 'me@pay.example' } };
/** As seen by a client without a position: others' changes count too. */
const notices = async ({ token }: Client): Promise<{ title: string; message: string; isRead: boolean }[]> =>
  (await app.as(token).get('/api/affiliate/stats')).body.notifications;
const titles = async (client: Client) => (await notices(client)).map(({ title }) => title);

const minutesAfterSignIn = (accountId: string, minutesAgo: number) => app.as(app.tokenOf(accountId, { minutesAgo }));

/** An affiliate who signs in with codes. This step's code is used: the next one's is accepted even if the step ends meanwhile. */
async function withTotp() {
  const affiliate = await app.affiliate();
  const { secret, uri } = (await affiliate.post('/api/account/totp')).body;
  const { body, status } = await affiliate.put('/api/account/totp', { code: codeOf(secret) });
  return { ...affiliate, secret: secret as string, uri: uri as string, status, recoveryCodes: body.recoveryCodes as string[] };
}

describe('changing the password', () => {
  it('ends every other session, and its own continues with the returned token', async () => {
    const affiliate = await app.affiliate();
    const other = app.as((await login(affiliate.username, affiliate.password)).body.token);
    const answer = await affiliate.post('/api/account/password', { currentPassword: affiliate.password, newPassword: 'a new long one' });
    expect(answer).toMatchObject({ status: 200, body: { affiliate: { id: affiliate.id } } });
    expect((await other.get('/api/affiliate/stats')).status).toBe(401);
    expect((await affiliate.get('/api/affiliate/stats')).status).toBe(401);
    const own = app.as(answer.body.token);
    expect(await titles(own)).toEqual(['Password changed']);
    expect((await login(affiliate.username, affiliate.password)).status).toBe(401);
    expect((await login(affiliate.username, 'a new long one')).status).toBe(200);
  });

  it('is refused with a wrong password, the same one, a short, long or common one, and changes nothing', async () => {
    const { username, password, post } = await app.affiliate();
    const refused = async (currentPassword: string, newPassword: string) =>
      (await post('/api/account/password', { currentPassword, newPassword })).body.error;
    expect(await refused('not the password', 'a new long one')).toBe(refusals.passwordWrong);
    expect(await refused(password, password)).toBe(refusals.passwordSame);
    expect(await refused(password, 'short')).toBe(refusals.passwordTooShort);
    expect(await refused(password, '😀'.repeat(129))).toBe(refusals.passwordTooLong);
    expect(await refused(password, 'Password1')).toBe(refusals.passwordTooCommon);
    expect((await login(username, password)).status).toBe(200);
  });

  it('accepts 128 characters of any script, however a keyboard composes them', async () => {
    const { username, password, post } = await app.affiliate();
    const newPassword = `${'é'.repeat(100)}${'😀'.repeat(28)}`;
    expect((await post('/api/account/password', { currentPassword: password, newPassword: newPassword.normalize('NFD') })).status).toBe(
      200,
    );
    expect((await login(username, newPassword)).status).toBe(200);
  });

  it('accepts one of two concurrent changes', async () => {
    const { password, post } = await app.affiliate();
    const change = (newPassword: string) => post('/api/account/password', { currentPassword: password, newPassword });
    const statuses = (await Promise.all([change('one of the two'), change('other of the two')])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, expect.any(Number)]);
    expect(statuses.filter((s) => s === 200)).toHaveLength(1);
  });

  it('stops guessing after ten failures a minute', async () => {
    const { password, post } = await app.affiliate();
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await post('/api/account/confirm', { password: `guess ${i}` })).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    expect((await post('/api/account/confirm', { password })).status).toBe(429);
  });
});

describe('payout details', () => {
  it('change within ten minutes of signing in, later only with the password re-entered, in that session alone', async () => {
    const { id, password } = await app.affiliate();
    const [early, late, elsewhere] = [9, 11, 11].map((minutes) => minutesAfterSignIn(affiliateStream(id), minutes)) as Client[];
    expect((await early!.post('/api/affiliate/payment-methods', paypal)).status).toBe(201);
    const method = (await early!.get('/api/affiliate/stats')).body.paymentMethods[0].id;
    const changes = (client: Client) => [
      client.post('/api/affiliate/payment-methods', paypal),
      client.put(`/api/affiliate/payment-methods/${method}`, { ...paypal, paymentDetails: { email: 'thief@pay.example' } }),
      client.send('DELETE', `/api/affiliate/payment-methods/${method}`),
    ];
    for (const answer of await Promise.all(changes(late!)))
      expect(answer).toMatchObject({ status: 403, body: { error: refusals.confirmFirst } });
    expect(await late!.post('/api/account/confirm', { password: 'not the password' })).toMatchObject({ status: 400 });
    expect((await late!.post('/api/affiliate/payment-methods', paypal)).status).toBe(403);
    expect((await late!.post('/api/account/confirm', { password })).status).toBe(200);
    const another = { ...paypal, paymentDetails: { email: 'another@pay.example' } };
    expect((await late!.post('/api/affiliate/payment-methods', another)).status).toBe(201);
    expect((await elsewhere!.post('/api/affiliate/payment-methods', paypal)).status).toBe(403);
  });

  it('that changed cause a notification', async () => {
    const affiliate = await app.affiliate();
    await affiliate.post('/api/affiliate/payment-methods', paypal);
    const path = `/api/affiliate/payment-methods/${(await affiliate.get('/api/affiliate/stats')).body.paymentMethods[0].id}`;
    await affiliate.put(path, { paymentType: 'solana', paymentDetails: { address: '7'.repeat(44) } });
    await affiliate.send('DELETE', path);
    expect(await titles(affiliate)).toEqual(['Payment method deleted', 'Payment method changed', 'Payment method added']);
    await affiliate.put('/api/affiliate/notifications/read-all');
    expect((await notices(affiliate)).map(({ isRead }) => isRead)).toEqual([true, true, true]);
  });
});

describe('a bank account', () => {
  const account = { paymentType: 'bank', paymentDetails: { iban: 'de89 3704 0044 0532 0130 00', name: 'Anna Ark' } };
  const add = (affiliate: Client, method: object) => affiliate.post('/api/affiliate/payment-methods', method);

  it('is a payment method once the terms offer it, is shown by its ends, and nowhere kept in clear', async () => {
    const affiliate = await app.affiliate();
    const admin = await app.admin();
    expect(await add(affiliate, account)).toMatchObject({ status: 400, body: { error: refusals.paymentTypeNotOffered } });
    const { terms } = (await admin.get('/api/admin/terms')).body;
    const setTerms = async (more: object) => {
      const { position } = (await admin.get('/api/admin/terms')).body;
      expect((await admin.put('/api/admin/terms', { ...terms, ...more }, { 'Edit-Base': String(position) })).status).toBe(200);
    };
    await setTerms({ paymentTypes: ['paypal', 'bank'] });
    for (const paymentDetails of [
      { iban: account.paymentDetails.iban },
      { ...account.paymentDetails, email: 'a@b.example' },
      { email: 'a@b.example' },
    ])
      expect((await add(affiliate, { paymentType: 'bank', paymentDetails })).status).toBe(400);
    expect((await add(affiliate, account)).status).toBe(201);
    expect(await add(affiliate, { ...account, paymentDetails: { iban: 'DE89370400440532013000', name: 'Other' } })).toMatchObject({
      status: 409,
      body: { error: refusals.paymentMethodTwice },
    });
    const { paymentMethods } = (await affiliate.get('/api/affiliate/stats')).body;
    expect(paymentMethods).toMatchObject([{ paymentType: 'bank', paymentDetails: { iban: 'DE•• •••• 3000', name: 'Anna Ark' } }]);
    for (const table of ['log.events', 'dashboard.payment_methods']) {
      const { rows } = await app.db.pool.query(`select count(*)::int as n from ${table} t where t::text ~ '0532013000|Anna Ark'`);
      expect([table, rows[0].n]).toEqual([table, 0]);
    }
    await setTerms({});
  });
});

it('an affiliate is notified of an admin’s change of the e-mail address, whatever else changed', async () => {
  const affiliate = await app.affiliate();
  const admin = await app.admin();
  await admin.put(`/api/admin/affiliates/${affiliate.id}`, { email: `x${affiliate.username}@example.org` });
  expect(await titles(affiliate)).toEqual(['Email address changed']);
  await admin.put(`/api/admin/affiliates/${affiliate.id}`, { email: `y${affiliate.username}@example.org`, tier: 'gold' });
  expect((await notices(affiliate))[0]).toMatchObject({
    title: 'Account changed',
    message: 'Your tier is now Gold. Your email address was changed by an admin.',
  });
});

describe('codes from an authenticator app', () => {
  it('are required once one was given, each accepted once', async () => {
    const { username, password, secret, uri, status, get } = await withTotp();
    expect(status).toBe(200);
    expect(uri).toMatch(new RegExp(`^otpauth://totp/Framelift:${username}\\?issuer=Framelift&secret=${secret}&`));
    expect((await get('/api/account')).body).toMatchObject({ totp: true, totpRequired: false, recoveryCodesLeft: 10 });
    expect(await login(username, password)).toMatchObject({ status: 403, body: { error: refusals.codeRequired } });
    expect(await login(username, password, '000000')).toMatchObject({ status: 401, body: { error: refusals.codeWrong } });
    const code = codeOf(secret, 1);
    expect((await login(username, password, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    expect((await login(username, password, code)).status).toBe(401);
    // A code before the accepted one counts as used.
    expect((await login(username, password, codeOf(secret))).status).toBe(401);
    const { config } = app.system;
    config.clockAheadMs = rules.totp.period * 1000;
    const later = await login(username, password, codeOf(secret, 2));
    config.clockAheadMs = 0;
    expect(later.status).toBe(200);
    expect((await login(username, 'wrong password', codeOf(secret, 1))).body).toMatchObject({ error: refusals.signInFailed });
  });

  it('given twice concurrently log in once', async () => {
    const { username, password, secret } = await withTotp();
    const code = codeOf(secret, 1);
    const answers = await Promise.all([1, 2, 3, 4].map(() => login(username, password, code)));
    expect(answers.map((a) => a.status).filter((status) => status === 200)).toHaveLength(1);
    expect(answers.every((a) => [200, 401, 429].includes(a.status))).toBe(true);
  });

  it('can be replaced by recovery codes, each once', async () => {
    const { username, password, recoveryCodes, get } = await withTotp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first, second] = recoveryCodes as [string, string];
    expect(first).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/);
    expect((await login(username, password, first.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await login(username, password, first)).status).toBe(401);
    const twice = await Promise.all([1, 2].map(() => login(username, password, second)));
    expect(twice.filter((a) => a.status === 200)).toHaveLength(1);
    expect((await get('/api/account')).body.recoveryCodesLeft).toBe(8);
  });

  it('get new recovery codes in place of the old', async () => {
    const { username, password, recoveryCodes, post, get } = await withTotp();
    const { body } = await post('/api/account/recovery-codes');
    expect(body.recoveryCodes).toHaveLength(10);
    expect((await login(username, password, recoveryCodes[0])).status).toBe(401);
    expect((await login(username, password, body.recoveryCodes[0])).status).toBe(200);
    expect((await get('/api/account')).body.recoveryCodesLeft).toBe(9);
  });

  it('are turned on only by a right code, and once', async () => {
    const affiliate = await app.affiliate();
    expect((await affiliate.put('/api/account/totp', { code: '123456' })).body).toMatchObject({ error: refusals.codeWrong });
    expect((await affiliate.post('/api/account/recovery-codes')).body).toMatchObject({ error: refusals.totpOff });
    const first = (await affiliate.post('/api/account/totp')).body.secret;
    const { secret } = (await affiliate.post('/api/account/totp')).body;
    expect((await affiliate.put('/api/account/totp', { code: codeOf(first) })).status).toBe(400);
    expect((await login(affiliate.username, affiliate.password)).status).toBe(200);
    expect((await affiliate.put('/api/account/totp', { code: codeOf(secret) })).status).toBe(200);
    expect(await affiliate.post('/api/account/totp')).toMatchObject({ status: 409, body: { error: refusals.totpOn } });
    expect(await affiliate.put('/api/account/totp', { code: codeOf(secret, 1) })).toMatchObject({ status: 409 });
  });

  it('are turned off again, and the recovery codes go with them', async () => {
    const { username, password, recoveryCodes, ...affiliate } = await withTotp();
    expect((await affiliate.send('DELETE', '/api/account/totp')).status).toBe(200);
    expect((await affiliate.send('DELETE', '/api/account/totp')).body).toMatchObject({ error: refusals.totpOff });
    expect((await login(username, password)).status).toBe(200);
    expect((await login(username, password, recoveryCodes[0])).status).toBe(200);
    expect(await titles(affiliate)).toEqual(['Two-factor sign-in turned off', 'Two-factor sign-in turned on']);
    expect((await affiliate.get('/api/account')).body).toMatchObject({ totp: false, recoveryCodesLeft: 0 });
  });

  it('can be managed only within ten minutes of entering the password', async () => {
    const { id } = await withTotp();
    const late = minutesAfterSignIn(affiliateStream(id), 11);
    for (const answer of [
      await late.post('/api/account/totp'),
      await late.put('/api/account/totp', { code: '123456' }),
      await late.send('DELETE', '/api/account/totp'),
      await late.post('/api/account/recovery-codes'),
    ])
      expect(answer).toMatchObject({ status: 403, body: { error: refusals.confirmFirst } });
  });

  it('are stored sealed, recovery codes as keyed hashes, and both are deleted with the account', async () => {
    const { id, secret, recoveryCodes } = await withTotp();
    const kept = async () => {
      const { rows } = await app.db.pool.query(
        `select (select json_agg(t) from sign_in.totp t where account_id = $1)::text as totp,
           (select json_agg(c) from sign_in.recovery_codes c where account_id = $1)::text as codes`,
        [affiliateStream(id)],
      );
      return rows[0] as { totp: string | null; codes: string | null };
    };
    const { totp, codes } = await kept();
    expect([totp!.includes('sealed'), totp!.includes(secret)]).toEqual([true, false]);
    for (const code of recoveryCodes) expect(codes).not.toContain(code.replaceAll('-', ''));
    const { rows } = await app.db.pool.query('select 1 from log.events where data::text like $1', [`%${secret}%`]);
    expect(rows).toEqual([]);
    await (await app.admin()).send('DELETE', `/api/admin/affiliates/${id}`);
    expect(await kept()).toEqual({ totp: null, codes: null });
  });
});

it('ADMIN_TOTP=required lets an admin only turn codes on, and does not affect affiliates', async () => {
  const strict = await startApp({ ADMIN_TOTP: 'required' });
  const admin = await strict.admin();
  expect(await admin.get('/api/admin/overview')).toMatchObject({ status: 403, body: { error: refusals.totpFirst } });
  expect((await admin.get('/api/account')).body).toMatchObject({ totp: false, totpRequired: true });
  const { secret } = (await admin.post('/api/account/totp')).body;
  expect((await admin.put('/api/account/totp', { code: codeOf(secret) })).status).toBe(200);
  expect((await admin.get('/api/account')).body).toMatchObject({ totp: true, totpRequired: false });
  expect((await admin.get('/api/admin/overview')).status).toBe(200);
  const affiliate = await strict.affiliate();
  expect((await affiliate.get('/api/affiliate/stats')).status).toBe(200);
  const { rows } = await strict.db.pool.query(`select stream_id from log.events where type = 'TotpTurnedOn'`);
  const { id } = (await admin.get('/api/affiliate/stats')).body.affiliate;
  expect(rows).toEqual([{ stream_id: adminStream(id) }]);
  await strict.stop();
  expect(() => readConfig({ ADMIN_TOTP: 'yes' })).toThrow('ADMIN_TOTP must be optional or required');
});

it('a system that sends no mail promises none', async () => {
  const quiet = await startApp({ SMTP_URL: 'none' });
  const anna = await quiet.affiliate('anna');
  const refused = { status: 409, body: { error: refusals.noMail } };
  expect(await quiet.anybody.post('/api/account/forgot', { email: 'anna@example.org' })).toMatchObject(refused);
  expect(await anna.post('/api/account/email', { email: 'other@example.org' })).toMatchObject(refused);
  await quiet.stop();
});
