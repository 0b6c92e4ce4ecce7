import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, idOf } from '@framelift/contracts';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { settingsOf } from '../../../../test/support/operator.ts';
import { type App, reached, startApp } from '../../../../test/support/system.ts';
import { watchedLogger } from '../../../../test/support/watched-log.ts';
import { openDemo } from '../../main/operator.ts';
import { readConfig } from '../../platform/config.ts';
import { StatementMaker } from '../../screens/dashboard/month-statement.ts';
import { type Made, makeHistory } from './demo.ts';
import { FRAUDS } from './frauds.ts';
import { foundWords } from './signals-found.ts';

let db: TestDatabase;
let made: Made;
let app: App;
beforeAll(async () => {
  db = await freshDatabase();
  const { logger, check } = watchedLogger();
  const env = settingsOf(db, join(tmpdir(), `framelift-demo-${process.pid}`));
  const opening = { config: readConfig(env), env, logger, reach: async () => reached(db) };
  const amount = { affiliates: 60, sales: 250, seed: 3, frauds: 1, until: Date.now() - DAY_MS };
  made = await makeHistory(amount, { open: (now) => openDemo(opening, now) });
  check();
  app = await startApp({}, db);
}, 120_000);
afterAll(async () => {
  await app.stop();
  await db.close();
});

it('all twelve kinds of fraud are found in a year of a programme, and fewer than 2 % of honest affiliates are suspected', () => {
  const { signals } = made;
  console.log(foundWords(signals).join('\n'));
  expect([signals.missed, Object.keys(signals.found)]).toEqual([[], FRAUDS]);
  expect(FRAUDS).toHaveLength(12);
  expect(signals.suspected.length / signals.honest).toBeLessThan(0.02);
});

it('every statement of every month adds up, and begins where the one before ended', async () => {
  const maker = app.api.get(StatementMaker);
  const deleted = new Set((await app.system.log.streamsWith('AffiliateDeleted')).map(idOf));
  const ids = (await app.system.log.streamsWith('AffiliateRegistered')).map(idOf).filter((id) => !deleted.has(id));
  let [statements, movements] = [0, 0];
  for (const id of ids) {
    let before = 0;
    for (const month of (await maker.months(id, Date.now())).toReversed()) {
      const s = await maker.ofMonth(id, month, Date.now());
      expect([id, month, s.openingCents]).toEqual([id, month, before]);
      expect(s.openingCents + s.movements.reduce((sum, { cents }) => sum + cents, 0)).toBe(s.closingCents);
      expect(s.movements.at(-1)?.balanceCents ?? s.openingCents).toBe(s.closingCents);
      before = s.closingCents;
      movements += s.movements.length;
      statements++;
    }
  }
  expect([ids.length > 60, statements > 300, movements > 250]).toEqual([true, true, true]);
}, 120_000);
