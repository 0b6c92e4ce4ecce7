// One throwaway PostgreSQL for the whole run, with a migrated template that every spec clones in milliseconds, and one Kafka
// that starts when the first spec asks for it.
import { createServer } from 'node:http';
import { migrate } from '../../services/dist/platform/migrate.js';
import { brokerForTests, postgresForTests } from './stack.ts';

export default async function start() {
  const postgres = await postgresForTests('template_framelift');
  await migrate(postgres.ownerUrl, 'framelift');
  process.env.TEST_OWNER_URL = postgres.ownerUrl;
  process.env.TEST_APP_URL = postgres.appUrl;
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
    await postgres.stop();
  };
}
