import { openingOf } from './core.module.ts';
import { reachAsApi } from './reach.ts';
import { runProcess } from './process.ts';

/** Prepares the database for this version and ends: a job before the api of this version starts, which would do the same. */
runProcess(
  async () => {
    const { config, logger } = openingOf(reachAsApi);
    const server = await reachAsApi(config, logger);
    return { close: () => server.stop() };
  },
  async (server) => {
    await server.close();
    console.log('The database is prepared for this version');
    process.exit(0);
  },
);
