import { afterEach, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { embeddedDatabase } from '../../services/src/main/reach.ts';
import { startPostgres } from '../../services/src/platform/embedded-postgres.ts';
import { createPool } from '../../services/src/platform/pg.ts';
import { until } from '../support/until.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'framelift-hard-stop-'));
  await chmod(folder, 0o755);
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const dataOf = async (folder: string) =>
  realpath(join(await readFile(join(folder, 'postgres-place'), 'utf8').catch(() => folder), 'postgres/data')).catch(() =>
    realpath(join(folder, 'postgres')),
  );

/** Kills the server and everything it runs, like a power cut. */
async function killAll(data: string): Promise<number> {
  const postmaster = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const pids = (await readdir('/proc')).map(Number).filter(Boolean);
  const own = await Promise.all(pids.map(async (pid) => ((await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data ? [pid] : [])));
  for (const pid of own.flat()) process.kill(pid, 'SIGKILL');
  return postmaster;
}

it('starts after a hard stop, even if another process has the old server’s process id', async () => {
  const folder = await dataFolder();
  const first = await startPostgres(folder, 'framelift', { throwaway: true });
  const data = await dataOf(folder);
  const write = new pg.Client(first.ownerUrl);
  write.on('error', () => {});
  await write.connect();
  await write.query('create table kept as select 1 as n; checkpoint');
  const old = await killAll(data);
  const { uid, gid } = await stat(data);
  const other = spawn('sleep', ['60'], { uid, gid, cwd: '/' });
  undo.push(() => other.kill());
  const file = join(data, 'postmaster.pid');
  await writeFile(file, (await readFile(file, 'utf8')).replace(String(old), String(other.pid)));

  const again = await startPostgres(folder, 'framelift', { throwaway: true });
  undo.push(() => again.stop());
  expect(again.adopted).toBe(false);
  const read = new pg.Client(again.ownerUrl);
  await read.connect();
  expect((await read.query('select n from kept')).rows).toEqual([{ n: 1 }]);
  await read.end();
  expect(other.exitCode).toBeNull();
  const adopting = await startPostgres(folder, 'framelift', { throwaway: true });
  expect(adopting.adopted).toBe(true);
});

it('continues after the database ends one of its processes, and is still the only one on its folder', async () => {
  const folder = await dataFolder();
  const database = await embeddedDatabase({ dataDir: folder } as never);
  undo.push(() => database.stop());
  const pool = createPool(database.ownerUrl, { max: 2 });
  undo.push(() => pool.end());
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
  );
  const checkpointer = "select backend_start::text as at from pg_stat_activity where backend_type = 'checkpointer'";
  const startedAt = () =>
    pool.query<{ at: string }>(checkpointer).then(
      (found) => found.rows[0]?.at,
      () => undefined,
    );
  const before = await startedAt();
  process.kill(rows[0]!.pid, 'SIGKILL');
  // PostgreSQL ends all its processes and restarts them.
  await until(async () => ![undefined, before].includes(await startedAt()));
  const locks = "select from pg_locks where locktype = 'advisory' and granted";
  // The pool may still hand out an ended connection.
  const isLocked = () =>
    pool.query(locks).then(
      ({ rowCount }) => rowCount === 1,
      () => false,
    );
  await until(isLocked);
  await expect(embeddedDatabase({ dataDir: folder } as never)).rejects.toThrow('already running');
});
