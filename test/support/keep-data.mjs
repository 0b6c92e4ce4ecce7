// node test/support/keep-data.mjs COMMIT: keeps the data of a version in test/golden/data, for test/operations/old-data.proof.ts. That version
// is installed and built in a worktree, makes a small history in an own database, and serves once. DATABASE_URL: a superuser of a PostgreSQL
// no newer than the pg_dump on PATH.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import pg from 'pg';
import { OLD_KEYS } from './old-data.ts';

const root = join(import.meta.dirname, '../..');
const [commit] = process.argv.slice(2);
const { DATABASE_URL } = process.env;
if (!commit || !DATABASE_URL) {
  console.error('DATABASE_URL=postgres://… node test/support/keep-data.mjs COMMIT');
  process.exit(2);
}
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const [day, name] = [git('log', '-1', '--format=%cs', commit), git('rev-parse', '--short=9', commit)];
const folder = mkdtempSync(join(tmpdir(), 'framelift-old-'));
const clone = join(folder, 'clone');
const database = 'framelift_old_data';
const as = (user, password = 'old') => Object.assign(new URL(DATABASE_URL), { username: user, password, pathname: `/${database}` }).href;
const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(String(port)));
    });
  });

const server = new pg.Client(DATABASE_URL);
await server.connect();
for (const role of ['framelift_owner', 'framelift']) {
  await server.query(`do $$ begin create role ${role} login; exception when duplicate_object then null; end $$`);
  await server.query(`alter role ${role} password 'old'`);
}
await server.query('alter role framelift_owner createrole createdb');
await server.query(`drop database if exists ${database} with (force)`);
await server.query(`create database ${database} owner framelift_owner`);
git('worktree', 'add', '--detach', clone, commit);
try {
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    ...OLD_KEYS,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: as('framelift'),
    MIGRATE_DATABASE_URL: as('framelift_owner'),
    PORT: await freePort(),
    SANDBOX_STORE_PORT: await freePort(),
    BACKUP_TO: 'off',
  };
  const npm = (...args) => execFileSync('npm', args, { cwd: clone, env, stdio: 'inherit' });
  npm('ci', '--no-audit', '--no-fund');
  npm('run', 'demo', '--', '--affiliates', '5', '--sales', '25', '--seed', '3');
  const started = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  await new Promise((ready, failed) => {
    started.stdout.on('data', (text) => String(text).includes('is ready') && ready());
    started.once('exit', (code) => failed(new Error(`it ended with ${code}`)));
  });
  const ended = new Promise((done) => started.once('exit', done));
  process.kill(-started.pid, 'SIGTERM');
  await ended;
  const dump = execFileSync(
    'pg_dump',
    ['--inserts', '--rows-per-insert=100', Object.assign(new URL(DATABASE_URL), { pathname: `/${database}` }).href],
    { maxBuffer: 1 << 28 },
  );
  const file = join(root, 'test/golden/data', `${day}-${name}.sql.zst`);
  writeFileSync(file, zstdCompressSync(dump, { params: { 100: 19 } }));
  console.log(file);
} finally {
  git('worktree', 'remove', '--force', clone);
  await server.query(`drop database if exists ${database} with (force)`);
  await server.end();
  rmSync(folder, { recursive: true, force: true });
}
