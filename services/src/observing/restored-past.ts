import { Inject, Injectable } from '@nestjs/common';
import { Log } from '../engine/log/log.ts';
import { dropLostSnapshots } from '../engine/log/deciding/snapshots.ts';
import { aheadOf, giveUpLostFuture } from '../engine/projecting/lost-future.ts';
import type { Config } from '../platform/config.ts';
import { whyAway } from '../platform/database-away.ts';
import type { Logger } from '../platform/logging.ts';
import type { Pool } from '../platform/pg.ts';
import { Repeat } from '../platform/repeat.ts';
import { retrying } from '../platform/retrying.ts';
import { CONFIG, LOGGER, POOL } from '../platform/tokens.ts';
import { readSavedHead, writeSavedHead } from './saved-head.ts';

const SAVE_MS = 1_000;
/** A process that starts is busy with itself, and may take longer for a connection than one may take later. */
const LOOKS = 5;

/**
 * Detects a database that was restored to an earlier point, even while nothing ran: by a head in a file next to the erasure list, and by
 * read models that are ahead of the log. It discards what they folded of the lost events, so that it does not mix with new ones.
 */
@Injectable()
export class RestoredPast {
  private begun: Promise<void> | undefined;
  private givingUp: Promise<unknown> = Promise.resolve();
  private readonly saving: Repeat;
  private readonly stopping = new AbortController();
  private saved = 0;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    private readonly log: Log,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    log.onLost((_known, { position }) => {
      this.saved = 0;
      this.givingUp = this.giveUp(position);
    });
    // An unwritable folder does not prevent serving.
    this.saving = new Repeat(
      SAVE_MS,
      () => this.save(),
      () => {},
    );
  }

  /** Before this process appends, folds or serves anything. @throws if the database is away several times in a row */
  begin(): Promise<void> {
    return (this.begun ??= this.firstLook());
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.saving.stop();
    await this.givingUp;
    if (this.begun) await this.save().catch(() => {});
  }

  private firstLook(): Promise<void> {
    let failed = 0;
    const onError = (error: Error) => {
      if (whyAway(error) !== 'away' || ++failed === LOOKS) throw error;
      this.logger.warn({ err: error }, 'the database is away while the process starts: it looks again');
    };
    const look = async () => {
      await this.look();
      return 'end' as const;
    };
    return retrying(look, { signal: this.stopping.signal, shortestMs: 200, longestMs: 2_000, onError });
  }

  private async look(): Promise<void> {
    const saved = await readSavedHead(this.config.knownHead);
    if (saved) await this.log.checkHistory(saved);
    await this.givingUp;
    const ahead = await aheadOf(this.pool, (await this.log.head()).position);
    const furthest = Math.max(0, ...ahead.map(({ position }) => position));
    // No event has this hash: the log decides, as a read model may just have advanced with it.
    if (furthest > (await this.log.head()).position) await this.log.checkHistory({ position: furthest, hash: Buffer.alloc(32) });
    await this.givingUp;
    this.saving.wake();
  }

  /** Retried until it succeeds: a read model may be locked, such as by a verification. */
  private giveUp(head: number): Promise<void> {
    const attempt = async () => {
      await dropLostSnapshots(this.pool);
      const ahead = await giveUpLostFuture(this.pool, head);
      if (ahead.length) {
        this.logger.error({ head, ahead }, 'read models had folded events that the log lost: they are built again');
        this.log.known.restart();
      }
      return 'end' as const;
    };
    const onError = (error: Error) => this.logger.error({ err: error, head }, 'what followed lost events is not given up yet');
    return retrying(attempt, { signal: this.stopping.signal, shortestMs: 200, longestMs: 2_000, onError });
  }

  private async save(): Promise<void> {
    const { known } = this.log;
    if (!known.head || known.head.position === this.saved) return;
    // Not a lost one. Without new events, LogWatch checks for that.
    await this.log.checkHistory();
    const seen = known.head;
    if (!seen) return;
    await writeSavedHead(this.config.knownHead, seen);
    this.saved = seen.position;
  }
}
