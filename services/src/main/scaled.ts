import { pause } from '../platform/retrying.ts';
import { Client } from 'pg';
import { readRelays } from '../engine/feed/relays.ts';
import { readKeyChecks } from '../engine/log/key-checks.ts';
import { readConfig, WrongSettings } from '../platform/config.ts';
import { createLogger } from '../platform/logging.ts';
import type { Stop } from './process.ts';
import { openSystem, type System } from './system.ts';

const PAUSE = 500;

/** Opens the system of a process that is one of several on a database of their own. @throws WrongSettings */
export async function openShared(
  onStop: (stop: Stop) => void,
  prepare?: (ownerUrl: string, appRole: string) => Promise<unknown>,
): Promise<System & { databaseUrl: string }> {
  const config = readConfig(process.env);
  const { databaseUrl, migrateDatabaseUrl } = config;
  if (!databaseUrl) throw new WrongSettings('DATABASE_URL is not set: processes that share the work share a PostgreSQL (15 or newer)');
  const logger = createLogger(config.logLevel);
  if (prepare) await prepare(migrateDatabaseUrl!, decodeURIComponent(new URL(databaseUrl).username));
  else await migrated(databaseUrl, () => logger.info('waiting for the api to prepare the database'));
  const system = await openSystem({ config, databaseUrl, env: process.env, logger });
  onStop(system.close);
  return { ...system, databaseUrl };
}

/** Only the api may hold the role that owns the schema, and it makes the secrets of an empty log: the others wait for both. */
async function migrated(databaseUrl: string, onWait: () => void): Promise<void> {
  for (let waited = false; ; waited = true) {
    const client = new Client(databaseUrl);
    try {
      await client.connect();
      await readRelays(client);
      if ((await readKeyChecks(client)).length === 2) return;
    } catch (error) {
      // Undefined schema, undefined table, not granted yet; anything else is no matter of waiting.
      if (!['3F000', '42P01', '42501'].includes((error as { code?: string }).code ?? '')) throw error;
    } finally {
      await client.end().catch(() => {});
    }
    if (!waited) onWait();
    await pause(PAUSE);
  }
}
