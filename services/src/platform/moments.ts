/**
 * SQL: whether a stored time has come. One further away than the longest wait (an interval) was written by a fast clock that
 * has since been corrected: it counts as come, so such a clock delays nothing. Plus a minute, by which the clocks of
 * processes may differ: otherwise a slow one would admit work that another one has just postponed.
 */
export const hasCome = (moment: string, now: string, longest: string): string =>
  `(${moment} <= ${now} or ${moment} > ${now}::timestamptz + interval '${longest}' + interval '1 minute')`;

/** A clock (ms) for state in memory: if the given one is set back, this one continues from where it was. */
export function neverBack(clock: () => number): () => number {
  let [shown, added] = [-Infinity, 0];
  return () => {
    const at = clock() + added;
    if (at < shown) added += shown - at;
    return (shown = Math.max(shown, at));
  };
}
