import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { LogWakeup } from '../../services/src/engine/feed/log-wakeup.ts';
import type { LogSettings } from '../../services/src/engine/log/appending/preparing.ts';
import { Log, shipped } from '../../services/src/engine/log/log.ts';
import { Streams } from '../../services/src/engine/log/deciding/streams.ts';
import { Vault } from '../../services/src/engine/log/sealing/vault.ts';
import { whyAway } from '../../services/src/platform/database-away.ts';
import { migrate } from '../../services/src/platform/migrate.ts';
import { createPool, simulatedClock } from '../../services/src/platform/pg.ts';
import { databaseAt } from './stack.ts';
import { until } from './until.ts';

/** A migrated database for one spec, with a log on it. Close it in afterAll. */
export interface TestDatabase {
  appUrl: string;
  ownerUrl: string;
  pool: pg.Pool;
  owner: pg.Pool;
  masterKey: Buffer;
  vault: Vault;
  log: Log;
  streams: Streams;
  wakeup: LogWakeup;
  /** Whether a connection to it waits for a lock that another one holds. */
  someoneWaits(): Promise<boolean>;
  /** `keptAs`: it stays under this name, for others to be cloned from. */
  close(keptAs?: string): Promise<void>;
}

interface Options {
  words?: LogSettings;
  now?: () => number;
  /** The database that it is a copy of. */
  template?: string;
  /** A database of this locale of ICU, such as `tr`, in place of a copy. */
  locale?: string;
}

/** The first connection to a new database is the slowest: on a busy machine slower than one may be later. */
const untilConnected = (pool: pg.Pool): Promise<void> =>
  until(async () => {
    try {
      await pool.query('select');
      return true;
    } catch (error) {
      if (whyAway(error) !== 'away') throw error;
      return false;
    }
  });

export async function freshDatabase({
  words = shipped,
  now,
  template = 'template_framelift',
  locale,
}: Options = {}): Promise<TestDatabase> {
  const { TEST_OWNER_URL, TEST_APP_URL } = process.env as Record<string, string>;
  const name = `t_${process.env['TEST_RUN']}_${randomBytes(6).toString('hex')}`;
  const server = new pg.Client(databaseAt(TEST_OWNER_URL!, 'postgres'));
  await server.connect();
  // Cloning needs the template to itself: one spec at a time.
  await server.query('select pg_advisory_lock(1)');
  const origin = locale
    ? `template template0 encoding 'UTF8' locale 'C' locale_provider icu icu_locale '${locale}'`
    : `template ${template}`;
  await server.query(`create database ${name} ${origin}`);
  await server.query(`grant create on database ${name} to framelift_app`);
  await server.query('select pg_advisory_unlock(1)');
  const ownerUrl = databaseAt(TEST_OWNER_URL!, name);
  const appUrl = databaseAt(TEST_APP_URL!, name);
  if (locale) await migrate(ownerUrl, new URL(appUrl).username);
  const pool = createPool(appUrl, { session: now ? simulatedClock : {} });
  const owner = createPool(ownerUrl, { max: 4, answerMs: Infinity });
  const masterKey = randomBytes(32);
  const vault = new Vault(pool, masterKey);
  await untilConnected(pool);
  const log = await Log.open(pool, vault, words, now);
  const wakeup = new LogWakeup({ connectionString: appUrl, onError: () => {} });
  return {
    appUrl,
    ownerUrl,
    pool,
    owner,
    masterKey,
    vault,
    log,
    streams: new Streams(pool, log),
    wakeup,
    async someoneWaits() {
      const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await owner.query(text)).rowCount! > 0;
    },
    async close(keptAs) {
      await wakeup.stop();
      await pool.end();
      await owner.end();
      await server.query(keptAs ? `alter database ${name} rename to ${keptAs}` : `drop database ${name} with (force)`);
      await server.end();
    },
  };
}

/** Whether a statement waits for a lock that another transaction holds. */
export async function isLockAwaited({ owner }: Pick<TestDatabase, 'owner'>): Promise<boolean> {
  const { rowCount } = await owner.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rowCount! > 0;
}
