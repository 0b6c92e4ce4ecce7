import { Refused } from '../../platform/refused.ts';
import type { BackupStore } from './backup-store.ts';
import { continuing, type Head, type StoredSegment } from './segment.ts';

/**
 * The segments that continue a log beyond its end, in order: it lost what they have. Only the first is read, so a later one may turn out to be
 * of another history. `since`: older ones were given up by an operator.
 */
export async function lostSegments(store: BackupStore, key: Buffer, head: Head, since: Date): Promise<StoredSegment[]> {
  const later = (await store.segments()).filter(({ last, writtenAt }) => last > head.position && writtenAt > since);
  const found: StoredSegment[] = [];
  for (let end = head.position; ;) {
    const next = later
      .filter(({ first, last }) => first <= end + 1 && last > end)
      .toSorted((a, b) => Number(b.writtenAt) - Number(a.writtenAt));
    const [segment] = found.length ? next : await continuingOnes(store, key, head, next);
    if (!segment) return found;
    found.push(segment);
    end = segment.last;
  }
}

async function continuingOnes(store: BackupStore, key: Buffer, head: Head, segments: readonly StoredSegment[]): Promise<StoredSegment[]> {
  for (const segment of segments) if (await continues(store, key, head, segment)) return [segment];
  return [];
}

async function continues(store: BackupStore, key: Buffer, head: Head, segment: StoredSegment): Promise<boolean> {
  try {
    for await (const line of continuing(head, await store.readSegment(segment), key, segment)) if ('event' in line) return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  return false;
}
