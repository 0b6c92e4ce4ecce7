import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { refusals } from '@framelift/contracts';
import { metaOf } from '../../services/src/engine/log/deciding/command.ts';
import { ForgottenPasswords } from '../../services/src/programme/sign-in/forgotten-passwords.ts';
import { Registration } from '../../services/src/programme/sign-in/registration.ts';
import { mail as reactor } from '../../services/src/reactors/mail/mail.reactor.ts';
import { MailSender } from '../../services/src/reactors/mail/mail.sender.ts';
import { sendAll, untilAllKnown } from '../support/sending.ts';
import { type MailServer, startMailServer } from '../support/smtp.ts';
import { type App, type Client, startApp } from '../support/system.ts';
import { until } from '../support/until.ts';

/** What an intruder leaves behind in an account. */

let app: App;
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  app = await startApp({ SMTP_URL: server.url, MAIL_FROM: 'Framelift <hello@framelift.example>' });
});
afterAll(async () => {
  await app.stop();
  await server.close();
});
beforeEach(async () => {
  await settled();
  server.received = [];
});

const settled = async () => {
  await untilAllKnown(app.db, reactor.schema);
  await sendAll(app.db.pool, reactor.schema, () => app.api.get(MailSender).work(0, new AbortController().signal));
};
const mailTo = async (address: string, subject: RegExp) => {
  const sent = () => server.received.find((mail) => mail.address === address && subject.test(mail.subject ?? ''));
  // The job of the system may be sending it meanwhile.
  await until(async () => (await settled(), sent() !== undefined)).catch(() => {
    throw new Error(`no ${subject} to ${address} in ${server.received.map((m) => `${m.address}: ${m.subject}`).join('; ')}`);
  });
  return sent()!.text!;
};
const tokenIn = (text: string, path: string): string => new RegExp(`${path}#token=(\\S+)`).exec(text)![1]!;
const confirm = (token: string) => app.anybody.post('/api/account/email/confirm', { token });
const cancel = (token: string) => app.anybody.post('/api/account/email/cancel', { token });
const thief = (n: string) => `thief-${n}@elsewhere.example`;

const password = 'correct horse battery';
/** An admin made by an operator, logged in. */
async function adminNamed(username: string): Promise<Owner> {
  const meta = metaOf({ kind: 'system', id: 'ops' }, Date.now(), randomUUID());
  await app.api.get(Registration).admin(meta, { username, email: `${username}@example.org`, password });
  const { body } = await app.anybody.post('/api/affiliate/login', { username, password });
  return { ...app.as(body.token), username, password };
}
type Owner = Client & { username: string; password: string };
const owners: Record<string, (name: string) => Promise<Owner>> = { affiliate: (name) => app.affiliate(name), admin: adminNamed };

/** An intruder, logged in as the owner, requests a change to their own address. */
async function asking(kind: string, act: string) {
  const name = `${kind}${act}`;
  const owner = await owners[kind]!(name);
  expect((await owner.post('/api/account/email', { email: thief(name) })).status).toBe(200);
  const link = tokenIn(await mailTo(thief(name), /confirm your address/), '/account/confirm-email');
  const warning = await mailTo(`${owner.username}@example.org`, /new address was asked for/);
  return { owner, link, notMe: tokenIn(warning, '/account/not-me') };
}
const addressOf = async (client: Client) => (await client.get('/api/account/mails')).body;

describe.each(Object.keys(owners))('an intruder’s request to change an %s’s address', (kind) => {
  it('ends with a change of the password: its link is no longer valid', async () => {
    const { owner, link } = await asking(kind, 'changed');
    const { status, body } = await owner.post('/api/account/password', {
      currentPassword: owner.password,
      newPassword: 'quite another password',
    });
    expect(status).toBe(200);
    expect(await confirm(link)).toMatchObject({ status: 401, body: { error: refusals.mailLinkInvalid } });
    expect(await addressOf(app.as(body.token))).toMatchObject({ email: `${owner.username}@example.org`, pendingEmail: null });
  });

  it('ends with a reset', async () => {
    const { owner, link } = await asking(kind, 'reset');
    const address = `${owner.username}@example.org`;
    await app.anybody.post('/api/account/forgot', { email: address });
    const token = await resetToken(address);
    expect((await app.anybody.post('/api/account/reset', { token, password: 'quite another password' })).status).toBe(200);
    expect((await confirm(link)).status).toBe(401);
    const login = await app.anybody.post('/api/affiliate/login', { username: owner.username, password: 'quite another password' });
    expect(await addressOf(app.as(login.body.token))).toMatchObject({ email: address, pendingEmail: null });
  });

  it('ends with "It was not me", which ends every session; once, and only while pending', async () => {
    const { owner, link, notMe } = await asking(kind, 'notme');
    expect(await cancel(`${notMe.slice(0, -1)}${notMe.endsWith('0') ? 1 : 0}`)).toMatchObject({ status: 401 });
    expect(await cancel(link)).toMatchObject({ status: 401 });
    expect((await owner.get('/api/account/mails')).status).toBe(200);
    expect(await cancel(notMe)).toMatchObject({ status: 200 });
    expect((await owner.get('/api/account/mails')).status).toBe(401);
    expect((await confirm(link)).status).toBe(401);
    expect(await cancel(notMe)).toMatchObject({ status: 401, body: { error: refusals.mailLinkInvalid } });
  });

  it('cannot be cancelled once confirmed', async () => {
    const { link, notMe } = await asking(kind, 'late');
    expect((await confirm(link)).status).toBe(200);
    expect(await cancel(notMe)).toMatchObject({ status: 409, body: { error: refusals.emailChangedAlready } });
  });
});

