import { type DynamicModule, Global, Module, type OnApplicationShutdown, type Provider, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { LogWakeup } from '../engine/feed/log-wakeup.ts';
import { Erasure } from '../engine/log/sealing/erasure.ts';
import { Archive } from '../engine/log/archiving/archive.ts';
import { Log } from '../engine/log/log.ts';
import { Streams } from '../engine/log/deciding/streams.ts';
import { Checkpoints } from '../engine/tree/checkpoints.ts';
import { Origins } from '../engine/tree/origins.ts';
import { Promises } from '../engine/tree/promises.ts';
import { ReceiptProofs } from '../engine/tree/receipt-proofs.ts';
import { Witnesses } from '../engine/tree/witnesses.ts';
import { Vault } from '../engine/log/sealing/vault.ts';
import { ReadModelErasures } from '../engine/projecting/erasing.ts';
import { PROJECTIONS } from '../engine/projecting/projection.ts';
import { FOLLOWERS, REACTORS } from '../engine/reacting/reactor.ts';
import { CurrentBrand } from '../published/current-brand.ts';
import { PublishedSite } from '../published/published-site.ts';
import { KeptPictures } from '../http/site/kept-pictures.ts';
import { BackupWatch } from '../observing/backup-watch.ts';
import { LogWatch } from '../observing/log-watch.ts';
import { RestoredPast } from '../observing/restored-past.ts';
import { Metrics } from '../observing/metrics.ts';
import { Tracing } from '../observing/tracing.ts';
import { Keys } from '../platform/keys.ts';
import { TermsHistory } from '../screens/terms-history.ts';
import {
  APP_URL,
  BACKUP_KEY,
  CLOCK,
  type Clock,
  CONFIG,
  ENVIRONMENT,
  LOG_CLOCK,
  LOGGER,
  OWNER_URL,
  PATIENT_POOL,
  POOL,
  SECRETS,
} from '../platform/tokens.ts';
import { reactors } from '../reactors/reactors.module.ts';
import { isKeyOfLog } from '../engine/log/sealing/key-checks.ts';
import { EVENTS, HEAD } from '../engine/log/event.ts';
import { type Config, readBackupKey, readConfig, readSecrets, type Secrets, WrongSettings } from '../platform/config.ts';
import { readEnvironment } from '../platform/environment.ts';
import { createLogger, type Logger } from '../platform/logging.ts';
import { connectFirst } from '../platform/first-connection.ts';
import { refuseNewer } from '../platform/migrate.ts';
import { createPool, type Pool, simulatedClock } from '../platform/pg.ts';
import { projections } from '../screens/screens.module.ts';

/** All projections and reactors. */
export const followers = [...projections, ...reactors];

/** Every read model may be built at once: each build holds one connection for its lock, and works on another. */
const PATIENT_CONNECTIONS = 2 * projections.length + 2;

/** A reachable database. */
export interface Reachable {
  appUrl: string;
  ownerUrl: string;
  /** Stops everything that was started for it. */
  stop(): Promise<void>;
}

/** How a process gets its prepared database: from an address, or by starting one. */
export type Reach = (config: Config, logger: Logger) => Promise<Reachable>;

export interface Opening {
  config: Config;
  env: Record<string, string | undefined>;
  logger: Logger;
  reach: Reach;
  now?: Clock;
  /** ms until a statement without a response fails; unlimited for operators' commands. */
  answerMs?: number;
  /** Settings of the database sessions. */
  session?: Record<string, string>;
}

/** The pools of a process on a prepared database, and the secrets its log was written under. */
export class Pools {
  private constructor(
    readonly opening: Opening,
    readonly server: Reachable,
    readonly pool: Pool,
    /** Serves builds and reports, whose statements have no time limit. */
    readonly patientPool: Pool,
    readonly secrets: Secrets,
  ) {}

  /** @throws WrongSettings when a key is missing or is not the one the log was written under. */
  static async open(opening: Opening): Promise<Pools> {
    const { config, env, logger, reach, now, answerMs, session } = opening;
    const server = await reach(config, logger);
    const first = await connectFirst(server.appUrl, 'DATABASE_URL').catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    await first.end();
    const settings = { ...session, ...(now ? simulatedClock : {}) };
    const pool = createPool(server.appUrl, { ...(answerMs ? { answerMs } : {}), session: settings });
    try {
      await refuseNewer(pool);
      const { rows } = await pool.query(`select position from ${HEAD}`);
      const secrets = readSecrets(config, env, rows[0].position === 0);
      await checkKeys(pool, secrets, rows[0].position === 0);
      if (config.production) await refuseOwner(pool);
      const patientPool = createPool(server.appUrl, { max: PATIENT_CONNECTIONS, answerMs: Infinity, session: settings });
      return new Pools(opening, server, pool, patientPool, secrets);
    } catch (error) {
      await pool.end();
      await server.stop();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.patientPool.end();
    await this.pool.end();
    await this.server.stop();
  }
}

/** The settings of the process. @throws WrongSettings */
export function openingOf(reach: Reach, logTo: 'stdout' | 'stderr' = 'stdout'): Opening {
  const { env, unknown } = readEnvironment(process.env, process.cwd());
  for (const sentence of unknown) console.error(sentence);
  // Libraries read theirs themselves; what a file keeps apart stays out of the environment of other programs.
  for (const name of Object.keys(env)) if (!env[`${name}_FILE`]) process.env[name] ??= env[name];
  const config = readConfig(env);
  return { config, env, logger: createLogger(config.logLevel, logTo), reach };
}

/** Creates a Nest application on pools; closes them if that fails. */
export async function onPools<App>(opening: Opening, make: (pools: Pools) => Promise<App>): Promise<App> {
  const pools = await Pools.open(opening);
  return make(pools).catch(async (error: unknown) => {
    await pools.close();
    throw error;
  });
}

/** Finds a wrong key before it is used to write. */
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

/** The base of every process, injectable everywhere: settings, database and log. */
@Global()
@Module({})
export class CoreModule implements OnApplicationShutdown {
  constructor(
    private readonly pools: Pools,
    private readonly watch: LogWatch,
    private readonly past: RestoredPast,
    private readonly wakeup: LogWakeup,
    private readonly tracing: Tracing,
  ) {}

  /** `modules`: other modules of a process without HTTP. */
  static forRoot(pools: Pools, modules: readonly Type[] = []): DynamicModule {
    const { config, env, logger, now = Date.now } = pools.opening;
    const providers: Provider[] = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: CLOCK, useValue: () => now() + config.clockAheadMs },
      { provide: LOG_CLOCK, useValue: now },
      { provide: PROJECTIONS, useValue: projections },
      { provide: REACTORS, useValue: reactors },
      { provide: FOLLOWERS, useValue: followers },
      { provide: Pools, useValue: pools },
      { provide: POOL, useValue: pools.pool },
      { provide: PATIENT_POOL, useValue: pools.patientPool },
      { provide: OWNER_URL, useValue: pools.server.ownerUrl },
      { provide: APP_URL, useValue: pools.server.appUrl },
      { provide: ENVIRONMENT, useValue: env },
      { provide: BACKUP_KEY, useValue: () => readBackupKey(config, env) },
      { provide: SECRETS, useValue: pools.secrets },
      { provide: Keys, useValue: new Keys(pools.secrets.claim) },
      { provide: Vault, useValue: new Vault(pools.pool, pools.secrets.master) },
      { provide: Archive, useValue: new Archive(pools.pool) },
      { provide: Log, useFactory: (pool, vault) => Log.open(pool, vault, undefined, now), inject: [POOL, Vault] },
      { provide: Streams, useFactory: (pool, log) => new Streams(pool, log), inject: [POOL, Log] },
      { provide: Metrics, useFactory: (pool, log) => new Metrics(pool, log), inject: [POOL, Log] },
      { provide: Tracing, useFactory: () => Tracing.open(config.tracing) },
      Origins,
      Checkpoints,
      Witnesses,
      Promises,
      ReceiptProofs,
      ReadModelErasures,
      Erasure,
      TermsHistory,
      PublishedSite,
      CurrentBrand,
      KeptPictures,
      BackupWatch,
      LogWatch,
      RestoredPast,
      {
        provide: LogWakeup,
        useValue: new LogWakeup({
          connectionString: pools.server.appUrl,
          onError: (error) => logger.error({ err: error }, 'commits of other processes are not heard of; readers poll'),
        }),
      },
    ];
    return { module: CoreModule, imports: [DiscoveryModule, ...modules], providers, exports: providers };
  }

  /** Runs last: modules that stop before still read and write. */
  async onApplicationShutdown(): Promise<void> {
    await this.past.stop();
    await this.watch.stop();
    await this.wakeup.stop();
    await this.tracing.stop();
    await this.pools.close();
  }
}
