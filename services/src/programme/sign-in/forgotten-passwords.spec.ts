import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { claimStream, DAY_MS, fact, MINUTE_MS } from '@framelift/contracts';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { append } from '../../../../test/support/history.ts';
import { watchedLogger } from '../../../../test/support/watched-log.ts';
import { Keys } from '../../platform/keys.ts';
import { ForgottenPasswords } from './forgotten-passwords.ts';
import type { AskPasswordReset } from './sign-in.commands.ts';

let db: TestDatabase;
let requests: AskPasswordReset[];
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());
beforeEach(() => {
  requests = [];
});

const stop = new AbortController().signal;
const keys = new Keys(Buffer.alloc(32, 1));
const forgottenBy = (config: { clockAheadMs: number }, failing: readonly string[] = []) => {
  const clock = () => Date.now() + config.clockAheadMs;
  const { logger } = watchedLogger();
  const execute = async (command: AskPasswordReset) => {
    if (failing.includes(command.accountId)) throw new Error('planted');
    requests.push(command);
  };
  return new ForgottenPasswords(db.pool, db.streams, keys, { execute } as unknown as CommandBus, logger, config, clock);
};
const account = async (name: string) => {
  const claim = keys.claim('email', `${name}@example.org`);
  await append(db, claimStream(claim), [fact('NameClaimed', { accountId: name, kind: 'email' })]);
  return `${name}@example.org`;
};
const left = async () => (await db.pool.query('select from sign_in.reset_requests')).rowCount;

it('a failing request does not block others, and is dropped once its link would have expired', async () => {
  const time = { clockAheadMs: 0 };
  const forgotten = forgottenBy(time, ['ann']);
  for (const name of ['ann', 'bob', 'eve']) await forgotten.keep(await account(name));
  await forgotten.work(0, stop);
  expect(requests.map(({ accountId }) => accountId).toSorted()).toEqual(['bob', 'eve']);
  expect(await left()).toBe(1);
  time.clockAheadMs = 31 * MINUTE_MS;
  await forgotten.work(0, stop);
  expect(await left()).toBe(0);
});

it('counts its half hour in business time, not the database’s', async () => {
  const forgotten = forgottenBy({ clockAheadMs: 10 * DAY_MS });
  const before = Date.now();
  await forgotten.keep(await account('kim'));
  await forgotten.work(0, stop);
  const validFor = requests.map(({ link }) => Date.parse(link.expiresAt) - before - 10 * DAY_MS);
  expect(validFor.map((ms) => Math.round(ms / MINUTE_MS))).toEqual([30]);
});
