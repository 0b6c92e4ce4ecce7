import { expect, it } from '@jest/globals';
import { retrying } from './retrying.ts';

// Checks the requested timeouts, not when they fire: that varies on a busy machine.
const pauses: number[] = [];
const wait = async (ms: number) => void pauses.push(ms);

const options = () => {
  const stopping = new AbortController();
  const faults: string[] = [];
  const onError = ({ message }: Error) => void faults.push(message);
  return { stopping, faults, options: { signal: stopping.signal, shortestMs: 20, longestMs: 80, onError } };
};

it('waits longer after each fault, up to a limit, and briefly again after a success', async () => {
  const { stopping, faults, options: given } = options();
  let runs = 0;
  await retrying(
    async (recovered) => {
      if (++runs === 6) recovered();
      if (runs === 8) return 'end';
      throw new Error(String(runs));
    },
    given,
    wait,
  );
  expect(stopping.signal.aborted).toBe(false);
  expect(faults).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  expect(pauses).toEqual([20, 40, 80, 80, 80, 20, 40]);
});

it('ends when it is stopped, and reports no later fault', async () => {
  const { stopping, faults, options: given } = options();
  await retrying(
    async () => {
      stopping.abort();
      throw new Error('too late');
    },
    given,
    wait,
  );
  expect(faults).toEqual([]);
});
