import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  affiliateStream,
  checkoutStream,
  type Fact,
  FIRST_RUN_STEPS,
  firstRunRefusals,
  firstSite,
  type FirstRunView,
  refusals,
  siteStream,
} from '@framelift/contracts';
import { affiliateRegistered, saleNotCredited, saleRecorded, siteChanged } from '../../../test/support/facts.ts';
import { append } from '../../../test/support/history.ts';
import { ref } from '../../../test/support/invoices.ts';
import { type MailServer, startMailServer } from '../../../test/support/smtp.ts';
import { type Client, startApp } from '../../../test/support/system.ts';

const call = '/api/admin/first-run';
const open = async (settings: Record<string, string> = {}) => {
  const app = await startApp(settings);
  const boss = await app.admin();
  const view = async () => (await boss.get<FirstRunView>(call)).body;
  const states = async () => Object.fromEntries((await view()).steps.map(({ step, state }) => [step, state]));
  const happens = (streamId: string, fact: Fact) => append(app.system, streamId, [fact]);
  return { app, boss, view, states, happens };
};
const sendTo = (boss: Client, email: string) => boss.post(`${call}/test-mail`, { email });

let server: MailServer;
beforeAll(async () => void (server = await startMailServer()));
afterAll(() => server.close());

it('asks for five steps on an empty system, each done by what the log shows, and ends with a credited sale', async () => {
  const { app, boss, view, states, happens } = await open();
  expect(await view()).toEqual({
    isOver: false,
    steps: FIRST_RUN_STEPS.map((step) => ({ step, state: 'open' })),
    provider: 'sandbox',
    mail: 'sandbox',
    mailbox: '/sandbox/mail',
    missing: {
      sellauth: ['STORE_PROVIDER', 'STORE_API_URL', 'STORE_API_KEY', 'STORE_WEBHOOK_SECRET'],
      stripe: ['STORE_PROVIDER', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
      mail: ['SMTP_URL', 'MAIL_FROM'],
    },
  });
  await happens(siteStream, siteChanged({ section: 'brand' }));
  await happens(checkoutStream(ref('n1')), saleNotCredited({ ...ref('n1') }));
  expect(await states()).toMatchObject({ brand: 'done', products: 'open', provider: 'done' });
  await happens(siteStream, siteChanged({ section: 'products', content: { ...firstSite.products } }));
  await happens(affiliateStream('a'), affiliateRegistered({ affiliateId: 'a' }));
  expect(await states()).toEqual({ brand: 'done', products: 'done', provider: 'done', mail: 'open', affiliate: 'done' });
  expect((await view()).isOver).toBe(false);
  await happens(affiliateStream('a'), saleRecorded({ ...ref('n2') }));
  expect((await view()).isOver).toBe(true);
  expect((await boss.post(`${call}/skip`, { step: 'mail' })).status).toBe(200);
  await app.stop();
});

it('ends when each step is done or skipped; a step that was skipped and done is done', async () => {
  const { app, boss, view, states, happens } = await open();
  for (const step of FIRST_RUN_STEPS) {
    expect((await view()).isOver).toBe(false);
    await boss.post(`${call}/skip`, { step });
    expect((await states())[step]).toBe('skipped');
  }
  expect((await view()).isOver).toBe(true);
  await happens(siteStream, siteChanged({ section: 'brand' }));
  expect(await states()).toMatchObject({ brand: 'done', mail: 'skipped' });
  expect(await boss.post(`${call}/skip`, { step: 'all' })).toMatchObject({ status: 400, body: { error: firstRunRefusals.stepInvalid } });
  const { position } = await app.system.log.head();
  await sendTo(boss, 'boss@example.org');
  expect(await states()).toMatchObject({ mail: 'done' });
  expect((await app.system.log.head()).position).toBe(position);
  expect(await (await fetch(`${app.url}/sandbox/mail`)).text()).toContain('Test mail of Framelift');
  await app.stop();
});

it('sends a test mail by the mail server, shows its answer, and stops after five in an hour', async () => {
  const { app, boss, view, states } = await open({ SMTP_URL: server.url, MAIL_FROM: 'Shop <shop@example.org>' });
  expect(await view()).toMatchObject({ mail: 'server', mailbox: null, missing: { mail: [] } });
  expect(await sendTo(boss, 'boss@shop.local')).toMatchObject({ status: 400, body: { error: firstRunRefusals.addressUnreachable } });
  server.refuses = { code: 550, text: 'No such person <boss@example.org>' };
  expect(await sendTo(boss, 'boss@example.org')).toMatchObject({
    status: 409,
    body: {
      error: expect.stringMatching(/^The mail server did not accept the mail: .*No such person <\(address\)>/),
      code: 'firstRun.mailFailed',
    },
  });
  expect(await states()).toMatchObject({ mail: 'open' });
  server.refuses = undefined;
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => sendTo(boss, 'boss@example.org')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 429]);
  expect(answers.find(({ status }) => status === 429)!.body.error).toBe(refusals.tooManyRequests);
  expect(server.received.map(({ address, subject }) => [address, subject])).toEqual(
    Array.from({ length: 4 }, () => ['boss@example.org', 'Test mail of Framelift']),
  );
  expect(await states()).toMatchObject({ mail: 'done' });
  await app.stop();
});

it('sends no mail where there is no mail server, and is for admins', async () => {
  const { app, boss, view } = await open({ SMTP_URL: 'none' });
  expect(await view()).toMatchObject({ mail: 'off', missing: { mail: ['SMTP_URL', 'MAIL_FROM'] } });
  expect(await sendTo(boss, 'boss@example.org')).toMatchObject({ status: 409, body: { error: firstRunRefusals.noMailServer } });
  const zoe = await app.affiliate();
  for (const who of [app.anybody, zoe]) {
    expect([401, 403]).toContain((await who.get(call)).status);
    expect([401, 403]).toContain((await sendTo(who, 'x@example.org')).status);
    expect([401, 403]).toContain((await who.post(`${call}/skip`, { step: 'mail' })).status);
  }
  await app.stop();
});

it('needs no provider once one is set', async () => {
  const { app, states, view } = await open({
    STORE_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_live_of_a_seller',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_a_seller',
    STRIPE_API_URL: 'http://127.0.0.1:1',
  });
  expect(await states()).toMatchObject({ provider: 'done' });
  expect(await view()).toMatchObject({ provider: 'stripe', missing: { stripe: [], sellauth: expect.arrayContaining(['STORE_API_URL']) } });
  await app.stop();
});
