// The system of a campaign: two apis, a relay, two projectors, PostgreSQL and Kafka, with a cable between each pair;
// and its log, without cables.
import { join } from 'node:path';
import { Log } from '../../services/dist/engine/log/log.js';
import { Vault } from '../../services/dist/engine/log/sealing/vault.js';
import { freePort } from '../../services/dist/platform/embedded-postgres.js';
import { migrate } from '../../services/dist/platform/migrate.js';
import { createPool } from '../../services/dist/platform/pg.js';
import { Cable } from '../support/cable.ts';
import { Kafka, Member, Postgres } from './processes.mjs';

export const root = join(import.meta.dirname, '../..');
const MASTER_KEY = Buffer.alloc(32);
const main = (entry) => join(root, 'services/dist/main', entry);

/** `projector`: the entry of both, for a control. */
export async function startSystem(folder, stops, projector = main('projector.js')) {
  const names = ['api-1', 'api-2', 'relay', 'projector-1', 'projector-2'];
  const ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, [await freePort(), await freePort()]])));
  const cables = {};
  const beside = [];
  for (const name of names.slice(2)) {
    const port = await freePort();
    const cable = (cables[`${name}–kafka`] = await Cable.to(`kafka://127.0.0.1:${port}`));
    stops.push(() => cable.close());
    beside.push({ port, told: Number(new URL(cable.url).port) });
  }
  const [postgres, kafka] = await Promise.all([Postgres.make(join(folder, 'postgres')), Kafka.make(join(folder, 'kafka'), beside)]);
  stops.push(
    () => postgres.kill('SIGINT'),
    () => kafka.kill(),
  );
  await migrate(postgres.ownerUrl, 'framelift');
  const settings = {
    DATA_DIR: folder,
    RATE_LIMIT: '1000000',
    ADMIN_PASSWORD: 'the admin password',
    MIGRATE_DATABASE_URL: postgres.ownerUrl,
    KAFKA_BROKERS: kafka.brokers,
    MASTER_KEY: MASTER_KEY.toString('hex'),
    CLAIM_KEY: '11'.repeat(32),
    JWT_SECRET: '22'.repeat(32),
    ALTCHA_SECRET: '33'.repeat(32),
    HEAD_SIGNING_KEY: '44'.repeat(32),
  };
  const members = [];
  for (const name of names) {
    const cable = (cables[`${name}–postgres`] = await Cable.to(postgres.appUrl));
    stops.push(() => cable.close());
    const [port, store] = ports[name];
    const own = { PORT: String(port), SANDBOX_STORE_PORT: String(store), DATABASE_URL: cable.url };
    const brokers = cables[`${name}–kafka`] && { KAFKA_BROKERS: new URL(cables[`${name}–kafka`].url).host };
    const entry = name.startsWith('api') ? main('api-process.js') : name === 'relay' ? main('relay.js') : projector;
    const member = new Member(name, entry, { ...settings, ...own, ...brokers }, folder);
    stops.push(() => member.kill());
    members.push(member);
  }
  for (const member of members) await member.start();
  const urls = names.slice(0, 2).map((name) => `http://127.0.0.1:${ports[name][0]}`);
  const pool = createPool(postgres.appUrl);
  stops.push(() => pool.end());
  const vault = new Vault(pool, MASTER_KEY);
  const system = { pool, vault, log: await Log.open(pool, vault) };
  return { postgres, kafka, members, cables, urls, system, settings: { ...settings, DATABASE_URL: postgres.appUrl } };
}
