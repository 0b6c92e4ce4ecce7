import { setTimeout } from 'node:timers/promises';

/** A database without a response by then counts as unavailable. */
const ANSWER_MS = 1_500;

/** The database's response. @throws if it takes too long, such as when the other side is silent. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {});
  const late = new AbortController();
  const timer = setTimeout(ANSWER_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error('late');
  });
  return Promise.race([answer, timer]).finally(() => late.abort());
}
