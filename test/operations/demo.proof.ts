import { expect, it } from '@jest/globals';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase } from '../support/database.ts';
import { settingsOf } from '../support/operator.ts';
import { reached } from '../support/system.ts';
import { watchedLogger } from '../support/watched-log.ts';
import { openDemo } from '../../services/src/main/ops.module.ts';
import { readConfig } from '../../services/src/platform/config.ts';
import { makeHistory } from '../../services/src/operating/demo/demo.ts';

/** A year in its own database. @returns the books of every affiliate. */
async function booksOfAYear(): Promise<unknown[]> {
  const db = await freshDatabase();
  const { logger, check } = watchedLogger();
  const env = settingsOf(db, join(tmpdir(), `framelift-demo-${process.pid}`));
  const opening = { config: readConfig(env), env, logger, reach: async () => reached(db) };
  const amount = { affiliates: 40, sales: 300, seed: 7, frauds: 0, until: Date.parse('2026-01-01T00:00:00Z') };
  await makeHistory(amount, { open: (now) => openDemo(opening, now) });
  check();
  const { rows } = await db.pool.query(
    `select affiliate_id, status, tier, net_sales, earned_cents, reversed_cents, reserved_cents, paid_cents, forfeited_cents
     from dashboard.totals order by 1`,
  );
  await db.close();
  return rows;
}

it('makes the same year from the same seed', async () => {
  const books = await booksOfAYear();
  expect(books).toHaveLength(40);
  expect(await booksOfAYear()).toEqual(books);
});
