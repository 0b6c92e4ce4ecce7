import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { checkoutStream } from '@framelift/contracts';
import { StoreHarness } from '../../../test/support/store-harness.ts';
import { NotificationInbox } from './notification-inbox.ts';
import { Reconciler } from './reconciler.ts';
import { Jobs } from '../platform/jobs.ts';
import { ref } from '../../../test/support/invoices.ts';
import { until } from '../../../test/support/until.ts';

let harness: StoreHarness;
beforeAll(async () => {
  harness = await StoreHarness.open({ notify: false });
  // Here the jobs run when a spec says so.
  await harness.app.get(Jobs).beforeApplicationShutdown();
});
afterAll(() => harness.close());

const running = new AbortController().signal;
const reconcile = () => harness.app.get(Reconciler).run(Date.now(), running);
/** A checkout that was paid for. */
async function sold() {
  const { page, invoice } = await harness.opened();
  await harness.press(page, 'pay');
  return { page, invoice };
}

it('a notification is claimed by one process: others skip it without waiting', async () => {
  const key = randomUUID();
  await harness.db.pool.query('insert into store.notifications (provider, key, event) values ($1, $2, $3)', ['sellauth', key, 'x']);
  const other = await harness.db.owner.connect();
  await other.query('begin');
  const taking = `update store.notifications set attempts = attempts + 1, next_at = now() + interval '1 minute' where key = $1`;
  await other.query(taking, [key]);
  let isOver = false;
  const working = harness.app
    .get(NotificationInbox)
    .work(0, running)
    .then(() => (isOver = true));
  await until(async () => isOver || (await harness.db.someoneWaits()));
  const passedBy = isOver;
  await other.query('commit');
  other.release();
  await working;
  const { rows } = await harness.db.pool.query('select attempts, done_at from store.notifications where key = $1', [key]);
  expect([passedBy, rows]).toEqual([true, [{ attempts: 1, done_at: null }]]);
});

it('the reconciler saves no progress while an invoice fails, so that none is skipped', async () => {
  await reconcile();
  const [open, refunded] = [await sold(), await sold()];
  await harness.press(refunded.page, 'refund');
  await harness.db.pool.query('update store.reconciliation set refunded_at = null');
  const progress = async () => (await harness.db.pool.query(`select * from store.reconciliation where provider = 'sellauth'`)).rows[0];
  const before = await progress();
  await harness.db.owner.query(`create function log.fail() returns trigger language plpgsql as $$ begin raise 'planted'; end $$`);
  const streams = [open, refunded].map(({ invoice }) => `'${checkoutStream(ref(invoice))}'`).join();
  await harness.db.owner.query(
    `create trigger fail before insert on log.events for each row when (new.stream_id in (${streams})) execute function log.fail()`,
  );
  await reconcile();
  expect(await progress()).toEqual(before);
  await harness.db.owner.query('drop function log.fail cascade');
  await reconcile();
  for (const { invoice } of [open, refunded]) expect(await harness.outcome(invoice)).toHaveLength(1);
  const after = await progress();
  expect(after.completed_until.getTime()).toBeGreaterThan(before.completed_until.getTime());
  expect(after.refunded_at).not.toBeNull();
});
