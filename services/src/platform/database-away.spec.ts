import { expect, it } from '@jest/globals';
import { whyAway } from './database-away.ts';

const failed = (message: string, code?: string, cause?: unknown) => Object.assign(new Error(message, { cause }), { code });

it.each([
  ['a table that cannot grow', failed('could not extend file "base/5/16384": No space left on device', '53100'), 'full'],
  ['a full disk behind another error', failed('append failed', undefined, failed('x', 'ENOSPC')), 'full'],
  ['a server that is gone', failed('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'), 'away'],
  ['a server that repairs itself', failed('the database system is in recovery mode', '57P03'), 'away'],
  ['too many connections', failed('sorry, too many clients already', '53300'), 'away'],
  ['a connection that broke under a statement', failed('Connection terminated unexpectedly'), 'away'],
  ['a session that was ended for its silence', failed('terminating connection due to idle-session timeout', '57P05'), 'away'],
  ['a transaction that was ended for its silence', failed('terminating connection due to idle-in-transaction timeout', '25P03'), 'away'],
  ['a transaction that took too long', failed('terminating connection due to transaction timeout', '25P04'), 'away'],
  ['a silent server', failed('Query read timeout'), 'away'],
  ['a row that is there already', failed('duplicate key value violates unique constraint', '23505'), undefined],
  ['a statement that took too long', failed('canceling statement due to statement timeout', '57014'), undefined],
  ['a mistake of ours', new TypeError('x is not a function'), undefined],
  ['what is no error', 'ECONNREFUSED', undefined],
])('recognises %s', (_what, error, why) => {
  expect(whyAway(error)).toBe(why);
});
