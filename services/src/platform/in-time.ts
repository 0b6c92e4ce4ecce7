import { setTimeout } from 'node:timers/promises';

/** A database that has not answered by then counts as away. */
const ANSWER_MS = 1_500;

/** What the database answers. @throws where it takes too long, as it does where the other side says nothing any more. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {});
  const late = new AbortController();
  const timer = setTimeout(ANSWER_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error('late');
  });
  return Promise.race([answer, timer]).finally(() => late.abort());
}
