import { readConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logging.ts';
import { migrate } from '../platform/migrate.ts';
import { Registration } from '../sign-in/registration.ts';
import { embeddedDatabase } from './embedded.ts';
import { runProcess } from './process.ts';
import { serve } from './serve.ts';
import { openSystem } from './system.ts';

const WEB = new URL('../../../web/build/client/', import.meta.url).pathname;

/** The all-in-one process: database, migrations, api, projections, sandbox store and the built site. */
runProcess(async (onStop) => {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  const embedded = config.databaseUrl ? undefined : await embeddedDatabase(config);
  if (embedded) onStop(embedded.stop);
  const databaseUrl = embedded?.appUrl ?? config.databaseUrl!;
  await migrate(embedded?.ownerUrl ?? config.migrateDatabaseUrl!, new URL(databaseUrl).username);
  const system = await openSystem({ config, databaseUrl, env: process.env, logger });
  onStop(system.close);

  const api = await serve(system, databaseUrl, onStop, WEB);
  const admin = await api.get(Registration).firstAdmin(system.now());
  if (admin) console.log(`\nThe admin account (shown once): ${admin.username} / ${admin.password}\n`);
  console.log(`Framelift is ready at ${config.publicUrl}`);
});
