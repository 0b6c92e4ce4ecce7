import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort, startPostgres } from '../../services/src/platform/embedded-postgres.ts';
import { ran } from '../support/operator.ts';
import { ChildProcess } from '../support/child-process.ts';
import { skipReason } from '../support/skip-reason.ts';

let folder: string;
let env: Record<string, string>;
let url: string;
let running: ChildProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-start-'));
  // Run by root, PostgreSQL is another user: where that one cannot get in, its data would be put elsewhere, and stay there.
  await chmod(folder, 0o711);
  const [port, store] = [await freePort(), await freePort()];
  url = `http://localhost:${port}`;
  env = { DATA_DIR: join(folder, 'data'), PORT: String(port), SANDBOX_STORE_PORT: String(store) };
});
afterEach(async () => {
  await running?.end();
  running = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** The rows of the table that a start ends with, by their first column. */
const tableOf = (output: string): Record<string, string[]> =>
  Object.fromEntries(
    output
      .slice(output.indexOf('is ready at'))
      .split('\n')
      .filter((line) => line.startsWith('  '))
      .map((line) => {
        const [name, ...rest] = line.trim().split(/ {2,}/);
        return [name!, rest];
      }),
  );

const signIn = async (username: string, password: string) => {
  const body = JSON.stringify({ username, password });
  const answer = await fetch(`${url}/api/affiliate/login`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  return ((await answer.json()) as { affiliate?: { username: string; totalSales: number; isAdmin: boolean } }).affiliate;
};

describe('a start', () => {
  it('ends with a table of what to open, and each address answers', async () => {
    running = await ChildProcess.start('start.js', env, 'API docs');
    expect(running.output).toContain(`Framelift is ready at ${url}\n`);
    const table = tableOf(running.output);
    expect(table).toEqual({
      Site: [url],
      'Affiliate sign-in': [`${url}/affiliate/login`, `join at ${url}/affiliate/register`],
      'Admin sign-in': [`${url}/affiliate/login`, 'as admin'],
      'Payment sandbox': [`http://localhost:${env['SANDBOX_STORE_PORT']}`, 'opens when you press Buy Now'],
      'Sandbox mailbox': [`${url}/sandbox/mail`, 'every mail is kept here'],
      'API docs': [`${url}/api/docs`],
    });
    for (const [name, [address]] of Object.entries(table)) expect([name, (await fetch(address!)).status]).toEqual([name, 200]);
  }, 120_000);

  it('with --demo makes a year of history once, and prints a sign-in that works', async () => {
    running = await ChildProcess.start('start.js', env, 'API docs', ['--demo']);
    const [, username, password] = /login +(\S+) \/ (\S+)/.exec(running.output)!;
    expect(await signIn(username!, password!)).toMatchObject({ username, totalSales: expect.any(Number), isAdmin: false });
    expect((await signIn(username!, password!))!.totalSales).toBeGreaterThan(20);
    const [, admin, secret] = /The admin account \(shown once\): (\S+) \/ (\S+)/.exec(running.output)!;
    expect(await signIn(admin!, secret!)).toMatchObject({ isAdmin: true });
    expect(await running.end()).toBe(0);

    running = await ChildProcess.start('start.js', env, 'API docs', ['--demo']);
    expect(running.output).toContain('The log holds a history already, so --demo makes none');
    expect(await signIn(username!, password!)).toMatchObject({ username });
  }, 240_000);

  it('that is stopped while it makes a history ends at once, and leaves no database running', async () => {
    running = await ChildProcess.start('start.js', env, 'Making a year of history', ['--demo']);
    await setTimeout(3_000);
    expect(await running.end()).toBe(0);
    const server = await startPostgres(env['DATA_DIR']!, 'framelift');
    expect(server.adopted).toBe(false);
    await server.stop();
  }, 60_000);

  it('refuses what it does not know', async () => {
    expect(await ran('start.js', env, '--nonsense')).toMatchObject({ code: 2, out: '', err: "error: unknown option '--nonsense'\n" });
  });
});

describe('a start that cannot be says why in one sentence', () => {
  const taken: Server[] = [];
  const take = async (port: string | undefined) => {
    const server = createServer().listen(Number(port));
    await once(server, 'listening');
    taken.push(server);
  };
  afterEach(() => {
    for (const server of taken.splice(0)) server.close();
  });

  it.each(['PORT', 'SANDBOX_STORE_PORT'])('where %s is used, before it makes anything', async (setting) => {
    await take(env[setting]);
    for (const args of [[], ['--demo']])
      expect(await ran('start.js', env, ...args)).toMatchObject({
        code: 1,
        out: '',
        err: `Port ${env[setting]} is in use; set ${setting} to another one\n`,
      });
  });

  it('where the demo is asked for on a real store', async () => {
    const real = { ...env, STORE_API_URL: 'https://store.example', STORE_API_KEY: 'k', STORE_WEBHOOK_SECRET: 's' };
    expect(await ran('start.js', real, '--demo')).toMatchObject({
      code: 1,
      err: 'The demo only runs on the sandbox store: unset STORE_API_URL and STORE_PROVIDER\n',
    });
  }, 60_000);
});

/** Why no small disk can be made here. */
const noDisk = ((): string | undefined => {
  const place = join(tmpdir(), `framelift-disk-${process.pid}`);
  try {
    execFileSync(
      'sh',
      ['-c', `mkdir "$0" && mount -t tmpfs -o size=1m tmpfs "$0" && umount "$0"; ended=$?; rmdir "$0"; exit $ended`, place],
      { stdio: 'ignore' },
    );
    return undefined;
  } catch {
    return 'mounting a small disk needs root';
  }
})();
const titled = skipReason(noDisk);

(noDisk ? describe.skip : describe)(titled('a full disk'), () => {
  let disk: string;
  const mount = async (megabytes: number) => {
    disk = join(folder, 'disk');
    await mkdir(disk);
    execFileSync('chmod', ['755', folder]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk]);
    env['DATA_DIR'] = join(disk, 'data');
  };
  afterEach(() => void execFileSync('umount', [disk]));

  // One has no room for a database, one none for what the database writes first, one none for a year of history.
  it.each([12, 50, 65])(
    'of %i MB ends a start in one sentence, and nothing is left running',
    async (megabytes) => {
      await mount(megabytes);
      const { code, err } = await ran('start.js', env, '--demo');
      expect([code, err]).toEqual([1, `The disk of ${env['DATA_DIR']} is full; make room or set DATA_DIR to a folder on another disk\n`]);
    },
    120_000,
  );

  it('ends the demo in one sentence', async () => {
    await mount(65);
    const { code, err } = await ran('demo.js', env, '--sales', '1200');
    expect([code, err]).toEqual([1, `The disk of ${env['DATA_DIR']} is full; make room or set DATA_DIR to a folder on another disk\n`]);
  }, 120_000);
});
