import { expect, it } from '@jest/globals';
import { checkLines, leaksIn, linesOf, watchedLogger } from '../support/watched-log.ts';

it('finds everything that a log line must not contain, and nothing in an ordinary one', () => {
  const leaking = {
    'an e-mail address': 'Key (email)=(anna@example.org) already exists',
    'a token': 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.x',
    'a password': 'body {"password":"x"}',
    'a payout address': `to ${'7'.repeat(20)}Hk${'7'.repeat(20)}`,
    'a canary': 'canaryname signed in',
    'a secret': `JWT_SECRET=${'22'.repeat(32)}`,
  };
  for (const [what, text] of Object.entries(leaking)) expect([what, leaksIn(text).length]).toEqual([what, 1]);
  const ordinary =
    '{"level":30,"requestId":"5b0c5d0e-0b57-4b7b-9f0c-3a1f7f2c1d11","hash":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","method":"GET","route":"/api/affiliate/stats","status":200}';
  expect(leaksIn(ordinary)).toEqual([]);
  expect(linesOf(`Framelift is ready\nThe admin account: admin / x\n${ordinary}\n`)).toBe(ordinary);
  const { logger, check } = watchedLogger();
  logger.info('fine');
  check();
  logger.error({ err: new Error('anna@example.org is taken') }, 'failed');
  expect(check).toThrow('an e-mail address');
  expect(() => checkLines('')).not.toThrow();
});
