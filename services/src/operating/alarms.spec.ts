import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS } from '@framelift/contracts';
import { append } from '../../../test/support/history.ts';
import { emailChangeAsked } from '../../../test/support/facts.ts';
import { endJob, sendAll } from '../../../test/support/sending.ts';
import { sold } from '../../../test/support/sales.ts';
import { type MailServer, startMailServer } from '../../../test/support/smtp.ts';
import { type App, startApp } from '../../../test/support/system.ts';
import { until } from '../../../test/support/until.ts';
import { mail } from '../reactors/mail/mail.reactor.ts';
import { MailSender } from '../reactors/mail/mail.sender.ts';
import { Alarms } from './alarms.ts';

let app: App;
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  app = await startApp({ SMTP_URL: server.url, MAIL_FROM: 'Framelift <hello@framelift.example>' });
  for (const job of ['MailSender.work', 'Alarms.parked', 'Alarms.books']) await endJob(app.api, job);
});
afterAll(async () => {
  await app.stop();
  await server.close();
});
beforeEach(async () => {
  await app.db.pool.query('delete from projecting.parked');
  server.received = [];
});

/** The mails to admins after the job ran `daysLater`. */
const alarmsAfter = async (daysLater = 0) => {
  app.system.config.clockAheadMs = daysLater * DAY_MS;
  const now = app.system.now();
  for (const look of ['parked', 'books'] as const) await app.api.get(Alarms)[look](now);
  // A second process that runs at the same moment.
  for (const look of ['parked', 'books'] as const) await app.api.get(Alarms)[look](now);
  await sendAll(app.db.pool, mail.schema, () => app.api.get(MailSender).work(now, new AbortController().signal));
  app.system.config.clockAheadMs = 0;
  return server.received.filter(({ address }) => address === 'admin@example.org').map(({ subject }) => subject);
};
const park = (readModel: string, streamId: string, position: number) =>
  app.db.pool.query(
    `insert into projecting.parked (read_model, stream_id, position, type, error) values ($1, $2, $3, 'SaleRecorded', 'a fault')`,
    [readModel, streamId, position],
  );

describe('admins', () => {
  it('get no mail without a fault', async () => {
    await app.affiliate();
    expect(await alarmsAfter()).toEqual([]);
  });

  it('get one mail about the first parked event of a read model, however old and however many', async () => {
    const old = new Date(Date.now() - 30 * DAY_MS).toISOString();
    // An alarm about an address must not be sent to that address.
    const requested = emailChangeAsked({ email: 'somebody@example.org' });
    const first = await append(app.system, 'affiliate-a1', [requested], { at: old });
    const second = await append(app.system, 'affiliate-a2', [requested], { at: old });
    await park('dashboard', 'affiliate-a2', second);
    await park('dashboard', 'affiliate-a1', first);
    await park('attribution', 'affiliate-a1', first);
    expect((await alarmsAfter()).toSorted()).toEqual(['An event is parked: attribution', 'An event is parked: dashboard']);
    const [one] = server.received.filter(({ subject }) => subject?.endsWith('dashboard'));
    expect(one!.text).toContain(`npm run ops -- parked show dashboard ${first}`);
    expect(one!.text).not.toContain('example.org');
    expect(await alarmsAfter(1)).toHaveLength(2);
    await app.db.pool.query('delete from projecting.parked where position = $1', [first]);
    expect(await alarmsAfter(1)).toHaveLength(3);
  });

  it('get a mail a day about unbalanced books, until they balance', async () => {
    const { id } = await app.affiliate();
    await sold(app.system.log, id, 6_00);
    await until(
      async () =>
        (await app.db.pool.query('select from dashboard.totals where affiliate_id = $1 and earned_cents > 0', [id])).rowCount === 1,
    );
    const change = (cents: number) =>
      app.db.pool.query('update dashboard.totals set earned_cents = earned_cents + $2 where affiliate_id = $1', [id, cents]);
    await change(1);
    expect(await alarmsAfter()).toEqual(['The books are out of balance']);
    expect(await alarmsAfter()).toHaveLength(1);
    expect(await alarmsAfter(1)).toHaveLength(2);
    await change(-1);
    expect(await alarmsAfter(2)).toHaveLength(2);
  });
});
