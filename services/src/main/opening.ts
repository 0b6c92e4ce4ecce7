import { isKeyOfLog } from '../engine/log/sealing/key-checks.ts';
import { EVENTS, HEAD } from '../engine/log/event.ts';
import { type Config, readConfig, readSecrets, type Secrets, WrongSettings } from '../platform/config.ts';
import { createLogger, type Logger } from '../platform/logging.ts';
import { connectFirst } from '../platform/first-connection.ts';
import { refuseNewer } from '../platform/migrate.ts';
import { createPool, type Pool, simulatedClock } from '../platform/pg.ts';
import type { Clock } from '../platform/tokens.ts';
import { projections } from '../screens/screens.module.ts';

/** Every read model may be built at once: each build holds one connection for its lock, and works on another. */
const PATIENT_CONNECTIONS = 2 * projections.length + 2;

/** A database that answers. */
export interface Reachable {
  appUrl: string;
  ownerUrl: string;
  /** Stops what was started for it. */
  stop(): Promise<void>;
}

/** How a process gets its prepared database: by an address, or by starting one. */
export type Reach = (config: Config, logger: Logger) => Promise<Reachable>;

export interface Opening {
  config: Config;
  env: Record<string, string | undefined>;
  logger: Logger;
  reach: Reach;
  now?: Clock;
  /** ms until a statement without an answer fails; an operator's commands take their time. */
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
    /** For builds and reports, whose statements take as long as they take. */
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

/** What the settings of the process say. @throws WrongSettings */
export function openingOf(reach: Reach, logTo: 'stdout' | 'stderr' = 'stdout'): Opening {
  const config = readConfig(process.env);
  return { config, env: process.env, logger: createLogger(config.logLevel, logTo), reach };
}

/** Makes a Nest application on pools; where that fails, they are closed. */
export async function onPools<App>(opening: Opening, make: (pools: Pools) => Promise<App>): Promise<App> {
  const pools = await Pools.open(opening);
  return make(pools).catch(async (error: unknown) => {
    await pools.close();
    throw error;
  });
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
