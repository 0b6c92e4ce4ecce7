import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS, MINUTE_MS } from '@framelift/contracts';
import { Archive } from '../engine/log/archiving/archive.ts';
import { EVENTS } from '../engine/log/event.ts';
import type { Config } from '../platform/config.ts';
import type { Pool } from '../platform/pg.ts';
import { type Clock, CONFIG, LOG_CLOCK, POOL } from '../platform/tokens.ts';

/** How long the system may go without a test-restored backup. */
const LATE_MS = 48 * HOUR_MS;
/** How long an event may wait for the archive. */
const BEHIND_MS = MINUTE_MS;

/** Notices that no backup was proved for two days, and that the archive is behind. */
@Injectable()
export class BackupWatch {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG_CLOCK) private readonly now: Clock,
    private readonly archive: Archive,
  ) {}

  /** Since when an event waits for the archive, if that is longer than a minute. */
  async archiveBehindSince(): Promise<Date | undefined> {
    const since = this.config.backup.archiveSeconds ? (await this.archive.health())?.waitingSince : undefined;
    return since && this.now() - since.getTime() > BEHIND_MS ? since : undefined;
  }

  /** Since when there is none, or since the first attempt, if that is longer than two days. A system without backups is never late. */
  async lateSince(): Promise<Date | undefined> {
    if (!this.config.backup.to) return undefined;
    const { rows } = await this.pool.query<{ since: Date | null }>(
      `select coalesce((select max(started_at) from backups.attempts where step = 'proof' and ended_at is not null and error is null),
         (select min(started_at) from backups.attempts), (select recorded_at from ${EVENTS} where position = 1)) as since`,
    );
    const { since } = rows[0]!;
    return since && this.now() - since.getTime() > LATE_MS ? since : undefined;
  }
}
