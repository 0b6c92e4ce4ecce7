import { expect, it } from '@jest/globals';
import { nextBankDay } from './sepa.ts';

it.each([
  ['a Thursday', '2026-11-26T10:00:00.000Z', '2026-11-27'],
  ['a Friday, over the weekend', '2026-11-27T23:59:59.999Z', '2026-11-30'],
  ['a Saturday', '2026-11-28T00:00:00.000Z', '2026-11-30'],
  ['Christmas Eve, a Thursday', '2026-12-24T09:00:00.000Z', '2026-12-28'],
  ['Christmas Eve, a Wednesday', '2025-12-24T09:00:00.000Z', '2025-12-29'],
  ['New Year’s Eve, a Thursday', '2026-12-31T09:00:00.000Z', '2027-01-04'],
  ['the day before Good Friday', '2026-04-02T09:00:00.000Z', '2026-04-07'],
  ['the day before Good Friday of 2038, the latest Easter', '2038-04-22T09:00:00.000Z', '2038-04-27'],
  ['the day before Good Friday of 2008, the earliest of its time', '2008-03-20T09:00:00.000Z', '2008-03-25'],
  ['the day before Good Friday of 2021', '2021-04-01T09:00:00.000Z', '2021-04-06'],
  ['the day before Good Friday of 2049', '2049-04-15T09:00:00.000Z', '2049-04-20'],
  ['the day before Good Friday of 2052', '2052-04-18T09:00:00.000Z', '2052-04-23'],
  ['the day before Good Friday of 2106', '2106-04-15T09:00:00.000Z', '2106-04-20'],
  ['the day before Labour Day, a Thursday', '2026-04-30T09:00:00.000Z', '2026-05-04'],
])('banks pay after %s', (_day, at, next) => expect(nextBankDay(at)).toBe(next));
