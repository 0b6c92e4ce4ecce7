import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** Runs seeds as `npm run simulate` does. @returns its last line, and what it printed before. */
const simulated = (...args: string[]) =>
  new Promise<{ code: number; out: string }>((done) => {
    execFile(process.execPath, [join(import.meta.dirname, 'run.mjs'), ...args], (error, out, err) =>
      done({ code: error ? 1 : 0, out: out + err }),
    );
  });

it('finds nothing wrong in a seed, and the seed repeats exactly', async () => {
  const { code, out } = await simulated('--seed', '3', '--steps', '40', '--twice');
  expect(code === 0 ? '' : out).toBe('');
  const prints = [...out.matchAll(/fingerprint (\w+)/g)].map(([, print]) => print);
  expect(prints).toHaveLength(2);
  expect(prints[0]).toBe(prints[1]);
}, 600_000);
