import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ProviderName } from '@framelift/contracts';
import { freshDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/until.ts';
import { watchedLogger } from '../../../test/support/watched-log.ts';
import { StoreUnavailable } from './invoice.ts';
import { NotificationInbox } from './notification-inbox.ts';
import { type StoreProvider, StoreProviders } from './provider.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());
afterEach(() => db.pool.query('delete from store.notifications'));

const stop = new AbortController().signal;
const notified = (provider: ProviderName, key: string = randomUUID()) =>
  db.pool.query('insert into store.notifications (provider, key, event, invoice) values ($1, $2, $3, $2)', [provider, key, 'paid']);
const done = async () =>
  (await db.pool.query('select provider, key, attempts from store.notifications where done_at is not null order by key')).rows;

/** Its providers read an invoice by what a spec says; every invoice settles. */
const inboxOf = (read: (name: string, invoice: string) => Promise<unknown>) => {
  const providers = ['sellauth', 'stripe'].map(
    (name) => ({ name, readInvoice: (invoice: string) => read(name, invoice) }) as unknown as StoreProvider,
  );
  const settling = { settle: async () => true };
  return new NotificationInbox(db.pool, new StoreProviders(providers, providers[0]!), settling as never, watchedLogger().logger, {
    clockAheadMs: 0,
  });
};
const honest = () => inboxOf(async () => ({}));

it('takes over immediately from a process whose session ended, and not from a live one', async () => {
  await notified('stripe', 'left');
  const dead = await db.owner.connect();
  dead.on('error', () => {});
  await dead.query('select pg_advisory_lock(42)');
  await dead.query(`update store.notifications set attempts = 1, taken_by = 42, next_at = now() + interval '1 minute'`);
  await honest().work(0, stop);
  expect(await done()).toEqual([]);
  dead.release(new Error('it died'));
  await until(async () => {
    await honest().work(0, stop);
    return (await done()).length > 0;
  });
  expect(await done()).toEqual([{ provider: 'stripe', key: 'left', attempts: 2 }]);
});

it('reads each notification once with two processes', async () => {
  for (let i = 0; i < 20; i++) await notified('stripe');
  const read: string[] = [];
  const working = () => inboxOf(async (_, invoice) => (read.push(invoice), {})).work(0, stop);
  await Promise.all([working(), working(), working()]);
  await working();
  expect([read.length, new Set(read).size]).toEqual([20, 20]);
});

it('pauses for a store as long as it asks, at most an hour', async () => {
  for (const [retryAfter, seconds] of [
    [120_000, 120],
    [86_400_000, 3_600],
    [0, 2],
  ]) {
    await notified('stripe');
    const away = inboxOf(() => Promise.reject(new StoreUnavailable('too many', retryAfter)));
    await away.work(0, stop);
    const text = 'select round(extract(epoch from next_at - now()))::int as wait, problem from store.notifications';
    const { rows } = await db.pool.query(text);
    expect(rows).toEqual([{ wait: seconds, problem: 'too many' }]);
    await db.pool.query('delete from store.notifications');
  }
});

it('is not blocked by a provider that does not respond', async () => {
  for (let i = 0; i < 20; i++) await notified('sellauth');
  await notified('stripe', 'free');
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const inbox = inboxOf(async (name) => {
    if (name === 'sellauth') await answered;
    return {};
  });
  const working = inbox.work(0, stop);
  await until(async () => (await done()).length === 1).finally(answer);
  await working;
  expect(await done()).toHaveLength(21);
});
