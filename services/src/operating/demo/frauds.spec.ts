import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { reached } from '../../../../test/support/system.ts';
import { watchedLogger } from '../../../../test/support/watched-log.ts';
import { openDemo } from '../../main/operator.ts';
import { readConfig } from '../../platform/config.ts';
import { makeHistory } from './demo.ts';
import { FRAUDS } from './frauds.ts';
import { foundWords } from './signals-found.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

it('all twelve kinds of fraud are found in a year of a programme, and fewer than 2 % of honest affiliates are suspected', async () => {
  const { logger, check } = watchedLogger();
  const secrets = ['JWT_SECRET', 'CLAIM_KEY', 'ALTCHA_SECRET', 'HEAD_SIGNING_KEY'].map((name) => [name, randomBytes(32).toString('hex')]);
  const env = {
    ...Object.fromEntries(secrets),
    MASTER_KEY: db.masterKey.toString('hex'),
    DATA_DIR: join(tmpdir(), `framelift-demo-${process.pid}`),
  };
  const opening = { config: readConfig(env), env, logger, reach: async () => reached(db) };
  const amount = { affiliates: 60, sales: 250, seed: 3, frauds: 1, until: Date.parse('2026-06-30T12:00:00Z') };
  const { signals } = await makeHistory(amount, { open: (now) => openDemo(opening, now) });
  console.log(foundWords(signals).join('\n'));
  expect([signals.missed, Object.keys(signals.found)]).toEqual([[], FRAUDS]);
  expect(FRAUDS).toHaveLength(12);
  expect(signals.suspected.length / signals.honest).toBeLessThan(0.02);
  check();
}, 120_000);
