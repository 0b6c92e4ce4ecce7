import { LogFeed } from '../feed/log-feed.ts';
import { notifyOnCommit } from '../feed/notifier.ts';
import { Projector } from '../feed/projector.ts';
import { readConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logging.ts';
import { migrate } from '../platform/migrate.ts';
import { startSandboxStore } from '../sandbox-store/sandbox-store.ts';
import { Registration } from '../sign-in/registration.ts';
import { createApi } from './api.ts';
import { embeddedDatabase } from './embedded.ts';
import { runProcess } from './process.ts';
import { projections } from './projections.ts';
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

  const { pool, log } = system;
  const notifier = notifyOnCommit(log, pool);
  onStop(notifier.settled);
  const onError = (error: Error, projection?: string) => logger.error({ err: error, projection }, 'the feed waits');
  const feed = new LogFeed(log, { connectionString: databaseUrl, onError });
  onStop(() => feed.stop());
  const projector = new Projector(system, log, feed, { onTrouble: ({ name }, error) => onError(error, name) });
  onStop(() => projector.stop());
  await projector.start(projections);

  if (config.store.sandbox) {
    const { apiKey, webhookSecret, sandboxPort: port } = config.store;
    const webhookUrl = `http://localhost:${config.port}/api/store/notifications`;
    const store = await startSandboxStore({ port, pool, siteUrl: config.publicUrl, webhookUrl, apiKey, webhookSecret });
    onStop(() => store.close());
  }
  const api = await createApi(system, WEB);
  onStop(() => api.close());
  const admin = await api.get(Registration).firstAdmin(system.now());
  await api.listen(config.port, '0.0.0.0');
  if (admin) console.log(`\nThe admin account (shown once): ${admin.username} / ${admin.password}\n`);
  console.log(`Framelift is ready at ${config.publicUrl}`);
});
