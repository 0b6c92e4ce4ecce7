import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startPostgres } from '../../services/src/platform/embedded-postgres.ts';
import { ran } from '../support/operator.ts';
import { type OwnStart, ownStart } from '../support/own-start.ts';
import { ChildProcess } from '../support/child-process.ts';
import { skipReason } from '../support/skip-reason.ts';
import { until } from '../support/until.ts';

let own: OwnStart;
let running: ChildProcess | undefined;
beforeEach(async () => {
  own = await ownStart();
});
afterEach(async () => {
  await running?.end();
  running = undefined;
  await own.remove();
});

const signIn = async (username: string, password: string) => {
  const body = JSON.stringify({ username, password });
  const answer = await fetch(`${own.url}/api/affiliate/login`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  return (await answer.json()) as { token: string; affiliate?: { username: string; totalSales: number; isAdmin: boolean } };
};

describe('a start', () => {
  it('with --demo makes a year of history once, and prints a working login', async () => {
    running = await ChildProcess.start('start.js', own.env, 'API docs', ['--demo']);
    const [, username, password] = /login +(\S+) \/ (\S+)/.exec(running.output)!;
    const { affiliate } = await signIn(username!, password!);
    expect(affiliate).toMatchObject({ username, isAdmin: false });
    expect(affiliate!.totalSales).toBeGreaterThan(20);
    const [, admin, secret] = /The admin account \(shown once\): (\S+) \/ (\S+)/.exec(running.output)!;
    const { token, affiliate: account } = await signIn(admin!, secret!);
    expect(account).toMatchObject({ isAdmin: true });
    const read = async (path: string) =>
      (await fetch(`${own.url}/api/admin/${path}`, { headers: { Authorization: `Bearer ${token}` } })).json() as Promise<any>;
    await until(async () => (await read('attention')).counts.sales === 1);
    expect((await read('payout-runs')).runs).toHaveLength(1);
    expect((await read('webhooks')).webhooks).toMatchObject([{ name: 'Bookkeeping', state: 'active' }]);
    await until(async () => (await (await fetch(`${own.url}/sandbox/mail`)).text()).includes('reported a missing sale'));
    expect(await running.end()).toBe(0);

    running = await ChildProcess.start('start.js', own.env, 'API docs', ['--demo']);
    expect(running.output).toContain('The log holds a history already, so --demo makes none');
    expect((await signIn(username!, password!)).affiliate).toMatchObject({ username });
  });

  it('refuses the demo on a real store', async () => {
    const real = { ...own.env, STORE_API_URL: 'https://store.example', STORE_API_KEY: 'k', STORE_WEBHOOK_SECRET: 's' };
    expect(await ran('start.js', real, '--demo')).toMatchObject({
      code: 1,
      err: 'The demo only runs on the sandbox store: unset STORE_API_URL and STORE_PROVIDER\n',
    });
  });

  it('ends immediately when stopped while it makes a history, and leaves no database running', async () => {
    running = await ChildProcess.start('start.js', own.env, 'Making a year of history', ['--demo']);
    await setTimeout(3_000);
    expect(await running.end()).toBe(0);
    const server = await startPostgres(own.env['DATA_DIR']!, 'framelift');
    expect(server.adopted).toBe(false);
    await server.stop();
  });
});

/** Why a small disk cannot be made here. */
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
    disk = join(own.folder, 'disk');
    await mkdir(disk);
    execFileSync('chmod', ['755', own.folder]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk]);
    own.env['DATA_DIR'] = join(disk, 'data');
  };
  afterEach(() => void execFileSync('umount', [disk]));

  // Too small for a database, for its first writes, and for a year of history.
  it.each([12, 50, 65])('of %i MB ends a start in one sentence, and nothing is left running', async (megabytes) => {
    await mount(megabytes);
    const { code, err } = await ran('start.js', own.env, '--demo');
    expect([code, err]).toEqual([1, `The disk of ${own.env['DATA_DIR']} is full; make room or set DATA_DIR to a folder on another disk\n`]);
  });

  it('ends the demo in one sentence', async () => {
    await mount(65);
    const { code, err } = await ran('demo.js', own.env, '--sales', '1200');
    expect([code, err]).toEqual([1, `The disk of ${own.env['DATA_DIR']} is full; make room or set DATA_DIR to a folder on another disk\n`]);
  });
});
