// `npm test -- --record`: writes the duration of each spec into durations.json, for machines where Jest has no record yet.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');
const file = join(import.meta.dirname, 'durations.json');

/** Seconds by path; a spec that did not run keeps its value, a deleted one is dropped. Short ones are omitted. */
export function record(results) {
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const now = results.map(({ name, startTime, endTime }) => [relative(root, name), Math.round((endTime - startTime) / 1000)]);
  const kept = Object.entries({ ...before, ...Object.fromEntries(now) })
    .filter(([path, seconds]) => seconds >= 3 && existsSync(join(root, path)))
    .toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
