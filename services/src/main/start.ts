import { randomBytes, randomUUID } from 'node:crypto';
import { idOf } from '@framelift/contracts';
import type { CommandMeta } from '../log/streams.ts';
import { readConfig, WrongSettings } from '../platform/config.ts';
import { startPostgres } from '../platform/embedded-postgres.ts';
import { createLogger } from '../platform/logging.ts';
import { migrate } from '../platform/migrate.ts';
import { adminSource } from '../sign-in/admin.decider.ts';
import { Registration } from '../sign-in/registration.ts';
import { createApi } from './api.ts';
import { openSystem, type System } from './system.ts';

const WEB = new URL('../../../web/build/client/', import.meta.url).pathname;

/** The all-in-one process: database, migrations, api, projections, sandbox store and the built site. */
async function start(): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  const postgres = config.databaseUrl ? undefined : await startPostgres(config.dataDir, 'framelift');
  if (postgres) stops.unshift(postgres.stop);
  const databaseUrl = postgres?.appUrl ?? config.databaseUrl!;
  await migrate(postgres?.ownerUrl ?? config.migrateDatabaseUrl!, new URL(databaseUrl).username);
  const system = await openSystem({ config, databaseUrl, env: process.env, logger });
  stops.unshift(system.close);
  const api = await createApi(system, WEB);
  stops.unshift(() => api.close());
  await api.listen(config.port, '0.0.0.0');
  const admin = await firstAdmin(system, api.get(Registration));

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    for (const step of stops) await step();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
  if (admin) console.log(`\nThe admin account (shown once): ${admin.username} / ${admin.password}\n`);
  console.log(`Framelift is ready at ${config.publicUrl}`);
}

/** Makes the first admin where there is none, and says their password if it was made up. */
async function firstAdmin({ streams, config, now }: System, registration: Registration) {
  for (const streamId of await streams.log.streamsWith('AdminCreated')) {
    if ((await streams.load(adminSource(idOf(streamId)))).state.active) return undefined;
  }
  const username = config.admin.username;
  const password = config.admin.password ?? randomBytes(9).toString('base64url');
  const commandId = randomUUID();
  const meta: CommandMeta = {
    commandId, correlationId: commandId, repeatable: false, occurredAt: new Date(now()).toISOString(),
    actor: { kind: 'system', id: 'start' },
  }; // prettier-ignore
  await registration.admin(meta, { username, email: `${username}@localhost`, password });
  return config.admin.password ? undefined : { username, password };
}

start().catch((error: unknown) => {
  console.error(error instanceof WrongSettings ? error.message : error);
  process.exit(1);
});
