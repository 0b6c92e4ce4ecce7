import { DAY_MS } from '@framelift/contracts';
import type { Segment } from './segment.ts';

/** How many weeks keep their newest backup. */
const WEEKS = 8;
const WEEK_MS = 7 * DAY_MS;

interface Kept {
  id: string;
  takenAt: Date;
}

/** Weeks begin on Monday, UTC; 1970 began on a Thursday. */
const weekOf = ({ takenAt }: Kept): number => Math.floor((takenAt.getTime() + 3 * DAY_MS) / WEEK_MS);

/**
 * Backups that are no longer needed: not among the newest `keep`, nor the newest of one of the eight weeks before them,
 * nor the newest that was restored on trial.
 */
export function unneeded<B extends Kept>(newestFirst: readonly B[], keep: number, isProved: (backup: B) => boolean): B[] {
  const older = newestFirst.slice(keep);
  const weekly = [...Map.groupBy(older, weekOf).values()].slice(0, WEEKS).map(([newest]) => newest!);
  const needed = new Set([...weekly, newestFirst.find(isProved)]);
  return older.filter((backup) => !needed.has(backup));
}

/**
 * Segments of the archive that no kept backup needs. A backup needs those that continue it, and what was archived while it was taken: that
 * continues the backup before. Ids are in the order of time.
 */
export const unneededSegments = <S extends Segment>(segments: readonly S[], kept: readonly { id: string; position: number }[]): S[] =>
  segments.filter(({ base, last }) => !kept.some(({ id, position }) => id === base || (id > base && position <= last)));
