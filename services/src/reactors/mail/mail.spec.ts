import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import type { ParsedMail } from 'mailparser';
import { affiliateStream, type Brand, firstBrand, firstTerms, noticeTexts, HOUR_MS, MINUTE_MS, siteStream } from '@framelift/contracts';
import sharp from 'sharp';
import { append } from '../../../../test/support/history.ts';
import { type App, startApp } from '../../../../test/support/system.ts';
import { endJob, sendAll, untilAllKnown } from '../../../../test/support/sending.ts';
import { until } from '../../../../test/support/until.ts';
import { sold } from '../../../../test/support/sales.ts';
import { saleRecorded, siteChanged } from '../../../../test/support/facts.ts';
import { ref } from '../../../../test/support/invoices.ts';
import { type MailServer, startMailServer } from '../../../../test/support/smtp.ts';
import { PublishedSite } from '../../published/published-site.ts';
import { mail as reactor } from './mail.reactor.ts';
import { MailSender } from './mail.sender.ts';

type Person = Awaited<ReturnType<App['affiliate']>>;

let app: App;
let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
  app = await startApp({ SMTP_URL: server.url, MAIL_FROM: 'hello@framelift.example' });
  await endJob(app.api, 'MailSender.work');
});
afterAll(async () => {
  await app.stop();
  await server.close();
});
beforeEach(async () => {
  await settled();
  server.refuses = undefined;
  server.received = [];
});

const intents = async () =>
  (
    await app.db.pool.query<{ kind: string; receiver: string; outcome: string | null; said: string | null; attempts: number }>(
      `select kind, receiver, outcome, said, attempts from ${reactor.schema}.intents order by position, kind`,
    )
  ).rows;
/** Everything that can be sent now is, also what the job of the system began to send. */
const settled = async (later = 0) => {
  await untilAllKnown(app.db, reactor.schema);
  app.system.config.clockAheadMs = later;
  await sendAll(app.db.pool, reactor.schema, () => app.api.get(MailSender).work(0, new AbortController().signal));
  app.system.config.clockAheadMs = 0;
};
const mailsTo = ({ username }: Person) => server.received.filter(({ address }) => address === `${username}@example.org`);
const linkIn = (mail: ParsedMail, path: string): string => {
  const [, token] = new RegExp(`${path}#token=(\\S+)`).exec(mail.text!) ?? [];
  if (!token) throw new Error(`no link to ${path} in ${mail.text}`);
  return token;
};
const confirmed = async (): Promise<Person> => {
  const person = await app.affiliate();
  await settled();
  const [welcome] = mailsTo(person);
  const { status } = await app.anybody.post('/api/account/email/confirm', { token: linkIn(welcome!, '/account/confirm-email') });
  expect(status).toBe(200);
  server.received = server.received.filter((m) => m !== welcome);
  return person;
};

