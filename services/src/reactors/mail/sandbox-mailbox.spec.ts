import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { accountStream } from '@framelift/contracts';
import { type App, startApp } from '../../../../test/support/system.ts';
import { until } from '../../../../test/support/until.ts';
import { SandboxMailbox } from './sandbox-mailbox.ts';

let app: App;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.stop());

it('keeps the newest ten thousand', async () => {
  const mailbox = app.api.get(SandboxMailbox);
  const { id, username } = await app.affiliate();
  const accountId = accountStream({ kind: 'affiliate', id });
  const keep = (subject: string) =>
    mailbox.keep({ accountId, to: `${username}@example.org`, subject, html: '<p></p>', text: '', messageId: subject, headers: {} });
  const kept = async () => {
    const mails = (await mailbox.list()).toReversed().filter(({ subject }) => /^(first|second|third)$/.test(subject));
    return mails.map(({ subject }) => subject);
  };
  // The system writes to the new affiliate by itself, which would take the place of one of these.
  await until(async () => (await mailbox.list()).some(({ subject }) => subject.startsWith('Welcome')));
  await keep('first');
  await keep('second');
  const { rows } = await app.db.pool.query(`select id from sandbox_mail.mails where subject = 'first'`);
  await app.db.owner.query(`alter table sandbox_mail.mails alter column id restart with ${rows[0].id + 10_000}`);
  expect(await kept()).toEqual(['first', 'second']);
  await keep('third');
  expect(await kept()).toEqual(['second', 'third']);
});

it('shows the logo that travels in a mail, and loads nothing', async () => {
  const mailbox = app.api.get(SandboxMailbox);
  const { id, username } = await app.affiliate();
  const message = {
    accountId: accountStream({ kind: 'affiliate', id }),
    to: `${username}@example.org`,
    text: '',
    messageId: 'm',
    headers: {},
  };
  await mailbox.keep({ ...message, subject: 'with a logo', html: '<img src="cid:logo">', logo: Buffer.from('png') });
  const kept = (await mailbox.list()).find(({ subject }) => subject === 'with a logo')!;
  expect((await mailbox.find(kept.id))!.html).toBe('<img src="data:image/png;base64,cG5n">');
});
