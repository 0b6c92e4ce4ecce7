import { randomBytes } from 'node:crypto';
import { Log } from '../services/dist/engine/log/log.js';
import { Streams } from '../services/dist/engine/log/deciding/streams.js';
import { Vault } from '../services/dist/engine/log/sealing/vault.js';
import { migrate } from '../services/dist/platform/migrate.js';
import { createPool } from '../services/dist/platform/pg.js';
import { postgresForTests } from '../test/support/stack.ts';

const KEYS = {
  MASTER_KEY: '07'.repeat(32),
  CLAIM_KEY: '11'.repeat(32),
  JWT_SECRET: '22'.repeat(32),
  ALTCHA_SECRET: '33'.repeat(32),
  HEAD_SIGNING_KEY: '44'.repeat(32),
};

/** A server does not end with the process that started it. */
const servers = new Set();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await Promise.all([...servers].map((server) => server.stop()));
    process.exit(1);
  });

/** A migrated database for one benchmark, on DATABASE_URL or its own PostgreSQL, and the `settings` of processes that use it. */
export async function withDatabase(work, name = 'bench') {
  const server = await postgresForTests(name, { durable: true });
  servers.add(server);
  const pools = [];
  try {
    await migrate(server.ownerUrl, 'framelift');
    const open = async (size = 32, options = {}) => {
      const pool = createPool(server.appUrl, { max: size, ...options });
      pools.push(pool);
      const vault = new Vault(pool, Buffer.from(KEYS.MASTER_KEY, 'hex'));
      const log = await Log.open(pool, vault);
      return { pool, vault, log, streams: new Streams(pool, log) };
    };
    const owner = createPool(server.ownerUrl, { max: 32, answerMs: Infinity });
    pools.push(owner);
    // A backup beside a measurement would be measured too.
    const settings = { ...KEYS, BACKUP_TO: 'off', DATABASE_URL: server.appUrl, MIGRATE_DATABASE_URL: server.ownerUrl };
    return await work({ ...server, owner, open, settings, id: () => randomBytes(8).toString('hex') });
  } finally {
    for (const pool of pools) if (!pool.ended) await pool.end();
    servers.delete(server);
    await server.stop();
  }
}
