import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { type Config, WrongSettings } from '../platform/config.ts';
import { locks, tryLockSession } from '../platform/locks.ts';
import { createClient } from '../platform/pg.ts';
import { type RunningPostgres, startPostgres } from '../platform/embedded-postgres.ts';

/** ms between two tries to be connected again. */
const RETRY_MS = 500;

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

/** Holds the lock of the only process on a connection, and takes it again when the database was away for a moment. */
class OnlyProcess {
  private client: pg.Client | undefined;
  private stopped = false;

  constructor(private readonly url: string) {}

  /** @returns whether the lock is ours. */
  async isAlone(): Promise<boolean> {
    const client = createClient(this.url);
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
    while (!this.stopped && !(await this.isAlone().catch(() => false))) await wait(RETRY_MS);
  }
}
