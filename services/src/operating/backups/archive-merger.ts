import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS } from '@framelift/contracts';
import type { Config } from '../../platform/config.ts';
import { Every } from '../../platform/jobs.ts';
import { ifAlone, locks } from '../../platform/locks.ts';
import type { Pool } from '../../platform/pg.ts';
import { BACKUP_KEY, CONFIG, POOL } from '../../platform/tokens.ts';
import type { BackupStore } from './backup-store.ts';
import { openStore } from './open-store.ts';
import { continuing, type Head, pathOf, readSegment, type Segment, type StoredSegment, storeSegment } from './segment.ts';

/** Larger files stay as they are. */
const SMALL_BYTES = 4 * 1024 * 1024;

/** Merges the small segments of each hour that is over, so that a restore reads 24 files a day. */
@Injectable()
export class ArchiveMerger {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(BACKUP_KEY) private readonly key: () => Buffer,
  ) {}

  @Every(HOUR_MS, 'one process merges the small archive files of past hours')
  async run(now: number, stop: AbortSignal): Promise<void> {
    if (!this.config.backup.archiveSeconds) return;
    // A restore or a trial, which reads them, holds this lock.
    await ifAlone(this.pool, locks.backup, async () => {
      const store = await openStore(this.config.backup);
      for (const run of mergeable(await store.segments(), now)) {
        if (stop.aborted) return;
        await this.merge(store, run);
      }
    });
  }

  private async merge(store: BackupStore, run: readonly StoredSegment[]): Promise<void> {
    const [first] = run as [StoredSegment];
    const whole: Segment = { base: first.base, first: first.first, last: run.at(-1)!.last };
    const start = readSegment(await store.readSegment(first), this.key(), first);
    const { value } = await start.next();
    await start.return(undefined);
    const { before } = value as { before: string };
    const lines = this.lines(store, run, { position: whole.first - 1, hash: before });
    await storeSegment(store, whole, before, lines, this.key()).catch(async (error: unknown) => {
      // A restore would read it before the small ones, which are right.
      if (!run.some((segment) => pathOf(segment) === pathOf(whole))) await store.removeSegment(whole);
      throw error;
    });
    // Killed before or in this, a restore passes over what it has. The newest first: it reads the older ones before the whole.
    for (const segment of run.toReversed()) if (pathOf(segment) !== pathOf(whole)) await store.removeSegment(segment);
  }

  private async *lines(store: BackupStore, run: readonly StoredSegment[], head: Head): AsyncGenerator<string, Head> {
    for (const segment of run)
      for await (const line of continuing(head, await store.readSegment(segment), this.key(), segment)) {
        if ('event' in line) head = { position: line.event.position, hash: line.event.hash };
        yield line.text;
      }
    return head;
  }
}

/** Small segments that follow each other and were written in the same hour, which is over. The newest one may still be replaced. */
export function mergeable(segments: readonly StoredSegment[], now: number): StoredSegment[][] {
  const hourOf = ({ writtenAt }: StoredSegment): number => Math.floor(writtenAt.getTime() / HOUR_MS);
  const runs: StoredSegment[][] = [];
  let before: StoredSegment | undefined;
  for (const segment of segments.slice(0, -1)) {
    if (segment.bytes > SMALL_BYTES || hourOf(segment) >= Math.floor(now / HOUR_MS)) {
      before = undefined;
      continue;
    }
    const follows = before && before.base === segment.base && hourOf(before) === hourOf(segment) && segment.first <= before.last + 1;
    if (follows) runs.at(-1)!.push(segment);
    else runs.push([segment]);
    before = segment;
  }
  return runs.filter((run) => run.length > 1);
}