describe('what goes out', () => {
  it('welcomes a new affiliate by mail, in HTML and text, with a link that confirms the address', async () => {
    const zoe = await app.affiliate('zoe');
    await settled();
    const [welcome, ...more] = mailsTo(zoe);
    expect(more).toEqual([]);
    expect(welcome!.subject).toBe('Welcome to Framelift');
    expect(welcome!.from!.text).toBe('"Framelift" <hello@framelift.example>');
    expect(welcome!.html).toContain('Welcome, zoe');
    expect(welcome!.text).toContain('/?ref=zoe');
    expect((await zoe.get('/api/account/mails')).body).toMatchObject({ email: 'zoe@example.org', confirmed: false, sales: 'instant' });
    const token = linkIn(welcome!, '/account/confirm-email');
    for (const time of [1, 2])
      expect([time, (await app.anybody.post('/api/account/email/confirm', { token })).status]).toEqual([time, 200]);
    expect((await zoe.get('/api/account/mails')).body).toMatchObject({ confirmed: true });
    const forged = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    expect((await app.anybody.post('/api/account/email/confirm', { token: forged })).status).toBe(401);
  });

  it('has the name, the colours and the logo of the shop, which travels in it', async () => {
    const admin = await app.admin();
    const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const { body } = await admin.post('/api/admin/site/pictures', { picture: `data:image/png;base64,${red.toString('base64')}` });
    const publish = async (brand: Brand) => {
      await append(app.system, siteStream, [siteChanged({ section: 'brand', content: { ...brand } })]);
      await app.api.get(PublishedSite).look();
    };
    await publish({ ...firstBrand, name: 'Zephyr', accent: '#1d4ed8', logo: body.path });
    const person = await app.affiliate();
    await settled();
    await publish(firstBrand);
    const [welcome] = mailsTo(person);
    expect([welcome!.subject, welcome!.from!.text]).toEqual(['Welcome to Zephyr', '"Zephyr" <hello@framelift.example>']);
    const html = welcome!.html as string;
    expect([html.includes('background:#1d4ed8'), html.includes('#bdf430'), /framelift(?!\.example)/i.test(html + welcome!.text)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(html).toMatch(/<img src="data:image\/png;base64,[^"]+" alt=""/);
    expect(welcome!.attachments).toMatchObject([{ cid: 'logo', contentType: 'image/png', related: true }]);
  });

  it('reports a sale only to a confirmed address, and escapes others’ texts', async () => {
    const quiet = await app.affiliate();
    const loud = await confirmed();
    await sold(app.system.log, quiet.id, 6_00);
    await append(app.system, affiliateStream(loud.id), [saleRecorded({ ...ref('x1'), product: '<b>Premium</b>', commissionCents: 6_00 })], {
      at: new Date().toISOString(),
    });
    await settled();
    expect(mailsTo(quiet).map((m) => m.subject)).toEqual(['Welcome to Framelift']);
    const [sale] = mailsTo(loud);
    expect(sale!.subject).toBe('You earned €6.00');
    expect(sale!.html).toContain('&lt;b&gt;Premium&lt;/b&gt;');
    expect(sale!.html).not.toContain('<b>Premium');
  });

  it('unsubscribes from a group by one click, from a form and without login', async () => {
    const person = await confirmed();
    await sold(app.system.log, person.id, 6_00);
    await settled();
    const [sale] = mailsTo(person);
    const { url } = (sale!.headers.get('list') as unknown as { unsubscribe: { url: string } }).unsubscribe;
    expect(sale!.headerLines.find(({ key }) => key === 'list-unsubscribe-post')!.line).toContain('List-Unsubscribe=One-Click');
    const path = url.replace(/^https?:\/\/[^/]+/, '');
    // A mail program may open the link instead, and a scanner loads it: that stops nothing, and leads to the page that asks.
    const opened = await fetch(app.url + path, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/account/unsubscribe#${path.split('?')[1]}`]);
    expect((await person.get('/api/account/mails')).body.sales).toBe('instant');
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect((await fetch(app.url + path, { method: 'POST', body: form })).status).toBe(200);
    expect((await person.get('/api/account/mails')).body.sales).toBe('off');
    const urlencoded = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(app.url + path, { method: 'POST', body: urlencoded })).status).toBe(200);
    expect((await fetch(app.url + path.replace('token=', 'token=x'), { method: 'POST', body: urlencoded })).status).toBe(401);
    server.received = [];
    await sold(app.system.log, person.id, 6_00);
    await settled();
    expect(mailsTo(person)).toEqual([]);
  });

  it('sends the sales of a day in one mail to those who chose that, and changes of what guards the account at once', async () => {
    const person = await confirmed();
    await person.put('/api/account/mails', { sales: 'daily', cashouts: true, tiers: true });
    for (let i = 0; i < 3; i++) await sold(app.system.log, person.id, 6_00);
    await person.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'pay@example.org' } });
    await settled();
    expect(mailsTo(person).map((m) => m.subject)).toEqual(['A payment method was added']);
    await settled(25 * HOUR_MS);
    const [, summary, ...more] = mailsTo(person);
    expect([summary!.subject, more]).toEqual(['3 sales: you earned €18.00', []]);
    const { promises } = (await person.get('/api/affiliate/promises')).body as { promises: { note: string }[] };
    expect(promises).toHaveLength(3);
    const written = summary!.text!.replaceAll('\r\n', '\n');
    for (const { note } of promises) expect(written).toContain(note);
  });

  it('goes to no address that cannot receive any, and that admin reads why', async () => {
    const other = await startApp({ SMTP_URL: server.url, ADMIN_EMAIL: '', ADMIN_USERNAME: 'root', TRUST_PROXY: '0' });
    try {
      const { body } = await other.anybody.post('/api/affiliate/login', { username: 'root', password: 'the admin password' });
      expect((await other.as(body.token).get('/api/admin/notices')).body).toEqual({ notices: [noticeTexts.addressUnreachable] });
      await other.api.get(MailSender).alarm('booksOutOfBalance', 'today', 1);
      const outcome = async () =>
        (await other.db.pool.query(`select outcome, said from ${reactor.schema}.intents where receiver like 'admin-%'`)).rows;
      await until(async () => (await outcome())[0]?.outcome);
      expect(await outcome()).toEqual([{ outcome: 'dropped', said: 'the address cannot receive mail' }]);
      expect(server.received.filter(({ address }) => address === 'root@localhost')).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it('notifies each admin of a cashout, and the affiliate of the decision with its note', async () => {
    const person = await confirmed();
    for (let i = 0; i < 10; i++) await sold(app.system.log, person.id, 6_00);
    await person.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'pay@example.org' } });
    const { paymentMethods } = (await person.get('/api/affiliate/stats')).body;
    await person.post('/api/affiliate/cashouts', { amount: firstTerms.minimumCashoutCents / 100, paymentMethodId: paymentMethods[0].id });
    const admin = await app.admin();
    await admin.put(`/api/admin/cashouts/${person.id}-1/process`, { status: 'rejected', adminNotes: 'Please use another address' });
    await settled();
    expect(server.received.filter(({ address }) => address === 'admin@example.org').map((m) => m.subject)).toEqual([
      'A cashout of €50.00 waits for a decision',
    ]);
    const [letter] = server.received.filter(({ address }) => address === 'admin@example.org');
    expect(letter!.text).toContain(`${person.username} asked to be paid on`);
    const cashouts = mailsTo(person).filter((m) => /cashout/.test(m.subject!));
    // They are of two kinds, and only one kind keeps an order.
    const subjects = ['You asked for a cashout of €50.00', 'Your cashout of €50.00 was rejected'];
    expect(cashouts.map((m) => m.subject).toSorted()).toEqual(subjects);
    const rejected = cashouts.find((m) => m.subject === subjects[1]);
    expect(rejected!.text).toContain('Please use another address');
  });

  it('keeps nothing of the text, and the address only sealed', async () => {
    const person = await app.affiliate();
    await settled();
    const { rows } = await app.db.pool.query(`select row_to_json(i)::text as row from ${reactor.schema}.intents i where receiver = $1`, [
      affiliateStream(person.id),
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toContain('example.org');
    expect(rows[0].row).toContain('sealed');
  });

  it('sends nothing to people erased meanwhile', async () => {
    const person = await app.affiliate();
    server.refuses = { code: 451, text: 'try later' };
    await settled();
    const admin = await app.admin();
    expect((await admin.send('DELETE', `/api/admin/affiliates/${person.id}`)).status).toBe(200);
    server.refuses = undefined;
    await settled(10 * MINUTE_MS);
    expect(mailsTo(person)).toEqual([]);
    expect((await intents()).filter((i) => i.receiver === affiliateStream(person.id)).map((i) => i.outcome)).toEqual(['dropped']);
  });
});

