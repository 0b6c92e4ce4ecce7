import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Repeat } from './repeat.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const unexpected = (error: unknown) => {
  throw error;
};
const passed = (ms: number) => jest.advanceTimersByTimeAsync(ms);

it('runs when woken, then again after its interval', async () => {
  let runs = 0;
  const job = new Repeat(10, async () => void runs++, unexpected);
  await passed(50);
  expect(runs).toBe(0);
  job.wake();
  expect(runs).toBe(1);
  await passed(9);
  expect(runs).toBe(1);
  await passed(1);
  expect(runs).toBe(2);
  await passed(20);
  expect(runs).toBe(4);
  await job.stop();
});

it('never runs concurrently, and once more for any number of calls meanwhile', async () => {
  const ends: (() => void)[] = [];
  const job = new Repeat(60_000, () => new Promise<void>((end) => ends.push(end)), unexpected);
  for (let i = 0; i < 10; i++) job.wake();
  await passed(1_000);
  expect(ends).toHaveLength(1);
  ends[0]!();
  await passed(1_000);
  expect(ends).toHaveLength(2);
  ends[1]!();
  await passed(1_000);
  expect(ends).toHaveLength(2);
  await job.stop();
});

it('continues after a failure, which it reports', async () => {
  const failures: unknown[] = [];
  const job = new Repeat(
    5,
    () => Promise.reject(new Error('no')),
    (error) => failures.push(error),
  );
  job.wake();
  await passed(5);
  expect(failures).toEqual([new Error('no'), new Error('no')]);
  await job.stop();
});

it('finishes its run when stopped, and never runs again', async () => {
  let [runs, ended] = [0, 0];
  let end = () => {};
  const job = new Repeat(
    1,
    async (stop) => {
      runs++;
      await new Promise<void>((done) => (end = done));
      expect(stop.aborted).toBe(true);
      ended++;
    },
    unexpected,
  );
  job.wake();
  const stopping = job.stop();
  end();
  await stopping;
  job.wake();
  await passed(1_000);
  expect([runs, ended]).toEqual([1, 1]);
});
