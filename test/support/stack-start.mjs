// One throwaway PostgreSQL for the whole run, with a migrated template that every spec clones in milliseconds, and one Kafka
// that starts when the first spec needs it.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../services/dist/platform/migrate.js';
import { brokerForTests, databaseAt, postgresForTests } from './stack.ts';

/** Specs and workers that ended early left databases of this run on a server that stays. */
async function dropDatabases(ownerUrl, run) {
  const server = new pg.Client(databaseAt(ownerUrl, 'postgres'));
  await server.connect();
  const { rows } = await server.query('select datname from pg_database where starts_with(datname, $1)', [`t_${run}_`]);
  for (const { datname } of rows) await server.query(`drop database ${datname} with (force)`);
  await server.end();
}

export default async function start() {
  const postgres = await postgresForTests('template_framelift');
  await migrate(postgres.ownerUrl, 'framelift');
  process.env.TEST_OWNER_URL = postgres.ownerUrl;
  process.env.TEST_APP_URL = postgres.appUrl;
  process.env.TEST_RUN = randomBytes(3).toString('hex');
  process.env.TEST_FOLDER = await mkdtemp(join(tmpdir(), 'framelift-run-'));
  console.log(`\nTests run on ${postgres.how}.`);

  let broker;
  const door = createServer((_request, response) => {
    broker ??= brokerForTests();
    broker.then(
      ({ brokers }) => response.end(brokers),
      (error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise((listening) => door.listen(0, '127.0.0.1', listening));
  process.env.TEST_BROKER_URL = `http://127.0.0.1:${door.address().port}`;
  globalThis.stopStack = async () => {
    door.close();
    await (await broker?.catch(() => undefined))?.stop();
    if (process.env.DATABASE_URL) await dropDatabases(postgres.ownerUrl, process.env.TEST_RUN);
    await postgres.stop();
    await rm(process.env.TEST_FOLDER, { recursive: true, force: true });
  };
}
