import { setTimeout } from 'node:timers/promises';
import DataLoader from 'dataloader';

const MOST = 500;

/**
 * Makes one round trip of many: what is asked while an earlier question is on its way goes with the next one, so an answer is
 * never older than its question. One alone does not wait. `ask` answers in the order of its questions, or fails all of them.
 * `rest`: ms after an answer in which nothing is asked, so that of a flood more come together.
 */
export function batched<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  rest = 0,
): (question: Question) => Promise<Answer> {
  let underWay: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Question, Answer>(
    (questions) => {
      const answers = ask(questions);
      underWay = answers.catch(() => {}).then(() => (rest ? setTimeout(rest) : undefined));
      return answers;
    },
    { cache: false, maxBatchSize: MOST, batchScheduleFn: (dispatch) => void underWay.then(dispatch) },
  );
  return (question) => loader.load(question);
}
