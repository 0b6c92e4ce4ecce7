import { Command } from 'commander';
import { HistoryExists, type Made, makeHistory } from '../operating/demo/demo.ts';
import { readConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logging.ts';
import { migrate } from '../platform/migrate.ts';
import { Registration } from '../programme/sign-in/registration.ts';
import { withCommands } from './commands.module.ts';
import { embeddedDatabase } from './embedded.ts';
import { refuseUsedPorts } from './ports.ts';
import { runProcess } from './process.ts';
import { projections } from './projections.ts';
import { serve } from './serve.ts';
import { openSystem, type Opening } from './system.ts';
import { places } from './places.ts';

const WEB = new URL('../../../web/build/client/', import.meta.url).pathname;

const options = new Command('npm start')
  .usage('-- [options]')
  .description('Starts everything in one process: database, api, projections, sandboxes and the built site.')
  .option('--demo', 'on an empty system, first make a year of history')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse()
  .opts<{ demo?: boolean }>();

/** A year that is made in half a minute on two busy cores. */
const amount = { affiliates: 40, sales: 1_200, seed: 1 };

/** The all-in-one process: database, migrations, api, projections, sandboxes and the built site. */
runProcess(async (onStop) => {
  const config = readConfig(process.env);
  await refuseUsedPorts(config);
  const logger = createLogger(config.logLevel);
  const embedded = config.databaseUrl ? undefined : await embeddedDatabase(config);
  if (embedded) onStop(embedded.stop);
  const databaseUrl = embedded?.appUrl ?? config.databaseUrl!;
  const ownerUrl = embedded?.ownerUrl ?? config.migrateDatabaseUrl!;
  await migrate(ownerUrl, new URL(databaseUrl).username);
  const opening = { config, databaseUrl, env: process.env, logger };
  const made = options.demo ? await history(opening, ownerUrl) : undefined;
  const system = await openSystem(opening);
  onStop(system.close);

  const api = await serve(system, databaseUrl, onStop, WEB);
  const admin = made?.admin ?? (await api.get(Registration).firstAdmin(system.now()));
  if (admin) console.log(`\nThe admin account (shown once): ${admin.username} / ${admin.password}\n`);
  console.log(`Framelift is ready at ${config.publicUrl}\n\n${places(config, made)}\n`);
});

/** A year of history on an empty system, while it waits for no disk: what a power cut takes is made again. */
async function history(opening: Opening, ownerUrl: string): Promise<Made | undefined> {
  console.log(`Making a year of history: ${amount.affiliates} affiliates, ${amount.sales.toLocaleString('en-US')} sales …`);
  const open = async (now: () => number) => {
    const system = await withCommands(await openSystem({ ...opening, session: { synchronous_commit: 'off' }, now }));
    return { ...system, projections, ownerUrl: () => ownerUrl };
  };
  try {
    const made = await makeHistory(amount, { open });
    console.log(`${made.head.toLocaleString('en-US')} events in ${made.seconds} s`);
    return made;
  } catch (error) {
    if (!(error instanceof HistoryExists)) throw error;
    console.log('The log holds a history already, so --demo makes none');
    return undefined;
  }
}
