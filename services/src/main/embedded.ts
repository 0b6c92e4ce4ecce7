import pg from 'pg';
import { type Config, WrongSettings } from '../platform/config.ts';
import { type RunningPostgres, startPostgres } from '../platform/embedded-postgres.ts';

/** Our own PostgreSQL in DATA_DIR. One process at a time: a second one would stop the first one's database with its own. */
export async function embeddedDatabase({ dataDir }: Config): Promise<RunningPostgres> {
  const postgres = await startPostgres(dataDir, 'framelift');
  const only = new pg.Client(postgres.ownerUrl);
  await only.connect();
  const { rows } = await only.query('select pg_try_advisory_lock(1) as alone');
  if (!rows[0].alone) {
    await only.end();
    throw new WrongSettings(`Framelift is already running on ${dataDir}; set another DATA_DIR for a second one`);
  }
  return {
    ...postgres,
    async stop() {
      await only.end();
      await postgres.stop();
    },
  };
}
