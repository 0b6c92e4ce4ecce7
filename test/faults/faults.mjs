// Faults of a running system other than kills: each is injected under load and undone; then the checks run.
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, readlink, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../services/dist/platform/embedded-postgres.js';
import { Member } from './processes.mjs';
import { root } from './system.mjs';
import { visitTracked } from '../support/facts.ts';

/** How long a paused process may delay the others, ms: two seconds, and one for a busy machine. */
const LONGEST_HOLD_MS = 3_000;

/** A failover to a replica that was behind: commits of the last second are gone, acknowledged or not. */
async function lostCommits({ postgres, gate, journal }) {
  await gate.close();
  const name = new URL(postgres.ownerUrl).pathname.slice(1);
  const server = new pg.Client(Object.assign(new URL(postgres.ownerUrl), { pathname: '/postgres' }).href);
  await server.connect();
  const alone = async (...statements) => {
    await server.query(`alter database ${name} allow_connections false`);
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    for (const statement of statements) await server.query(statement);
    await server.query(`alter database ${name} allow_connections true`);
    await server.query(`grant create on database ${name} to framelift_app`);
  };
  await alone(`create database ${name}_then template ${name}`);
  const before = journal.commands.length;
  gate.open = true;
  await wait(1_500);
  await gate.close();
  await alone(`drop database ${name} with (force)`, `alter database ${name}_then rename to ${name}`);
  journal.lose(before);
  await server.end();
  gate.open = true;
  await wait(1_500);
}

async function silentConnections({ cables, random }) {
  for (const cable of Object.values(cables)) cable.cut();
  await wait(1_000 + random() * 2_000);
}

/** An api paused for seconds, even between taking a turn and its commit, must not stop the others from appending. */
async function pausedProcess({ members, system, random, report }) {
  const [api] = members;
  api.signal('SIGSTOP');
  const end = performance.now() + 2_500 + random() * 2_500;
  while (performance.now() < end) {
    const began = performance.now();
    const commandId = crypto.randomUUID();
    const visit = visitTracked({ visitId: 'v', affiliateId: 'a', page: '/', visitor: { sealed: '', of: 'day:2026-01-01' } });
    await system.log.append({
      streams: [{ streamId: 'visits-campaign', expected: 'any', facts: [visit] }],
      metadata: { occurredAt: new Date().toISOString(), actor: { kind: 'system', id: 'campaign' }, commandId, correlationId: commandId },
    });
    const ms = performance.now() - began;
    report.longestHoldMs = Math.round(Math.max(report.longestHoldMs ?? 0, ms));
    if (ms > LONGEST_HOLD_MS) report.problems.push(`a paused process held an append up for ${Math.round(ms)} ms`);
    await wait(50);
  }
  api.signal('SIGCONT');
}

/** Longer than any lease, ms: a relay's session, a member of a group, an open transaction. */
const PAST_EVERY_LEASE_MS = 13_000;

/** Leader, projector and api pause until others have taken over, and then resume. */
async function pausedPastLeases({ folder, members }) {
  const [api, , relay, projector] = members;
  const other = new Member('relay-2', relay.file, relay.env, folder);
  await other.start();
  try {
    for (const member of [api, relay, projector]) member.signal('SIGSTOP');
    await wait(PAST_EVERY_LEASE_MS);
    for (const member of [api, relay, projector]) member.signal('SIGCONT');
    await wait(1_000);
  } finally {
    await other.kill('SIGTERM');
  }
}

/** As in an update: a clean stop and a restart. */
async function restarts({ postgres, kafka }) {
  await postgres.kill('SIGINT');
  await postgres.start();
  await kafka.kill('SIGTERM');
  await kafka.start();
}

/** The kernel ends one backend for lack of memory: PostgreSQL then ends all and recovers. */
async function killedBackend({ system, random }) {
  const { rows } = await system.pool.query(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  kill(rows[Math.floor(random() * rows.length)].pid);
  await wait(500);
}

/** The all-in-one process loses power; when it starts again, another process has the number of its database server. */
async function hardStop({ folder, report, stops }) {
  const home = join(folder, `all-in-one-${report.faults.hardStop ?? 0}`);
  await mkdir(home, { mode: 0o711 });
  const [port, store] = [await freePort(), await freePort()];
  const env = { PORT: String(port), SANDBOX_STORE_PORT: String(store), DATA_DIR: home, ADMIN_PASSWORD: 'the admin password' };
  const all = new Member('all-in-one', join(root, 'services/dist/main/start.js'), env, folder);
  stops.push(() => all.kill('SIGTERM'));
  await all.start();
  await signsIn(port);
  const place = await dataIn(home, await readFile(join(home, 'postgres-place'), 'utf8').catch(() => home));
  const lockFile = join(place, 'postmaster.pid');
  const old = (await readFile(lockFile, 'utf8')).split('\n')[0];
  await Promise.all([all.kill(), ...(await processesIn(place)).map(kill)]);
  const { uid, gid } = await stat(place);
  const other = spawn('sleep', ['120'], { uid, gid, cwd: '/' });
  await writeFile(lockFile, (await readFile(lockFile, 'utf8')).replace(old, String(other.pid)));
  try {
    await all.start();
    await signsIn(port);
  } finally {
    other.kill();
    await all.kill('SIGTERM');
  }
}

/** A process of PostgreSQL may have ended before its turn. */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Under root the server's data is a folder deeper, and perhaps elsewhere. */
async function dataIn(...homes) {
  for (const path of homes.flatMap((home) => [join(home, 'postgres'), join(home, 'postgres/data')]))
    if (await readFile(join(path, 'PG_VERSION')).catch(() => undefined)) return realpath(path);
  throw new Error(`no database in ${homes.join(', ')}`);
}

async function processesIn(folder) {
  const pids = (await readdir('/proc')).map(Number).filter(Boolean);
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, i) => folders[i] === folder);
}

async function signsIn(port) {
  const body = JSON.stringify({ username: 'admin', password: 'the admin password' });
  const headers = { 'Content-Type': 'application/json' };
  const { status } = await fetch(`http://127.0.0.1:${port}/api/affiliate/login`, { method: 'POST', headers, body });
  if (status !== 200) throw new Error(`After a hard stop the admin cannot log in: ${status}`);
}

export const faults = { lostCommits, silentConnections, pausedProcess, pausedPastLeases, killedBackend, hardStop, restarts };