describe('a mail server in trouble', () => {
  const last = async (person: Person) => (await intents()).findLast((i) => i.receiver === affiliateStream(person.id))!;

  it('that asks to wait gets the mail later', async () => {
    const person = await app.affiliate();
    server.refuses = { code: 451, text: `4.7.1 <${person.username}@example.org>: greylisted` };
    await settled();
    expect(await last(person)).toMatchObject({ outcome: null, attempts: 1, said: expect.stringContaining('greylisted') });
    expect((await last(person)).said).not.toContain('example.org');
    server.refuses = undefined;
    await settled(2 * MINUTE_MS);
    expect(mailsTo(person)).toHaveLength(1);
  });

  it('that is slow gets it once, however often it is looked for what is due', async () => {
    const person = await app.affiliate();
    server.waitsMs = 1_200;
    // Sooner than a lease ends.
    await Promise.all([settled(), settled(MINUTE_MS / 2)]);
    await until(async () => (await last(person)).outcome === 'sent');
    server.waitsMs = 0;
    await settled(2 * MINUTE_MS);
    expect(mailsTo(person)).toHaveLength(1);
  });

  it('that is away gets it when it is back', async () => {
    await server.leaves();
    const person = await app.affiliate();
    await settled();
    expect(await last(person)).toMatchObject({ outcome: null, attempts: 1, said: expect.stringContaining('ECONNREFUSED') });
    await server.returns();
    await settled(2 * MINUTE_MS);
    expect(mailsTo(person)).toHaveLength(1);
    expect(await last(person)).toMatchObject({ outcome: 'sent' });
  });

  it('that refuses for good gets it once', async () => {
    const person = await app.affiliate();
    server.refuses = { code: 550, text: `5.1.1 <${person.username}@example.org> unknown` };
    await settled();
    expect(await last(person)).toMatchObject({ outcome: 'failed', said: expect.stringMatching(/unknown/) });
    expect((await last(person)).said).not.toContain('example.org');
    server.refuses = undefined;
    await settled(2 * HOUR_MS);
    expect(mailsTo(person)).toEqual([]);
  });

  it('whose connection is lost after the mail gets it twice at most, under one Message-ID', async () => {
    const person = await app.affiliate();
    server.dropsNext = true;
    await settled();
    expect(await last(person)).toMatchObject({ outcome: null, attempts: 1 });
    await settled(2 * MINUTE_MS);
    await settled(24 * HOUR_MS);
    const [first, second, ...more] = mailsTo(person);
    expect([second!.messageId, more]).toEqual([first!.messageId, []]);
    expect((await last(person)).outcome).toBe('sent');
  });
});

