import { expect, it } from '@jest/globals';
import { event, eventsFrom, type Given } from '../../../../test/support/given-events.ts';
import { countingProjection } from '../../../../test/support/counting-projection.ts';
import type { Exclusions } from './parked.ts';
import type { Table } from './projection.ts';
import { isSameRow, RowFold } from './stepping.ts';

const { things, list, totals } = countingProjection().tables as unknown as Record<string, Table>;
const removed = (paymentMethodId: string): Given => event('PaymentMethodRemoved', { paymentMethodId });
const steps = (table: Table, key: (string | number)[], given: Given[], exclusions: Partial<Exclusions> = {}) => {
  const fold = new RowFold(table, key, { parked: new Map(), skipped: new Set(), ...exclusions });
  return eventsFrom(given).flatMap((e) => {
    const step = fold.take(e);
    return step
      ? [[step.event.position, (step.before as { n?: number })?.n ?? null, (step.after as { n?: number })?.n ?? null, step.leftOut]]
      : [];
  });
};

it('shows each event that changes the row, with the row before and after it', () => {
  const given = [
    removed('x'),
    removed('y'),
    event('NotificationsRead'),
    removed('x'),
    event('PaymentMethodAdded', { paymentMethodId: 'x' }),
  ];
  expect(steps(things!, ['a1', 'x'], given)).toEqual([
    [1, null, 1, null],
    [4, 1, 2, null],
    [5, 2, null, null],
  ]);
  expect(steps(things!, ['a1', 'z'], given)).toEqual([]);
});

it('folds rows that one event creates, and totals of a partition', () => {
  const [partition] = eventsFrom([removed('x')]).map((e) => e.partition);
  expect(steps(list!, [2], [removed('x'), removed('y')]).map(([position]) => position)).toEqual([2]);
  expect(steps(totals!, [partition!], [removed('x'), removed('y')])).toEqual([
    [1, null, 1, null],
    [2, 1, 2, null],
  ]);
  expect(steps(totals!, [partition! + 1], [removed('x')])).toEqual([]);
});

it('skips and marks the events that the read model skips', () => {
  const given = [removed('x'), removed('x'), removed('x')];
  expect(steps(things!, ['a1', 'x'], given, { skipped: new Set([2]) })).toEqual([
    [1, null, 1, null],
    [2, 1, 1, 'skipped'],
    [3, 1, 2, null],
  ]);
  expect(steps(things!, ['a1', 'x'], given, { parked: new Map([['affiliate-a1', 2]]) })).toEqual([
    [1, null, 1, null],
    [2, 1, 1, 'parked'],
    [3, 1, 1, 'parked'],
  ]);
});

it('compares rows by their opened columns only', () => {
  expect(isSameRow({ n: 1, name: null }, { n: 1, name: 'ada' }, ['name'])).toBe(true);
  expect(isSameRow({ n: 1 }, { n: 2 })).toBe(false);
  expect(isSameRow(undefined, { n: 1 })).toBe(false);
  expect(isSameRow({ list: [{ a: undefined, b: 1 }] }, { list: [{ b: 1 }] })).toBe(true);
});
