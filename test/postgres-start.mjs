// One throwaway PostgreSQL for the whole run, with a migrated template that every spec clones in milliseconds.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../services/dist/platform/migrate.js';
import { startPostgres } from '../services/dist/platform/embedded-postgres.js';

export default async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'framelift-test-'));
  const server = await startPostgres(folder, 'template_framelift', { throwaway: true });
  await migrate(server.ownerUrl, 'framelift');
  process.env.TEST_OWNER_URL = server.ownerUrl;
  process.env.TEST_APP_URL = server.appUrl;
  globalThis.stopPostgres = { folder, stop: server.stop };
}