describe('a forgotten password', () => {
  it('is replaced through a link that is mailed, with the same answer for an address nobody has', async () => {
    const person = await app.affiliate();
    const known = await app.anybody.post('/api/account/forgot', { email: `${person.username}@example.org` });
    const unknown = await app.anybody.post('/api/account/forgot', { email: 'nobody@example.org' });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    await until(async () => (await app.db.pool.query('select from sign_in.reset_requests')).rowCount === 0);
    await settled();
    const reset = mailsTo(person).find((m) => m.subject === 'Set a new password')!;
    const token = linkIn(reset, '/account/reset');
    const password = 'another long phrase';
    expect((await app.anybody.post('/api/account/reset', { token, password })).status).toBe(200);
    expect((await app.anybody.post('/api/account/reset', { token, password })).status).toBe(400);
    expect((await person.get('/api/account')).status).toBe(401);
    expect((await app.anybody.post('/api/affiliate/login', { username: person.username, password })).status).toBe(200);
  });

  it('is answered before anybody looks whether there is such an account, so no time tells', async () => {
    const person = await app.affiliate();
    const holder = await app.db.owner.connect();
    try {
      // Nothing can be appended now.
      await holder.query(`begin; select pg_advisory_xact_lock(hashtextextended('framelift append', 0))`);
      const replies = [`${person.username}@example.org`, 'nobody@example.org'].map((email) =>
        app.anybody.post('/api/account/forgot', { email }),
      );
      const answers = await Promise.race([Promise.all(replies), pause(5_000).then(() => 'late')]);
      expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await until(async () => (await app.db.pool.query('select from sign_in.reset_requests')).rowCount === 0);
    await settled();
    expect(mailsTo(person).map((m) => m.subject)).toContain('Set a new password');
  });

  it('makes three links an hour and no more', async () => {
    const person = await app.affiliate();
    for (let i = 0; i < 5; i++) {
      await app.anybody.post('/api/account/forgot', { email: `${person.username}@example.org` });
      await until(async () => (await app.db.pool.query('select from sign_in.reset_requests')).rowCount === 0);
    }
    await settled();
    expect(mailsTo(person).filter((m) => m.subject === 'Set a new password')).toHaveLength(3);
  });
});

describe('another address', () => {
  it('takes effect once its link is opened, and the old one is notified', async () => {
    const person = await confirmed();
    const email = `new.${person.username}@example.org`;
    expect((await person.post('/api/account/email', { email })).status).toBe(200);
    await settled();
    expect((await person.get('/api/account/mails')).body).toMatchObject({ email: `${person.username}@example.org`, pendingEmail: email });
    const [message] = server.received.filter(({ address }) => address === email);
    expect(mailsTo(person).map((m) => m.subject)).toEqual(['A new address was asked for']);
    expect((await app.anybody.post('/api/account/email/confirm', { token: linkIn(message!, '/account/confirm-email') })).status).toBe(200);
    await settled();
    expect((await person.get('/api/account/mails')).body).toMatchObject({ email, confirmed: true, pendingEmail: null });
    expect(mailsTo(person).map((m) => m.subject)).toEqual(['A new address was asked for', 'Your address was changed']);
    expect((await app.anybody.post('/api/affiliate/login', { username: email, password: person.password })).status).toBe(200);
    const old = await app.anybody.post('/api/affiliate/register', {
      username: `b${person.username.slice(1)}`,
      email: `${person.username}@example.org`,
      password: 'correct horse battery',
    });
    expect(old.status).toBe(201);
  });

  it('is refused if taken, and limited to three requests an hour', async () => {
    const [person, other] = [await confirmed(), await app.affiliate()];
    expect((await person.post('/api/account/email', { email: `${other.username}@example.org` })).status).toBe(409);
    expect((await person.post('/api/account/email', { email: `${person.username}@example.org` })).status).toBe(400);
    for (const n of [1, 2, 3])
      expect((await person.post('/api/account/email', { email: `n${n}.${person.username}@example.org` })).status).toBe(200);
    expect((await person.post('/api/account/email', { email: `n4.${person.username}@example.org` })).status).toBe(429);
  });
});
