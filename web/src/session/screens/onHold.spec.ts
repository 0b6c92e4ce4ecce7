import { expect, it } from '@jest/globals';
import { onHoldWords } from './onHold.ts';

const noon = Date.parse('2026-03-11T12:00:00.000Z');

it('says from when on a commission is available only while it is on hold', () => {
  expect(onHoldWords('2026-03-12T00:00:00.000Z', noon)).toBe('Available on Mar 12, 2026');
  for (const over of ['2026-03-11T12:00:00.000Z', '2026-03-11T00:00:00.000Z', null, undefined]) expect(onHoldWords(over, noon)).toBeNull();
});
