import { expect, it } from '@jest/globals';
import { batched } from './batched.ts';

/** Requests that are answered when the spec decides. */
function slow() {
  const calls: { questions: readonly number[]; answer: (answers?: number[]) => void; fail: (error: Error) => void }[] = [];
  const ask = batched(
    (questions: readonly number[]) =>
      new Promise<readonly number[]>((answer, fail) =>
        calls.push({ questions, answer: (a = questions.map((q) => q * 10)) => answer(a), fail }),
      ),
  );
  return { ask, asked: calls };
}
const aTurn = () => new Promise(setImmediate);

it('sends a single request immediately, and those that arrive meanwhile together, in order', async () => {
  const { ask, asked: batches } = slow();
  const first = ask(1);
  await aTurn();
  const others = [ask(2), ask(3), ask(2)];
  await aTurn();
  expect(batches.map((a) => a.questions)).toEqual([[1]]);
  batches[0]!.answer();
  expect(await first).toBe(10);
  await aTurn();
  const [, { questions, answer }] = batches as [unknown, (typeof batches)[0]];
  expect(questions).toEqual([2, 3, 2]);
  // A new request does not get the response of an earlier one.
  const late = ask(3);
  answer();
  expect(await Promise.all(others)).toEqual([20, 30, 20]);
  await aTurn();
  batches[2]!.answer([31]);
  expect(await late).toBe(31);
});

it('fails all requests of a batch, and continues', async () => {
  const { ask, asked: calls } = slow();
  const failing = Promise.allSettled([ask(1), ask(2)]);
  await aTurn();
  const next = ask(3);
  calls[0]!.fail(new Error('away'));
  expect((await failing).map((r) => (r as PromiseRejectedResult).reason.message)).toEqual(['away', 'away']);
  await aTurn();
  calls[1]!.answer();
  expect(await next).toBe(30);
});

it('sends a single request immediately, and pauses after a response if configured, to batch the next ones', async () => {
  const calls: (readonly number[])[] = [];
  const ask = batched(async (questions: readonly number[]) => {
    calls.push(questions);
    return questions;
  }, 50);
  await ask(1);
  const others = [ask(2)];
  await aTurn();
  others.push(ask(3));
  await Promise.all(others);
  expect(calls).toEqual([[1], [2, 3]]);
});
