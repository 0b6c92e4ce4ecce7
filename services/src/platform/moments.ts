/**
 * SQL: whether a stored moment has come. One further away than the longest wait (an interval) was written by a clock that was ahead
 * and has been put right since: it counts as come, so no such clock keeps anything waiting. A minute more, by which the clocks of
 * processes may differ: otherwise one that is behind would let in what another one has just put off.
 */
export const hasCome = (moment: string, now: string, longest: string): string =>
  `(${moment} <= ${now} or ${moment} > ${now}::timestamptz + interval '${longest}' + interval '1 minute')`;

/** A clock (ms) for what is kept in memory: where the given one is put back, this one goes on from where it was. */
export function neverBack(clock: () => number): () => number {
  let [shown, added] = [-Infinity, 0];
  return () => {
    const at = clock() + added;
    if (at < shown) added += shown - at;
    return (shown = Math.max(shown, at));
  };
}
