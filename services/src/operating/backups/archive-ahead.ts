import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SECOND_MS } from '@framelift/contracts';
import { Archive } from '../../engine/log/archiving/archive.ts';
import { Log } from '../../engine/log/log.ts';
import { lastAccepted } from '../../engine/log/proving/losses.ts';
import { LogWatch } from '../../observing/log-watch.ts';
import { RestoredPast } from '../../observing/restored-past.ts';
import type { Config } from '../../platform/config.ts';
import type { Logger } from '../../platform/logging.ts';
import type { Pool } from '../../platform/pg.ts';
import { pause } from '../../platform/retrying.ts';
import { BACKUP_KEY, CONFIG, LOGGER, POOL } from '../../platform/tokens.ts';
import { lostSegments } from './lost-segments.ts';
import { openStore } from './open-store.ts';

/** A store that does not answer does not close a shop for longer. */
const LOOKS_MS = 20 * SECOND_MS;
const AGAIN_MS = 2 * SECOND_MS;

/**
 * Compares the log with its archive at a start and after a loss: after a failover to a lagging replica, or with the volume of yesterday, the
 * archive has events that the log lost. Nothing is appended in their places until an operator puts them back or gives them up.
 */
@Injectable()
export class ArchiveAhead implements OnApplicationBootstrap {
  private comparing: Promise<void> = Promise.resolve();

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(BACKUP_KEY) private readonly key: () => Buffer,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly log: Log,
    private readonly archive: Archive,
    private readonly watch: LogWatch,
    private readonly past: RestoredPast,
  ) {
    log.onLost(
      () => void this.begin(true).catch((error: unknown) => logger.error({ err: error }, 'the archive was not compared with the log')),
    );
  }

  /** Before this process serves. */
  async onApplicationBootstrap(): Promise<void> {
    await this.past.begin();
    await this.begin(false);
  }

  /** One comparison after another. Meanwhile this process appends nothing; after a loss, no process does. */
  private begin(isLoss: boolean): Promise<void> {
    if (!this.config.backup.archiveSeconds) return Promise.resolve();
    return (this.comparing = this.comparing.catch(() => {}).then(() => this.compare(isLoss)));
  }

  private async compare(isLoss: boolean): Promise<void> {
    this.watch.isComparing = true;
    try {
      if (isLoss) await this.archive.setAhead(0);
      await this.watch.look();
      const until = performance.now() + LOOKS_MS;
      while (!(await this.looked()) && performance.now() < until) await pause(AGAIN_MS);
    } finally {
      this.watch.isComparing = false;
    }
    if ((await this.archive.ahead()) === 0) await this.archive.setAhead(null);
    await this.watch.look();
  }

  /** @returns false: the store did not answer */
  private async looked(): Promise<boolean> {
    try {
      await this.look();
      return true;
    } catch (error) {
      this.logger.warn({ err: error }, 'the archive cannot be compared with the log');
      return false;
    }
  }

  /** @returns the last event of the archive, where the log lost some that it has */
  async look(): Promise<number | null> {
    const { position, hash } = await this.log.head();
    const since = await lastAccepted(this.pool);
    const lost = await lostSegments(await openStore(this.config.backup), this.key(), { position, hash: hash.toString('hex') }, since);
    const ahead = lost.at(-1)?.last ?? null;
    // Where the log went on meanwhile, other events have their positions now, or the archive has them since.
    if (!(await this.archive.setAhead(ahead, position)) || !ahead) return null;
    this.logger.error({ position, ahead }, 'the database lost events that the archive has: nothing is appended until they are put back');
    return ahead;
  }
}
