import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '../platform/logging.ts';
import type { Pool } from '../platform/pg.ts';
import { type Clock, LOG_CLOCK, LOGGER, POOL } from '../platform/tokens.ts';
import { Repeat } from '../platform/repeat.ts';
import { BehindArchive, ClockApart } from '../engine/log/appending/append.ts';
import type { Head } from '../engine/log/appending/calls.ts';
import { Archive } from '../engine/log/archiving/archive.ts';
import { Log } from '../engine/log/log.ts';
import { endings } from '../engine/log/proving/endings.ts';
import { recordLoss } from '../engine/log/proving/losses.ts';
import { Metrics } from './metrics.ts';

const INTERVAL_MS = 1_000;
/** After a loss the process is not ready for this long, so that health checks see it. */
const RECOVERY_MS = 5_000;
/** The largest allowed difference of this process's clock and the database's, ms; the log's functions refuse more. */
export const MAX_CLOCK_OFFSET_MS = 5_000;

export interface Loss {
  /** ISO 8601. */
  noticedAt: string;
  /** The furthest event this process had seen, and the log's head when the loss was noticed. */
  position: number;
  headPosition: number;
}

/** Checks every second for lost events, that the clocks agree and that nothing in the archive is missing. Records losses; the process is then not ready. */
@Injectable()
export class LogWatch {
  private readonly looking: Repeat;
  /** The log is being compared with its archive. */
  isComparing = false;
  private loss: Loss | undefined;
  private offsetMs = 0;
  /** The last event that ended a history, by position and hash; empty: none did. */
  private endingAt: string | undefined;
  /** The last loss that is being recorded. */
  private recording: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly log: Log,
    @Inject(LOG_CLOCK) private readonly now: Clock,
    private readonly metrics: Metrics,
    private readonly archive: Archive,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    log.onLost((known, actual) => this.lost(known, actual));
    // An unreachable database is reported elsewhere.
    this.looking = new Repeat(
      INTERVAL_MS,
      () => this.look(),
      () => {},
    );
  }

  /** The last loss this process noticed. */
  get lastLoss(): Loss | undefined {
    return this.loss;
  }

  /** This process's clock minus the database's, ms. */
  get clockOffsetMs(): number {
    return this.offsetMs;
  }

  /** The archive has events that the log lost: nothing is appended. */
  get isBehindArchive(): boolean {
    return this.log.closed instanceof BehindArchive;
  }

  /** Why this process must not serve now, for operators. */
  get problems(): string[] {
    return [
      ...(this.loss && Math.abs(this.now() - Date.parse(this.loss.noticedAt)) < RECOVERY_MS
        ? [`the database lost events: ${this.loss.position} was seen, the log ends at ${this.loss.headPosition}`]
        : []),
      ...(this.log.closed instanceof ClockApart ? [this.log.closed.message] : []),
    ];
  }

  start(): void {
    this.looking.wake();
  }

  /** Waits until a noticed loss is recorded. */
  async stop(): Promise<void> {
    await this.looking.stop();
    await this.recording;
  }

  async look(): Promise<void> {
    await this.lookForEnding();
    await this.log.checkHistory();
    const wasApart = this.log.closed instanceof ClockApart;
    const startedAt = this.now();
    const { rows } = await this.pool.query<{ at: string }>({
      name: 'log.clock',
      text: 'select extract(epoch from clock_timestamp()) * 1000 as at',
    });
    this.offsetMs = (startedAt + this.now()) / 2 - Number(rows[0]!.at);
    const isApart = Math.abs(this.offsetMs) > MAX_CLOCK_OFFSET_MS;
    const apart = isApart && new ClockApart(`the clock is ${Math.round(this.offsetMs / 100) / 10} s from the database's`);
    const isBehind = (await this.archive.ahead()) !== null || this.isComparing;
    this.log.closed = apart || (isBehind ? new BehindArchive() : undefined);
    if (isApart && !wasApart)
      this.logger.error({ offsetMs: this.offsetMs }, 'the clock is too far from the database’s: appends are refused');
  }

  /** After the system went back the log may be longer than before, so that nothing seen seems lost: then the event that ended a history says so. */
  private async lookForEnding(): Promise<void> {
    const last = (await endings(this.pool, this.log.catalogue)).at(-1);
    const before = this.endingAt;
    this.endingAt = last ? `${last.position} ${last.fromHash}` : '';
    const isNew = before !== undefined && this.endingAt !== before;
    if (!isNew || !last) return;
    const head = await this.log.head();
    this.log.known.lost(head, { position: last.from, hash: Buffer.from(last.fromHash, 'hex'), recordedAt: head.recordedAt });
  }

  private lost(known: Head, actual: Head): void {
    this.loss = { noticedAt: new Date(this.now()).toISOString(), position: known.position, headPosition: actual.position };
    this.metrics.historyLosses.inc();
    this.logger.error(this.loss, 'the database lost events that this process had seen; what was kept of them is dropped');
    this.recording = recordLoss(this.pool, known, actual).catch(() => {});
  }
}
