import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS, SECOND_MS } from '@framelift/contracts';
import { Archive, changes, isPart, type Task } from '../../engine/log/archiving/archive.ts';
import { Log } from '../../engine/log/log.ts';
import type { Config, Secrets } from '../../platform/config.ts';
import { Every, Jobs } from '../../platform/jobs.ts';
import { ifAlone, locks } from '../../platform/locks.ts';
import type { Logger } from '../../platform/logging.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { pause } from '../../platform/retrying.ts';
import { BACKUP_KEY, CONFIG, LOGGER, POOL, SECRETS } from '../../platform/tokens.ts';
import { ArchiveAhead } from './archive-ahead.ts';
import { Backups } from './backups.ts';
import type { BackupStore } from './backup-store.ts';
import { eventLine } from './exported-event.ts';
import { openStore } from './open-store.ts';
import { besideKey, besideLine, type Head, storeSegment } from './segment.ts';

const PAGE_EVENTS = 1_000;
/** About 1 MB: so many are not left waiting for the next turn. */
const WAKE_EVENTS = 2_000;
/** What waits to leave has it written at most so often. */
const ASKED_MS = 250;
/** More events a second are a rush: for each page the archive leaves the processor to appends for so many times as long as it took. */
const RUSH = 1_000;
const REST = 40;
const REST_LOOK_MS = 50;
/** Older events come before appends. */
const LATE_MS = 10 * SECOND_MS;

/** Writes new events, and what changed beside the log, to the archive (docs/architecture.md#the-archive). One process at a time. */
@Injectable()
export class Archiver {
  /** The base of whose segments this process has seen the last. */
  private checked: string | undefined;
  private reached = Infinity;
  private store: Promise<BackupStore> | undefined;
  private ranAt = 0;
  private isEnded = false;
  private isAsked = false;
  /** When this process last decided what the next segment holds, ms of a steady clock. */
  private decidedAt = -Infinity;
  /** Why the last turn failed. */
  private failure: string | undefined;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(BACKUP_KEY) private readonly key: () => Buffer,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly log: Log,
    private readonly archive: Archive,
    private readonly backups: Backups,
    private readonly ahead: ArchiveAhead,
    jobs: Jobs,
  ) {
    const wake = (afterMs: number) => {
      if (performance.now() - this.ranAt < afterMs) return;
      this.ranAt = performance.now();
      jobs.wake(Archiver, 'run');
    };
    log.onCommit((position) => {
      if (position - this.reached >= WAKE_EVENTS) wake(SECOND_MS);
    });
    // A store that does not answer is asked in the usual turns.
    log.barrier.onAsked(() => {
      this.isAsked = true;
      if (!this.failure) wake(ASKED_MS);
    });
    // The archive may hold what the database lost.
    log.onLost(() => (this.checked = undefined));
  }

  @Every(({ backup }) => (backup.archiveSeconds ? backup.archiveSeconds * SECOND_MS : HOUR_MS), 'one process archives new events')
  async run(_now: number, stop: AbortSignal): Promise<void> {
    if (!this.config.backup.archiveSeconds) return this.end();
    this.ranAt = performance.now();
    const state = await this.archive.state();
    if (!state?.base) return this.backups.takeBase();
    this.reached = state.position;
    // What it has and the log lost would be written over.
    if (state.ahead !== null) return;
    if (state.writing === null && !state.hasChanges && state.position === state.head) return;
    try {
      await ifAlone(this.pool, locks.archive, () => this.writeAll(stop));
      if (this.failure) this.logger.warn('the archive is written again');
      this.failure = undefined;
    } catch (error) {
      if (stop.aborted) return;
      // It is tried again in seconds, so it is logged once.
      const { message } = error as Error;
      await this.archive.failed(error instanceof Refused ? message : 'The archive cannot be written: the log of the server says why');
      if (message !== this.failure) this.logger.error({ err: error }, 'the archive cannot be written: it is tried again');
      this.failure = message;
      [this.checked, this.store] = [undefined, undefined];
    }
  }

  private async end(): Promise<void> {
    if (!this.isEnded) await this.archive.end();
    this.isEnded = true;
  }

  private async writeAll(stop: AbortSignal): Promise<void> {
    const store = await (this.store ??= openStore(this.config.backup));
    for (;;) {
      const task = await this.archive.next();
      if (!task || stop.aborted) return;
      const why = await this.whyNot(store, task);
      if (why) {
        this.logger.warn({ base: task.base, position: task.position }, `${why}: a new archive begins`);
        return Archive.endBase(this.pool);
      }
      const { base, position, hash, last } = task;
      const isRush = last - position > (RUSH * (performance.now() - this.decidedAt)) / SECOND_MS;
      this.decidedAt = performance.now();
      const segment = { base, first: position + 1, last };
      const head = await storeSegment(store, segment, hash.toString('hex'), this.lines(task, isRush, stop), this.key());
      await this.archive.record(task, Buffer.from(head.hash, 'hex'));
      this.isAsked = false;
      this.reached = task.last;
      if (!isPart(task)) return;
    }
  }

  /** Why the task does not continue what is in the store. */
  private async whyNot(store: BackupStore, { base, position, hash, last }: Task): Promise<string | undefined> {
    const [own] = position ? [...(await this.log.hashesAt([position])).values()] : [];
    if (position && !own?.equals(hash)) return 'The log lost events that are in the archive';
    // Each time: a folder may be one whose disk is not mounted any more.
    if (!(await store.list()).some(({ id }) => id === base)) return 'The base of the archive is not in the store';
    if (this.checked === base) return undefined;
    const segments = await store.segments();
    if (segments.some((segment) => segment.base === base && segment.last > last)) {
      if (await this.ahead.look()) throw new Error('The archive has events that the log lost');
      return 'The archive has events of another history';
    }
    this.checked = base;
    return undefined;
  }

  private async *lines({ position, hash, last }: Task, isRush: boolean, stop: AbortSignal): AsyncGenerator<string, Head> {
    let head: Head = { position, hash: hash.toString('hex') };
    while (head.position < last) {
      const { position: after } = head;
      const began = performance.now();
      const page = await this.log.read(after, PAGE_EVENTS, { upTo: last });
      stop.throwIfAborted();
      const newest = page.at(-1);
      if (!newest) throw new Error(`The log has no event after ${after}`);
      yield page.map(eventLine).join('');
      head = { position: newest.position, hash: newest.hash.toString('hex') };
      if (isRush) await this.rest(REST * (performance.now() - began), newest.recordedAt, stop);
    }
    // After the events, so that every key under which they are sealed is in it.
    const key = besideKey(this.secrets.master);
    const client = await this.pool.connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      for await (const change of changes(client)) yield besideLine(key, change);
    } finally {
      await client.query('rollback').catch(() => {});
      client.release();
    }
    return head;
  }

  /** Leaves the processor to appends, unless something waits to leave or the archive is late. */
  private async rest(ms: number, newest: Date, stop: AbortSignal): Promise<void> {
    const until = performance.now() + ms;
    while (performance.now() < until && !this.isAsked && Date.now() - newest.getTime() < LATE_MS && !stop.aborted)
      await pause(REST_LOOK_MS);
  }
}
