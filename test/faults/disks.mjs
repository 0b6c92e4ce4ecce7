// Disks: a full one, and one that lies about what it has written.
import { execFile } from 'node:child_process';
import { mkdir, open, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { root } from './system.mjs';

const run = promisify(execFile);
const ROOM_BYTES = 48 * 1024 * 1024;

/** Commands are answered 503 while the disk is full, and work afterwards. PostgreSQL's data is on a tmpfs meanwhile. */
export async function fullDisk({ postgres, gate, journal, report, stops, clients }) {
  const { data } = postgres;
  const aside = `${data}-aside`;
  const { uid, gid } = await stat(data);
  await gate.close();
  await postgres.kill('SIGINT');
  await rename(data, aside);
  await mkdir(data);
  const bytes = Number((await run('du', ['-sb', aside])).stdout.split('\t')[0]) + ROOM_BYTES;
  const options = `size=${bytes},mode=700,uid=${uid},gid=${gid}`;
  const refused = await run('mount', ['-t', 'tmpfs', '-o', options, 'framelift-faults', data]).then(
    () => undefined,
    (error) => `no file system may be mounted here: ${error.stderr?.trim() || error.message}`,
  );
  if (!refused) await run('cp', ['-a', `${aside}/.`, data]);
  const putBack = async () => {
    if (!refused) {
      await replaced(data, aside);
      await run('umount', [data]);
    }
    await rmdir(data);
    await rename(aside, data);
    await postgres.start();
  };
  if (refused) {
    await putBack();
    gate.open = true;
    return refused;
  }
  // At the very end, if it is still there.
  stops.unshift(() => run('umount', [data]));
  await postgres.start();
  gate.open = true;
  await wait(1_000);
  const before = { ...journal.statuses };
  const ballast = join(data, 'ballast');
  await fill(ballast);
  // First tables cannot grow, then the write-ahead log cannot, and the server gives up.
  await wait(2_500);
  await switchLogs(postgres).catch(() => {});
  // All clients may be waiting for a read model that cannot grow either: so this requests more than the account has.
  const asked = clients.map((client) => client.cashout(100_000));
  await wait(2_500);
  const answered = (status) => (journal.statuses[status] ?? 0) - (before[status] ?? 0);
  report.whileFull = { 503: answered(503), 500: answered(500), 2: answered(200) + answered(201) };
  if (!answered(503)) report.problems.push('no command was answered 503 while the disk was full');
  if (answered(500)) report.problems.push(`${answered(500)} answers while the disk was full were 500`);
  await rm(ballast);
  // As a supervisor does if the server could not repair itself without room.
  await postgres.start();
  await Promise.all(asked);
  const { length } = journal.commands;
  await wait(1_500);
  await gate.close();
  if (journal.commands.length === length) report.problems.push('nothing went on when there was room again');
  await postgres.kill('SIGINT');
  await putBack();
  gate.open = true;
  return undefined;
}

/** All remaining space. */
async function fill(file) {
  const piece = Buffer.alloc(1024 * 1024);
  const handle = await open(file, 'w');
  try {
    for (let bytes = piece.length; bytes >= 4096;)
      await handle.write(piece, 0, bytes).catch((error) => {
        if (error.code !== 'ENOSPC') throw error;
        bytes /= 2;
      });
  } finally {
    await handle.close();
  }
}

const replaced = async (from, to) => {
  await run('find', [to, '-mindepth', '1', '-delete']);
  await run('cp', ['-a', `${from}/.`, to]);
};

async function asOwner({ ownerUrl }, work) {
  const client = new pg.Client(ownerUrl);
  client.on('error', () => {});
  await client.connect();
  try {
    return await work((text) => client.query(text));
  } finally {
    await client.end().catch(() => {});
  }
}

const switchLogs = (postgres) =>
  asOwner(postgres, async (query) => {
    for (let i = 0; i < 12; i++) await query(`select pg_logical_emit_message(true, 'full', 'x'), pg_switch_wal()`);
  });

/** The loss is older than the interval in which a process saves its last seen event, ms. */
const LOST_MS = 3_000;

/**
 * All lose power, and the disk lost everything it confirmed since some moment: the end of the write-ahead log is gone, with
 * acknowledged commands. No running process has seen them; the loss must be found and reported all the same.
 */
export async function lyingDisk({ folder, postgres, members, urls, gate, journal, report }) {
  await gate.close();
  const at = await asOwner(postgres, async (query) => {
    for (const setting of ['fsync = off', 'bgwriter_lru_maxpages = 0']) await query(`alter system set ${setting}`);
    await query('select pg_reload_conf()');
    await query('checkpoint');
    return (await query('select * from pg_walfile_name_offset(pg_current_wal_insert_lsn())')).rows[0];
  });
  const before = journal.commands.length;
  gate.open = true;
  await wait(LOST_MS);
  await gate.close();
  const published = join(folder, 'published-head.json');
  await writeFile(published, (await ops(members, 'audit', '--json')).out);
  await Promise.all([postgres, ...members].map((one) => one.kill()));
  await cutTail(join(postgres.data, 'pg_wal'), at);
  journal.lose(before);
  const from = performance.now();
  await postgres.start();
  await Promise.all(members.map((member) => member.start()));
  const isSaid = async (expected) => {
    for (const end = Date.now() + 60_000; Date.now() < end; await wait(200))
      if ((await degraded(urls[0])).includes('history') === expected) return true;
    return false;
  };
  if (!(await isSaid(true))) report.problems.push('readiness does not say that the database lost events');
  report.saidAfterMs = Math.round(performance.now() - from);
  const problem = (what) => report.problems.push(`after a disk that lied: ${what}`);
  const status = await ops(members, 'status', '--json');
  if (!status.json?.faults?.some((fault) => fault.includes('had been seen')))
    problem(`status does not say it: ${status.out.slice(0, 500)}`);
  const audited = await ops(members, 'audit', '--json', '--since', published);
  if (audited.code !== 1 || !audited.json?.problems?.length) problem(`audit does not miss a published head: ${audited.out.slice(0, 500)}`);
  const accepted = await ops(members, 'accept-loss', '--yes', '--json');
  if (!accepted.json?.losses) problem(`accept-loss found no loss: ${accepted.out.slice(0, 500)}`);
  if (!(await isSaid(false))) problem('readiness still says that events are lost after they were accepted');
  await asOwner(postgres, async (query) => {
    await query('alter system reset all');
    await query('select pg_reload_conf()');
  });
  gate.open = true;
  await wait(1_500);
}

/** Erases everything from there on. */
async function cutTail(folder, { file_name: name, file_offset: offset }) {
  const handle = await open(join(folder, name), 'r+');
  const { size } = await handle.stat();
  await handle.write(Buffer.alloc(size - offset), 0, size - offset, offset);
  await handle.close();
  const later = (await readdir(folder)).filter((file) => /^[0-9A-F]{24}$/.test(file) && file > name);
  await Promise.all(later.map((file) => rm(join(folder, file))));
}

const degraded = async (url) => {
  const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  const { degraded: of = [] } = (await response?.json().catch(() => undefined)) ?? {};
  return of;
};

/** The operator's command line, with an api's settings. */
async function ops([{ env }], ...args) {
  const { PATH, HOME } = process.env;
  const options = { env: { PATH, HOME, ...env }, maxBuffer: 64 * 1024 * 1024 };
  const {
    code = 0,
    stdout,
    stderr,
  } = await run(process.execPath, [join(root, 'services/dist/main/ops.js'), ...args], options).catch((e) => e);
  const json = stdout.trimStart().startsWith('{') ? JSON.parse(stdout) : undefined;
  return { code, out: stdout + stderr, json };
}
