import { expect, it } from '@jest/globals';
import { batched } from './batched.ts';

/** Requests that are answered when the spec decides. */
function slow() {
  const asked: { questions: readonly number[]; answer: (answers?: number[]) => void; fail: (error: Error) => void }[] = [];
  const ask = batched(
    (questions: readonly number[]) =>
      new Promise<readonly number[]>((answer, fail) =>
        asked.push({ questions, answer: (a = questions.map((q) => q * 10)) => answer(a), fail }),
      ),
  );
  return { ask, asked };
}
const aTurn = () => new Promise(setImmediate);

it('sends a single request immediately, and those that arrive meanwhile together, in order', async () => {
  const { ask, asked } = slow();
  const first = ask(1);
  await aTurn();
  const others = [ask(2), ask(3), ask(2)];
  await aTurn();
  expect(asked.map((a) => a.questions)).toEqual([[1]]);
  asked[0]!.answer();
  expect(await first).toBe(10);
  await aTurn();
  const [, { questions, answer }] = asked as [unknown, (typeof asked)[0]];
  expect(questions).toEqual([2, 3, 2]);
  // A new request does not get the response of an earlier one.
  const late = ask(3);
  answer();
  expect(await Promise.all(others)).toEqual([20, 30, 20]);
  await aTurn();
  asked[2]!.answer([31]);
  expect(await late).toBe(31);
});

it('fails all requests of a batch, and continues', async () => {
  const { ask, asked } = slow();
  const failing = Promise.allSettled([ask(1), ask(2)]);
  await aTurn();
  const next = ask(3);
  asked[0]!.fail(new Error('away'));
  expect((await failing).map((r) => (r as PromiseRejectedResult).reason.message)).toEqual(['away', 'away']);
  await aTurn();
  asked[1]!.answer();
  expect(await next).toBe(30);
});

it('sends a single request immediately, and pauses after a response if configured, to batch the next ones', async () => {
  const asked: (readonly number[])[] = [];
  const ask = batched(async (questions: readonly number[]) => {
    asked.push(questions);
    return questions;
  }, 50);
  await ask(1);
  const others = [ask(2)];
  await aTurn();
  others.push(ask(3));
  await Promise.all(others);
  expect(asked).toEqual([[1], [2, 3]]);
});
