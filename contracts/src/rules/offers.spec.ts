import { expect, it } from '@jest/globals';
import { offerRuns } from './offers.ts';

const end = '2026-03-01T00:00:00.000Z';
const now = Date.parse(end);

it.each([
  ['up to its last moment', 39_99, end, now, true],
  ['no millisecond longer', 39_99, end, now + 1, false],
  ['without an end', 39_99, null, now, true],
  ['not without an old price', null, end, now, false],
  ['not at all', null, null, now, false],
])('an offer runs %s', (_, oldPriceCents, offerEndsAt, at, runs) => expect(offerRuns({ oldPriceCents, offerEndsAt }, at)).toBe(runs));
