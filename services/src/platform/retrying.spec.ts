import { expect, it } from '@jest/globals';
import { retrying } from './retrying.ts';

const options = () => {
  const stopping = new AbortController();
  const faults: { message: string; at: number }[] = [];
  const onError = ({ message }: Error) => void faults.push({ message, at: performance.now() });
  return { stopping, faults, options: { signal: stopping.signal, shortestMs: 20, longestMs: 80, onError } };
};

it('waits longer after each fault, to a bound, and shortly again once the work was well', async () => {
  const { stopping, faults, options: given } = options();
  let runs = 0;
  await retrying(async (recovered) => {
    if (++runs === 6) recovered();
    if (runs === 8) return 'end';
    throw new Error(String(runs));
  }, given);
  expect(stopping.signal.aborted).toBe(false);
  expect(faults.map((f) => f.message)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  const pauses = faults.slice(1).map(({ at }, i) => at - faults[i]!.at);
  // A timer may be a little early, and late on a busy machine.
  for (const [i, least] of [20, 40, 80, 80, 80, 20].entries()) expect(pauses[i]).toBeGreaterThan(least - 3);
  expect(pauses[5]).toBeLessThan(pauses[4]!);
});

it('ends when it is stopped, and tells of no fault that comes then', async () => {
  const { stopping, faults, options: given } = options();
  await retrying(async () => {
    stopping.abort();
    throw new Error('too late');
  }, given);
  expect(faults).toEqual([]);
});
