/** A wanted step of 1 to 10 becomes the round one that is nearest by ratio. */
const ROUND = [
  [Math.sqrt(50), 10],
  [Math.sqrt(10), 5],
  [Math.sqrt(2), 2],
  [0, 1],
] as const;

function stepOf(span: number, count: number, whole: boolean): number {
  const wanted = span / count;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * ROUND.find(([from]) => wanted / power >= from)![1];
  return whole ? Math.max(1, step) : step;
}

/** Round values from below `low` to above `high`, which differ: the lines of an axis. `whole`: none is between two whole numbers. */
export function axisOf(low: number, high: number, count: number, whole: boolean): number[] {
  const step = stepOf(high - low, count, whole);
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  // The round ends may have room for fewer lines.
  if (stepOf((last - first) * step, count, whole) > step) return axisOf(first * step, last * step, count, whole);
  // A small step has decimals that multiples of it miss.
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
