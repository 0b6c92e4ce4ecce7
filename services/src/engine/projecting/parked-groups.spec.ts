import { expect, it } from '@jest/globals';
import { causeOf, groupParked } from './parked-groups.ts';
import type { ParkedStream } from './parked-streams.ts';

const parked = (position: number, error: string, more: Partial<ParkedStream> = {}): ParkedStream => ({
  projection: 'dashboard',
  streamId: `affiliate-${position}`,
  position,
  type: 'SaleRecorded',
  error,
  parkedAt: new Date(0),
  waiting: 0,
  ...more,
});

it('groups by cause, ignoring ids, numbers and values in the error; the largest group comes first', () => {
  const groups = groupParked([
    parked(3, 'cannot fold'),
    parked(9, 'value "40000" is out of range for type smallint'),
    parked(7, 'value "81234" is out of range for type smallint'),
  ]);
  expect(groups.map(({ error, streams }) => [error, streams.map((s) => s.position)])).toEqual([
    ['value "81234" is out of range for type smallint', [7, 9]],
    ['cannot fold', [3]],
  ]);
});

it('separates groups by read model, event and error', () => {
  const groups = groupParked([
    parked(1, 'x'),
    parked(2, 'x', { projection: 'accounts' }),
    parked(3, 'x', { type: 'SaleReversed' }),
    parked(4, 'y'),
  ]);
  expect(groups.map(({ streams }) => streams.length)).toEqual([1, 1, 1, 1]);
  expect(new Set(groups.map(({ fingerprint }) => fingerprint)).size).toBe(4);
});

it('keeps a group’s fingerprint while it grows', () => {
  const [before] = groupParked([parked(5, 'at 5: no row x1y2z3w4 of 3f2504e0-4f89-41d3-9a0c-0305e82c3301')]);
  const [after] = groupParked([
    parked(4, 'at 4: no row q9r8s7t6 of 9b2d04e0-4f89-41d3-9a0c-0305e82c3301'),
    parked(5, 'at 5: no row x1y2z3w4 of 3f2504e0-4f89-41d3-9a0c-0305e82c3301'),
  ]);
  expect(after!.fingerprint).toBe(before!.fingerprint);
});

it.each([
  ['insert violates “check_1”', 'insert violates "…"'],
  ['row 12 of abc123def456', 'row # of …'],
  ['cannot fold a refund', 'cannot fold a refund'],
])('%s → %s', (error, cause) => expect(causeOf(error)).toBe(cause));
