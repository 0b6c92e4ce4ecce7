/** The admin GETs go one after another, about this long apart (docs/product.md#admin-dashboard). Component specs set it to 0. */
export const pace = { gapMs: 100 };

let turn: Promise<unknown> = Promise.resolve();

const pause = () => new Promise((resolve) => setTimeout(resolve, pace.gapMs));

/** Asks when everything asked before has been answered, and the gap has passed. */
export const inTurn = <Answer>(ask: () => PromiseLike<Answer> | Answer): Promise<Answer> => {
  const answer = turn.then(ask);
  turn = answer.then(pause, pause);
  return answer;
};
