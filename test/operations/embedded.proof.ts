import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { ran } from '../support/operator.ts';
import { ChildProcess } from '../support/child-process.ts';

let folder: string;
let env: Record<string, string>;
let running: ChildProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-embedded-'));
  env = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    SANDBOX_STORE_PORT: String(await freePort()),
    LOG_LEVEL: 'fatal',
    ADMIN_PASSWORD: 'the admin password',
  };
});
afterAll(async () => {
  await running?.end();
  await rm(folder, { recursive: true, force: true });
});

const ops = (...argv: string[]) => ran('ops.js', env, ...argv);
const signIn = async (username: string, password: string): Promise<number> =>
  (
    await fetch(`http://127.0.0.1:${env['PORT']}/api/affiliate/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
  ).status;

describe('ops on the database in DATA_DIR', () => {
  it('works while nothing runs, and leaves nothing running', async () => {
    expect((await ran('demo.js', env, '--affiliates', '10', '--sales', '40', '--json')).code).toBe(0);
    expect(await ops('status', '--json')).toMatchObject({ code: 0, json: { booksImbalanceCents: 0 } });
    const place = await readFile(join(folder, 'postgres-place'), 'utf8').catch(() => folder);
    await expect(readFile(join(place, 'postgres/data/postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  it('wraps every key again, and everything is still readable', async () => {
    const before = await readFile(join(folder, 'secrets.json'), 'utf8');
    expect(await ops('rotate-keys', '--yes', '--json')).toMatchObject({ code: 0, json: { rotated: ['MASTER_KEY'] } });
    expect(await readFile(join(folder, 'secrets.json'), 'utf8')).not.toBe(before);
    expect(await ops('verify', '--all')).toMatchObject({ code: 0 });
    const { MASTER_KEY } = JSON.parse(before) as Record<string, string>;
    expect(await ran('ops.js', { ...env, MASTER_KEY: MASTER_KEY! }, 'status')).toMatchObject({
      code: 2,
      err: expect.stringContaining('MASTER_KEY'),
    });
  });

  it('works beside a running system, which keeps serving', async () => {
    running = await ChildProcess.start('start.js', env, 'is ready');
    expect(await ops('rotate-keys', '--yes')).toMatchObject({ code: 1, err: expect.stringContaining('Stop Framelift') });
    expect((await ops('create-admin', '--username', 'grace', '--email', 'grace@example.org', '--password', 'nine lives at sea')).code).toBe(
      0,
    );
    expect(await signIn('grace', 'nine lives at sea')).toBe(200);
    expect((await ops('replay', '--all')).code).toBe(0);
    expect((await ops('verify', '--all')).code).toBe(0);
    expect(await signIn('admin', 'the admin password')).toBe(200);
    expect(await running.end()).toBe(0);
  });
});
