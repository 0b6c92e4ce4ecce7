import type { INestApplicationContext } from '@nestjs/common';
import type pg from 'pg';
import { GIVEN_UP } from '../../services/src/engine/projecting/schema.ts';
import { followers } from '../../services/src/main/core.module.ts';
import { Jobs } from '../../services/src/platform/jobs.ts';
import type { TestDatabase } from './database.ts';
import { until } from './until.ts';

/** Waits until a read model or reactor has folded every event, and is not given up. @throws after `longest` ms */
export async function untilAllKnown({ log, pool }: Pick<TestDatabase, 'log' | 'pool'>, schema: string, longest?: number): Promise<void> {
  const { position } = await log.head();
  await until(async () => {
    const reached = `case when version = ${GIVEN_UP} then -1 else position end`;
    const { rows } = await pool.query(`select min(${reached}) as least from ${schema}.checkpoints`);
    return Number(rows[0].least) >= position;
  }, longest);
}

/** Waits until every read model and reactor has folded every event. */
export const untilAllFolded = (db: Pick<TestDatabase, 'log' | 'pool'>): Promise<unknown> =>
  Promise.all(followers.map(({ schema }) => untilAllKnown(db, schema)));

/** Ends a job of a running system if a spec moves the clock: the job's clock does not move, and takes far moments for errors. */
export async function endJob(api: INestApplicationContext, name: string): Promise<void> {
  const { jobs } = api.get(Jobs) as unknown as { jobs: Map<string, { stop(): Promise<void> }> };
  await jobs.get(name)!.stop();
}

/** Sends a reactor's due intents, together with the job of the running system, which may claim any of them. */
export async function sendAll(pool: pg.Pool, schema: string, work: () => Promise<unknown>): Promise<void> {
  const state = async () => {
    const { rows } = await pool.query(`select sum(attempts) as attempts, count(done_at), count(said) as failed from ${schema}.intents`);
    return JSON.stringify(rows);
  };
  let [before, now] = ['', await state()];
  while (now !== before) {
    before = now;
    await work();
    await until(() => nothingUnderWay(pool, schema));
    now = await state();
  }
}

/** Locks pending rows: those being claimed at this moment count as claimed. */
async function nothingUnderWay(pool: pg.Pool, schema: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with waiting as materialized (select attempts, said from ${schema}.intents where done_at is null for update)
     select from waiting where attempts > 0 and said is null`,
  );
  return rowCount === 0;
}
