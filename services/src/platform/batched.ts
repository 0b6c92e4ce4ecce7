import { setTimeout } from 'node:timers/promises';
import DataLoader from 'dataloader';

const MAX_BATCH = 500;

/** Merges requests made during a round trip into the next one. `ask` responds in order; `restMs`: pause after a response. */
export function batched<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  restMs = 0,
): (question: Question) => Promise<Answer> {
  let underWay: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Question, Answer>(
    (questions) => {
      const answers = ask(questions);
      underWay = answers.catch(() => {}).then(() => (restMs ? setTimeout(restMs) : undefined));
      return answers;
    },
    { cache: false, maxBatchSize: MAX_BATCH, batchScheduleFn: (dispatch) => void underWay.then(dispatch) },
  );
  return (question) => loader.load(question);
}
