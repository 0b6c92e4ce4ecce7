import { lockInTransaction } from '../../platform/locks.ts';
import { Inject, Injectable } from '@nestjs/common';
import { Erases } from '../log/sealing/erasure.ts';
import type { Person } from '../log/sealing/erasure-list.ts';
import { Every } from '../../platform/jobs.ts';
import { POOL } from '../../platform/tokens.ts';
import { inTransaction, type Pool, type PoolClient } from '../../platform/pg.ts';
import { forgetParked } from './parked.ts';
import { type Projection, PROJECTIONS } from './projection.ts';
import { dropSchema, exists, isLockTimeout, lockOf, quoted, schemaOf } from './schema.ts';

/** How long a step may wait for readers of a copy, ms. It delays live batches of the read model as long. */
const LOCK_MS = 1_000;
/** Pause between retries of erasures that readers blocked. */
const INTERVAL_MS = 10_000;

/** Removes people from read models. */
@Injectable()
export class ReadModelErasures {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(PROJECTIONS) private readonly projections: readonly Projection[],
  ) {}

  /** Records, in the erasure's transaction, that the person must be removed from read models. Waits for no reader. */
  @Erases('affiliate', 'buyer')
  async remember(client: PoolClient, { kind, id }: Person): Promise<void> {
    await client.query('insert into projecting.erasures (kind, person) values ($1, $2)', [kind, id]);
  }

  /** Removes erased people from live read models and drops copies. Safe to repeat. @returns false while a reader locks a copy. */
  @Every(INTERVAL_MS, 'removes erased people from read models whose readers held it up')
  async carryOut(): Promise<boolean> {
    const { rows } = await this.pool.query<{ id: number; kind: Person['kind']; person: string }>(
      'select id, kind, person from projecting.erasures where done_at is null order by id',
    );
    if (!rows.length) return true;
    const people = rows.map(({ kind, person }): Person => ({ kind, id: person }));
    let isComplete = true;
    for (const projection of this.projections.filter((p) => p.decrypts)) {
      const steps = [
        (client: PoolClient) => eraseLive(client, projection, people),
        ...(['next', 'previous', 'check', 'old'] as const).map((build) => async (client: PoolClient) => {
          await dropSchema(client, schemaOf(projection, build));
          await forgetParked(client, schemaOf(projection, build));
        }),
      ];
      for (const step of steps) isComplete = (await underLock(this.pool, projection, step)) && isComplete;
    }
    if (isComplete) await this.pool.query('update projecting.erasures set done_at = now() where id = any($1)', [rows.map(({ id }) => id)]);
    return isComplete;
  }
}

/** Under the projection's lock, so that no swap gives a schema another name meanwhile. False: another session held a lock for too long. */
async function underLock(pool: Pool, projection: Projection, step: (client: PoolClient) => Promise<void>): Promise<boolean> {
  try {
    await inTransaction(pool, async (client) => {
      await client.query(`set local lock_timeout = ${LOCK_MS}`);
      await lockInTransaction(client, lockOf(projection));
      await step(client);
    });
    return true;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    return false;
  }
}

async function eraseLive(client: PoolClient, projection: Projection, people: readonly Person[]): Promise<void> {
  if (!(await exists(client, projection.schema))) return;
  for (const [name, { clear, key: of }] of Object.entries(projection.tables)) {
    if (!clear) continue;
    const keys = people.map((person) => clear.keyOf(person)).filter((key) => key !== undefined);
    const nulls = clear.columns.map((column) => `${quoted(column)} = null`).join(', ');
    const some = clear.columns.map((column) => `${quoted(column)} is not null`).join(' or ');
    await client.query(
      `update ${quoted(projection.schema, name)} set ${nulls} where ${quoted(Object.keys(of)[0]!)} = any($1) and (${some})`,
      [keys],
    );
  }
}
