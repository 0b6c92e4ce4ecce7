import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { HOUR_MS, MINUTE_MS } from '@framelift/contracts';
import { EVENTS } from '../../engine/log/event.ts';
import type { Config } from '../../platform/config.ts';
import { Every } from '../../platform/jobs.ts';
import { ifAlone, isLocked, locks, tryLock } from '../../platform/locks.ts';
import type { Logger } from '../../platform/logging.ts';
import { runOwn } from '../../platform/own-program.ts';
import type { Pool } from '../../platform/pg.ts';
import type { Env } from '../../platform/settings.ts';
import { APP_URL, type Clock, CONFIG, ENVIRONMENT, LOG_CLOCK, LOGGER, OWNER_URL, POOL } from '../../platform/tokens.ts';
import { BackupRecords } from './backup-records.ts';
import { dueStep } from './schedule.ts';

interface Step {
  command: readonly string[];
  /** Somebody waits for it. */
  isUrgent?: boolean;
}

const steps: Record<'backup' | 'proof', Step> = { backup: { command: ['backup'] }, proof: { command: ['backup', 'prove'] } };

/** The scheduled backups of this system. The work is done by `ops backup` in another process, so requests do not wait for it. */
@Injectable()
export class Backups implements BeforeApplicationShutdown {
  readonly records: BackupRecords;
  private readonly leaving = new AbortController();
  private started: Promise<unknown> = Promise.resolve();
  /** What was started here: its program takes the locks a moment later. */
  private underWay: Step | undefined;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ENVIRONMENT) private readonly env: Env,
    @Inject(APP_URL) private readonly appUrl: string,
    @Inject(OWNER_URL) private readonly ownerUrl: string,
    @Inject(LOG_CLOCK) private readonly now: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.records = new BackupRecords(pool);
  }

  @Every(10 * MINUTE_MS, 'one process takes a backup when one is due, and restores it on trial')
  async run(_now: number, stop: AbortSignal): Promise<void> {
    if (!this.config.backup.to) return;
    const now = this.now();
    await ifAlone(this.pool, locks.backupJob, async () => {
      const step = dueStep(await this.records.list(), await this.beganAt(), now, this.config.backup.everyHours * HOUR_MS);
      if (step) await this.perform(steps[step], stop);
    });
  }

  /** A backup that the archive can continue, at once; after one that failed, a minute later. */
  async takeBase(): Promise<void> {
    const [last] = await this.records.list();
    if (last && this.now() - last.startedAt.getTime() < MINUTE_MS) return;
    if ((await this.beganAt()) !== undefined) await this.begin(steps.backup);
  }

  async runs(): Promise<{ isRunning: boolean; isRestoring: boolean }> {
    const text = `select ${isLocked(locks.backup)} or ${isLocked(locks.backupJob)} as "isRunning", ${isLocked(locks.restore)} as "isRestoring"`;
    const { isRunning, isRestoring } = (await this.pool.query<{ isRunning: boolean; isRestoring: boolean }>(text)).rows[0]!;
    return { isRunning, isRestoring: isRestoring || this.underWay?.command[0] === 'restore' };
  }

  /** Starts a backup in the background. @returns false: one is running. */
  start(): Promise<boolean> {
    return this.begin(steps.backup);
  }

  /** Puts this system back to a backup of its store, in the background. `by`: the stream of an account. @returns false: something is running. */
  restore(id: string, by: string, reason: string | undefined): Promise<boolean> {
    const why = reason === undefined ? [] : [`--reason=${reason}`];
    return this.begin({ command: ['restore', id, '--replace', '--yes', '--by', by, ...why], isUrgent: true });
  }

  /** Puts this system back to a position, in the background. `by`: the stream of an account. @returns false: something is running. */
  goBack(position: number, by: string, reason: string): Promise<boolean> {
    const command = ['restore', '--at', String(position), '--replace', '--yes', '--by', by, `--reason=${reason}`];
    return this.begin({ command, isUrgent: true });
  }

  /** Puts back what the archive has and the log lost, in the background. @returns false: something is running. */
  fill(): Promise<boolean> {
    return this.begin({ command: ['archive', 'fill'], isUrgent: true });
  }

  private async begin(step: Step): Promise<boolean> {
    if ((await this.runs()).isRunning) return false;
    const release = await tryLock(this.pool, locks.backupJob);
    if (!release) return false;
    this.underWay = step;
    this.started = this.perform(step, this.leaving.signal)
      .catch((error: unknown) => this.logger.error({ err: error }, 'a backup failed'))
      .finally(() => {
        this.underWay = undefined;
        return release();
      });
    return true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.leaving.abort();
    await this.started;
  }

  private async perform({ command, isUrgent }: Step, stop: AbortSignal): Promise<void> {
    const env = { ...this.env, DATABASE_URL: this.appUrl, MIGRATE_DATABASE_URL: this.ownerUrl };
    const { code, out, err } = await runOwn('ops.js', [...command, '--json'], env, stop, !isUrgent);
    if (code === 0 || stop.aborted) return;
    this.logger.error({ command, code, said: (err || out).slice(-2_000) }, 'a backup failed');
  }

  /** When the first event was recorded, ms; undefined: the log is empty. */
  private async beganAt(): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ at: Date }>(`select recorded_at as at from ${EVENTS} where position = 1`);
    return rows[0]?.at.getTime();
  }
}
