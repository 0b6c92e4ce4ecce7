import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeClone } from '../support/clone.ts';

let clone: Awaited<ReturnType<typeof makeClone>>;
let server: Server | undefined;
beforeAll(async () => {
  clone = await makeClone('shop', { built: true });
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'first'],
  ])
    await new Promise((done) => execFile('git', args, { cwd: clone.folder }, done));
});
afterEach(() => void server?.close());
afterAll(() => clone.remove());

/** What an upgrade says before it changes anything. */
const refused = (more: Record<string, string> = {}): Promise<{ code: number; said: string }> => {
  const { PATH = '', HOME = '' } = process.env;
  const args = [join(clone.folder, 'tools/upgrade.mjs'), 'upgrade', 'none'];
  return new Promise((done) =>
    execFile(process.execPath, args, { cwd: clone.folder, env: { PATH, HOME, ...more } }, (error, _out, said) =>
      done({ code: Number(error?.code ?? 0), said: said.trim() }),
    ),
  );
};
const STOP = 'and not as the service framelift: stop it first, or say how it restarts: --restart COMMAND';

describe('an upgrade of a clone', () => {
  it.each([
    ['with a comment', (port: number) => `PORT=${port} # shop\n`],
    ['quoted, with a comment', (port: number) => `PORT="${port}" # 'shop'\n`],
    ['exported', (port: number) => `export PORT=${port}\n`],
    ['written twice', (port: number) => `PORT=1\nPORT=${port}\n`],
  ])('finds the running server at a port that .env names %s', async (_, line) => {
    server = createServer((_request, answer) => answer.end('{}'));
    await new Promise<void>((listening) => void server!.listen(0, 'localhost', listening));
    const { port } = server.address() as AddressInfo;
    await writeFile(join(clone.folder, '.env'), line(port));
    expect(await refused()).toEqual({ code: 2, said: `Framelift runs at http://localhost:${port}, ${STOP}` });
  });

  it('finds a running server whose address only its own environment names', async () => {
    await writeFile(join(clone.folder, '.env'), '');
    const waiting = join('services/dist/main', 'waiting.js');
    await writeFile(join(clone.folder, waiting), `console.log('up'); setInterval(() => {}, 1000);\n`);
    for (const path of [join(clone.folder, waiting), waiting]) {
      const child = spawn(process.execPath, [path], { cwd: clone.folder, stdio: ['ignore', 'pipe', 'ignore'] });
      await once(child.stdout, 'data');
      const { code, said } = await refused({ PORT: '1' });
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect([code, said]).toEqual([2, `Framelift runs as process ${child.pid}, ${STOP}`]);
    }
  });

  it('says what is wrong with a setting that it needs', async () => {
    await writeFile(join(clone.folder, '.env'), 'PORT=shop\n');
    expect(await refused()).toEqual({ code: 2, said: 'PORT must be a whole number of at least 0 and at most 65535' });
  });

  it('continues if no process runs', async () => {
    await writeFile(join(clone.folder, '.env'), 'PORT=1\n');
    expect(await refused()).toEqual({ code: 2, said: 'There is no version none' });
  });
});
