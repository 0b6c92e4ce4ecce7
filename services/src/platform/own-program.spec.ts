import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { until } from '../../../test/support/until.ts';
import { runOwn } from './own-program.ts';

let folder: string;
let waiting: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-program-'));
  waiting = join(folder, 'waiting.mjs');
  await writeFile(waiting, 'setInterval(() => {}, 1_000_000);');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The scheduling class of the program, if it runs. */
const classOf = async (file: string) => {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'cls=,args=', '--ppid', String(process.pid)]);
  return stdout
    .split('\n')
    .find((line) => line.includes(file))
    ?.trim()
    .split(' ')[0];
};

(process.platform === 'linux' ? it : it.skip).each([
  [false, 'TS'],
  [true, 'IDL'],
])('a program of ours with low priority %s is of the class %s, and ends when it is stopped', async (isLow, inClass) => {
  const stop = new AbortController();
  const ran = runOwn(pathToFileURL(waiting).href, [], process.env, stop.signal, isLow);
  try {
    await until(async () => (await classOf(waiting)) === inClass);
  } finally {
    stop.abort();
  }
  expect((await ran).err).toBe('ended by SIGINT');
});
