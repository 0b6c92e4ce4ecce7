import { describe, expect, it } from '@jest/globals';
import { KeptAnswer } from './kept-answer.ts';

/** Numbered answers, each made when `finish` says so. */
const counting = () => {
  const clock = { at: 0 };
  const waiting: ((failed?: Error) => void)[] = [];
  let made = 0;
  const make = () => {
    const number = ++made;
    return new Promise<number>((resolve, reject) => waiting.push((failed) => (failed ? reject(failed) : resolve(number))));
  };
  const finish = (failed?: Error) => waiting.splice(0).forEach((end) => end(failed));
  return { clock, finish, kept: new KeptAnswer(make, () => clock.at), made: () => made };
};

describe('a kept answer', () => {
  it('is made once for all who ask while it is made, and within a second', async () => {
    const { kept, clock, finish, made } = counting();
    const asked = [kept.get(7), kept.get(9, 7)];
    finish();
    expect((await Promise.all(asked)).map(({ body, position }) => [body, position])).toEqual([
      [1, 7],
      [1, 7],
    ]);
    clock.at = 999;
    await kept.get(9);
    expect(made()).toBe(1);
  });

  it('is made again a second after it was begun', async () => {
    const { kept, clock, finish } = counting();
    const first = kept.get(7);
    finish();
    await first;
    clock.at = 1_000;
    const second = kept.get(7);
    finish();
    expect((await second).body).toBe(2);
  });

  it('is made again for a caller who has seen more, such as the effect of an own command', async () => {
    const { kept, finish } = counting();
    const asked = [kept.get(7), kept.get(8, 8), kept.get(9, 8)];
    finish();
    expect((await Promise.all(asked)).map(({ body, position }) => [body, position])).toEqual([
      [1, 7],
      [2, 8],
      [2, 8],
    ]);
  });

  it('that failed is not kept', async () => {
    const { kept, finish } = counting();
    const failed = kept.get(7);
    finish(new Error('no database'));
    await expect(failed).rejects.toThrow('no database');
    const next = kept.get(7);
    finish();
    expect((await next).body).toBe(2);
  });
});
