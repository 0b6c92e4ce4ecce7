// How measurements are taken and reported: interleaved runs of ours and its peers, medians and ranges.
import { readFile } from 'node:fs/promises';

/** Of an even number of values the mean of the middle two. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
}
export const quantile = (values, q) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))];

/** Runs every candidate once per round, in turn, so that drift of the machine's speed affects all of them. */
export async function inTurn(rounds, candidates) {
  const results = Object.fromEntries(Object.keys(candidates).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++)
    for (const [name, run] of Object.entries(candidates)) {
      const result = await run(round);
      if (round > 0) results[name].push(result); // the first round warms up
    }
  return results;
}

/** Resident memory of a process, MB. */
export const memoryOf = async (pid) => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** The share of the processors that others on the machine's host take. @returns an end function, which answers percent of all of them */
export async function stolen() {
  const ticks = async () => (await readFile('/proc/stat', 'utf8')).split('\n')[0].split(/\s+/).slice(1, 9).map(Number);
  const before = await ticks();
  return async () => {
    const spent = (await ticks()).map((now, i) => now - before[i]);
    return (100 * spent[7]) / spent.reduce((sum, n) => sum + n);
  };
}

const rounded = (value) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

/** One row of the report: medians of ours and its peers, with every run. */
export const row = (suite, measure, unit, runs) => {
  const { ours, ...peers } = Object.fromEntries(Object.entries(runs).map(([name, values]) => [name, rounded(median(values))]));
  return { suite, measure, unit, ours, peers, runs: Object.fromEntries(Object.entries(runs).map(([n, v]) => [n, v.map(rounded)])) };
};

export function show(rows) {
  console.table(
    rows.map(({ suite, measure, unit, ours, peers, runs }) => ({
      suite,
      measure: `${measure} (${unit})`,
      ours: `${ours} [${Math.min(...runs.ours)}–${Math.max(...runs.ours)}]`,
      ...Object.fromEntries(Object.entries(peers).map(([name, value]) => [name, `${value} (×${(ours / value).toFixed(2)})`])),
    })),
  );
}

/** `writers` loops that each run `work(i)` until `count` are done, or `ms` are over; answers operations per second and latencies in ms. */
export async function load(writers, count, work, ms = Infinity) {
  const latencies = [];
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (let i = next++; i < count && performance.now() - began < ms; i = next++) {
        const at = performance.now();
        await work(i);
        latencies.push(performance.now() - at);
      }
    }),
  );
  return {
    perSecond: latencies.length / ((performance.now() - began) / 1000),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}
