import { afterEach, expect, it, jest } from '@jest/globals';
import { inTurn } from './inTurn.ts';

afterEach(() => void jest.useRealTimers());

it('admin calls go one after another, a gap after the last answer, also after one that failed', async () => {
  jest.useFakeTimers({ now: 0 });
  const asked: [string, number][] = [];
  const call = (name: string, fails = false) =>
    inTurn(async () => {
      asked.push([name, Date.now()]);
      await new Promise((answered) => setTimeout(answered, 20));
      if (fails) throw new Error(name);
    });
  const all = Promise.allSettled([call('a'), call('b', true), call('c')]);
  await jest.advanceTimersByTimeAsync(1_000);
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(asked).toEqual([
    ['a', 0],
    ['b', 120],
    ['c', 240],
  ]);
});
