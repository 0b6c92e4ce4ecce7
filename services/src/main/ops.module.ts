import { type INestApplicationContext, Module, type Type } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { DemoRunner } from '../operating/demo/stage.ts';
import { ProgrammeCommands } from '../programme/programme.module.ts';
import { ReactorCommands } from '../reactors/reactors.module.ts';
import { StoreCommands } from '../store/store.module.ts';
import { NestFactory } from '@nestjs/core';
import { backgroundSession } from '../platform/in-turns.ts';
import { pause } from '../platform/retrying.ts';
import { WrongSettings } from '../platform/config.ts';
import { startPostgres } from '../platform/embedded-postgres.ts';
import { connectFirst } from '../platform/first-connection.ts';
import { createPatientClient } from '../platform/pg.ts';
import { migrate } from '../platform/migrate.ts';
import type { Clock } from '../platform/tokens.ts';
import { CoreModule, onPools, type Opening, openingOf, type Reach, type Reachable } from './core.module.ts';
import { migrating } from './reach.ts';

const programme = [CqrsModule, ProgrammeCommands, ReactorCommands, StoreCommands];

/** Every command of the programme, without HTTP and without jobs. */
@Module({ imports: programme })
export class OpsModule {}

/** The same commands, and the demo that creates a history with them. */
@Module({ imports: programme, providers: [DemoRunner] })
export class DemoModule {}

const ATTEMPTS = 10;

/** The configured system, running or not; stops only what this process started. */
const reachForOperator: Reach = async (config) => {
  const { databaseUrl: appUrl, migrateDatabaseUrl } = config;
  const server = appUrl ? { appUrl, ownerUrl: migrateDatabaseUrl ?? appUrl, stop: async () => {} } : await embedded(config.dataDir);
  await prepared(server, appUrl !== undefined).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return server;
};

/** Diagnostics go to stderr: stdout is for results. */
export const operatorOpening = (): Opening => ({
  ...openingOf(reachForOperator, 'stderr'),
  answerMs: Infinity,
  session: backgroundSession(),
});

const openContext = (opening: Opening, module: Type): Promise<INestApplicationContext> => {
  const nest = { logger: false, abortOnError: false } as const;
  return onPools(opening, (pools) => NestFactory.createApplicationContext(CoreModule.forRoot(pools, [module]), nest));
};

export const openOps = async (opening: Opening): Promise<INestApplicationContext> => openContext(opening, OpsModule);

/** Durability does not matter for the demo, so commits do not wait for the disk. */
export const openDemo = async (opening: Opening, now: Clock): Promise<INestApplicationContext> =>
  openContext({ ...opening, now, session: { synchronous_commit: 'off' } }, DemoModule);

/** Our own PostgreSQL of DATA_DIR: a running one is adopted; it is stopped only when unused. */
async function embedded(dataDir: string): Promise<Reachable> {
  const server = await startPostgres(dataDir, 'framelift');
  const stop = async () => {
    if (!server.adopted && !(await inUse(server.ownerUrl))) await server.stop();
  };
  return { ...server, stop };
}

/** Whether others are connected. Our own connections take a moment to end. */
async function inUse(ownerUrl: string): Promise<boolean> {
  const client = createPatientClient(ownerUrl);
  await client.connect();
  let used = true;
  for (let look = 0; used && look < ATTEMPTS; look++) {
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

/** Migrates our own database to this code; a shared one with a log is migrated by its api (docs/architecture.md#processes). */
async function prepared({ ownerUrl, appUrl }: Reachable, isShared: boolean): Promise<void> {
  if (isShared && (await holdsLog(appUrl))) return;
  await migrate(ownerUrl, decodeURIComponent(new URL(appUrl).username), migrating({ appUrl, ownerUrl })).catch((cause: Error) => {
    throw new WrongSettings(`The database is not prepared and cannot be: ${cause.message}`, { cause });
  });
}

async function holdsLog(url: string): Promise<boolean> {
  const client = await connectFirst(url, 'DATABASE_URL');
  const { rows } = await client.query<{ there: boolean }>(
    `select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'log' and c.relname = 'head') as there`,
  );
  await client.end();
  return rows[0]!.there;
}