describe('an admin’s change of address', () => {
  const login = (username: string) => app.anybody.post('/api/affiliate/login', { username, password });

  it('takes effect once its link is opened: at login, for a forgotten password, on every screen', async () => {
    const admin = await adminNamed('moving');
    const [old, next] = ['moving@example.org', 'moved@example.org'];
    expect((await admin.post('/api/account/email', { email: next })).status).toBe(200);
    expect(await addressOf(admin)).toMatchObject({ email: old, confirmed: true, pendingEmail: next });
    const link = tokenIn(await mailTo(next, /confirm your address/), '/account/confirm-email');
    await mailTo(old, /new address was asked for/);
    expect((await login(next)).status).toBe(401);

    expect((await confirm(link)).status).toBe(200);
    expect(await addressOf(admin)).toMatchObject({ email: next, confirmed: true, pendingEmail: null });
    expect((await admin.get('/api/account')).body).toMatchObject({ username: 'moving', email: next, isAdmin: true });
    expect((await admin.get('/api/affiliate/stats')).body.affiliate).toMatchObject({ email: next });
    for (const address of [old, next]) await mailTo(address, /^Your address was changed$/);
    expect([(await login(old)).status, (await login(next)).status]).toEqual([401, 200]);
    await app.anybody.post('/api/account/forgot', { email: next });
    const token = await resetToken(next);
    expect((await app.anybody.post('/api/account/reset', { token, password: 'quite another password' })).status).toBe(200);
  });

  it('notifies the previous address, each time', async () => {
    const admin = await adminNamed('twice');
    const addresses = ['twice@example.org', 'second@example.org', 'third@example.org'];
    for (const next of addresses.slice(1)) {
      await admin.post('/api/account/email', { email: next });
      await confirm(tokenIn(await mailTo(next, /confirm your address/), '/account/confirm-email'));
    }
    await settled();
    const received = server.received.filter(({ text }) => text!.includes('We write to the new one from now on.'));
    expect(received.map(({ address }) => address)).toEqual(addresses.slice(0, 2));
  });

  it('frees both addresses: the old one immediately, the new one when the admin is revoked', async () => {
    const admin = await adminNamed('leaving');
    await admin.post('/api/account/email', { email: 'left@example.org' });
    await confirm(tokenIn(await mailTo('left@example.org', /confirm your address/), '/account/confirm-email'));
    const register = (username: string, email: string) => app.anybody.post('/api/affiliate/register', { username, email, password });
    expect((await register('oldone', 'leaving@example.org')).status).toBe(201);
    expect((await register('newone', 'left@example.org')).status).toBe(409);
    await app.api.get(Registration).revokeAdmin(metaOf({ kind: 'system', id: 'ops' }, Date.now(), randomUUID()), 'leaving');
    expect((await register('newone', 'left@example.org')).status).toBe(201);
  });

  it('can replace an address that no mail reaches', async () => {
    const other = await startApp({ SMTP_URL: server.url, ADMIN_EMAIL: '', ADMIN_USERNAME: 'root' });
    try {
      const { body } = await other.anybody.post('/api/affiliate/login', { username: 'root', password: 'the admin password' });
      const root = other.as(body.token);
      expect((await root.post('/api/account/email', { email: 'root@reached.example' })).status).toBe(200);
      const received = () => server.received.filter(({ address }) => address.startsWith('root@'));
      await until(async () => received().length > 0);
      const token = tokenIn(received()[0]!.text!, '/account/confirm-email');
      expect((await other.anybody.post('/api/account/email/confirm', { token })).status).toBe(200);
      expect((await root.get('/api/admin/notices')).body).toEqual({ notices: [] });
      await until(async () => received().length === 2);
      expect(received().map(({ address, subject }) => [address, subject])).toEqual([
        ['root@reached.example', 'Please confirm your address'],
        ['root@reached.example', 'Your address was changed'],
      ]);
    } finally {
      await other.stop();
    }
  });
});

const resetToken = async (address: string): Promise<string> => {
  for (;;) {
    await settled();
    const found = server.received.find((mail) => mail.address === address && mail.subject === 'Set a new password');
    if (found) return tokenIn(found.text!, '/account/reset');
    await app.api.get(ForgottenPasswords).work(0, new AbortController().signal);
  }
};

describe('every admin is notified of anything that lets an intruder stay', () => {
  it.each([
    [
      'an API key',
      /^New API key: Night shift$/,
      (admin: Client) => admin.post('/api/admin/keys', { name: 'Night shift', scopes: ['read:events'], perMinute: 60 }),
      ['read:events', 'Never'],
    ],
    [
      'a webhook',
      /^New webhook: Copy$/,
      (admin: Client) => admin.post('/api/admin/webhooks', { name: 'Copy', url: 'https://1.1.1.1/x', types: [], personal: true }),
      ['1.1.1.1', 'Includes names'],
    ],
    [
      'other terms',
      /terms were changed/,
      async (admin: Client) => {
        const { body } = await admin.get('/api/admin/terms');
        const { position } = (await admin.get('/api/admin/events?limit=1')).body.events[0];
        return admin.put('/api/admin/terms', { ...body.terms, holdDays: 9 }, { 'Edit-Base': String(position) });
      },
      [],
    ],
  ])('%s', async (_, subject, make, facts) => {
    const admin = await app.admin();
    const { status, body } = await make(admin);
    expect([status, body]).toMatchObject([expect.any(Number), expect.not.objectContaining({ error: expect.anything() })]);
    const text = await mailTo('admin@example.org', subject);
    for (const fact of ['admin', ...facts]) expect(text).toContain(fact);
  });
});
