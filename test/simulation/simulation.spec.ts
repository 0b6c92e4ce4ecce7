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

it('finds nothing wrong in any of some seeds, and a seed does the same again', async () => {
  const [seeds, again] = await Promise.all([
    simulated('--seeds', '6', '--steps', '80', '--workers', '1', '--no-shrink'),
    simulated('--seed', '3', '--steps', '40', '--twice'),
  ]);
  expect(seeds.code === 0 ? '' : seeds.out).toBe('');
  expect(seeds.out).toMatch(/6 seeds, \d+ commands, \d+ events .*: 0 failed/);
  const prints = [...again.out.matchAll(/fingerprint (\w+)/g)].map(([, print]) => print);
  expect(prints).toHaveLength(2);
  expect(prints[0]).toBe(prints[1]);
}, 600_000);
