import { pause } from '../platform/retrying.ts';
import pg from 'pg';
import type { Opened } from '../operating/ops/program.ts';
import { readConfig, WrongSettings } from '../platform/config.ts';
import { startPostgres } from '../platform/embedded-postgres.ts';
import { createLogger } from '../platform/logging.ts';
import { migrate } from '../platform/migrate.ts';
import type { Clock } from '../platform/tokens.ts';
import { withCommands } from './commands.module.ts';
import { projections } from './projections.ts';
import { openSystem, type System } from './system.ts';

const LOOKS = 10;

type Env = Record<string, string | undefined>;

interface Way {
  now?: Clock;
  /** Whether commits wait for the disk. */
  durable?: boolean;
}

/** Opens the system that the settings name, whether it runs or not; what this started is stopped again, and nothing else. */
export async function openForOperator(env: Env, { now, durable = true }: Way = {}): Promise<Opened & System> {
  const config = readConfig(env);
  const database = config.databaseUrl ? shared(config.databaseUrl, config.migrateDatabaseUrl) : await embedded(config.dataDir);
  try {
    await prepared(database, config.databaseUrl !== undefined);
    // Diagnostics go to stderr: stdout is the answer.
    const logger = createLogger(config.logLevel, 'stderr');
    const system = await withCommands(
      await openSystem({
        config,
        databaseUrl: database.appUrl,
        answerMs: Infinity,
        session: durable ? {} : { synchronous_commit: 'off' },
        env,
        logger,
        ...(now ? { now } : {}),
      }),
    );
    const close = async () => {
      await system.close();
      await database.stop();
    };
    return { ...system, projections, ownerUrl: () => database.ownerUrl, close };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

interface Reachable {
  ownerUrl: string;
  appUrl: string;
  stop(): Promise<void>;
}

const shared = (appUrl: string, ownerUrl = appUrl): Reachable => ({ appUrl, ownerUrl, stop: async () => {} });

/** Our own PostgreSQL of DATA_DIR: a running one is adopted and left running, also by whoever came while we worked. */
async function embedded(dataDir: string): Promise<Reachable> {
  const server = await startPostgres(dataDir, 'framelift');
  const stop = async () => {
    if (!server.adopted && !(await inUse(server.ownerUrl))) await server.stop();
  };
  return { ...server, stop };
}

/** Whether others are connected. Our own connections end a moment after we ended them. */
async function inUse(ownerUrl: string): Promise<boolean> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  let used = true;
  for (let look = 0; used && look < LOOKS; look++) {
    if (look) await pause(50);
    const { rows } = await client.query<{ used: boolean }>(
      `select exists (select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
         and pid <> pg_backend_pid()) as used`,
    );
    used = rows[0]!.used;
  }
  await client.end();
  return used;
}

/** Our own database is brought up to this code; a shared one that holds a log is migrated by its api (docs/architecture.md#processes). */
async function prepared({ ownerUrl, appUrl }: Reachable, isShared: boolean): Promise<void> {
  if (isShared && (await holdsLog(appUrl))) return;
  await migrate(ownerUrl, decodeURIComponent(new URL(appUrl).username)).catch((cause: Error) => {
    throw new WrongSettings(`The database is not prepared and cannot be: ${cause.message}`, { cause });
  });
}

async function holdsLog(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ there: boolean }>(
    `select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'log' and c.relname = 'head') as there`,
  );
  await client.end();
  return rows[0]!.there;
}
