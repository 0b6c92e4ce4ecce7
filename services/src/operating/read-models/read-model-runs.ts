import { setTimeout } from 'node:timers/promises';
import { joinAccount, nameOf } from '../../screens/names.ts';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { fact, programmeStream, type ReadModelRunView, type ReadModelTask, refusals } from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { isLocked, locks, tryLock, type Unlock } from '../../platform/locks.ts';
import type { Logger } from '../../platform/logging.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { CLOCK, type Clock, LOGGER, PATIENT_POOL, POOL } from '../../platform/tokens.ts';
import { AlreadyBuilding } from '../../engine/projecting/copying.ts';
import { type Projection, PROJECTIONS } from '../../engine/projecting/projection.ts';
import type { Database } from '../../engine/projecting/read-model.ts';
import { replay } from '../../engine/projecting/replay.ts';
import { verifyAll } from '../../engine/projecting/verify.ts';
import { allSwapWords } from './swap-words.ts';

const MAX_SHOWN = 10;
const PROGRESS_MS = 250;
const RELEASE_MS = 25;
const RELEASE_TRIES = 20;

interface Ended {
  outcome: 'fine' | 'differs' | 'failed';
  result: string;
  /** How many rows a verification compared. */
  rows?: number;
  differing?: number;
}
type Progress = { done: number; total: number };
type Task = (wanted: readonly Projection[], options: { signal: AbortSignal; onProgress: (p: Progress) => void }) => Promise<Ended>;

/** Verifications and replays that admins start: in the background of this process, one at a time in the whole system. */
@Injectable()
export class ReadModelRuns implements BeforeApplicationShutdown {
  private readonly leaving = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private readonly builds: Database;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly streams: Streams,
    vault: Vault,
    @Inject(PROJECTIONS) private readonly projections: readonly Projection[],
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PATIENT_POOL) patientPool: Pool,
  ) {
    this.builds = { pool: patientPool, vault };
  }

  private readonly tasks: Record<ReadModelTask, Task> = {
    verify: async (wanted, options) => {
      const verified = await verifyAll(this.builds, this.streams.log, wanted, options);
      const tables = verified.flatMap(({ name, tables: all }) => all.map((t) => ({ ...t, name })));
      const rows = tables.reduce((n, t) => n + t.rows, 0);
      const differing = tables.reduce((n, t) => n + t.differing, 0);
      const wrong = tables.filter((t) => t.differing).map((t) => `${t.name}.${t.table}: ${t.differing}`);
      if (differing) return { outcome: 'differs', rows, differing, result: `Rows that differ from the replay: ${wrong.join(', ')}` };
      return { outcome: 'fine', rows, differing, result: `All ${rows.toLocaleString('en-US')} rows equal their replay` };
    },
    replay: async (wanted, options) => {
      const differences = await replay(this.builds, this.streams.log, wanted, options);
      const changed = allSwapWords(differences).join('; ');
      return { outcome: 'fine', result: `Rebuilt and swapped; the previous ones are kept for a rollback. ${changed}` };
    },
  };

  /** Returns the position of the event that records who started it. @throws Refused */
  async start(task: ReadModelTask, names: readonly string[], meta: CommandMeta): Promise<{ position: number }> {
    const wanted = this.projections.filter((p) => names.includes(p.name));
    if (names.some((name) => !wanted.some((p) => p.name === name))) throw new Refused(refusals.notFound, 'missing');
    const [before] = await this.streams.log.readCommand(meta.commandId);
    if (before) return before;
    const release = await this.lock();
    if (!release) throw new Refused(refusals.maintenanceRunning, 'conflict');
    try {
      const readModels = wanted.map((p) => p.name);
      const facts = [fact('MaintenanceStarted', { work: task, readModels })];
      const appended = await this.streams.recordFacts(programmeStream, facts, meta);
      await this.pool.query('insert into projecting.runs (id, work, read_models, started_by, started_at) values ($1, $2, $3, $4, $5)', [
        meta.commandId,
        task,
        readModels,
        meta.actor.id,
        meta.occurredAt,
      ]);
      this.running = this.run(meta.commandId, task, wanted).finally(release);
      return appended;
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** The maintenance lock, unless a run has it. A run that has ended releases it a moment later. */
  private async lock(): Promise<Unlock | undefined> {
    for (let tries = 0; ; tries++) {
      const release = await tryLock(this.pool, locks.maintenance);
      if (release || tries === RELEASE_TRIES) return release;
      const { rows } = await this.pool.query<Pick<RunRow, 'ended_at'>>(
        'select ended_at from projecting.runs order by started_at desc limit 1',
      );
      if (!rows[0]?.ended_at) return undefined;
      await setTimeout(RELEASE_MS);
    }
  }

  /** Newest first. */
  async list(): Promise<ReadModelRunView[]> {
    const { rows } = await this.pool.query<RunRow>(
      `select r.*, ${nameOf('a', 'r.started_by', 'admin')} as name, ${isLocked(locks.maintenance)} as locked
       from projecting.runs r ${joinAccount('a', 'r.started_by')} order by r.started_at desc limit $1`,
      [MAX_SHOWN],
    );
    return rows.map((r, i) => ({
      task: r.work,
      readModels: r.read_models,
      startedBy: r.name,
      startedAt: r.started_at.toISOString(),
      endedAt: r.ended_at?.toISOString() ?? null,
      state: r.outcome ?? (i === 0 && r.locked ? 'running' : 'interrupted'),
      done: r.done,
      total: r.total,
      result: r.result,
    }));
  }

  /** The last verification that compared every read model. */
  async lastVerified(): Promise<{ endedAt: Date; rows: number; differing: number } | undefined> {
    const { rows } = await this.pool.query<{ endedAt: Date; rows: number; differing: number }>(
      `select ended_at as "endedAt", rows, differing from projecting.runs
       where work = 'verify' and rows is not null and read_models @> $1 order by started_at desc limit 1`,
      [this.projections.map(({ name }) => name)],
    );
    return rows[0];
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.leaving.abort();
    await this.running;
  }

  private async run(id: string, task: ReadModelTask, wanted: readonly Projection[]): Promise<void> {
    let savedAt = 0;
    const onProgress = ({ done, total }: Progress) => {
      if (this.now() - savedAt < PROGRESS_MS && done < total) return;
      savedAt = this.now();
      this.pool
        .query('update projecting.runs set done = $2, total = $3 where id = $1 and ended_at is null', [id, done, total])
        .catch(() => {});
    };
    const { signal } = this.leaving;
    const ended = await this.tasks[task](wanted, { signal, onProgress }).catch((error: Error): Ended | undefined => {
      if (signal.aborted) return undefined;
      this.logger.error({ err: error }, `${task} of read models failed`);
      return { outcome: 'failed', result: error instanceof AlreadyBuilding ? error.message : `It failed: ${error.message}` };
    });
    // An interrupted run has no outcome.
    if (!ended) return;
    const { outcome, result, rows = null, differing = null } = ended;
    const ends =
      'update projecting.runs set outcome = $2, result = $3, ended_at = $4, rows = $5, differing = $6, done = total where id = $1';
    await this.pool
      .query(ends, [id, outcome, result, new Date(this.now()), rows, differing])
      .catch((error: Error) => this.logger.error({ err: error }, ends));
  }
}

interface RunRow {
  work: ReadModelTask;
  read_models: string[];
  name: string;
  started_at: Date;
  ended_at: Date | null;
  outcome: Ended['outcome'] | null;
  locked: boolean;
  done: number;
  total: number;
  result: string | null;
}
