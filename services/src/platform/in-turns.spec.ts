import { expect, it } from '@jest/globals';
import { andPause, inTurns } from './in-turns.ts';

let [under, most] = [0, 0];
let paused: number[] = [];
const wait = async (ms: number) => void paused.push(ms);
const work = (name: string) => async () => {
  most = Math.max(most, ++under);
  await new Promise((done) => setImmediate(done));
  under--;
  return name;
};
const ran = async (inBackground: boolean) => {
  [most, paused] = [0, []];
  const done = await inTurns(['a', 'b', 'c'].map(work), inBackground, wait);
  return { done, most, pauses: paused.length };
};

it('does everything at once for people, and in the background one after the other, each followed by a pause', async () => {
  expect(await ran(false)).toEqual({ done: ['a', 'b', 'c'], most: 3, pauses: 0 });
  expect(await ran(true)).toEqual({ done: ['a', 'b', 'c'], most: 1, pauses: 3 });
});

it('pauses as long as a piece of work took', async () => {
  let now = 1_000;
  const clock = () => now;
  paused = [];
  expect(await andPause(async () => ((now += 40), 'a'), true, wait, clock)).toBe('a');
  expect(await andPause(async () => ((now += 40), 'b'), false, wait, clock)).toBe('b');
  expect(paused).toEqual([40]);
});
