import { readRelays } from '../engine/feed/relays.ts';
import { readKeyChecks } from '../engine/log/sealing/key-checks.ts';
import { migrate } from '../platform/migrate.ts';
import { connectFirst, type DatabaseSetting } from '../platform/first-connection.ts';
import { pause } from '../platform/retrying.ts';
import type { Reach, Reachable } from './core.module.ts';
import type pg from 'pg';
import { type Config, WrongSettings } from '../platform/config.ts';
import { locks, tryLockSession } from '../platform/locks.ts';
import { createPatientClient } from '../platform/pg.ts';
import { type RunningPostgres, startPostgres } from '../platform/embedded-postgres.ts';

/** Pause between attempts to reach the database. */
const RETRY_MS = 500;

const shared = ({ databaseUrl, migrateDatabaseUrl }: Config): Reachable => {
  if (!databaseUrl) throw new WrongSettings('DATABASE_URL is not set: processes that share the work share a PostgreSQL (15 or newer)');
  return { appUrl: databaseUrl, ownerUrl: migrateDatabaseUrl!, stop: async () => {} };
};

/** The setting of the role that migrates. */
export const migrating = ({ appUrl, ownerUrl }: Pick<Reachable, 'appUrl' | 'ownerUrl'>): DatabaseSetting =>
  ownerUrl === appUrl ? 'DATABASE_URL' : 'MIGRATE_DATABASE_URL';

const migrated = async (server: Reachable): Promise<Reachable> => {
  await migrate(server.ownerUrl, decodeURIComponent(new URL(server.appUrl).username), migrating(server)).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return server;
};

/** All in one process: our own PostgreSQL unless another one is configured. */
export const reachAlone: Reach = async (config) => migrated(config.databaseUrl ? shared(config) : await embeddedDatabase(config));

/** The api: it migrates. @throws WrongSettings */
export const reachAsApi: Reach = async (config) => migrated(shared(config));

/** Waits for the api, which migrates and generates the secrets of an empty log. @throws WrongSettings */
export const reachBesideApi =
  (stopping: AbortSignal): Reach =>
  async (config, logger) => {
    const server = shared(config);
    for (let waited = false; !(await isPrepared(server.appUrl)); waited = true) {
      if (!waited) logger.info('waiting for the api to prepare the database');
      await pause(RETRY_MS);
      stopping.throwIfAborted();
    }
    return server;
  };

async function isPrepared(databaseUrl: string): Promise<boolean> {
  const client = await connectFirst(databaseUrl, 'DATABASE_URL');
  try {
    await readRelays(client);
    return (await readKeyChecks(client)).length === 2;
  } catch (error) {
    // Undefined schema or table, or not granted yet; other errors do not pass by waiting.
    if (!['3F000', '42P01', '42501'].includes((error as { code?: string }).code ?? '')) throw error;
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Our own PostgreSQL in DATA_DIR. One process at a time: a second one would stop the first one's database with its own. */
export async function embeddedDatabase({ dataDir }: Config): Promise<RunningPostgres> {
  const postgres = await startPostgres(dataDir, 'framelift');
  const only = new OnlyProcess(postgres.ownerUrl);
  if (!(await only.isAlone())) throw new WrongSettings(`Framelift is already running on ${dataDir}; set another DATA_DIR for a second one`);
  return {
    ...postgres,
    async stop() {
      await only.stop();
      await postgres.stop();
    },
  };
}

/** Holds the single-process lock on a connection, and takes it again after the database was briefly unavailable. */
class OnlyProcess {
  private client: pg.Client | undefined;
  private stopped = false;

  constructor(private readonly url: string) {}

  /** @returns whether the lock is ours. */
  async isAlone(): Promise<boolean> {
    const client = createPatientClient(this.url);
    client.on('error', () => {});
    await client.connect();
    if (!(await tryLockSession(client, locks.onlyProcess))) {
      await client.end();
      return false;
    }
    this.client = client;
    client.once('end', () => void this.again());
    return true;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.client?.end();
  }

  private async again(): Promise<void> {
    while (!this.stopped && !(await this.isAlone().catch(() => false))) await pause(RETRY_MS);
  }
}
