import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { makeClone } from '../support/clone.ts';

/** A clone without build output, in a folder named as people name folders. */
let clone: string;
let remove: () => Promise<void>;
beforeAll(async () => void ({ folder: clone, remove } = await makeClone('José’s clone ü (2)')));
afterAll(() => remove());

const { PATH = '', HOME = '' } = process.env;
const command = [join('tools', 'run.mjs')];

it('npm start builds the site and serves it from a folder with spaces and accents in its name', async () => {
  const [port, store] = [await freePort(), await freePort()];
  const env = { PATH, HOME, PORT: String(port), SANDBOX_STORE_PORT: String(store) };
  const child = spawn(process.execPath, [...command, 'start'], { cwd: clone, env });
  let printed = '';
  const ready = new Promise<void>((done) => {
    const take = (chunk: Buffer) => (printed += chunk.toString()).includes('is ready at') && done();
    child.stdout.on('data', take);
    child.stderr.on('data', take);
  });
  const over = once(child, 'close');
  await Promise.race([ready, over]);
  const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
  child.kill('SIGTERM');
  const [code] = await over;
  expect([page?.status, code, printed]).toEqual([200, 0, expect.stringContaining('is ready at')]);
});

it('npm test runs in such a folder', async () => {
  const [error, output] = await new Promise<[Error | null, string]>((done) =>
    execFile(
      process.execPath,
      [...command, 'test', 'contracts/src/rules/terms.spec.ts'],
      { cwd: clone, env: { PATH, HOME } },
      (failed, out, err) => done([failed, out + err]),
    ),
  );
  expect([error, output]).toEqual([null, expect.stringMatching(/^[1-9]\d* passed, 0 failed$/m)]);
});
