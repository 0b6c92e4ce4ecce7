import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { refusals } from '@framelift/contracts';
import { ForgottenPasswords } from '../../services/src/programme/sign-in/forgotten-passwords.ts';
import { mail as reactor } from '../../services/src/reactors/mail/mail.reactor.ts';
import { MailSender } from '../../services/src/reactors/mail/mail.sender.ts';
import { sendAll, untilAllKnown } from '../support/sending.ts';
import { type MailServer, startMailServer } from '../support/smtp.ts';
import { type App, type Client, startApp } from '../support/system.ts';

/** What somebody who was in an account once leaves behind. */

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
  await sendAll(app.db.pool, reactor.schema, () => app.api.get(MailSender).work(Date.now(), new AbortController().signal));
};
const mailTo = async (address: string, subject: RegExp) => {
  await settled();
  const found = server.received.find((mail) => mail.address === address && subject.test(mail.subject ?? ''));
  if (!found) throw new Error(`no ${subject} to ${address} in ${server.received.map((m) => `${m.address}: ${m.subject}`).join('; ')}`);
  return found.text!;
};
const tokenIn = (text: string, path: string): string => new RegExp(`${path}#token=(\\S+)`).exec(text)![1]!;
const confirm = (token: string) => app.anybody.post('/api/account/email/confirm', { token });
const cancel = (token: string) => app.anybody.post('/api/account/email/cancel', { token });
const thief = (n: string) => `thief-${n}@elsewhere.example`;

/** Somebody else, signed in as the owner, asks for an address of theirs. */
async function asking(name: string) {
  const owner = await app.affiliate(name);
  expect((await owner.post('/api/account/email', { email: thief(name) })).status).toBe(200);
  const link = tokenIn(await mailTo(thief(name), /confirm your address/), '/account/confirm-email');
  const warning = await mailTo(`${owner.username}@example.org`, /new address was asked for/);
  return { owner, link, notMe: tokenIn(warning, '/account/not-me') };
}
const addressOf = async (client: Client) => (await client.get('/api/account/mails')).body;

describe('a change of address that an intruder asked for', () => {
  it('ends with the password: its link is good no more', async () => {
    const { owner, link } = await asking('changed');
    const { status, body } = await owner.post('/api/account/password', {
      currentPassword: owner.password,
      newPassword: 'quite another password',
    });
    expect(status).toBe(200);
    expect(await confirm(link)).toMatchObject({ status: 401, body: { error: refusals.mailLinkInvalid } });
    expect(await addressOf(app.as(body.token))).toMatchObject({ email: 'changed@example.org', pendingEmail: null });
  });

  it('ends with a reset', async () => {
    const { link } = await asking('reset');
    await app.anybody.post('/api/account/forgot', { email: 'reset@example.org' });
    const token = await resetToken('reset@example.org');
    expect((await app.anybody.post('/api/account/reset', { token, password: 'quite another password' })).status).toBe(200);
    expect((await confirm(link)).status).toBe(401);
    const login = await app.anybody.post('/api/affiliate/login', { username: 'reset', password: 'quite another password' });
    expect(await addressOf(app.as(login.body.token))).toMatchObject({ email: 'reset@example.org', pendingEmail: null });
  });

  it('ends with "It was not me", and every session with it; once, and only what is pending', async () => {
    const { owner, link, notMe } = await asking('notme');
    expect(await cancel(`${notMe.slice(0, -1)}${notMe.endsWith('0') ? 1 : 0}`)).toMatchObject({ status: 401 });
    expect(await cancel(link)).toMatchObject({ status: 401 });
    expect((await owner.get('/api/account/mails')).status).toBe(200);
    expect(await cancel(notMe)).toMatchObject({ status: 200 });
    expect((await owner.get('/api/account/mails')).status).toBe(401);
    expect((await confirm(link)).status).toBe(401);
    expect(await cancel(notMe)).toMatchObject({ status: 401, body: { error: refusals.mailLinkInvalid } });
  });

  it('is too late to cancel once it is confirmed', async () => {
    const { link, notMe } = await asking('late');
    expect((await confirm(link)).status).toBe(200);
    expect(await cancel(notMe)).toMatchObject({ status: 409, body: { error: refusals.emailChangedAlready } });
  });
});

const resetToken = async (address: string): Promise<string> => {
  for (;;) {
    await settled();
    const found = server.received.find((mail) => mail.address === address && mail.subject === 'Set a new password');
    if (found) return tokenIn(found.text!, '/account/reset');
    await app.api.get(ForgottenPasswords).work(Date.now(), new AbortController().signal);
  }
};

describe('what an intruder stays by is told to every admin', () => {
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
    expect([status, body]).toEqual([expect.any(Number), expect.not.objectContaining({ error: expect.anything() })]);
    const text = await mailTo('admin@example.org', subject);
    for (const fact of ['admin', ...facts]) expect(text).toContain(fact);
  });
});
