import { expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { Repeat } from './repeat.ts';

const unexpected = (error: unknown) => {
  throw error;
};

it('runs when woken, then again after its time', async () => {
  let runs = 0;
  const job = new Repeat(10, async () => void runs++, unexpected);
  job.wake();
  expect(runs).toBe(1);
  await wait(100);
  expect(runs).toBeGreaterThan(2);
  await job.stop();
});

it('never runs twice at once, and once more for any number of calls meanwhile', async () => {
  let [runs, atOnce, most] = [0, 0, 0];
  const job = new Repeat(
    60_000,
    async () => {
      runs++;
      most = Math.max(most, ++atOnce);
      await wait(20);
      atOnce--;
    },
    unexpected,
  );
  for (let i = 0; i < 10; i++) job.wake();
  await wait(80);
  expect([runs, most]).toEqual([2, 1]);
  await job.stop();
});

it('goes on after a failure, which it reports', async () => {
  const failures: unknown[] = [];
  const job = new Repeat(
    5,
    () => Promise.reject(new Error('no')),
    (error) => failures.push(error),
  );
  job.wake();
  await wait(60);
  expect(failures.length).toBeGreaterThan(1);
  await job.stop();
});

it('lets a run end when it is stopped, and never runs again', async () => {
  let [runs, ended] = [0, 0];
  const job = new Repeat(
    1,
    async (stop) => {
      runs++;
      await wait(20);
      expect(stop.aborted).toBe(true);
      ended++;
    },
    unexpected,
  );
  job.wake();
  await job.stop();
  job.wake();
  await wait(20);
  expect([runs, ended]).toEqual([1, 1]);
});
