// A throwaway PostgreSQL with a migrated database that every run copies.
import pg from 'pg';
import { migrate } from '../../services/dist/platform/migrate.js';
import { postgresForTests } from '../support/stack.ts';
import type { Server } from './backends.ts';

const TEMPLATE = 'simulation_template';

export async function startServer(): Promise<{ server: Server; stop(): Promise<unknown> }> {
  const { ownerUrl, appUrl, stop } = await postgresForTests(TEMPLATE);
  await migrate(ownerUrl, 'framelift');
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  // Simulated time is stopped meanwhile.
  await owner.query(`alter role framelift set deadlock_timeout = '10ms'`);
  // Statistics at random moments change plans, and with them the order of equal rows.
  await owner.query('alter system set autovacuum = off');
  await owner.query('select pg_reload_conf()');
  await owner.end();
  return { server: { ownerUrl, appUrl, template: TEMPLATE }, stop };
}
