import { describe, expect, it } from '@jest/globals';
import { DAY_MS } from '@framelift/contracts';
import { unneeded, unneededSegments } from './retention.ts';

/** A Friday. */
const now = Date.parse('2026-11-27T03:00:00Z');
const daily = (days: number) => Array.from({ length: days }, (_, i) => ({ id: `${i}`, takenAt: new Date(now - i * DAY_MS) }));
const keptOf = (days: number, keep: number, isProved: (backup: { id: string }) => boolean = () => false): number[] => {
  const backups = daily(days);
  const gone = new Set(unneeded(backups, keep, isProved).map(({ id }) => id));
  return backups.filter(({ id }) => !gone.has(id)).map(({ id }) => Number(id));
};

describe('old backups', () => {
  it('are kept while they are among the newest', () => expect(keptOf(14, 14)).toHaveLength(14));
  it('are kept once a week for eight weeks', () => {
    // Of the week that the fifteenth is in, and then each Sunday.
    expect(keptOf(120, 14).slice(14)).toEqual([14, 19, 26, 33, 40, 47, 54, 61]);
  });
  it('are kept if no newer one was restored on trial', () => expect(keptOf(120, 14, ({ id }) => id === '100').at(-1)).toBe(100));
  it('go if a newer one was', () => expect(keptOf(120, 14, ({ id }) => id === '3' || id === '100')).not.toContain(100));
});

describe('segments of the archive', () => {
  const [old, deleted, kept] = ['20261101T000000Z-10', '20261102T000000Z-20', '20261103T000000Z-30'];
  const segment = (base: string, first: number, last: number) => ({ base, first, last });
  const gone = unneededSegments(
    [segment(old!, 11, 20), segment(deleted!, 21, 29), segment(deleted!, 26, 32), segment(kept!, 33, 40)],
    [old!, kept!].map((id) => ({ id, position: Number(id.split('-')[1]) })),
  );
  it('are kept with their backup, or if a later one needs what was archived while it was taken', () =>
    expect(gone).toEqual([segment(deleted!, 21, 29)]));
});
