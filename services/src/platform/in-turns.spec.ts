import { expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { andPause, inTurns } from './in-turns.ts';

const WORK_MS = 60;
let [under, most] = [0, 0];
const work = (name: string) => async () => {
  most = Math.max(most, ++under);
  await wait(WORK_MS);
  under--;
  return name;
};
const timed = async (inBackground: boolean) => {
  most = 0;
  const began = performance.now();
  const done = await inTurns(['a', 'b', 'c'].map(work), inBackground);
  return { done, most, ms: performance.now() - began };
};

it('does everything at once for people, and in the background one after the other, half of the time', async () => {
  expect(await timed(false)).toMatchObject({ done: ['a', 'b', 'c'], most: 3 });
  const { ms, ...turns } = await timed(true);
  expect(turns).toEqual({ done: ['a', 'b', 'c'], most: 1 });
  expect(ms).toBeGreaterThan(3 * 2 * WORK_MS * 0.95);
});

it('pauses after one piece of work, too', async () => {
  const began = performance.now();
  expect(await andPause(work('a'), true)).toBe('a');
  expect(performance.now() - began).toBeGreaterThan(2 * WORK_MS * 0.95);
});
