import { isKeyOfLog } from '../engine/log/key-checks.ts';
import { EVENTS, HEAD } from '../engine/log/log.tables.ts';
import { Log } from '../engine/log/log.ts';
import { LogWakeup } from '../engine/feed/log-wakeup.ts';
import { LogWatch } from '../observing/log-watch.ts';
import { Streams } from '../engine/log/streams.ts';
import { Vault } from '../engine/log/vault.ts';
import { type Config, readSecrets, type Secrets, WrongSettings } from '../platform/config.ts';
import { Erasure } from '../engine/log/erasure.ts';
import { Keys } from '../platform/keys.ts';
import type { Logger } from '../platform/logging.ts';
import { Metrics } from '../observing/metrics.ts';
import { refuseNewer } from '../platform/migrate.ts';
import { createPool, type Pool, simulatedClock } from '../platform/pg.ts';
import type { Clock } from '../platform/tokens.ts';
import { Tracing } from '../observing/tracing.ts';
import { eraseFromReadModels } from '../engine/projecting/erasing.ts';
import { erasures } from './features.ts';
import { projections } from './projections.ts';

/** Everything a process of ours stands on: the database, the log on it, and the keys that open it. */
export interface System {
  config: Config;
  secrets: Secrets;
  pool: Pool;
  /** For builds and reports, whose statements take as long as they take. */
  patientPool: Pool;
  log: Log;
  streams: Streams;
  vault: Vault;
  keys: Keys;
  erasure: Erasure;
  logger: Logger;
  metrics: Metrics;
  tracing: Tracing;
  watch: LogWatch;
  wakeup: LogWakeup;
  now: Clock;
  close(): Promise<void>;
}

export interface Opening {
  config: Config;
  databaseUrl: string;
  env: Record<string, string | undefined>;
  logger: Logger;
  now?: Clock;
  /** ms until a statement without an answer fails; an operator's commands take their time. */
  answerMs?: number;
  /** Settings of the database sessions. */
  session?: Record<string, string>;
}

/** Opens a migrated database. @throws WrongSettings when a key is missing or is not the one the log was written under. */
export async function openSystem({ config, databaseUrl, env, logger, now = Date.now, answerMs, session }: Opening): Promise<System> {
  const settings = { ...session, ...(now === Date.now ? {} : simulatedClock) };
  const pool = createPool(databaseUrl, { ...(answerMs ? { answerMs } : {}), session: settings });
  const patientPool = createPool(databaseUrl, { max: 6, answerMs: Infinity, session: settings });
  try {
    await refuseNewer(pool);
    const { rows } = await pool.query(`select position from ${HEAD}`);
    const secrets = readSecrets(config, env, rows[0].position === 0);
    await checkKeys(pool, secrets, rows[0].position === 0);
    if (config.production) await refuseOwner(pool);
    const vault = new Vault(pool, secrets.master);
    const log = await Log.open(pool, vault, undefined, now);
    const streams = new Streams(pool, log);
    const erasure = new Erasure(vault, config.erasureList, erasures, () => eraseFromReadModels(pool, projections));
    const tracing = await Tracing.open(env);
    const metrics = new Metrics(pool, log);
    const watch = new LogWatch(pool, log, {
      now,
      onLoss: (loss) => {
        metrics.historyLosses.inc();
        logger.error(loss, 'the database lost events that this process had seen; what was kept of them is dropped');
      },
      onClockApart: (offsetMs) => logger.error({ offsetMs }, 'the clock is too far from the database’s: appends are refused'),
    });
    const onError = (error: Error) => logger.error({ err: error }, 'commits of other processes are not heard of; readers poll');
    const wakeup = new LogWakeup({ connectionString: databaseUrl, onError });
    return {
      config,
      secrets,
      pool,
      patientPool,
      log,
      streams,
      vault,
      keys: new Keys(secrets.claim),
      erasure,
      logger,
      metrics,
      tracing,
      watch,
      wakeup,
      now,
      async close() {
        await watch.stop();
        await wakeup.stop();
        await tracing.stop();
        await patientPool.end();
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** A wrong key is found before it writes anything. */
async function checkKeys(pool: Pool, { master, claim }: Secrets, logIsEmpty: boolean): Promise<void> {
  for (const [name, key] of Object.entries({ MASTER_KEY: master, CLAIM_KEY: claim }))
    if (!(await isKeyOfLog(pool, name, key, logIsEmpty))) throw new WrongSettings(`${name} is not the key this log was written under`);
}

/** A process that could rewrite the log must not serve requests in production (docs/architecture.md#roles). */
async function refuseOwner(pool: Pool): Promise<void> {
  const { rows } = await pool.query(`select has_table_privilege('${EVENTS}', 'update') as owner`);
  if (rows[0].owner)
    throw new WrongSettings('DATABASE_URL’s role can change the log; give it a role that is only a member of framelift_app');
}
