// A backup, a trial restore and a restore that are killed at any moment, and stores that fail: nothing half is listed, nothing is lost, and
// the same command goes on.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { checkReadable } from '../../services/src/operating/backups/backup-archive.ts';
import { FolderStore } from '../../services/src/operating/backups/folder-store.ts';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { ChildProcess } from '../support/child-process.ts';
import { atProof } from '../support/counts.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { type Printed, ran, settingsOf } from '../support/operator.ts';

const KILLS = atProof(30, 3, 'kills of a backup, a trial restore or a restore');
const KEY = 'ab'.repeat(32);

let db: TestDatabase;
let folder: string;
let url: string;
let env: Record<string, string>;
let server: ChildProcess;
const ops = (settings: Record<string, string>, ...argv: string[]): Promise<Printed> => ran('ops.js', settings, ...argv, '--json');
const stored = () => join(folder, 'backups');
const store = () => new FolderStore(stored());

beforeAll(async () => {
  db = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'framelift-killed-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  env = {
    ...settingsOf(db, folder),
    PORT: String(port),
    SANDBOX_STORE_PORT: String(await freePort()),
    RATE_LIMIT: '1000000',
    BACKUP_KEY: KEY,
    BACKUP_TO: stored(),
    BACKUP_KEEP: '1000',
    TRUST_PROXY: '1',
  };
  const amount = ['--affiliates', '8', '--sales', '30', '--seed', '2', '--until', '2026-01-01T00:00:00Z'];
  expect((await ran('demo.js', env, ...amount, '--json')).code).toBe(0);
  // No scheduled backup runs beside those of the spec.
  server = await ChildProcess.start('start.js', { ...env, BACKUP_TO: 'off' }, 'is ready');
});
afterAll(async () => {
  await server.end('SIGKILL');
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

let joined = 0;
/** @returns the name once the server has acknowledged it; undefined: refused for now. */
async function joins(): Promise<string | undefined> {
  const username = `joined-${++joined}`;
  const body = JSON.stringify({ username, email: `${username}@example.org`, password: 'correct horse battery' });
  const answer = await fetch(`${url}/api/affiliate/register`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  if (answer.status === 201) return username;
  expect(answer.status).toBe(503);
  return undefined;
}
/** From another address each time: who guesses many names from one is refused. */
const signsIn = async (username: string): Promise<boolean> => {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': `11.${[...randomBytes(3)].join('.')}` };
  const body = JSON.stringify({ username, password: 'correct horse battery' });
  const answer = await fetch(`${url}/api/affiliate/login`, { method: 'POST', headers, body });
  if (answer.status === 503) return wait(200).then(() => signsIn(username));
  expect([200, 401]).toContain(answer.status);
  return answer.status === 200;
};
const isReady = async () => (await fetch(`${url}/health/ready`)).ok;
const ready = async () => {
  for (let looks = 0; !(await isReady()); looks++) {
    expect(looks).toBeLessThan(100);
    await wait(200);
  }
};
const head = async () => (await db.owner.query(`select position, encode(hash, 'hex') as hash from log.head`)).rows[0];
const left = async () => {
  const { rows } = await db.owner.query(`select datname from pg_database where datname like current_database() || '%'`);
  const names = await readdir(folder);
  return [rows.length, names.includes('backup-work'), (await readdir(stored())).filter((name) => name.endsWith('.part'))];
};
const allReadable = async () => {
  for (const { id } of await store().list()) await checkReadable(await store().read(id), Buffer.from(KEY, 'hex'), id);
};

describe('a process that is killed', () => {
  it('leaves no half backup, loses nothing, and the same command goes on', async () => {
    const first = (await ops(env, 'backup', '--no-proof')).json.id as string;
    expect(await joins()).toBeDefined();
    const second = (await ops(env, 'backup', '--no-proof')).json.id as string;
    // Restores alternate between both moments; no other event happens.
    const ends = new Map<string, string>();
    for (const id of [second, first]) {
      expect(await ops(env, 'restore', id, '--replace', '--yes')).toMatchObject({ code: 0, json: { ok: true, id } });
      ends.set((await head()).hash, id);
    }
    const other = async () => (ends.get((await head()).hash) === first ? second : first);
    const commands = {
      backup: async () => ['backup', '--no-proof'],
      trial: async () => ['backup', 'prove', first],
      restore: async () => ['restore', await other(), '--replace', '--yes'],
    };
    const lasts: Record<string, number> = {};
    for (const [name, command] of Object.entries(commands)) {
      const began = Date.now();
      expect((await ops(env, ...(await command()))).code).toBe(0);
      lasts[name] = Date.now() - began;
    }
    const file = join(import.meta.dirname, '../../services/dist/main/ops.js');
    for (let kill = 0; kill < KILLS; kill++) {
      const [name, command] = Object.entries(commands)[kill % 3]!;
      const child = spawn(process.execPath, [file, ...(await command())], { env: { PATH: process.env['PATH'], ...env }, stdio: 'ignore' });
      await wait(Math.random() * lasts[name]!);
      child.kill('SIGKILL');
      await ready();
      expect(ends.has((await head()).hash)).toBe(true);
      await allReadable();
    }
    for (const command of Object.values(commands)) expect(await ops(env, ...(await command()))).toMatchObject({ code: 0 });
    for (const check of [['audit'], ['verify', '--all']]) {
      const { code, out, err } = await ops(env, ...check);
      expect([check, code, code && out + err]).toEqual([check, 0, 0]);
    }
    expect(await left()).toEqual([1, false, []]);
  }, 900_000);
});

describe('people who join while a backup is restored', () => {
  it('are there afterwards, or in the backup that was taken first', async () => {
    const { id } = (await ops(env, 'backup', '--no-proof')).json;
    let acknowledged: string[] = [];
    let isOver = false;
    const joining = (async () => {
      while (!isOver) acknowledged.push(...[await joins()].filter((name) => name !== undefined));
    })();
    const restored = await ops(env, 'restore', id, '--replace', '--yes');
    isOver = true;
    await joining;
    expect(restored).toMatchObject({ code: 0, json: { ok: true } });
    const are = async (names: string[]) => {
      const found = [];
      for (const name of names) if (await signsIn(name)) found.push(name);
      return found;
    };
    const here = await are(acknowledged);
    expect((await ops(env, 'restore', restored.json.restorePoint, '--replace', '--yes')).code).toBe(0);
    await ready();
    const before = await are(acknowledged);
    expect(before.length).toBeGreaterThan(10);
    expect([...before, ...here].toSorted()).toEqual(acknowledged.toSorted());
  });
});

describe('a store that fails', () => {
  const answering = async (listener: RequestListener): Promise<{ settings: Record<string, string>; server: Server }> => {
    const answers = createServer(listener);
    await new Promise<void>((listening) => answers.listen(0, '127.0.0.1', listening));
    const endpoint = `http://127.0.0.1:${(answers.address() as AddressInfo).port}`;
    return {
      settings: { ...env, BACKUP_TO: 's3://books/shop/', S3_ENDPOINT: endpoint, S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' },
      server: answers,
    };
  };
  const refused = async (settings: Record<string, string>, sentence: string | RegExp, ...argv: string[]) => {
    const { code, json } = await ops(settings, ...(argv.length ? argv : ['backup', '--no-proof']));
    expect([code, json.error]).toEqual([1, expect.stringMatching(sentence)]);
    expect([await isReady(), (await readdir(folder)).includes('backup-work')]).toEqual([true, false]);
  };

  it.each([
    ['refuses', 403, /^s3:\/\/books\/shop\/: the key may not do this/],
    ['is broken', 500, /^s3:\/\/books\/shop\//],
  ])('and %s', async (_what, status, sentence) => {
    const { settings, server: answers } = await answering(
      (request, response) => void request.resume().on('end', () => response.writeHead(status).end()),
    );
    await refused(settings, sentence);
    answers.close();
  });

  it('and lies about a size', async () => {
    const { settings, server: liar } = await answering((request, response) => {
      request.resume().on('end', () => response.writeHead(200, { ETag: '"x"', 'Content-Length': request.method === 'HEAD' ? 7 : 0 }).end());
    });
    await refused(settings, /kept 7 bytes of a backup of \d+: it was removed there$/);
    liar.close();
  });

  it('and never answers', async () => {
    const { settings, server: silent } = await answering(() => {});
    await refused(settings, /^s3:\/\/books\/shop\/: the store does not answer\. Try again later$/);
    silent.closeAllConnections();
    silent.close();
  }, 400_000);

  it('and is full', async () => {
    const run = promisify(execFile);
    const small = join(folder, 'small');
    await mkdir(small);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', small]);
    try {
      await refused(
        { ...env, BACKUP_TO: small },
        /^The disk of .*small is full: no backup was written\. Make room there, or set BACKUP_TO$/,
      );
      expect(await readdir(small)).toEqual([]);
    } finally {
      await run('umount', [small]);
    }
  });

  it('nor another key or two processes at once', async () => {
    const { id } = (await store().list())[0]!;
    await refused({ ...env, BACKUP_KEY: 'cd'.repeat(32) }, /was written under another BACKUP_KEY/, 'backup', 'prove', id);
    await refused({ ...env, BACKUP_KEY: 'cd'.repeat(32) }, /was written under another BACKUP_KEY/, 'restore', id, '--replace', '--yes');
    const both = await Promise.all([ops(env, 'backup'), ops(env, 'restore', id, '--replace', '--yes')]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(both.find(({ code }) => code)!.json.error).toMatch(/^Another process is taking or proving a backup/);
    await ready();
  });
});
