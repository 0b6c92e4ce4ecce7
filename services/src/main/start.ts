import { randomBytes, randomUUID } from 'node:crypto';
import { idOf } from '@framelift/contracts';
import pg from 'pg';
import type { CommandMeta } from '../log/streams.ts';
import { type Config, readConfig, WrongSettings } from '../platform/config.ts';
import { startPostgres } from '../platform/embedded-postgres.ts';
import { createLogger } from '../platform/logging.ts';
import { migrate } from '../platform/migrate.ts';
import { adminSource } from '../sign-in/admin.decider.ts';
import { Registration } from '../sign-in/registration.ts';
import { createApi } from './api.ts';
import { openSystem, type System } from './system.ts';

const WEB = new URL('../../../web/build/client/', import.meta.url).pathname;

/** What runs, in the order it must stop. */
const stops: (() => Promise<unknown>)[] = [];
let stopping: Promise<void> | undefined;

const stop = (code: number) =>
  (stopping ??= (async () => {
    for (const step of stops) await step();
    process.exit(code);
  })());

/** The all-in-one process: database, migrations, api, projections, sandbox store and the built site. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  const database = config.databaseUrl ? { appUrl: config.databaseUrl, ownerUrl: config.migrateDatabaseUrl! } : await embedded(config);
  await migrate(database.ownerUrl, new URL(database.appUrl).username);
  const system = await openSystem({ config, databaseUrl: database.appUrl, env: process.env, logger });
  stops.unshift(system.close);
  const api = await createApi(system, WEB);
  stops.unshift(() => api.close());
  await api.listen(config.port, '0.0.0.0');
  const admin = await firstAdmin(system, api.get(Registration));
  if (admin) console.log(`\nThe admin account (shown once): ${admin.username} / ${admin.password}\n`);
  console.log(`Framelift is ready at ${config.publicUrl}`);
}

/** Our own PostgreSQL in DATA_DIR. One process at a time: a second one would stop the first one's database with its own. */
async function embedded({ dataDir }: Config) {
  const postgres = await startPostgres(dataDir, 'framelift');
  const only = new pg.Client(postgres.ownerUrl);
  await only.connect();
  const { rows } = await only.query('select pg_try_advisory_lock(1) as alone');
  if (!rows[0].alone) throw new WrongSettings(`Framelift is already running on ${dataDir}; set another DATA_DIR for a second one`);
  stops.unshift(() => only.end(), postgres.stop);
  return postgres;
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

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop(0));

start().catch((error: unknown) => {
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE') console.error('The port is in use; set PORT to another one');
  else console.error(error instanceof WrongSettings ? error.message : error);
  void stop(1);
});
