import { lockInTransaction, locks } from '../../platform/locks.ts';
import { inTransaction, type Pool, type PoolClient } from '../../platform/pg.ts';
import { forgetParked } from './parked.ts';
import { dropSchema, GIVEN_UP, isMissing, quoted } from './schema.ts';

/** A read model, reactor or copy that folded events beyond the head. */
export interface Ahead {
  schema: string;
  position: number;
}

const COPY = /__(next|check|previous|old)$/;

/** Everything that folded beyond a position. Call it before any append: later it cannot be detected. */
export async function aheadOf(pool: Pool, head: number): Promise<Ahead[]> {
  const { rows } = await pool.query<{ schema: string }>(
    `select n.nspname as schema from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relname = 'checkpoints' and c.relkind = 'r'`,
  );
  const found: Ahead[] = [];
  for (const { schema } of rows) {
    const position = await reached(pool, schema).catch((error: unknown) => {
      // A copy that was dropped meanwhile.
      if (!isMissing(error)) throw error;
      return 0;
    });
    if (position > head) found.push({ schema, position });
  }
  return found;
}

/** The furthest checkpoint; 0 for one that was discarded. */
const reached = async (on: Pick<Pool, 'query'>, schema: string): Promise<number> => {
  const text = `select coalesce(max(position), 0) as position from ${quoted(schema, 'checkpoints')} where version <> ${GIVEN_UP}`;
  return (await on.query<{ position: number }>(text)).rows[0]!.position;
};

/**
 * Discards everything folded, queued and decided from lost events, beyond `head`: read models are rebuilt, copies
 * dropped, reactors and their intents reset. @returns those that were ahead.
 */
export async function giveUpLostFuture(pool: Pool, head: number): Promise<Ahead[]> {
  const ahead = await aheadOf(pool, head);
  for (const { schema } of ahead) await inTransaction(pool, (client) => giveUp(client, schema, head));
  await pool.query(
    `with parked as (delete from projecting.parked where position > $1) delete from projecting.decisions where position > $1`,
    [head],
  );
  return ahead;
}

async function giveUp(client: PoolClient, schema: string, head: number): Promise<void> {
  if (COPY.test(schema)) {
    await dropSchema(client, schema);
    await forgetParked(client, schema);
    return;
  }
  await lockInTransaction(client, locks.projection(schema));
  if (!schema.startsWith('reactor_')) {
    await client.query(`update ${quoted(schema, 'checkpoints')} set version = ${GIVEN_UP}`);
    return;
  }
  // Another event will get this position, with its own intents.
  await client.query(`delete from ${quoted(schema, 'intents')} where position > $1`, [head]);
  await client.query(`update ${quoted(schema, 'checkpoints')} set position = least(position, $1::bigint)`, [head]);
}
